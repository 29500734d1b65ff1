"""Marks, text and the audit on small pictures made here."""

import msgspec
import numpy as np
import pytest

from trace_tasks.engine import Box, Reject
from trace_tasks.engine.audit import audit
from trace_tasks.engine.canvas import Canvas, polygon_path
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import THEMES, draw_style


def canvas(watch=(), theme="white", **size):
    style = msgspec.structs.replace(
        draw_style(Rng(1)), theme=THEMES[theme], texture="none", degradation="none", body="Inter", base=16
    )
    c = Canvas(style, Rng(2), frozenset(watch))
    c.page(size.get("w", 400), size.get("h", 300))
    return c


def test_a_group_is_the_bounds_of_its_ink():
    c = canvas()
    with c.group("disc", 1):
        c.circle((100, 80), 20, "#d32f2f")
        c.line((100, 80), (160, 80), "#000000", 4)
    assert c.marks["disc", 1].place("bbox") == [80, 60, 162, 100]
    inked = np.argwhere((np.asarray(c.image()) != 255).any(axis=2))
    (top, left), (bottom, right) = inked.min(0), inked.max(0) + 1
    assert [left, top, right, bottom] == pytest.approx([80, 60, 162, 100], abs=1)


def test_marks_follow_transforms():
    c = canvas()
    with c.transform((200, 100), rotate=90, scale=2):
        c.mark("corner", box=Box(0, 0, 10, 20), point=(10, 0))
    assert c.marks["corner", None].place("point") == [200, 120]
    assert c.marks["corner", None].place("bbox") == [160, 100, 200, 120]


def test_the_same_name_twice_is_an_error():
    c = canvas()
    c.mark("a", 1, point=(5, 5))
    with pytest.raises(ValueError, match="two marks"):
        c.mark("a", 1, point=(6, 6))


def test_text_box_is_the_ink_of_the_text():
    c = canvas()
    box = c.text("Rainfall 42", (200, 150), 30)
    inked = np.argwhere((np.asarray(c.image()) != 255).any(axis=2))
    (top, left), (bottom, right) = inked.min(0), inked.max(0) + 1
    assert [left, top, right, bottom] == pytest.approx(list(box), abs=1.5)


def rejects(c, reason, witness=()):
    with pytest.raises(Reject, match=reason):
        audit(c, witness, 0.5)


def test_faint_text_is_rejected():
    c = canvas()
    c.text("faint", (100, 100), color="#999999")
    rejects(c, "text contrast 2.8: faint")


def test_ink_is_chosen_against_what_is_beneath():
    c = canvas()
    c.rect(Box(50, 50, 200, 150), "#1f2328")
    c.text("on dark", (125, 100))
    audit(c, (), 0.5)


def test_text_across_a_line_is_rejected_and_a_halo_helps():
    c = canvas()
    c.line((20, 100), (300, 100), "#000000", 2)
    c.text("crossed", (150, 100))
    rejects(c, "across other ink: crossed")
    c = canvas()
    c.line((20, 100), (300, 100), "#000000", 2)
    c.text("clear", (150, 100), halo="#ffffff")
    audit(c, (), 0.5)


def test_text_over_text_and_covered_text_are_rejected():
    c = canvas()
    c.text("first", (100, 100))
    c.rect(Box(60, 80, 110, 120), "#ffcc00")
    rejects(c, "text covered: first")


def test_text_must_be_inside_and_large_enough():
    c = canvas()
    c.text("long words at the edge", (395, 100))
    rejects(c, "outside the image")
    c = canvas()
    c.text("tiny", (100, 100), 9)
    rejects(c, "under 12")
    with pytest.raises(Reject, match="too long"):
        canvas().text("a rather long text", (100, 100), 14, fit=60)


def test_a_covered_witness_is_rejected():
    key = ("disc", 1)
    for cover, visible in ((Box(80, 60, 100, 100), True), (Box(80, 60, 118, 100), False)):
        c = canvas(watch=[key])
        with c.group(*key):
            c.circle((100, 80), 20, "#d32f2f")
        c.rect(cover, "#3344ff")
        if visible:
            audit(c, [key], 0.4)
            assert c.visible(key) == pytest.approx(0.5, abs=0.06)
        else:
            rejects(c, "hidden disc", [key])


def test_degenerate_and_blank_witnesses_are_rejected():
    c = canvas()
    c.mark("thin", box=Box(10, 10, 11, 50))
    rejects(c, "degenerate thin", [("thin", None)])
    c.mark("blank", box=Box(100, 100, 150, 150))
    rejects(c, "nothing drawn at blank", [("blank", None)])
    c.mark("out", point=(500, 10))
    rejects(c, "out outside", [("out", None)])


def test_labels_find_a_free_side():
    c = canvas()
    c.circle((200, 150), 6, "#000000")
    for x in range(205, 320, 6):
        c.line((x, 100), (x, 200), "#000000", 2)
    box = c.label("P", (200, 150), 10)
    assert box.x1 < 200
    audit(c, (), 0.5)
    full = canvas()
    for x in range(0, 400, 6):
        full.line((x, 0), (x, 300), "#000000", 2)
    with pytest.raises(Reject, match="no free place"):
        full.label("P", (200, 150), 10)


def test_stamps_are_the_drawing_itself():
    plain, stamped = canvas(), canvas()
    with plain.transform((100, 100)):
        plain.path(polygon_path([(-10, -10), (12, 0), (-10, 10)]), "#d32f2f", "#000000", 2)
    for _ in range(2):
        stamped.stamp("s", (100, 100), (40, 40), lambda: stamped.path(
            polygon_path([(-10, -10), (12, 0), (-10, 10)]), "#d32f2f", "#000000", 2))  # fmt: skip
    difference = np.asarray(plain.image()).astype(int) - np.asarray(stamped.image())
    assert np.abs(difference).max() <= 90  # only the softened edge, drawn twice
    assert (np.abs(difference).max(axis=2) > 0).sum() < 120


def test_pages_have_a_limit():
    c = Canvas(draw_style(Rng(1)), Rng(2))
    with pytest.raises(Reject, match="1280000"):
        c.page(1300, 1000)


def test_options_are_alike_and_marked():
    c = canvas(w=900, h=600)
    rooms = dict(c.options(Box(50, 50, 850, 550), 6))
    assert list(rooms) == list("ABCDEF")
    sizes = {(round(c.marks["option", k].box.w), round(c.marks["option", k].box.h)) for k in rooms}
    assert len(sizes) == 1
    audit(c, [("option", k) for k in rooms], 0.5)
