"""Where clocks hang, stand or lie: walls, shelves, table tops, watch boxes, and the plates that name them."""

from trace_tasks.engine import Box, Canvas, Point, alpha, darker, lighter, linear, mix

from .._dials import grain

LIGHT_WALLS = ("#efece4", "#e3e8ea", "#dbe3dc", "#eee2da", "#e6e1d3", "#d9e2ec", "#f1ead6", "#e9e4ee")
DARK_WALLS = ("#3d4955", "#33423b", "#54433f", "#2b3140", "#4a3f55", "#26434a", "#4d4a42", "#3a2f34")
WOODS = ("#caa473", "#b98c56", "#8a613f", "#5d4130", "#e2d3bb", "#6f4a36")
CLOTHS = ("#2f5a45", "#263653", "#5b2733", "#e4ddcf", "#cfc8bb", "#3b3f45", "#d8dce0", "#6b6256")


def wall(c: Canvas, box: Box) -> None:
    """A painted or papered wall, or one of boards, with light from above."""
    tone = c.rng.choice(DARK_WALLS if c.style.dark else LIGHT_WALLS)
    c.fade(box, lighter(tone, 0.14), darker(tone, 0.12))
    kind, step = c.rng.choice(("paint", "paint", "paper", "boards")), c.rng.choice((44, 56, 72))
    for i, x in enumerate(range(round(box.x0), round(box.x1), step)):
        if kind == "paper" and i % 2:
            c.rect(Box(x, box.y0, x + step, box.y1), alpha("#ffffff", 0.07))
        elif kind == "boards":
            c.line((x, box.y0), (x, box.y1), alpha("#000000", 0.16), 1.6, cap="butt")
            c.line((x + 1.6, box.y0), (x + 1.6, box.y1), alpha("#ffffff", 0.16), 1.4, cap="butt")


def wood(c: Canvas, box: Box, tone: str) -> None:
    """Boards along the box, with their grain."""
    c.fade(box, lighter(tone, 0.1), darker(tone, 0.16))
    for band in box.rows(max(round(box.h / 150), 1)):
        grain(c, band, tone)


def surface(c: Canvas, box: Box) -> None:
    """A table top seen from above: wood or cloth."""
    if c.rng.chance(0.5):
        wood(c, box, c.rng.choice(WOODS))
    else:
        tone = c.rng.choice(CLOTHS)
        c.fade(box, lighter(tone, 0.08), darker(tone, 0.1))


def table(c: Canvas, box: Box, horizon: float) -> None:
    """A table against a wall; its far edge at the height `horizon`."""
    wall(c, box._replace(y1=horizon))
    top = box._replace(y0=horizon)
    wood(c, top, c.rng.choice(WOODS))
    c.fade(top.top(3)[0], "#3a2a1e", "#4a382a")


def contact(c: Canvas, box: Box, feet: bool) -> None:
    """The dark line on which a thing stands: below its whole width, or below two feet."""
    wide = box.w * (0.14 if feet else 0.84)
    for u in (0.175, 0.825) if feet else (0.5,):
        spot = Box.at((box.x0 + u * box.w, box.y1 - 3), wide, 8)
        c.ellipse(spot, shadow=10)
        c.ellipse(spot.moved(0, 1), shadow=4)


def plank(c: Canvas, box: Box, tone: str) -> None:
    """A shelf seen from the front."""
    c.rect(box.trim(top=3), tone, shadow=24)
    wood(c, box, tone)
    c.rect(box.top(4)[0], lighter(tone, 0.35))


def board(c: Canvas, box: Box) -> None:
    """A panel on a wall, made to carry clocks."""
    tone = c.rng.choice(("#f4f4f1", "#2a2f36", "#1f3a5c", "#e9e2d2", "#3b2b22", "#c9cfd4"))
    c.rect(box, tone, darker(tone, 0.35), 1.5, radius=6, shadow=24)
    c.fade(box.inset(8), lighter(tone, 0.06), darker(tone, 0.07))
    for x, y in box.inset(18).corners:
        c.circle((x, y), 4.5, "#b9bfc5", "#5f6870", 1)
        c.line((x - 2.6, y - 2), (x + 2.6, y + 2), "#5f6870", 1.2)


def watch_box(c: Canvas, box: Box, cells: list[Box]) -> None:
    """An open box for watches, seen from above, with a lined room for each."""
    wood(c, box, c.rng.choice(WOODS[2:4]))
    lining = c.rng.choice(("#efe6d3", "#3a3d42", "#5b2733", "#2c3c57", "#d7cfc4"))
    for cell in cells:
        c.rect(cell, darker(lining, 0.2), "#00000080", 2, radius=5)
        c.fade(cell.trim(3, 5, 3, 3), darker(lining, 0.28), lining)


def label_plate(c: Canvas, text: str, at: Point, look: str, size: float) -> Box:
    """A name plate under a clock; `look` is brass, card or tag."""
    family = "Noto Serif" if look == "brass" else "Open Sans"
    if c.style.body != "Kalam":
        family = c.style.body
    w = c.measure(text, size, weight=700, family=family)[0] + size * 1.6
    box = Box.at(at, max(w, size * 2.4), size * 1.75)
    if look == "brass":
        sheen = linear(box.corners[0], box.corners[2], ("#e7cd8f", "#c9a557", "#d8b96f"))
        c.rect(box, sheen, "#7d5a1c", 1, radius=3, shadow=5)
        for x in (box.x0 + 4.5, box.x1 - 4.5):
            c.circle((x, box.cy), 1.8, "#8a6a2a")
        ink = "#2d1f08"
    elif look == "card":
        c.rect(box, "#fdfcf8", "#cfcabd", 1.2, radius=2, shadow=5)
        ink = "#22252a"
    else:
        c.rect(box, "#23272d", radius=size * 0.4, shadow=5)
        ink = "#f6f6f2"
    c.text(text, box.center, size, weight=700, color=ink, family=family)
    return box


def sign(c: Canvas, text: str, box: Box) -> None:
    """What a board of clocks is about."""
    c.text(text, box.center, min(box.h * 0.5, 34), weight=700, family=family_of_signs(c), fit=box.w)


def family_of_signs(c: Canvas) -> str:
    return "Montserrat" if c.style.display in ("Kalam", "Caveat") else c.style.display


def chain(c: Canvas, at: Point, color: str) -> None:
    """A pocket watch's chain, from its bow up to the edge of the picture."""
    x, y = at
    for i in range(int(y / 15) + 2):
        width = 11 if i % 2 else 4
        link = Box.at((x + 1.5 * i, y - 15 * i), width, 21)
        c.ellipse(link, None, color, 3.4, shadow=3)
        c.ellipse(link.moved(-0.7, -0.7), None, mix(color, "#ffffff", 0.5), 1.2)
