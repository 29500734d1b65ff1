"""Digital displays of a short text: seven segments on LCD or LED glass, and split-flap cards."""

from functools import lru_cache

from trace_tasks.engine import Box, Canvas, alpha, darker, lighter, linear, mix, polygon_path, skia

SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc",
    "7": "abc", "8": "abcdefg", "9": "abcfgd", " ": "", "-": "g",
}  # fmt: skip
#: Frame, glass, lit segment.
GLASSES = {
    "lcd": ("#c9ced3", "#c3d0b4", "#1d2a1a"),
    "lcd blue": ("#2b2f36", "#b9d3e6", "#13293c"),
    "lcd grey": ("#e9eaec", "#d3d8d6", "#1c2022"),
    "led red": ("#2a2a2d", "#1a0506", "#ff3b30"),
    "led green": ("#22262a", "#04140a", "#3dfc7f"),
    "led amber": ("#3a2c20", "#170d02", "#ffb02e"),
    "led blue": ("#d9dde2", "#030c1c", "#5fc8ff"),
    "led white": ("#8a6a48", "#121212", "#f6f8ff"),
}
DISPLAYS = (*GLASSES, "flip", "flip white")


@lru_cache(2)
def _segments():
    """The seven strokes of a digit 60 wide and 100 high, centre at (0, 0)."""
    w, h, t, gap = 24.0, 44.0, 6.5, 1.6

    def flat(y):
        return (
            (-w + gap, y),
            (-w + t + gap, y - t),
            (w - t - gap, y - t),
            (w - gap, y),
            (w - t - gap, y + t),
            (-w + t + gap, y + t),
        )

    def tall(x, y0, y1):
        return (
            (x, y0 + gap),
            (x + t, y0 + t + gap),
            (x + t, y1 - t - gap),
            (x, y1 - gap),
            (x - t, y1 - t - gap),
            (x - t, y0 + t + gap),
        )

    shapes = {
        "a": flat(-h), "g": flat(0), "d": flat(h), "f": tall(-w, -h, 0), "b": tall(w, -h, 0),
        "e": tall(-w, 0, h), "c": tall(w, 0, h),
    }  # fmt: skip
    return {key: polygon_path([(x - 0.08 * y, y) for x, y in points]) for key, points in shapes.items()}


def _widths(text: str) -> list[float]:
    return [26 if char == ":" else 72 for char in text]


def segments(c: Canvas, box: Box, text: str, lit: str, unlit: str) -> None:
    """Seven-segment digits (and colons) as large as the box allows."""
    widths = _widths(text)
    scale = min(box.w / sum(widths), box.h / 104)
    x = box.cx - sum(widths) * scale / 2
    for char, width in zip(text, widths, strict=True):
        with c.transform((x + width * scale / 2, box.cy), scale=scale):
            if char == ":":
                for y in (-20, 20):
                    c.circle((-0.08 * y, y), 7, lit)
            else:
                on, off = skia.Path(), skia.Path()
                for key, path in _segments().items():
                    (on if key in SEGMENTS[char] else off).addPath(path)
                c.path(off, unlit)
                c.path(on, lit)
        x += width * scale


def display(c: Canvas, box: Box, text: str, kind: str) -> None:
    """A clock with digits that fills the box."""
    if kind.startswith("flip"):
        return flaps(c, box, text, kind == "flip white")
    frame, glass, lit = GLASSES[kind]
    rim = min(box.w, box.h) * 0.09
    light, low = lighter(frame, 0.25), darker(frame, 0.3)
    c.rect(
        box, linear(box.corners[0], box.corners[3], (light, frame, low)), low, 1, radius=rim * 1.3, shadow=8
    )
    pane = box.inset(rim)
    c.rect(pane, glass, darker(frame, 0.5), 1.5, radius=rim * 0.5)
    unlit = mix(glass, lit, 0.07 if kind.startswith("lcd") else 0.1)
    padded = text if len(text) == 5 else " " + text
    room = pane.inset(pane.w * 0.05, pane.h * 0.14)
    if kind.startswith("lcd"):
        segments(c, room.moved(rim * 0.12, rim * 0.16), padded, alpha(lit, 0.16), "#00000000")
    segments(c, room, padded, lit, unlit)
    with c.clip(pane, rim * 0.5):
        c.polygon((pane.corners[0], pane.point(0.62, 0), pane.point(0.3, 1), pane.corners[3]), "#ffffff12")
    return None


def flaps(c: Canvas, box: Box, text: str, white: bool) -> None:
    """Split-flap cards: the hour, and the minutes in digits of their own."""
    body, card, ink = ("#e8e4da", "#fbfaf6", "#1d1d1f") if white else ("#2d2f33", "#17181a", "#f4f1e8")
    low = darker(body, 0.35)
    c.rect(box, linear(box.corners[0], box.corners[3], (lighter(body, 0.12), body, low)), low, 1,
           radius=box.h * 0.1, shadow=8)  # fmt: skip
    hour, minute = text.split(":")
    room = box.inset(box.w * 0.05, box.h * 0.13)
    left, right = room.columns((1, 1), room.w * 0.06)
    for flap, part in ((left, hour), (right, minute)):
        shade = linear((0, flap.y0), (0, flap.y1), (lighter(card, 0.1), card, darker(card, 0.12)))
        size = min(flap.h * 0.86, flap.w * 0.68)
        c.rect(flap, shade, low, 1, radius=flap.h * 0.07)
        c.text(part, flap.center, size, family="Oswald", weight=500, color=ink, need=False)
        c.line((flap.x0, flap.cy), (flap.x1, flap.cy), low, max(flap.h * 0.018, 1), cap="butt")
        for x in (flap.x0, flap.x1):
            c.rect(Box.at((x, flap.cy), flap.w * 0.035, flap.h * 0.16), darker(body, 0.15), radius=1)
    for y in (-0.13, 0.13):
        c.circle((room.cx, room.cy + y * room.h), room.h * 0.035, ink)
