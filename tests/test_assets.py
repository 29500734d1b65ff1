"""The assets: every family draws all of its text, icons are unlike each other, words make sense."""

import doctest
import string
import subprocess
import sys

import numpy as np
import pytest

from trace_tasks.engine import fonts, icons, words
from trace_tasks.engine.skia_import import skia

PRINTABLE = string.ascii_letters + string.digits + string.punctuation + " "


def bitmap(path: skia.Path, side: int = 64) -> np.ndarray:
    surface = skia.Surface(side, side)
    canvas = surface.getCanvas()
    canvas.clear(skia.ColorWHITE)
    canvas.scale(side, side)
    canvas.drawPath(path, skia.Paint(AntiAlias=True))
    return surface.toarray()[:, :, 0] < 128


@pytest.mark.parametrize("module", [fonts, icons, words], ids=lambda module: module.__name__)
def test_examples_in_docstrings(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("family", fonts.FAMILIES)
def test_family_draws_ascii_in_every_style(family):
    known = fonts.FAMILIES[family]
    for weight in {*known.weights, 400, 700}:
        for italic in (False, True):
            face = fonts.typeface(family, weight, italic)
            assert 0 not in face.unicharsToGlyphs([ord(char) for char in PRINTABLE])
            font = fonts.font(family, 32.0, weight, italic)
            assert all(font.getPath(face.unicharToGlyph(ord(char))) for char in PRINTABLE.strip())


@pytest.mark.parametrize("family", fonts.FAMILIES)
def test_family_facts(family):
    known = fonts.FAMILIES[family]
    digits = {round(fonts.measure(digit, family, 100.0)[0], 1) for digit in string.digits}
    assert known.tabular == (len(digits) == 1)
    if known.weights[0] < known.weights[1]:
        widths = {fonts.measure("Hamburg", family, 100.0, weight)[1] for weight in known.weights}
        assert len(widths) == 2
    if known.italic:
        assert fonts.measure("alf", family, 100.0)[1] != fonts.measure("alf", family, 100.0, 400, True)[1]


def test_measure_agrees_with_the_pixels():
    advance, (left, top, right, bottom) = fonts.measure("jÄg", "Lora", 60.0)
    surface = skia.Surface(160, 120)
    surface.getCanvas().clear(skia.ColorWHITE)
    surface.getCanvas().drawString("jÄg", 40, 80, fonts.font("Lora", 60.0), skia.Paint(AntiAlias=True))
    rows, columns = np.nonzero(surface.toarray()[:, :, 0] < 250)
    assert (columns.min() - 40, rows.min() - 80) == pytest.approx((left, top), abs=1.01)
    assert (columns.max() - 39, rows.max() - 79) == pytest.approx((right, bottom), abs=1.01)
    assert 0 < advance < 120
    assert fonts.measure("", "Lora", 60.0) == (0.0, (0.0, 0.0, 0.0, 0.0))


def test_missing_characters_come_from_other_fonts():
    for text in ("→ π ☐ ♞ ✓ Ω√≤", "🂡 🁢 ⚀ ♩ −3 °C"):
        for family in fonts.FAMILIES:
            parts = fonts.runs(text, family)
            assert "".join(part for part, _ in parts) == text
            assert all(face.unicharToGlyph(ord(char)) for part, face in parts for char in part)
    assert len(fonts.runs("plain", "Inter")) == 1
    with pytest.raises(LookupError, match="U\\+1D11E"):
        fonts.runs("a\U0001d11e", "Inter")


def test_fonts_import_no_packages_of_assets():
    code = ("import sys; from trace_tasks.engine import fonts, icons; fonts.measure('a', 'STIX', 12.0); "
            "icons.path('car'); print({'matplotlib', 'qtawesome', 'fontpkg'} & set(sys.modules))")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


@pytest.mark.parametrize("style", icons.STYLES)
def test_icons_are_centred_and_unlike_each_other(style):
    names = icons.names(style=style)
    assert len(names) > 150
    for name in names:
        box = icons.path(name, style).computeTightBounds()
        assert (box.centerX(), box.centerY()) == pytest.approx((0.5, 0.5), abs=1e-3)
        assert max(box.width(), box.height()) == pytest.approx(1.0, abs=1e-3)
    inks = np.array([bitmap(icons.path(name, style)).ravel() for name in names], np.float32)
    areas = inks.sum(axis=1)
    assert areas.min() > 0.05 * 64 * 64
    common = inks @ inks.T
    overlap = np.triu(common / (areas[:, None] + areas - common), 1)
    first, second = np.unravel_index(overlap.argmax(), overlap.shape)
    assert overlap.max() < 0.93, (names[first], names[second])


def test_icon_names():
    assert set(icons.names()) | set(icons.names(style="line")) == set(icons.ICONS)
    assert all(len(icons.names(category)) >= 5 for category in icons.categories())
    plurals = [icons.plural(name) for name in icons.ICONS]
    assert len(set(plurals)) == len(plurals)
    with pytest.raises(LookupError, match="whale"):
        icons.path("whale")


@pytest.mark.parametrize("name", ["FIRST_NAMES", "LAST_NAMES", "TOWNS", "CITIES", "STREETS", "FIRM_STEMS",
                                  "FIRM_TRADES"])
def test_word_lists_hold_distinct_words(name):
    entries = getattr(words, name)
    assert len(entries) >= 40
    assert len(set(entries)) == len(entries)
    assert all(entry == " ".join(entry.split()) and entry[0].isupper() for entry in entries)


@pytest.mark.parametrize("name", words.POOLS)
def test_pool_labels_are_short_and_distinct(name):
    labels = words.POOLS[name].labels
    assert len(labels) >= 10 or name == "weekdays"
    assert len(set(labels)) == len(labels)
    assert all(0 < len(label) <= 14 and label == " ".join(label.split()) for label in labels)


@pytest.mark.parametrize("measure", words.MEASURES, ids=lambda measure: measure.subject)
def test_measures_can_be_charted(measure):
    assert measure.low > 0
    assert measure.high - measure.low >= 6
    assert measure.axis in words.POOLS
    assert measure.series in words.POOLS
    assert measure.axis != measure.series
    assert measure.unit
    assert measure.source
    assert not measure.unit.startswith("%") or measure.high <= 100


def test_measures_are_many_and_differ():
    subjects = [measure.subject for measure in words.MEASURES]
    assert len(subjects) >= 60
    assert len(set(subjects)) == len(subjects)
    used = {name for measure in words.MEASURES for name in (measure.axis, measure.series)}
    assert used == set(words.POOLS)
