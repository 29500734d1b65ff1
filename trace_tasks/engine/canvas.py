"""The canvas: Skia drawing into a NumPy buffer that remembers where every named thing and every text went."""

from collections.abc import Iterator

from PIL import Image

from .degrade import degraded
from .layout import LETTERS, Box, option_cells
from .lettering import Lettering
from .paint import Fill, linear, polygon_path, radial, smooth_path
from .sheet import MAX_PIXELS, MIN_TEXT, Key, Mark


class Canvas(Lettering):
    """One picture. A scene's `draw` opens a page, then draws and marks.

    `style` is the instance's looks and `rng` its style stream, for the scene's own choices of layout. The
    engine passes `watch`, the keys of the witness, whose visibility is measured.
    """

    def options(
        self,
        box: Box,
        count: int,
        columns: int | None = None,
        *,
        frame: bool = True,
        proportion: float | None = None,
        look: str | None = None,
    ) -> Iterator[tuple[str, Box]]:
        """Lettered panels, all alike: yields the letter and the room of each, and marks ("option", letter).

        `proportion` is width over height of the panels; without it they fill the box. `look` is where the
        letter stands: badge and corner at the top left, caption at the foot; without it, one by chance.
        """
        size, look = self.pt(1), look or self.rng.choice(("badge", "caption", "corner"))
        cells = option_cells(box, count, columns)
        if proportion:
            cells = {k: cell.fit(proportion, 1) for k, cell in cells.items()}
        for letter, cell in cells.items():
            self.mark("option", letter, box=cell)
            if frame:
                self.rect(cell, self.theme.panel, self.theme.grid, 1.5, radius=self.style.corner)
            if look == "caption":
                strip, room = cell.bottom(size * 1.5)
                self.text(letter, strip.center, size, weight=700)
            else:
                corner, room = (cell.x0 + size, cell.y0 + size), cell.trim(left=size * 1.4)
                if look == "badge":
                    self.circle(corner, size * 0.78, self.theme.accent)
                self.text(letter, corner, size, weight=700)
            yield letter, room.inset(10)

    def image(self) -> Image.Image:
        """The finished picture, RGB, with the style's degradation (which moves nothing)."""
        picture = Image.frombuffer(
            "RGBA", (self.width, self.height), self.pixels, "raw", "RGBA", 0, 1
        ).convert("RGB")
        return degraded(picture, self.style.degradation, self.rng)


__all__ = [
    "LETTERS",
    "MAX_PIXELS",
    "MIN_TEXT",
    "Canvas",
    "Fill",
    "Key",
    "Mark",
    "linear",
    "polygon_path",
    "radial",
    "smooth_path",
]
