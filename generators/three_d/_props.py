"""Everyday things built of solids, with sensible sizes: each maker gives the parts of one thing."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from trace_tasks.engine import darker, lighter, mix

from ._render import Paint, Solid

WOOD, PALE_WOOD, DARK_WOOD = "#a87445", "#c9a273", "#6d4a2e"
WOODS = (WOOD, PALE_WOOD, DARK_WOOD, "#c2a06f", "#b07f4f", "#d9c7a8", "#d8cdb8")
STEEL, BLACK, CREAM, SOIL = "#b9bec4", "#26282b", "#efe8da", "#4a372a"


class Build:
    """Collects the parts of a thing that stands at (x, y, z), turned, in one scale."""

    def __init__(self, x: float, y: float, z: float, turn: tuple[float, float], scale: float):
        self.base, self.turn, self.scale = (x, y, z), turn, scale
        self.parts: list[Solid] = []

    def add(self, shape: str, at: tuple[float, float, float], size: tuple[float, ...], paint: Paint) -> None:
        (x, y, z), (c, s), k = self.base, self.turn, self.scale
        a, b, d = (v * k for v in at)
        place = (x + a * c - d * s, y + b, z + d * c + a * s)
        lengths = tuple(v * k for v in size[:3])
        self.parts.append(Solid(shape, place, lengths + size[3:], paint, self.turn))

    def turned(self, profile: Sequence[tuple[float, float]], paint: Paint, top: str = "frustum") -> None:
        """A smooth body of revolution through rings (radius, height); `top` is the shape of its last part.

        Seen from above, a body without an inside may not narrow by more than its height.
        """
        last = len(profile) - 1
        ends = [(profile[max(i - 1, 0)], profile[min(i + 1, last)]) for i in range(last + 1)]
        slopes = [(b[0] - a[0]) / (b[1] - a[1]) for a, b in ends]
        for i in range(last):
            (r0, y0), (r1, y1), s0, s1 = profile[i], profile[i + 1], slopes[i], slopes[i + 1]
            high = y1 - y0
            bulge, bend = (s0 - s1) * high / 8, 1.5 * (r1 - r0) / high - (s0 + s1) / 4
            low, full = ("cup", "cup") if top == "cup" else ("band", top if i == last - 1 else "band")
            if abs(bulge) < 0.003:
                self.add(full, (0, y0, 0), (r0, high, r1, s0, s1), paint)
                continue
            middle = (r0 + r1) / 2 + bulge
            self.add(low, (0, y0, 0), (r0, high / 2, middle, s0, bend), paint)
            self.add(full, (0, y0 + high / 2, 0), (middle, high / 2, r1, bend, s1), paint)


def _ball(b: Build, color: str) -> None:
    b.add("ellipsoid", (0, 0.2, 0), (0.2, 0.2), Paint(color, "gloss"))


def _beach_ball(b: Build, color: str) -> None:
    b.add("ellipsoid", (0, 0.24, 0), (0.24, 0.24), Paint(color, "gloss", "gores", "#f4f1ea"))


def _crate(b: Build, color: str) -> None:
    gap = darker(color, 0.55)
    b.add("block", (0, 0, 0), (0.226, 0.34, 0.226), Paint(color, "wood", "slats", gap, 0.113))
    for x in (-0.215, 0.215):
        for z in (-0.215, 0.215):
            b.add("block", (x, 0, z), (0.03, 0.36, 0.03), Paint(lighter(color, 0.14), "wood"))
    for z in (-0.225, 0.225):
        b.add("block", (0, 0.3, z), (0.225, 0.06, 0.016), Paint(lighter(color, 0.14), "wood"))
        b.add("block", (0, 0.0, z), (0.225, 0.05, 0.016), Paint(lighter(color, 0.14), "wood"))


def _box(b: Build, color: str) -> None:
    b.add("block", (0, 0, 0), (0.23, 0.27, 0.18), Paint(color))
    b.add("block", (0, 0.265, 0), (0.24, 0.075, 0.19), Paint(lighter(color, 0.16)))


def _cone(b: Build, color: str) -> None:
    b.add("block", (0, 0, 0), (0.19, 0.035, 0.19), Paint(darker(color, 0.25)))
    b.add("frustum", (0, 0.035, 0), (0.145, 0.19, 0.095), Paint(color))
    b.add("frustum", (0, 0.225, 0), (0.095, 0.11, 0.066), Paint("#f5f5f0"))
    b.add("frustum", (0, 0.335, 0), (0.066, 0.14, 0.026), Paint(color))


def _barrel(b: Build, color: str) -> None:
    b.add("frustum", (0, 0, 0), (0.2, 0.5, 0.2), Paint(color, "gloss"))
    for y in (0.0, 0.165, 0.33, 0.49):
        b.add("frustum", (0, y, 0), (0.21, 0.028, 0.21, 1.2, -1.2), Paint(darker(color, 0.1), "gloss"))
    b.add("frustum", (0.09, 0.5, -0.06), (0.03, 0.018, 0.03), Paint(STEEL, "metal"))


def _drum(b: Build, color: str) -> None:
    b.add("frustum", (0, 0.02, 0), (0.22, 0.26, 0.22), Paint(color, "gloss"))
    b.add("frustum", (0, 0, 0), (0.232, 0.035, 0.232), Paint(STEEL, "metal"))
    b.add("frustum", (0, 0.27, 0), (0.232, 0.035, 0.232), Paint(STEEL, "metal"))
    b.add("frustum", (0, 0.3, 0), (0.215, 0.012, 0.215), Paint(CREAM))


def _stool(b: Build, color: str) -> None:
    for x in (-0.14, 0.14):
        for z in (-0.14, 0.14):
            b.add("frustum", (x, 0, z), (0.018, 0.4, 0.022), Paint(PALE_WOOD, "wood"))
    b.add("frustum", (0, 0.4, 0), (0.21, 0.06, 0.21), Paint(color, "gloss"))


def _lamp(b: Build, color: str) -> None:
    b.add("frustum", (0, 0, 0), (0.13, 0.026, 0.122), Paint(BLACK, "gloss"))
    b.add("frustum", (0, 0.026, 0), (0.014, 0.41, 0.014), Paint(STEEL, "metal"))
    b.add("ellipsoid", (0, 0.44, 0), (0.045, 0.06), Paint("#fff3cf"))
    b.add("cup", (0, 0.33, 0), (0.19, 0.22, 0.11), Paint(color))


def _plant(b: Build, color: str) -> None:
    b.add("cup", (0, 0, 0), (0.11, 0.2, 0.15), Paint(color))
    b.add("cup", (0, 0.17, 0), (0.162, 0.05, 0.166), Paint(color))
    b.add("frustum", (0, 0.1, 0), (0.128, 0.09, 0.148), Paint(SOIL))
    leaf = Paint("#4d8a3f")
    for x, y, z, r, h in (
        (0, 0.44, 0, 0.07, 0.2), (-0.1, 0.36, 0.03, 0.06, 0.16), (0.1, 0.37, -0.02, 0.06, 0.17),
        (0.02, 0.33, -0.11, 0.06, 0.14),
    ):  # fmt: skip
        b.add("ellipsoid", (x, y, z), (r, h), leaf)


def _bucket(b: Build, color: str) -> None:
    b.add("cup", (0, 0, 0), (0.14, 0.3, 0.19), Paint(color, "gloss"))
    b.add("frustum", (0, 0.005, 0), (0.13, 0.02, 0.13), Paint(darker(color, 0.3)))
    b.add("band", (0, 0.28, 0), (0.197, 0.024, 0.2, 1.2, -1.2), Paint(lighter(color, 0.2), "gloss"))


def _pouf(b: Build, color: str) -> None:
    b.add("ellipsoid", (0, 0.17, 0), (0.26, 0.17), Paint(color, "matte", "gores", darker(color, 0.16)))
    b.add("ellipsoid", (0, 0.335, 0), (0.03, 0.014), Paint(darker(color, 0.35)))


def _suitcase(b: Build, color: str) -> None:
    shell = Paint(color, "gloss", "slats", darker(color, 0.25), 0.1)
    b.add("block", (0, 0.05, 0), (0.19, 0.48, 0.11), shell)
    for x in (-0.09, 0.09):
        b.add("block", (x, 0.53, 0), (0.01, 0.12, 0.01), Paint(STEEL, "metal"))
    b.add("block", (0, 0.64, 0), (0.1, 0.025, 0.016), Paint(BLACK))
    for x in (-0.14, 0.14):
        for z in (-0.07, 0.07):
            b.add("ellipsoid", (x, 0.032, z), (0.03, 0.032), Paint(BLACK, "gloss"))


def _mug(b: Build, color: str) -> None:
    glaze = Paint(color, "gloss")
    b.turned(((0.12, 0.0), (0.145, 0.03), (0.152, 0.1), (0.152, 0.34)), glaze, "cup")
    b.add("frustum", (0, 0.02, 0), (0.12, 0.25, 0.149), Paint("#3a2418"))
    b.add("handle", (0.185, 0.18, 0), (0.075, 0.02), glaze)


def _bottle(b: Build, color: str) -> None:
    shoulder = ((0.1, 0.3), (0.1, 0.34), (0.085, 0.39), (0.05, 0.43), (0.037, 0.47), (0.034, 0.56))
    b.add("frustum", (0, 0, 0), (0.1, 0.3, 0.1), Paint(color, "gloss"))
    b.turned(shoulder, Paint(color, "gloss"))
    b.add("band", (0, 0.09, 0), (0.102, 0.16, 0.102), Paint(CREAM))
    b.add("frustum", (0, 0.55, 0), (0.042, 0.05, 0.042), Paint(BLACK))


def _vase(b: Build, color: str) -> None:
    body = ((0.085, 0.0), (0.1, 0.03), (0.15, 0.11), (0.16, 0.18), (0.14, 0.26), (0.085, 0.34), (0.06, 0.39))
    b.turned(body, Paint(color, "gloss"))
    b.add("cup", (0, 0.39, 0), (0.06, 0.08, 0.092, -0.2, 0.9), Paint(color, "gloss"))
    b.add("frustum", (0, 0.385, 0), (0.058, 0.02, 0.058), Paint(darker(color, 0.5)))


def _books(b: Build, color: str) -> None:
    for i, (tint, w, d, h) in enumerate(
        (
            (color, 0.21, 0.15, 0.07),
            (mix(color, "#ffffff", 0.25), 0.19, 0.14, 0.06),
            (color, 0.17, 0.125, 0.065),
        )
    ):
        y = (0.0, 0.07, 0.13)[i]
        b.add("block", (0.01 * i, y, 0.008 * i), (w, h, d), Paint(tint))
        b.add("block", (0.01 * i + 0.01, y + 0.011, 0.008 * i), (w, h - 0.022, d - 0.008), Paint(CREAM))


def _cube(b: Build, color: str) -> None:
    b.add("block", (0, 0, 0), (0.17, 0.34, 0.17), Paint(color, "gloss"))


def _can(b: Build, color: str) -> None:
    b.add("frustum", (0, 0.012, 0), (0.125, 0.35, 0.125), Paint(color, "gloss"))
    b.add("frustum", (0, 0, 0), (0.118, 0.03, 0.13), Paint(STEEL, "metal"))
    b.add("frustum", (0, 0.355, 0), (0.13, 0.02, 0.118), Paint(STEEL, "metal"))


def _jar(b: Build, color: str) -> None:
    body = ((0.11, 0.0), (0.128, 0.02), (0.137, 0.1), (0.14, 0.24), (0.128, 0.29), (0.1, 0.32))
    b.turned(body, Paint(color, "gloss"))
    b.add("frustum", (0, 0.32, 0), (0.11, 0.045, 0.11), Paint(PALE_WOOD, "wood"))
    b.add("ellipsoid", (0, 0.385, 0), (0.03, 0.03), Paint(PALE_WOOD, "wood"))


def _bowl(b: Build, color: str) -> None:
    b.add("frustum", (0, 0, 0), (0.085, 0.03, 0.09), Paint(color, "gloss"))
    profile = ((0.09, 0.022), (0.145, 0.05), (0.188, 0.1), (0.21, 0.15), (0.216, 0.19))
    b.turned(profile, Paint(color, "gloss"), "cup")
    b.add("frustum", (0, 0.03, 0), (0.1, 0.02, 0.135), Paint(lighter(color, 0.2), "gloss"))


def _pencils(b: Build, color: str) -> None:
    b.add("cup", (0, 0, 0), (0.115, 0.27, 0.12), Paint(color, "gloss"))
    b.add("frustum", (0, 0.01, 0), (0.112, 0.2, 0.116), Paint(darker(color, 0.6)))
    for x, z, top, tint in (
        (-0.05, 0.04, 0.47, "#d9a441"), (0.05, 0.05, 0.44, "#3f6fb0"), (0.02, -0.05, 0.5, "#b5433a"),
        (-0.04, -0.05, 0.42, "#4d8a3f"),
    ):  # fmt: skip
        b.add("frustum", (x, 0.1, z), (0.018, top - 0.15, 0.018), Paint(tint, "gloss"))
        b.add("frustum", (x, top - 0.05, z), (0.018, 0.05, 0.003), Paint(PALE_WOOD))


def _donut(b: Build, color: str) -> None:
    b.add("hoop", (0, 0.065, 0), (0.15, 0.065), Paint(color, "gloss"))


class Kind(NamedTuple):
    """A kind of thing: its name, its builder, its radius on the floor and its height."""

    name: str
    build: Callable[[Build, str], None]
    radius: float
    height: float
    flat_top: bool = False  # things can be stood on it


KINDS: dict[str, Kind] = {
    k.name: k
    for k in (
        Kind("ball", _ball, 0.2, 0.4),
        Kind("beach ball", _beach_ball, 0.24, 0.48),
        Kind("wooden crate", _crate, 0.34, 0.37, True),
        Kind("box", _box, 0.3, 0.34, True),
        Kind("traffic cone", _cone, 0.24, 0.475),
        Kind("barrel", _barrel, 0.22, 0.53, True),
        Kind("drum", _drum, 0.23, 0.31, True),
        Kind("stool", _stool, 0.22, 0.46, True),
        Kind("lamp", _lamp, 0.19, 0.55),
        Kind("plant pot", _plant, 0.18, 0.64),
        Kind("bucket", _bucket, 0.2, 0.31),
        Kind("pouf", _pouf, 0.26, 0.35),
        Kind("suitcase", _suitcase, 0.22, 0.66),
        Kind("mug", _mug, 0.22, 0.34),
        Kind("bottle", _bottle, 0.1, 0.6),
        Kind("vase", _vase, 0.16, 0.47),
        Kind("stack of books", _books, 0.26, 0.2, True),
        Kind("toy block", _cube, 0.24, 0.34, True),
        Kind("can", _can, 0.13, 0.375, True),
        Kind("jar", _jar, 0.14, 0.41),
        Kind("bowl", _bowl, 0.22, 0.18),
        Kind("pencil pot", _pencils, 0.12, 0.5),
        Kind("donut", _donut, 0.215, 0.13),
    )
}
#: What stands on floors, and what stands on tables.
FLOOR_KINDS = (
    "ball", "beach ball", "wooden crate", "box", "traffic cone", "barrel", "drum", "stool", "lamp",
    "plant pot", "bucket", "pouf", "suitcase",
)  # fmt: skip
TABLE_KINDS = (
    "mug", "bottle", "vase", "stack of books", "toy block", "can", "jar", "bowl", "pencil pot", "donut",
    "ball",
)  # fmt: skip


def parts(kind: str, color: str, at: tuple[float, float, float], turn: tuple[float, float], scale: float):
    """The solids of one thing whose base rests at `at`."""
    b = Build(*at, turn, scale)
    KINDS[kind].build(b, color)
    return b.parts
