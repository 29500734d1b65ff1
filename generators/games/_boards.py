"""Grid boards as sold or as an app shows them: frame, cells, numbers along the edges, a status bar."""

from trace_tasks.engine import Box, Canvas, Rng, alpha, darker, lighter, linear, mix, radial

#: Frame and two cell colours, for the materials that boards are made of.
MATERIALS = {
    "wood": ("#6b4423", "#c99a5f", "#bf8e52"),
    "walnut": ("#3b2618", "#7a5335", "#6f4a2e"),
    "felt": ("#14402c", "#1f6a48", "#1b6041"),
    "night glass": ("#161c33", "#252e52", "#2a345c"),
    "arcade": ("#2a1245", "#3d1d63", "#45226e"),
    "porcelain": ("#c8d0da", "#f4f6f9", "#e9edf2"),
    "cardboard": ("#775a30", "#e3c99a", "#dcc08d"),
    "lagoon": ("#0b4a5e", "#bfe6ec", "#b0dee6"),
    "candy": ("#8a2953", "#fde7f0", "#fadbe8"),
    "slate": ("#2c333b", "#4a5560", "#444e59"),
}
BACKDROPS = (
    "#27407a",
    "#5b2a78",
    "#1d5c63",
    "#7a3b2e",
    "#2f5d34",
    "#8a5a83",
    "#3b4a5c",
    "#b5651d",
    "#86b6d8",
    "#e3c7a2",
)
Cells = dict[tuple[int, int], Box]  # by row and column, (0, 0) top left


FACES = ("Montserrat", "Oswald", "Roboto Slab", "Open Sans", "Barlow Condensed")  # of game titles and figures


def status(rng: Rng) -> dict[str, str]:
    """What a game shows above its board; a score has not reached its goal."""
    goal = rng.integer(20, 99) * 500
    entries = {
        "LEVEL": str(rng.integer(12, 180)),
        "SCORE": f"{goal * rng.integer(5, 95) // 1000 * 10:,}",
        "MOVES": str(rng.integer(10, 39)),
        "TIME": f"{rng.integer(1, 4)}:{rng.integer(10, 59)}",
        "GOAL": f"{goal:,}",
    }
    return {key: entries[key] for key in rng.sample(entries, rng.integer(2, 3))}


def backdrop(c: Canvas, color: str) -> None:
    """A soft gradient with out-of-focus lights, as games put behind their boards."""
    page = c.bounds
    c.fade(page, lighter(color, 0.12), darker(color, 0.25))
    glow = lighter(color, 0.6)
    for _ in range(c.rng.integer(4, 8)):
        spot, r = page.point(c.rng.random(), c.rng.random()), c.rng.uniform(20, 80)
        c.circle(
            spot, r, radial(spot, r, (alpha(glow, 0.16), alpha(glow, 0.10), alpha(glow, 0)), (0, 0.8, 1))
        )


def board(
    c: Canvas,
    rows: int,
    columns: int,
    *,
    cell: float | None = None,
    numbered: bool = False,
    material: str | None = None,
    header: dict[str, str] | None = None,
) -> Cells:
    """Open a page and draw an empty board of `rows` x `columns` on it; gives the cells.

    `numbered` writes 1, 2, 3, ... along the left and top edges; `header` fills a status bar above the board.
    """
    frame, light, dark = MATERIALS[material or c.rng.choice(list(MATERIALS))]
    cell = cell or min(c.rng.uniform(64, 92), 800 / max(rows, columns))
    rim, around = cell * (0.42 if numbered else c.rng.uniform(0.16, 0.34)), c.rng.uniform(18, 46)
    w, h = columns * cell + 2 * rim, rows * cell + 2 * rim
    bar = 64 + around * 0.5 if header else 0.0
    page = c.page(w + 2 * around, h + 2 * around + bar, margin=around)
    backdrop(c, c.rng.choice(BACKDROPS))
    radius = c.rng.choice((4, 12, 20))
    if header:
        strip, page = page.top(64, around * 0.5)
        _status_bar(c, strip, header, frame, radius)
    c.rect(page, linear(page.corners[0], page.corners[2], (lighter(frame, 0.12), darker(frame, 0.15))),
           radius=radius, shadow=14)  # fmt: skip
    inner = page.inset(rim)
    c.rect(inner.inset(-3), darker(frame, 0.4), radius=min(radius, 8))
    cells = inner.grid(rows, columns)
    checkered, gap = c.rng.chance(0.5), c.rng.choice((0.0, 1.0, 2.5))
    for (r, k), box in cells.items():
        c.rect(box.inset(gap), dark if checkered and (r + k) % 2 else light, radius=2 * gap)
    if not gap and not checkered:
        for box in cells.values():
            c.rect(box, None, mix(light, frame, 0.35), 1.2)
    if numbered:
        size = max(cell * 0.24, 14)
        for i in range(rows):
            c.text(str(i + 1), (page.x0 + rim / 2, cells[i, 0].cy), size, weight=700)
        for i in range(columns):
            c.text(str(i + 1), (cells[0, i].cx, page.y0 + rim / 2), size, weight=700)
    return cells


def _status_bar(c: Canvas, strip: Box, entries: dict[str, str], frame: str, radius: float) -> None:
    together, face = c.rng.chance(0.5), c.rng.choice(FACES)
    if together:
        c.rect(strip, frame, radius=radius, shadow=8)
    for box, (name, value) in zip(strip.columns(len(entries), 12), entries.items(), strict=True):
        if not together:
            c.rect(box, frame, radius=radius, shadow=6)
        c.text(name, box.point(0.5, 0.3), 13, weight=600, fit=box.w - 16, family=face)
        c.text(value, box.point(0.5, 0.68), 22, weight=800, fit=box.w - 16, family=face)
