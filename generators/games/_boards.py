"""Grid boards as sold or as an app shows them: the frame, the cells, and numbers along the edges."""

from trace_tasks.engine import Box, Canvas, darker, lighter, linear, mix

#: Frame, two cell colours and the ink of edge numbers, for the materials that boards are made of.
MATERIALS = {
    "wood": ("#6b4423", "#c99a5f", "#bf8e52", "#f6e7cf"),
    "walnut": ("#3b2618", "#7a5335", "#6f4a2e", "#f0dfc8"),
    "felt": ("#14402c", "#1f6a48", "#1b6041", "#e8f3ea"),
    "night glass": ("#161c33", "#252e52", "#2a345c", "#d7def7"),
    "arcade": ("#2a1245", "#3d1d63", "#45226e", "#ecdcff"),
    "porcelain": ("#c8d0da", "#f4f6f9", "#e9edf2", "#28323e"),
    "cardboard": ("#8a6a3f", "#e3c99a", "#dcc08d", "#2d2010"),
    "lagoon": ("#0b4a5e", "#bfe6ec", "#b0dee6", "#eafaff"),
    "candy": ("#a63a6b", "#fde7f0", "#fadbe8", "#fff0f6"),
    "slate": ("#2c333b", "#4a5560", "#444e59", "#e9eef3"),
}
Cells = dict[tuple[int, int], Box]  # by row and column, (0, 0) top left


def board(
    c: Canvas,
    rows: int,
    columns: int,
    *,
    cell: float | None = None,
    numbered: bool = False,
    material: str | None = None,
) -> Cells:
    """Open a page and draw an empty board of `rows` x `columns` on it; gives the cells.

    `numbered` writes 1, 2, 3, ... along the left and top edges.
    """
    frame, light, dark, number_ink = MATERIALS[material or c.rng.choice(list(MATERIALS))]
    cell = cell or min(c.rng.uniform(64, 92), 860 / max(rows, columns))
    rim, around = cell * (0.42 if numbered else c.rng.uniform(0.16, 0.34)), c.rng.uniform(18, 46)
    w, h = columns * cell + 2 * rim, rows * cell + 2 * rim
    page = c.page(w + 2 * around, h + 2 * around, margin=around)
    radius = c.rng.choice((4, 12, 20))
    c.rect(
        page,
        linear(page.corners[0], page.corners[2], (lighter(frame, 0.12), darker(frame, 0.15))),
        radius=radius,
        shadow=14,
    )
    inner = page.inset(rim)
    c.rect(inner.inset(-3), darker(frame, 0.4), radius=min(radius, 8))
    cells = inner.grid(rows, columns)
    checkered, gap = c.rng.chance(0.5), c.rng.choice((0.0, 1.0, 2.5))
    for (r, k), box in cells.items():
        c.rect(
            box.inset(gap),
            dark if checkered and (r + k) % 2 else light,
            radius=2 * gap,
        )
    if not gap and not checkered:
        for box in cells.values():
            c.rect(box, None, mix(light, frame, 0.35), 1.2)
    if numbered:
        for i in range(rows):
            c.text(
                str(i + 1),
                (page.x0 + rim / 2, cells[i, 0].cy),
                max(cell * 0.24, 14),
                color=number_ink,
                weight=600,
            )
        for i in range(columns):
            c.text(
                str(i + 1),
                (cells[0, i].cx, page.y0 + rim / 2),
                max(cell * 0.24, 14),
                color=number_ink,
                weight=600,
            )
    return cells
