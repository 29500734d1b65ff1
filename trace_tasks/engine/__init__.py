"""What a scene author writes with: `from trace_tasks.engine import Box, Found, Reject, Scene, ...`."""

from .canvas import Canvas, linear, polygon_path, radial, smooth_path
from .colors import alpha, contrast, darker, lighter, mix, readable
from .layout import LETTERS, Box, Point
from .rng import Reject, Rng
from .scene import Found, Scene, Task
from .skia_import import skia

__all__ = [
    "LETTERS",
    "Box",
    "Canvas",
    "Found",
    "Point",
    "Reject",
    "Rng",
    "Scene",
    "Task",
    "alpha",
    "contrast",
    "darker",
    "lighter",
    "linear",
    "mix",
    "polygon_path",
    "radial",
    "readable",
    "skia",
    "smooth_path",
]
