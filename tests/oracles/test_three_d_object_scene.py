"""Object scenes by a 4x4 projection matrix, shapely on the floor plan, and ray marching on a coarse grid."""

from collections import Counter
from math import dist

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from shapely.geometry import LineString, Point, Polygon

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.three_d._render import Camera, Paint, Solid, Trace, turned
from trace_tasks.generators.three_d.object_scene._placing import along
from trace_tasks.generators.three_d.object_scene._scene import ObjectScene, Spot, Stand, Thing
from trace_tasks.generators.three_d.object_scene.objects import (
    camera_depth_relation_count,
    image_plane_lateral_relation_count,
)
from trace_tasks.generators.three_d.object_scene.points import (
    line_side_label,
    reference_triangle_inside_label,
)

TASK = "task_three_d__object_scene__"
SEEDS = range(10)
LETTERS = "ABCDE"


def drawn(objective: str, seed: int):
    sample = generate_task(TASK + objective, seed=seed)
    return (
        sample,
        msgspec.convert(sample.trace_payload["state"], ObjectScene),
        sample.trace_payload["operands"],
    )


def matrix(camera: Camera) -> np.ndarray:
    """World to homogeneous pixel coordinates and depth, from a look-at matrix and an intrinsic matrix."""
    eye, target = np.array(camera.at), np.array(camera.target)
    forward = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross([0.0, 1.0, 0.0], forward)
    right /= np.linalg.norm(right)
    up = np.cross(forward, right)
    view = np.eye(4)
    view[:3, :3] = right, up, forward
    view[:3, 3] = -view[:3, :3] @ eye
    intrinsic = np.array(
        [
            [camera.focal, 0, camera.width / 2, 0],
            [0, -camera.focal, camera.height / 2, 0],
            [0, 0, 1, 0],
            [0, 0, 0, 1],
        ]
    )
    return intrinsic @ view


def pixel(camera: Camera, p) -> np.ndarray:
    x, y, depth, _ = matrix(camera) @ [*p, 1.0]
    return np.array([x / depth, y / depth])


def middle(t: Thing) -> tuple[float, float, float]:
    return t.x, (t.y + t.top) / 2, t.z


def plan(t: Thing | Spot) -> tuple[float, float]:
    return t.x, t.z


@pytest.mark.parametrize("seed", SEEDS)
def test_projection(seed):
    _, scene, _ = drawn("multiview_object_match_label", seed)
    for camera in (scene.camera, scene.second):
        for t in scene.things:
            assert pixel(camera, middle(t)) == pytest.approx(camera.project(t.center), abs=1e-6)
            homogeneous = matrix(camera) @ [*middle(t), 1.0]
            assert homogeneous[2] == pytest.approx(camera.depth(t.center))


def ranked(sample, values, largest) -> str:
    best = (max if largest else min)(values, key=values.get)
    rest = [v for k, v in values.items() if k != best]
    assert min(abs(values[best] - v) for v in rest) > 0.05  # nothing ties
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_camera_distance_extremum_label(seed):
    sample, scene, asked = drawn("camera_distance_extremum_label", seed)
    values = {
        k: dist(scene.camera.at, middle(scene.things[i]))
        for k, i in zip(LETTERS, asked["labels"], strict=True)
    }
    assert ranked(sample, values, sample.query_id.startswith("farthest")) == sample.answer_gt.value


@pytest.mark.parametrize("seed", SEEDS)
def test_height_extremum_label(seed):
    sample, scene, asked = drawn("height_extremum_label", seed)
    values = {}
    for letter, i in zip(LETTERS, asked["labels"], strict=True):
        beneath = [s.height for s in scene.stands if (s.x, s.z) == plan(scene.things[i])]
        values[letter] = beneath[0]
    assert ranked(sample, values, sample.query_id.startswith("highest")) == sample.answer_gt.value


@pytest.mark.parametrize("seed", SEEDS)
def test_reference_nearest_label(seed):
    sample, scene, asked = drawn("reference_nearest_label", seed)
    spot = pixel(scene.camera, middle(scene.things[asked["marked"]]))
    values = {
        k: float(np.hypot(*(pixel(scene.camera, middle(scene.things[i])) - spot)))
        for k, i in zip(LETTERS, asked["labels"], strict=True)
    }
    assert ranked(sample, values, sample.query_id.startswith("farthest")) == sample.answer_gt.value


@pytest.mark.parametrize("seed", SEEDS)
def test_counts(seed):
    sample, scene, asked = drawn("camera_depth_relation_count", seed)
    far = [dist(scene.camera.at, middle(t)) for t in scene.things]
    own = far[asked["marked"]]
    hits = sum(d < own if sample.query_id.startswith("closer") else d > own for d in far)
    assert sample.answer_gt.value == hits == len(sample.annotation_gt.value)

    sample, scene, asked = drawn("image_plane_lateral_relation_count", seed)
    xs = [pixel(scene.camera, middle(t))[0] for t in scene.things]
    own = xs[asked["marked"]]
    hits = sum(x < own if sample.query_id.startswith("left") else x > own for x in xs)
    assert sample.answer_gt.value == hits == len(sample.annotation_gt.value)
    side = [(b[0] + b[2]) / 2 < own for b in sample.annotation_gt.value]
    assert Counter(side)[sample.query_id.startswith("left")] == hits  # the drawn boxes agree


@pytest.mark.parametrize("seed", SEEDS)
def test_floor_points_by_distance(seed):
    sample, scene, _ = drawn("marked_point_depth_extremum_label", seed)
    values = {s.name: dist(scene.camera.at, (s.x, 0, s.z)) for s in scene.spots}
    assert ranked(sample, values, sample.query_id.startswith("farthest")) == sample.answer_gt.value

    sample, scene, _ = drawn("point_camera_distance_order_label", seed)
    order = sorted(scene.spots, key=lambda s: dist(scene.camera.at, (s.x, 0, s.z)))
    listed = f"{sample.answer_gt.value}) {', '.join(s.name for s in order)}"
    assert listed in sample.prompt.splitlines()
    for s in scene.spots:
        assert sample.annotation_gt.value[s.name] == pytest.approx(
            pixel(scene.camera, (s.x, 0, s.z)), abs=0.02
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_and_triangles(seed):
    sample, scene, asked = drawn("point_on_object_line_label", seed)
    line = LineString([plan(scene.things[i]) for i in asked["ringed"]])
    off = {s.name: line.distance(Point(plan(s))) for s in scene.spots}
    on = [name for name, d in off.items() if d < 0.03]
    assert on == [sample.answer_gt.value]
    assert sorted(off.values())[1] > 0.2

    sample, scene, asked = drawn("reference_triangle_inside_label", seed)
    triangle = Polygon([plan(scene.things[i]) for i in asked["ringed"]])
    assert [s.name for s in scene.spots if triangle.contains(Point(plan(s)))] == [sample.answer_gt.value]
    assert min(triangle.exterior.distance(Point(plan(s))) for s in scene.spots) > 0.15

    sample, scene, asked = drawn("line_side_label", seed)
    a, b = (np.array(plan(scene.things[i])) for i in asked["arrow"])
    turn = {
        s.name: np.linalg.det([b - a, np.array(plan(s)) - a]) for s in scene.spots
    }  # > 0: to the left from above
    sign = 1 if sample.query_id.startswith("left") else -1
    assert [name for name, v in turn.items() if v * sign > 0] == [sample.answer_gt.value]

    sample, scene, asked = drawn("between_references_label", seed)
    line = LineString([plan(scene.things[i]) for i in asked["ringed"]])
    off = {
        k: line.distance(Point(plan(scene.things[i]))) for k, i in zip(LETTERS, asked["labels"], strict=True)
    }
    assert min(off, key=off.get) == sample.answer_gt.value
    assert sorted(off.values())[0] < 0.06 < 0.4 < sorted(off.values())[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_bead_and_furniture(seed):
    sample, scene, asked = drawn("marked_point_vertical_relation_label", seed)
    footprint = Point(plan(scene.things[asked["marked"]])).buffer(scene.things[asked["marked"]].radius)
    assert [s.name for s in scene.spots if footprint.contains(Point(plan(s)))] == [sample.answer_gt.value]

    sample, scene, asked = drawn("object_relation_label", seed)
    hits = {}
    for stand in scene.stands:
        c, s = turned(stand.turn)
        deep = stand.size * (0.66 if stand.kind == "table" else 0.8)
        corners = [(i * stand.size, k * deep) for i, k in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        ground = Polygon([(stand.x + u * c - v * s, stand.z + v * c + u * s) for u, v in corners])
        for letter, i in zip(LETTERS, asked["labels"], strict=True):
            if ground.contains(Point(plan(scene.things[i]))):
                high = scene.things[i].y >= stand.height
                relation = (
                    "inside_prop"
                    if stand.kind == "open crate"
                    else "on_top_of_prop"
                    if high
                    else "under_prop"
                )
                hits.setdefault(relation, []).append(letter)
    assert {k: len(v) for k, v in hits.items()} == {"on_top_of_prop": 1, "under_prop": 1, "inside_prop": 1}
    assert hits[sample.query_id] == [sample.answer_gt.value]


def inside(solid: Solid, p: np.ndarray) -> np.ndarray:
    """Whether points (n, 3) lie in a solid: by its implicit inequality, with no ray formula."""
    q = p - np.array(solid.at)
    c, s = solid.turn
    if solid.shape in ("block", "handle"):
        q = np.stack((q[:, 0] * c + q[:, 2] * s, q[:, 1], q[:, 2] * c - q[:, 0] * s), 1)
    x, y, z = q.T
    a, b = solid.size[:2]
    if solid.shape == "block":
        return (abs(x) <= a) & (y >= 0) & (y <= b) & (abs(z) <= solid.size[2])
    if solid.shape == "ellipsoid":
        return (x / a) ** 2 + (y / b) ** 2 + (z / a) ** 2 <= 1
    if solid.shape == "handle":
        return (np.hypot(x, y) - a) ** 2 + z**2 <= b * b
    if solid.shape == "hoop":
        return (np.hypot(x, z) - a) ** 2 + y**2 <= b * b
    r = np.hypot(x, z)
    return (y >= 0) & (y <= b) & (r <= a + (solid.size[2] - a) * y / b)


def marched(camera: Camera, objects, px: np.ndarray, py: np.ndarray) -> np.ndarray:
    """The object first met along the rays of some pixels, by small steps; -1 for none."""
    inverse = np.linalg.inv(matrix(camera))
    owner = np.full(len(px), -1)
    for depth in np.arange(1.5, 7.5, 0.012):
        homogeneous = np.stack((px * depth, py * depth, np.full(len(px), depth), np.ones(len(px))))
        p = (inverse @ homogeneous)[:3].T
        for i, solids in enumerate(objects):
            for solid in solids:
                left = owner < 0
                owner[left & inside(solid, p)] = i
    return owner


@pytest.mark.parametrize("seed", range(2))
def test_occlusion_by_ray_marching(seed):
    sample, scene, asked = drawn("occlusion_order_label", seed)
    objects = scene.solids(lambda name: "#808080")
    trace = Trace(scene.camera, objects)
    box = trace.boxes[asked["marked"]]
    xs, ys = np.meshgrid(np.arange(box.x0 + 4, box.x1, 9) + 0.5, np.arange(box.y0 + 4, box.y1, 9) + 0.5)
    px, py = xs.ravel(), ys.ravel()
    alone = marched(scene.camera, [objects[asked["marked"]]], px, py) == 0
    seen = marched(scene.camera, objects, px, py)
    cast = trace.owner[py.astype(int), px.astype(int)]
    assert (seen == cast).mean() > 0.93  # the depth buffer, up to outlines and thin parts
    hiders = Counter(seen[alone & (seen != asked["marked"])].tolist())
    assert max(hiders, key=hiders.get) == asked["labels"][LETTERS.index(sample.answer_gt.value)]


def test_sphere_by_hand():
    camera = Camera(at=(0.0, 1.0, -5.0), target=(0.0, 1.0, 0.0), focal=500.0, width=400, height=400)
    ball = Solid("ellipsoid", (0.0, 1.0, 0.0), (1.0, 1.0), Paint("#808080"))
    wall = Solid("block", (0.0, 0.0, 2.0), (3.0, 2.5, 0.5), Paint("#808080"))
    trace = Trace(camera, [[wall], [ball]])
    assert trace.owner[200, 200] == 1
    assert trace.depth[200, 200] == pytest.approx(4.0, abs=1e-3)
    assert trace.owner[200, 20] == 0
    assert trace.depth[200, 20] == pytest.approx(6.5, abs=1e-3)
    radius = 500 / 24**0.5  # of the outline of a unit ball five away
    assert trace.boxes[1].w / 2 == pytest.approx(radius, abs=1.5)


def by_hand(*places, spots=()) -> ObjectScene:
    kinds = ("ball", "box", "drum", "stool")
    things = tuple(Thing(k, "red", x, z) for k, (x, z) in zip(kinds, places, strict=False))
    camera = Camera(at=(0.0, 1.6, -4.0), target=(0.0, 0.3, 0.0), focal=800.0, width=800, height=600)
    return ObjectScene(camera=camera, things=things, table=False, spots=spots)


def test_worked_by_hand():
    scene = by_hand((0, 0), (-1, -0.6), (1, 0.8), (0.6, -0.4))
    assert camera_depth_relation_count(scene, "closer_to_camera_than_reference_count", marked=0).answer == 2
    assert image_plane_lateral_relation_count(scene, "left_of_reference_in_view_count", marked=0).answer == 1
    assert along(scene.things[0], Thing("box", "red", 0, 2), -1, 0.5) == (
        0.5,
        1.0,
    )  # walking away, left is left
    dots = (Spot("A", -0.5, 0.6), Spot("B", 0.5, 0.6))
    away = by_hand((0, 0), (0, 1.5), spots=dots)
    assert line_side_label(away, "left_of_directed_line", arrow=(0, 1)).answer == "A"
    assert line_side_label(away, "left_of_directed_line", arrow=(1, 0)).answer == "B"
    corner = by_hand((-1, 0), (1, 0), (0, 1.5), spots=(Spot("A", 0.0, 0.5), Spot("B", 0.9, 1.2)))
    for ringed in ((0, 1, 2), (2, 1, 0)):
        assert reference_triangle_inside_label(corner, "single", ringed=ringed).answer == "A"


def pixels(scene: ObjectScene, **shown) -> np.ndarray:
    style = draw_style(Rng("style", 2), ObjectScene.kinds, False)
    canvas = Canvas(style, Rng("layout", 2))
    scene.draw(canvas, **shown)
    return np.array(canvas.image())


CHANGES = {
    "x": lambda t: replace(t, x=t.x + 0.06),
    "z": lambda t: replace(t, z=t.z + 0.06),
    "kind": lambda t: replace(t, kind="bucket"),
    "color": lambda t: replace(t, color="blue"),
    "height": lambda t: replace(t, y=0.05),
}


@pytest.mark.parametrize("change", CHANGES)
def test_each_fact_shows(change):
    scene = by_hand((0, 0), (-1, -0.6), (1, 0.8))
    other = replace(scene, things=(CHANGES[change](scene.things[0]), *scene.things[1:]))
    assert np.count_nonzero((pixels(scene) != pixels(other)).any(2)) > 200


def test_points_rings_arrows_and_letters_show():
    scene = by_hand((0, 0), (-1, 0.6), (1, 0.8), spots=(Spot("A", -0.6, -0.6), Spot("B", 0.5, -0.5)))
    moved = replace(scene, spots=(scene.spots[0], Spot("B", 0.58, -0.5)))
    renamed = replace(scene, spots=(Spot("B", -0.6, -0.6), Spot("A", 0.5, -0.5)))
    plain = pixels(scene)
    for other in (
        pixels(moved),
        pixels(renamed),
        pixels(scene, ringed=(0,)),
        pixels(scene, arrow=(1, 2)),
        pixels(scene, labels=(0, 1, 2)),
    ):
        assert np.count_nonzero((plain != other).any(2)) > 40
    assert (pixels(scene, ringed=(0, 1)) != pixels(scene, ringed=(0, 2))).any()
    assert (pixels(scene, arrow=(1, 2)) != pixels(scene, arrow=(2, 1))).any()
    assert (pixels(scene, labels=(0, 1)) != pixels(scene, labels=(1, 0))).any()


@pytest.mark.parametrize("seed", SEEDS)
def test_multiview_object_match_label(seed):
    sample, scene, asked = drawn("multiview_object_match_label", seed)
    t = scene.things[asked["boxed"]]
    assert sum((o.kind, o.color) == (t.kind, t.color) for o in scene.things) > 1  # looks alone do not tell
    x0, y0, x1, y1 = sample.annotation_gt.value
    w, h = sample.image.size
    x, y = pixel(scene.second, middle(t))
    beside = w > 2 * scene.second.width
    shift = (w - 14 - scene.second.width, h - 14 - scene.second.height)
    assert x0 < x + (shift[0] if beside else 14) < x1
    assert y0 < y + shift[1] < y1
    assert asked["labels"][LETTERS.index(sample.answer_gt.value)] == asked["boxed"]


def test_stands_beads_and_cameras_show():
    stand, bead = Stand("plinth", 1.0, 0.5, 0.2, 0.3, "#cfc8bb"), Spot("A", -0.7, 0.2, y=0.6)
    scene = replace(by_hand((0, 0), (-1, 0.9)), stands=(stand,), spots=(bead,))
    plain = pixels(scene)
    for other in (
        replace(scene, stands=(replace(stand, height=0.36),)),
        replace(scene, stands=(replace(stand, kind="column"),)),
        replace(scene, spots=(replace(bead, x=-0.63),)),
        replace(scene, spots=(replace(bead, y=0.66),)),
        replace(scene, camera=replace(scene.camera, at=(0.1, 1.6, -4.0))),
    ):
        assert np.count_nonzero((plain != pixels(other)).any(2)) > 40
