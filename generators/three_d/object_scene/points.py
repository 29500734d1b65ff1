"""Questions about lettered points: on the floor, on a line, in a triangle, above an object."""

from math import hypot

from msgspec.structs import replace

from trace_tasks.engine import LETTERS, Found, Reject

from ._placing import Ground, along, anything, beside, dotted, floor_scene, framed, viewpoint
from ._scene import ObjectScene, Spot
from .objects import extreme, ground_words, strain_of
from .relations import ring_words

NAMES = "ABCDE"
FOUR = "ABCD"
RIM = 0.14  # metres of floor that a ring takes


def relabelled(rng, spots):
    """The same points, the first of them at a letter that is uniform."""
    names = [s.name for s in spots]
    order = rng.letters_with(0, range(1, len(spots)))
    return tuple(replace(spots[k], name=name) for name, k in zip(names, order, strict=True))


def by_distance(scene) -> dict[str, float]:
    return {s.name: round(scene.camera.distance(s.at), 4) for s in scene.spots}


def some_things(rng, camera, strain, least=3, most=6):
    return floor_scene(rng, camera, [anything] * rng.dial(least, most), strain)


# ---- distance of floor points


@ObjectScene.task(
    answer="option_letter",
    annotation="point",
    operations=("ranking", "spatial_relations"),
    queries={"closest_marked_point": "closest to", "farthest_marked_point": "farthest from"},
    ask=(
        "The lettered dots lie on the {ground}. Which one is {query} the camera?",
        "Which lettered dot on the {ground} is {query} the camera in the scene itself?",
        "Of the dots on the {ground}, which one lies {query} the camera that took this view?",
    ),
    answer_is="the letter of the dot {query} the camera",
    witness_is="that dot",
)
def marked_point_depth_extremum_label(scene, query):
    distances = by_distance(scene)
    best = extreme(distances, query == "farthest_marked_point")
    return Found(best, at=("spot", best), because={"distances": distances})


@marked_point_depth_extremum_label.sample
def one_dot_out(rng, query):
    camera, strain = viewpoint(rng), strain_of(rng)
    sign, gap = (1 if query == "closest_marked_point" else -1), 0.5 - 0.26 * strain
    scene = some_things(rng, camera, strain)

    def other(x, z, spots):
        return sign * (camera.distance((x, 0.0, z)) - camera.distance(spots[0].at)) >= gap

    spots = dotted(rng, scene, NAMES, [lambda x, z, spots: True, *[other] * (len(NAMES) - 1)])
    return framed(replace(scene, spots=relabelled(rng, spots)))


@ObjectScene.task(
    answer="option_letter",
    annotation="point_map",
    operations=("ranking", "spatial_relations"),
    ask=(
        "The lettered dots lie on the {ground}. Which list names them from the nearest to the camera to "
        "the farthest?",
        "Put the dots on the {ground} in order of their distance from the camera, nearest first. Which "
        "option is right?",
        "Which option lists the dots on the {ground} by growing distance from the camera?",
    ),
    answer_is="the letter of the option with the right order",
    witness_is="each dot",
)
def point_camera_distance_order_label(scene, query, orders: tuple[str, ...]):
    distances = by_distance(scene)
    order = "".join(sorted(distances, key=distances.__getitem__))
    return Found(
        LETTERS[orders.index(order)],
        at={s.name: ("spot", s.name) for s in scene.spots},
        because={"order": order},
    )


@point_camera_distance_order_label.sample
def spread_dots(rng):
    camera, strain = viewpoint(rng), strain_of(rng)
    scene, gap = some_things(rng, camera, strain), 0.62 - 0.2 * strain

    def apart(x, z, spots):
        own = camera.distance((x, 0.0, z))
        return all(abs(own - camera.distance(s.at)) >= gap for s in spots)

    return framed(replace(scene, spots=dotted(rng, scene, "PQRS", [apart] * 4)))


@point_camera_distance_order_label.operands
def rival_orders(rng, scene, query):
    distances = by_distance(scene)
    right = sorted(distances, key=distances.__getitem__)
    wrong = set()
    for i in range(3):  # two neighbours changed
        order = right.copy()
        order[i], order[i + 1] = order[i + 1], order[i]
        wrong.add("".join(order))
    wrong.add("".join(right[::-1]))
    wrong.add("".join([right[2], right[1], right[0], right[3]]))
    return {"orders": rng.letters_with("".join(right), rng.sample(sorted(wrong), 3))}


@point_camera_distance_order_label.options
def listed(scene, query, orders):
    return [", ".join(order) for order in orders]


marked_point_depth_extremum_label.words(ground_words)
point_camera_distance_order_label.words(ground_words)

# ---- lines and triangles between objects


@ObjectScene.task(
    answer="option_letter",
    annotation="point",
    operations=("spatial_relations",),
    ask=(
        "Imagine a straight line along the {ground} between the middles of the two rings. Which lettered "
        "dot lies on it?",
        "Which lettered dot lies on the straight line between the bases of the {first} and the {second}, "
        "the two ringed objects?",
        "A string is pulled tight along the {ground} from the middle of the ringed {first} to the middle of "
        "the ringed {second}. Which lettered dot does it pass over?",
    ),
    answer_is="the letter of the dot on the line",
    witness_is="that dot",
)
def point_on_object_line_label(scene, query, ringed: tuple[int, int]):
    a, b = (scene.things[i] for i in ringed)
    offs = {s.name: round(abs(along(a, b, s.x, s.z)[1]), 3) for s in scene.spots}
    best = extreme(offs, False)
    return Found(best, at=("spot", best), because={"metres_off_the_line": offs})


def two_apart(rng, camera, strain, extra):
    def far(thing, before):
        pixels = [camera.project(t.base) for t in (before[0], thing)]
        return (
            hypot(thing.x - before[0].x, thing.z - before[0].z) > 1.5
            and hypot(pixels[0][0] - pixels[1][0], pixels[0][1] - pixels[1][1]) > 230
        )

    return floor_scene(rng, camera, [anything, far, *[anything] * extra], strain, crowding=0.05)


@point_on_object_line_label.sample
def on_a_string(rng):
    camera, strain = viewpoint(rng, 1.6), strain_of(rng)
    scene = two_apart(rng, camera, strain, rng.dial(1, 3))
    a, b = scene.things[:2]
    gap, limit = 0.42 - 0.2 * strain, 1.1 - 0.3 * strain

    def pixels_off(x, z):
        (ax, ay), (bx, by), (px, py) = (camera.project(p) for p in (a.base, b.base, (x, 0.0, z)))
        return abs((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / hypot(bx - ax, by - ay)

    def plain(x, z, spots):
        return True

    def off(x, z, spots):
        return pixels_off(x, z) > 30

    def lay(k):
        left = rng.choice((-1, 1)) * rng.uniform(gap, limit) if k else 0.0
        return beside(a, b, rng.uniform(0.2, 0.8) * hypot(b.x - a.x, b.z - a.z), left)

    spots = dotted(rng, scene, NAMES, [plain, *[off] * (len(NAMES) - 1)], lay)
    return framed(replace(scene, spots=relabelled(rng, spots)), RIM)


@point_on_object_line_label.operands
def first_two(rng, scene, query):
    return {"ringed": (0, 1)}


point_on_object_line_label.words(ring_words)


@ObjectScene.task(
    answer="option_letter",
    annotation="point",
    operations=("spatial_relations",),
    queries={"left_of_directed_line": "left", "right_of_directed_line": "right"},
    ask=(
        "The arrow runs along the {ground} from the {first} to the {second}; think of it as a straight line "
        "that goes on both ways. Seen from above and facing the way the arrow points, which lettered dot "
        "lies to the {query} of that line?",
        "Someone follows the arrow from the {first} to the {second}. Which lettered dot is on the "
        "{query}-hand side?",
        "Stand at the {first} and face the {second}, as the arrow does. Just one lettered dot is to the "
        "{query} of the straight line through both. Which one?",
    ),
    answer_is="the letter of the dot to the {query}",
    witness_is="that dot",
)
def line_side_label(scene, query, arrow: tuple[int, int]):
    a, b = (scene.things[i] for i in arrow)
    sign = 1 if query == "left_of_directed_line" else -1
    lefts = {s.name: round(sign * along(a, b, s.x, s.z)[1], 3) for s in scene.spots}
    best = extreme(lefts, True)
    return Found(best, at=("spot", best), because={f"metres_to_the_{'left' if sign > 0 else 'right'}": lefts})


@line_side_label.sample
def one_on_that_side(rng, query):
    camera, strain = viewpoint(rng, 1.6), strain_of(rng)
    scene = two_apart(rng, camera, strain, rng.dial(1, 3))
    a, b = scene.things[:2]
    sign, gap = (1 if query == "left_of_directed_line" else -1), 0.42 - 0.22 * strain

    def anywhere(x, z, spots):
        return True

    def lay(k):
        past = rng.uniform(-0.6, hypot(b.x - a.x, b.z - a.z) + 0.6)
        return beside(a, b, past, (-sign if k else sign) * rng.uniform(gap, 1.6))

    spots = dotted(rng, scene, FOUR, [anywhere] * 4, lay)
    return framed(replace(scene, spots=relabelled(rng, spots)), RIM)


@line_side_label.operands
def first_to_second(rng, scene, query):
    return {"arrow": (0, 1)}


@line_side_label.words
def arrow_words(scene, query, arrow):
    first, second = (scene.things[i].phrase for i in arrow)
    return {"first": first, "second": second, "ground": scene.ground}


@ObjectScene.task(
    answer="option_letter",
    annotation="point",
    operations=("spatial_relations",),
    ask=(
        "The {first}, the {second} and the {third} stand in rings. Join the middles of the rings by straight "
        "lines along the {ground}. Which lettered dot lies inside that triangle?",
        "Which lettered dot is inside the triangle whose corners are the ringed {first}, {second} and "
        "{third}?",
        "Strings laid tight along the {ground} join the middles of all the rings and make a triangle. Which "
        "lettered dot lies inside it?",
    ),
    answer_is="the letter of the dot inside the triangle",
    witness_is="that dot",
)
def reference_triangle_inside_label(scene, query, ringed: tuple[int, int, int]):
    depths = {s.name: round(depth_inside(scene, ringed, s.x, s.z), 3) for s in scene.spots}
    best = extreme(depths, True)
    return Found(best, at=("spot", best), because={"metres_inside": depths})


def depth_inside(scene, ringed, x, z) -> float:
    """Metres to the nearest edge line of the triangle, negative outside."""
    corners = [scene.things[i] for i in ringed]
    lefts = [along(a, b, x, z)[1] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    turn = along(corners[0], corners[1], corners[2].x, corners[2].z)[1]
    return min(lefts) if turn > 0 else -max(lefts)


@reference_triangle_inside_label.sample
def in_a_triangle(rng):
    camera, strain = viewpoint(rng, 1.7), strain_of(rng)
    gap = 0.3 - 0.1 * strain

    def far(thing, before):
        return all(hypot(thing.x - t.x, thing.z - t.z) > 1.35 for t in before)

    def wide(thing, before):
        return far(thing, before) and abs(along(before[0], before[1], thing.x, thing.z)[1]) > 1.1

    scene = floor_scene(
        rng, camera, [anything, far, wide, *[anything] * rng.dial(0, 2)], strain, crowding=0.05
    )
    ringed = (0, 1, 2)

    def within(x, z, spots):
        return depth_inside(scene, ringed, x, z) >= gap

    def without(x, z, spots):
        return -1.1 < depth_inside(scene, ringed, x, z) <= -gap

    spots = dotted(rng, scene, NAMES, [within, *[without] * (len(NAMES) - 1)])
    return framed(replace(scene, spots=relabelled(rng, spots)), RIM)


@reference_triangle_inside_label.operands
def first_three(rng, scene, query):
    return {"ringed": (0, 1, 2)}


reference_triangle_inside_label.words(ring_words)


# ---- above an object


@ObjectScene.task(
    answer="option_letter",
    annotation="point",
    operations=("spatial_relations",),
    ask=(
        "Each lettered bead sits at the top of a thin upright pole. Which bead is straight above the "
        "{reference}?",
        "Which lettered bead would drop onto the {reference} if it fell off its pole?",
        "The letters mark beads on upright poles of different heights. Which bead is right over the "
        "{reference}, not in front of it, behind it or beside it?",
    ),
    answer_is="the letter of the bead above the {reference}",
    witness_is="that bead",
)
def marked_point_vertical_relation_label(scene, query, marked: int):
    thing = scene.things[marked]
    offs = {s.name: round(hypot(s.x - thing.x, s.z - thing.z), 3) for s in scene.spots}
    best = extreme(offs, False)
    return Found(best, at=("spot", best), because={"metres_aside": offs})


@marked_point_vertical_relation_label.sample
def beads(rng):
    camera, strain = viewpoint(rng, 1.5, 2.3, 3.9), strain_of(rng)
    scene = floor_scene(rng, camera, [anything] * rng.dial(3, 6), strain, flat=2, crowding=0.05)
    target, other, reach = scene.things[0], scene.things[1], 1.3 - 0.5 * strain
    ground = Ground(scene)
    for _ in range(20):
        spots = [bead(rng, target.x, target.z, target.top), bead(rng, other.x, other.z, other.top)]
        for _ in range(60):
            x, z = (rng.uniform(v - reach, v + reach, 2) for v in (target.x, target.z))
            aside = hypot(x - target.x, z - target.z) > target.radius + 0.2
            if len(spots) < len(NAMES) and aside and ground.open(x, z, spots, 34):
                spots.append(bead(rng, x, z, 0.0))
        if len(spots) == len(NAMES) and all(seen(ground, s, spots) for s in spots):
            named = tuple(replace(s, name=n) for s, n in zip(spots, NAMES, strict=True))
            return framed(replace(scene, spots=relabelled(rng, named)))
    raise Reject("no room for the beads")


def bead(rng, x, z, foot):
    height = rng.uniform(0.28, 0.62) + (0.35 if foot == 0 else 0.0)
    return Spot("", x, z, y=round(foot + height, 2), foot=round(foot, 2))


def seen(ground, spot, spots) -> bool:
    """Whether a bead shows clear of the things and of the other beads."""
    camera = ground.scene.camera
    x, y = camera.project(spot.at)
    if not (30 < x < camera.width - 30 and y > 34) or any(box.holds((x, y)) for box in ground.outlines):
        return False
    others = [camera.project(o.at) for o in spots if o is not spot]
    return all(hypot(x - a, y - b) > 44 for a, b in others)


@marked_point_vertical_relation_label.operands
def first_is_marked(rng, scene, query):
    return {"marked": 0}


@marked_point_vertical_relation_label.words
def phrase(scene, query, marked):
    return {"reference": scene.things[marked].phrase}
