"""Tiles: the demo's scene, so small that a model of a few hundred thousand weights can learn to read it."""

from typing import ClassVar

from trace_tasks.engine import Canvas, Found, Rng, Scene

COLORS = ("red", "green", "blue", "yellow")
Cell = tuple[int, int]  # row, column; (0, 0) is top left
Shift = tuple[int, int]  # px to the right and down, 0 to 8 each


class Tiles(Scene, frozen=True, kw_only=True):
    """Equal tiles of one colour on a grey board of 2 x 2 places."""

    color: str
    cells: tuple[Cell, ...]  # sorted, distinct, at least one
    shifts: tuple[Shift, ...]  # of each tile from its place
    SIDE: ClassVar[int] = 56  # px of the picture: two by two image tokens, one for each place
    about = ("The picture shows a small board.", "This is a board with tiles.")
    degrade = False

    @classmethod
    def sample(cls, rng: Rng) -> "Tiles":
        places = [(r, c) for r in range(2) for c in range(2)]
        count, color = rng.goal((1, 2, 3, 4), "count"), rng.goal(COLORS, "color")
        shifts = [(rng.integer(0, 8), rng.integer(0, 8)) for _ in range(count)]
        return cls(color=color, cells=tuple(sorted(rng.sample(places, count))), shifts=tuple(shifts))

    @property
    def load(self) -> float:
        return len(self.cells)

    def draw(self, c: Canvas) -> None:
        board = c.page(self.SIDE, self.SIDE, margin=0, paper="#7a7468")
        cells = board.grid(2, 2)
        for cell, shift in zip(self.cells, self.shifts):
            box = cells[cell].trim(right=10, bottom=10).moved(*shift)
            c.rect(c.mark("tile", cell, box=box), c.named(self.color))


@Tiles.task(
    answer="integer",
    annotation="bbox_set",
    operations=("counting",),
    ask=("How many tiles are there?", "Count the tiles.", "What is the number of tiles?"),
    answer_is="the number of tiles",
    witness_is="the tiles",
)
def tile_count(board: Tiles, query: str) -> Found:
    return Found(len(board.cells), at=[("tile", cell) for cell in board.cells])


@Tiles.task(
    answer="string",
    annotation="bbox_set",
    operations=("direct_retrieval",),
    ask=("Which colour do the tiles have?", "Name the colour of the tiles.", "What colour are the tiles?"),
    answer_is="the colour of the tiles",
    witness_is="the tiles",
)
def tile_color_label(board: Tiles, query: str) -> Found:
    return Found(board.color, at=[("tile", cell) for cell in board.cells])


TASKS = (tile_count, tile_color_label)
for _task in TASKS:
    _task.id = f"task_demo__tiles__{_task.objective}"
