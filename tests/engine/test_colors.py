"""Colour arithmetic against published values; palettes and themes against their promises."""

import pytest

from trace_tasks.engine.colors import NAMED, PALETTES, contrast, difference, mix, readable, standing_out
from trace_tasks.engine.style import THEMES, _palettes


def test_contrast_follows_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(
        4.48, abs=0.01
    )  # the well-known grey that just fails


# Pairs of L*a*b* from Sharma, Wu and Dalal (2005), table 1, with their CIEDE2000.
SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), SHARMA)
def test_difference_is_ciede2000(monkeypatch, one, other, expected):
    monkeypatch.setattr("trace_tasks.engine.colors.lab", {"#1": one, "#2": other}.__getitem__)
    assert difference.__wrapped__("#1", "#2") == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda t: t.name)
def test_themes_are_legible(theme):
    for ground in (theme.paper, theme.panel):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.muted, ground) >= 4.5
    assert ("dark" in theme.kinds) == (contrast(theme.paper, "#ffffff") > 4.5)
    assert len(_palettes(theme.paper)) >= 3


@pytest.mark.parametrize("palette", PALETTES)
def test_what_stands_out_tells_apart(palette):
    for theme in THEMES.values():
        kept = standing_out(palette, theme.paper)
        assert all(difference(a, b) >= 20 for a in kept for b in (*kept, theme.paper) if a != b)


def test_named_colours_tell_apart_and_shades_keep_their_name():
    for name, shades in NAMED.items():
        assert all(difference(a, b) < 16 for a in shades for b in shades), name
        others = [s for other, group in NAMED.items() if {name, other} != {"gold", "yellow"} and other != name
                  for s in group]  # fmt: skip
        assert all(difference(a, b) > 11 for a in shades for b in others), name


def test_readable_reaches_the_ratio():
    for color in ("#808080", "#ffd600", "#1e66d0"):
        for under in ("#ffffff", "#777777", "#102030"):
            assert contrast(readable(color, under), under) >= 4.5
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
