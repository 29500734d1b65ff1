"""Number-place sheets as printed in papers and books, written on by hand, cut in wood, or shown by apps."""

from collections.abc import Callable
from typing import NamedTuple

from trace_tasks.engine import Box, Canvas, darker, fonts, lighter, linear, mix

Cell = tuple[int, int]  # row, column; (0, 0) is top left


class Look(NamedTuple):
    papers: tuple[str, ...]
    face: str  # of a cell
    tint: str  # of every second box; the same as `face` where boxes are not tinted
    thin: str
    thick: str
    print: str  # ink of the printed digits
    pens: tuple[str, ...]  # inks of the digits that the player wrote
    mark: tuple[str, ...]  # fills of a highlighted cell
    faces: tuple[str, ...]  # type of the printed digits
    hands: tuple[str, ...]  # type of the player's digits
    header: Callable[[Canvas, Box, str, str], None]  # ink and type family
    foot: Callable[[Canvas, Box, "Look", str, int], None] | None = None
    rules: tuple[float, float] = (1.2, 3.6)  # widths of thin and thick lines
    weight: int = 500


LEVELS = ("Easy", "Medium", "Hard", "Expert", "Gentle", "Moderate", "Tough")
HANDS = ("Kalam", "Caveat", "Kalam")


def newspaper(c: Canvas, strip: Box, ink: str, face: str) -> None:
    title = c.rng.choice(("Sudoku", "SUDOKU", "Daily Sudoku", "Su Doku"))
    c.text(title, (strip.x0, strip.cy - 2), 28, anchor="lm", weight=700, family=face, color=ink, need=False)
    issue = f"No. {c.rng.integer(1200, 9899):,}  {c.rng.choice(LEVELS)}"
    c.text(issue, (strip.x1, strip.cy), 15, anchor="rm", family=face, color=ink, need=False)
    for y, width in ((strip.y1, 1.0), (strip.y0, 2.4)):
        c.line((strip.x0, y), (strip.x1, y), ink, width)


def book(c: Canvas, strip: Box, ink: str, face: str) -> None:
    number = f"Puzzle {c.rng.integer(11, 240)}"
    c.text(number, (strip.x0, strip.cy), 21, anchor="lm", weight=700, family=face, color=ink, need=False)
    level, full = c.rng.integer(1, 5), 5
    for i in range(full):
        at = (strip.x1 - 9 - (full - 1 - i) * 22, strip.cy)
        c.circle(at, 7, ink if i < level else None, ink, 1.6)


def plain(c: Canvas, strip: Box, ink: str, face: str) -> None:
    """Nothing but the level, in the middle."""
    c.text(c.rng.choice(LEVELS), strip.center, 24, family=face, weight=700, color=ink, need=False)


def scribbled(c: Canvas, strip: Box, ink: str, face: str) -> None:
    note = c.rng.choice(
        ("Sudoku with Grandpa", "train ride sudoku", "Sunday sudoku", "sudoku night", "Try this one")
    )
    c.text(note, (strip.x0 + 4, strip.cy), 26, anchor="lm", family="Kalam", color=ink, need=False)


def app_bar(c: Canvas, strip: Box, ink: str, face: str) -> None:
    clock = f"{c.rng.integer(2, 19):02d}:{c.rng.integer(10, 59)}"
    entries = (
        ("Level", c.rng.choice(LEVELS[:4])),
        ("Score", f"{c.rng.integer(12, 98) * 15:,}"),
        ("Time", clock),
    )
    for box, (name, value) in zip(strip.columns(3), entries):
        muted = mix(ink, c.paper, 0.25)
        c.text(name, box.point(0.5, 0.28), 13, family=face, color=muted, need=False)
        c.text(value, box.point(0.5, 0.72), 19, family=face, weight=600, color=ink, need=False)


def keypad(c: Canvas, strip: Box, look: Look, face: str, size: int) -> None:
    """The digits to tap, in one row."""
    rounded = c.rng.choice((6, 12, 40))
    row = Box.at(strip.center, min(strip.w, size * 66), strip.h)
    for i, place in enumerate(row.columns(size, 8)):
        key = Box.at(place.center, place.w, min(place.w * 1.1, strip.h))
        c.rect(key, look.face, look.thin, 1.2, radius=min(rounded, key.w / 2))
        c.text(str(i + 1), key.center, 28, family=face, color=look.pens[0], weight=500, need=False)


LOOKS: dict[str, Look] = {
    "newspaper": Look(("#f3efe4", "#fff1e5", "#eeece6"), "#f9f6ee", "#f9f6ee", "#4a463d", "#1b1914",
                      "#1b1914", ("#1f4e9e", "#3d4046", "#274690"), ("#f7dc82", "#cfe3f5", "#d8d5cb"),
                      ("Noto Serif", "Source Serif 4", "DejaVu Serif"), HANDS, newspaper),
    "puzzle book": Look(("#ffffff", "#fdfcf8"), "#ffffff", "#eceef0", "#8b9096", "#111418", "#111418",
                        ("#2c4fa3", "#4a4d52", "#9a2d2d"), ("#ffe08a", "#bfe3c6", "#ffd0c2"),
                        ("Fira Sans Condensed", "Inter", "Libre Franklin", "Roboto Slab"), HANDS, book),
    "pastel book": Look(("#fdf6ec", "#eef6f4", "#f4effa"), "#ffffff", "#fbe3d6", "#b79d90", "#5d4037",
                        "#4e342e", ("#1565c0", "#7b1fa2", "#2e5d34"), ("#a7d8de", "#ffe27a"),
                        ("Montserrat", "Open Sans", "Atkinson Hyperlegible"), HANDS, book),
    "handout": Look(("#fbfaf5", "#f3ead8", "#f7fbff"), "#fffefa", "#fffefa", "#7f8790", "#2b2f36",
                       "#23262b", ("#1d55b0", "#a3322b", "#47704c"), ("#fff19a", "#c9ecc6", "#ffd1dc"),
                       ("Source Serif 4", "Roboto Slab", "Libre Franklin"), HANDS, scribbled, None,
                       (1.6, 4.2), 600),
    "app": Look(("#ffffff", "#f5f7fa", "#eef3fb"), "#ffffff", "#ffffff", "#c3cbd6", "#344861", "#1f2f45",
                ("#1a5fd0", "#6a3fc4", "#00695c"), ("#bbdefb", "#ffe0a3", "#d1c4e9"),
                ("Inter", "Roboto", "Open Sans"), ("Inter", "Roboto"), app_bar, keypad, (1.0, 2.6), 400),
    "night app": Look(("#121417", "#1b1f2a", "#0f1b33"), "#1d222b", "#1d222b", "#3b4453", "#8ea0b8",
                      "#e6ebf2", ("#6cb4ff", "#ffb86b", "#8be9c1"), ("#2f5f9e", "#6a4b1c", "#4b3a78"),
                      ("Inter", "Roboto", "Open Sans"), ("Inter", "Roboto"), app_bar, keypad, (1.0, 2.6),
                      400),
    "tinted app": Look(("#f2f5ef", "#f6efe8"), "#ffffff", "#e2ecf5", "#aab7c4", "#2b3a4a", "#24323f",
                       ("#0b6e99", "#b23c17"), ("#ffe27a", "#b9e6c9"),
                       ("Montserrat", "Libre Franklin"), ("Montserrat", "Libre Franklin"), app_bar, keypad,
                       (1.0, 2.4)),
    "wooden": Look(("#5b3a21", "#3f2a1a", "#7a5230"), "#e9cf9f", "#dcbb83", "#9b7443", "#4a2d14", "#2e1a0a",
                   ("#8c1d18", "#14406b"), ("#fff3c4", "#c6e2b5"),
                   ("Noto Serif", "Roboto Slab"), ("Noto Serif", "Roboto Slab"), plain, None, (1.4, 4.4),
                   700),
    "chalkboard": Look(("#23282b", "#1f4033"), "#2c3236", "#2c3236", "#7f878a", "#f2efe6", "#f2efe6",
                       ("#ffe08a", "#9fd8ff", "#ffb3a7"), ("#5a6a2e", "#7a4a2e", "#38618a"),
                       ("Roboto Slab", "Montserrat", "Noto Serif"), HANDS, scribbled, None, (1.4, 3.6)),
}  # fmt: skip


class Sheet:
    """An empty board on a page; `marked` is a highlighted cell."""

    def __init__(self, c: Canvas, size: int, box: tuple[int, int], marked: Cell | None):
        self.c, self.size = c, size
        self.look = LOOKS[c.rng.choice(list(LOOKS))]
        self.print_face, self.hand = c.rng.choice(self.look.faces), c.rng.choice(self.look.hands)
        cell = c.rng.uniform(*{4: (108, 136), 6: (82, 100), 9: (62, 74)}[size])
        side, around = cell * size, c.rng.uniform(24, 44)
        head = 56 if c.rng.chance(0.85) else 0
        foot = 74 if self.look.foot and c.rng.chance(0.75) else 0
        room = c.page(
            side + 2 * around, side + 2 * around + head + foot, around, c.rng.choice(self.look.papers)
        )
        if self.look.weight == 700:
            c.rect(
                c.bounds, linear((0, 0), (c.width, c.height), (lighter(c.paper, 0.1), darker(c.paper, 0.2)))
            )
        if head:
            strip, room = room.top(head - 14, 14)
            ink = "#f7e8c8" if self.look.weight == 700 else self.look.print
            self.look.header(c, strip, ink, self.print_face)
        if foot:
            strip, room = room.bottom(foot - 14, 14)
            self.look.foot(c, strip, self.look, self.print_face, size)
        self.cells = room.grid(size, size)
        self.pen = c.rng.choice(self.look.pens)
        self.digit_size = cell * c.rng.uniform(0.5, 0.58)
        self._paint(room, box)
        if marked is not None:
            self._highlight(self.cells[marked])
        self._rule(room, box)

    def _paint(self, room: Box, box: tuple[int, int]) -> None:
        c, look = self.c, self.look
        c.rect(room, look.face, shadow=10 if look.weight == 700 else 0)
        if look.tint != look.face:
            for (r, k), area in room.grid(self.size // box[0], self.size // box[1]).items():
                if (r + k) % 2:
                    c.rect(area, look.tint)

    def _highlight(self, cell: Box) -> None:
        """A fill and a frame along the lines; perhaps a question mark in the type of the digits."""
        c, look = self.c, self.look
        fill = c.rng.choice(look.mark)
        c.rect(cell, fill)
        c.rect(cell.inset(look.rules[0] / 2 + 1.8), None, mix(fill, look.thick, 0.45), 4)
        if c.rng.chance(0.3):
            c.text("?", cell.center, self.digit_size, family=self.print_face, weight=look.weight,
                   color=look.print, need=False)  # fmt: skip

    def _rule(self, room: Box, box: tuple[int, int]) -> None:
        """Thin lines between cells, thick ones round the boxes."""
        c, look = self.c, self.look
        for thick in (False, True):
            for i in range(self.size + 1):
                x, y = room.x0 + i * room.w / self.size, room.y0 + i * room.h / self.size
                width, color = look.rules[thick], look.thick if thick else look.thin
                if (i % box[1] == 0) == thick:
                    c.line((x, room.y0), (x, room.y1), color, width, cap="square")
                if (i % box[0] == 0) == thick:
                    c.line((room.x0, y), (room.x1, y), color, width, cap="square")

    def write(self, cell: Cell, digit: int, *, by_hand: bool) -> None:
        (x, y), size, look = self.cells[cell].center, self.digit_size, self.look
        if not by_hand:
            self.c.text(
                str(digit), (x, y), size, family=self.print_face, color=look.print, weight=look.weight
            )
        elif self.hand not in HANDS:
            self.c.text(str(digit), (x, y), size, family=self.hand, color=self.pen, weight=look.weight)
        else:
            rng = self.c.rng
            size *= (1.42 if self.hand == "Caveat" else 1.16) * rng.uniform(0.92, 1.08)
            advance, ink = fonts.measure(str(digit), self.hand, size, 500)
            high = self.c.measure(str(digit), size, family=self.hand, weight=500)[1]
            middle = ((advance - ink[0] - ink[2]) / 2, -(high + ink[1] + ink[3]) / 2)  # of the ink
            with self.c.transform((x + rng.uniform(-2, 2), y + rng.uniform(-2, 2)), rng.uniform(-8, 8)):
                self.c.text(str(digit), middle, size, family=self.hand, color=self.pen, weight=500)

    def badge(self, cell: Cell, letter: str) -> None:
        box = self.cells[cell]
        radius = min(max(box.w * 0.15, 10), 15)
        at = (box.x0 + radius + 1.5, box.y0 + radius + 1.5)
        self.c.circle(at, radius, self.look.thick)
        self.c.text(letter, at, radius * 1.45, family="Inter", weight=700)
