"""Questions whose candidates are objects: distance, height, sides, neighbours, hiding, and two views."""

from math import hypot

from msgspec.structs import replace

from trace_tasks.engine import LETTERS, Box, Found, Reject

from .._render import Camera, Trace, turned
from .._props import KINDS
from ._placing import (
    TINTS,
    Placer,
    along,
    anything,
    floor_scene,
    framed,
    outfit,
    outline,
    overlap,
    viewpoint,
)
from ._scene import COLORS, ObjectScene, Stand, Thing, furniture

CANDIDATES = 5
NEAREST_OR_FARTHEST = {"closest": "closest", "farthest": "farthest"}


def lettered(scene, labels, value):
    """The value of each candidate by its letter."""
    return {letter: round(value(i), 4) for letter, i in zip(LETTERS, labels, strict=False)}


def extreme(values: dict[str, float], largest: bool) -> str:
    return (max if largest else min)(values, key=values.__getitem__)


def shuffled_labels(rng, right: int, others) -> dict:
    return {"labels": rng.letters_with(right, others)}


def strain_of(rng) -> float:
    return round(rng.dial(0.0, 1.0), 2)


# ---- distance from the camera


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("ranking", "spatial_relations"),
    queries={"closest_to_camera": "closest to", "farthest_from_camera": "farthest from"},
    ask=(
        "Distances run through space, from the camera to the centre of an object. Which lettered object is {query} "
        "the camera?",
        "Measured in space to each object's centre, which lettered object stands {query} the camera?",
        "Which letter marks the object whose centre is {query} the camera in the real scene, not merely in the "
        "picture?",
    ),
    answer_is="the letter of the object {query} the camera",
    witness_is="that object",
)
def camera_distance_extremum_label(scene, query, labels: tuple[int, ...]):
    distances = lettered(scene, labels, scene.distance)
    best = extreme(distances, query == "farthest_from_camera")
    return Found(best, at=("thing", labels[LETTERS.index(best)]), because={"distances": distances})


@camera_distance_extremum_label.sample
def one_stands_out(rng, query):
    camera, strain = viewpoint(rng), strain_of(rng)
    sign, gap = (1 if query == "closest_to_camera" else -1), 0.75 - 0.45 * strain

    def behind(thing, before):
        return sign * (camera.distance(thing.center) - camera.distance(before[0].center)) >= gap

    return framed(floor_scene(rng, camera, [anything, *[behind] * (CANDIDATES - 1 + rng.dial(0, 3))], strain))


@camera_distance_extremum_label.operands
def first_is_right(rng, scene, query):
    return shuffled_labels(rng, 0, range(1, CANDIDATES))


@ObjectScene.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "spatial_relations"),
    queries={
        "closer_to_camera_than_reference_count": "closer to the camera than",
        "farther_from_camera_than_reference_count": "farther from the camera than",
    },
    ask=(
        "Distances run through space, from the camera to the centre of an object. How many objects are {query} the "
        "{reference}?",
        "How many of the other objects stand {query} the {reference}, measured in space to their centres?",
        "Count the objects whose centres are {query} the centre of the {reference}. How many are there?",
    ),
    answer_is="the number of objects {query} the {reference}",
    witness_is="every object that is counted (empty when there is none)",
)
def camera_depth_relation_count(scene, query, marked: int):
    sign = 1 if query == "closer_to_camera_than_reference_count" else -1
    limit = scene.distance(marked)
    hits = [i for i in range(len(scene.things)) if sign * (limit - scene.distance(i)) > 0]
    return Found(len(hits), at=[("thing", i) for i in hits], because={"counted": hits})


@camera_depth_relation_count.sample
def quota_by_distance(rng, query):
    camera, strain, count = viewpoint(rng, 1.5), strain_of(rng), rng.goal(range(7))
    sign, gap = (1 if query == "closer_to_camera_than_reference_count" else -1), 0.4 - 0.18 * strain
    others = max(count + rng.integer(0, 1), rng.dial(4, 8))

    def within(thing, before):
        return sign * (camera.distance(before[0].center) - camera.distance(thing.center)) >= gap

    def beyond(thing, before):
        return sign * (camera.distance(thing.center) - camera.distance(before[0].center)) >= gap

    return framed(floor_scene(rng, camera, [anything, *[within] * count, *[beyond] * (others - count)], strain))


@camera_depth_relation_count.operands
def first_is_marked(rng, scene, query):
    return {"marked": 0}


def its_phrase(scene, query, marked, **others):
    return {"reference": scene.things[marked].phrase}


camera_depth_relation_count.words(its_phrase)


# ---- height


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("ranking", "spatial_relations"),
    queries={"highest_above_floor": "highest", "lowest_above_floor": "lowest"},
    ask=(
        "Each lettered object stands on something. Whose underside is {query} above the floor?",
        "Compare how high above the floor each lettered object rests. Which one rests {query}?",
        "Which letter marks the object that rests at the {query} level above the floor, judged by its underside?",
    ),
    answer_is="the letter of the object that rests {query}",
    witness_is="that object",
)
def height_extremum_label(scene, query, labels: tuple[int, ...]):
    heights = lettered(scene, labels, lambda i: scene.things[i].y)
    best = extreme(heights, query == "highest_above_floor")
    return Found(best, at=("thing", labels[LETTERS.index(best)]), because={"heights": heights})


@height_extremum_label.sample
def on_stands(rng, query):
    strain, table = strain_of(rng), rng.chance(0.4)
    camera = viewpoint(rng, 1.7, 2.5, 4.1)
    gap, sign = 0.3 - 0.17 * strain, -1 if query == "highest_above_floor" else 1
    best = rng.uniform(0.62, 0.85, 2) if sign < 0 else rng.uniform(0.08, 0.2, 2)
    heights = [best] + [
        round(best + sign * rng.uniform(gap, gap + 0.24), 2) if sign > 0 else max(round(best - rng.uniform(gap, gap + 0.3), 2), 0.05)
        for _ in range(CANDIDATES - 1)
    ]
    for _ in range(25):
        placer, stands = Placer(rng, [camera], 0.12, 0.12), []
        extra = rng.dial(0, 2)
        for (kind, color), height in zip(outfit(rng, table, CANDIDATES + extra), [*heights, *[0.0] * extra], strict=True):
            r = round(KINDS[kind].radius * 1.15 + 0.03, 2)
            shape = rng.choice(("plinth", "column", "crate"))
            thing = on_stand(placer, kind, color, height, r)
            if thing is None:
                break
            if height:
                half = r if shape == "column" else round(r * 0.82, 2)
                tint = rng.choice(TINTS)
                stands.append(Stand(shape, thing.x, thing.z, half, height, tint, rng.uniform(-0.5, 0.5, 2)))
        else:
            return framed(ObjectScene(camera=camera, things=tuple(placer.things), stands=tuple(stands), table=table, strain=strain))
    raise Reject("no room for the stands")


def on_stand(placer, kind, color, height, radius):
    """A thing at a height, where its stand fits too."""
    rng = placer.rng
    for _ in range(80):
        x, z = rng.uniform(-1.9, 1.9, 2), rng.uniform(-1.1, 2.0, 2)
        thing = Thing(kind, color, x, z, y=height, turn=rng.uniform(-0.9, 0.9, 2), scale=1.0)
        whole = replace(thing, y=0.0, scale=round(radius / KINDS[kind].radius, 3))
        boxes = [outline(placer.cameras[0], t).union(outline(placer.cameras[0], replace(t, y=0.0))) for t in placer.things]
        mine = outline(placer.cameras[0], thing).union(outline(placer.cameras[0], whole))
        if any(overlap(mine, b) > 0.2 for b in boxes):
            continue
        if placer.fits(thing) and all(hypot(x - t.x, z - t.z) > radius + t.radius * 1.3 + 0.08 for t in placer.things):
            placer.add(thing)
            return thing
    return None


height_extremum_label.operands(first_is_right)


# ---- sides and neighbours in the picture


@ObjectScene.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "spatial_relations"),
    queries={"left_of_reference_in_view_count": "left", "right_of_reference_in_view_count": "right"},
    ask=(
        "As seen in the picture, how many objects have their middle to the {query} of the middle of the {reference}?",
        "How many of the other objects lie to the {query} of the {reference} in the picture, middle against middle?",
        "Compare the horizontal positions in the picture. How many objects are farther {query} than the {reference}, "
        "judged by their middles?",
    ),
    answer_is="the number of objects to the {query} of the {reference}",
    witness_is="every object that is counted (empty when there is none)",
)
def image_plane_lateral_relation_count(scene, query, marked: int):
    sign = 1 if query == "left_of_reference_in_view_count" else -1
    limit = scene.place(marked)[0]
    hits = [i for i in range(len(scene.things)) if sign * (limit - scene.place(i)[0]) > 0]
    return Found(len(hits), at=[("thing", i) for i in hits], because={"counted": hits})


@image_plane_lateral_relation_count.sample
def quota_by_side(rng, query):
    camera, strain, count = viewpoint(rng), strain_of(rng), rng.goal(range(7))
    sign, gap = (1 if query == "left_of_reference_in_view_count" else -1), 52 - 26 * strain
    others = max(count + rng.integer(0, 1), rng.dial(4, 8))

    def across(thing, before):
        return sign * (camera.project(before[0].center)[0] - camera.project(thing.center)[0])

    def within(thing, before):
        return across(thing, before) >= gap

    def beyond(thing, before):
        return across(thing, before) <= -gap

    return framed(floor_scene(rng, camera, [anything, *[within] * count, *[beyond] * (others - count)], strain))


@image_plane_lateral_relation_count.operands
def clear_sides(rng, scene, query):
    middle, *others = (scene.place(i)[0] for i in range(len(scene.things)))
    if min(abs(x - middle) for x in others) < 20:  # framing moved them a little
        raise Reject("a thing is neither left nor right")
    return {"marked": 0}


image_plane_lateral_relation_count.words(its_phrase)


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("ranking", "spatial_relations"),
    queries={"closest_to_reference": "closest to", "farthest_from_reference": "farthest from"},
    ask=(
        "Measured in the picture, from middle to middle, which lettered object is {query} the {reference}?",
        "Take distances on the flat picture between the middles of the objects. Which lettered object is {query} the "
        "{reference}?",
        "Which letter marks the object whose middle, as drawn on the image, is {query} the middle of the {reference}?",
    ),
    answer_is="the letter of the object {query} the {reference} in the picture",
    witness_is="that object",
)
def reference_nearest_label(scene, query, marked: int, labels: tuple[int, ...]):
    distances = lettered(scene, labels, lambda i: gap_in_picture(scene.camera, scene.things[marked], scene.things[i]))
    best = extreme(distances, query == "farthest_from_reference")
    return Found(best, at=("thing", labels[LETTERS.index(best)]), because={"distances": distances})


def gap_in_picture(camera, a: Thing, b: Thing) -> float:
    (ax, ay), (bx, by) = camera.project(a.center), camera.project(b.center)
    return ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5


@reference_nearest_label.sample
def one_neighbour(rng, query):
    camera, strain = viewpoint(rng), strain_of(rng)
    sign, ratio = (1 if query == "closest_to_reference" else -1), 1.45 - 0.22 * strain

    def second(thing, before):
        first, own = (gap_in_picture(camera, before[0], t) for t in (before[1], thing))
        return own >= first * ratio if sign > 0 else own * ratio <= first

    start = [anything, anything]
    return framed(floor_scene(rng, camera, [*start, *[second] * (CANDIDATES - 1 + rng.dial(0, 3))], strain))


@reference_nearest_label.operands
def second_is_right(rng, scene, query):
    best, *rest = (gap_in_picture(scene.camera, scene.things[0], t) for t in scene.things[1:])
    if min(rest) < best * 1.18 and max(rest) * 1.18 > best:  # framing moved them a little
        raise Reject("two are nearly as far")
    return {"marked": 0, **shuffled_labels(rng, 1, range(2, CANDIDATES + 1))}


reference_nearest_label.words(its_phrase)


# ---- between


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("spatial_relations",),
    ask=(
        "Think of the straight line on the floor from the {first} ({ring_a} ring) to the {second} ({ring_b} ring). "
        "Which lettered object stands on it, between the two?",
        "Which lettered object stands directly between the {first} and the {second}, the two ringed objects, so that "
        "the straight line across the floor from one to the other passes through its base?",
        "Seen from above, one lettered object lies on the straight stretch that joins the {first} and the {second}, "
        "which carry rings. Which one is it?",
    ),
    answer_is="the letter of the object between the two ringed objects",
    witness_is="that object",
)
def between_references_label(scene, query, ringed: tuple[int, int], labels: tuple[int, ...]):
    a, b = (scene.things[i] for i in ringed)
    offs = {}
    for letter, i in zip(LETTERS, labels, strict=False):
        t = scene.things[i]
        past, left = along(a, b, t.x, t.z)
        outside = max(-past, past - hypot(b.x - a.x, b.z - a.z), 0.0)
        offs[letter] = round(hypot(left, outside), 3)
    best = extreme(offs, False)
    return Found(best, at=("thing", labels[LETTERS.index(best)]), because={"metres_off_the_stretch": offs})


@between_references_label.sample
def on_the_stretch(rng):
    camera, strain = viewpoint(rng, 1.6), strain_of(rng)
    gap = 0.75 - 0.3 * strain

    def far(thing, before):
        return 1.5 < hypot(thing.x - before[0].x, thing.z - before[0].z) < 2.9

    def between(thing, before):
        past, left = along(*before[:2], thing.x, thing.z)
        return abs(left) < 0.05 and 0.3 < past / hypot(before[1].x - before[0].x, before[1].z - before[0].z) < 0.7

    def off(thing, before):
        past, left = along(*before[:2], thing.x, thing.z)
        whole = hypot(before[1].x - before[0].x, before[1].z - before[0].z)
        return hypot(left, max(-past, past - whole, 0.0)) >= gap

    conditions = [anything, far, between, *[off] * (CANDIDATES - 1 + rng.dial(0, 2))]
    return framed(floor_scene(rng, camera, conditions, strain, crowding=0.22))


@between_references_label.operands
def third_is_right(rng, scene, query):
    return {"ringed": (0, 1), **shuffled_labels(rng, 2, range(3, CANDIDATES + 2))}


def ring_words(scene, query, ringed, **others):
    names = dict(zip(("first", "second", "third"), (scene.things[i].phrase for i in ringed), strict=False))
    return {**names, "ring_a": "red", "ring_b": "blue", "ring_c": "yellow"}


between_references_label.words(ring_words)


# ---- on, under, inside


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("spatial_relations",),
    queries={"on_top_of_prop": "on top of the table", "under_prop": "under the table", "inside_prop": "inside the open box"},
    ask=(
        "Which lettered object is {query}?",
        "One lettered object is {query}. Which letter does it carry?",
        "Find the object that is {query}: which letter marks it?",
    ),
    answer_is="the letter of the object {query}",
    witness_is="that object",
)
def object_relation_label(scene, query, labels: tuple[int, ...]):
    table, box = scene.stands
    fits = {
        "on_top_of_prop": lambda t: t.y >= table.height and within(table, t),
        "under_prop": lambda t: t.y < table.height and within(table, t),
        "inside_prop": lambda t: t.y < box.height and within(box, t),
    }[query]
    hits = [letter for letter, i in zip(LETTERS, labels, strict=False) if fits(scene.things[i])]
    return Found(hits[0], at=("thing", labels[LETTERS.index(hits[0])]), because={"hits": hits})


def within(stand: Stand, t: Thing) -> bool:
    """Whether a thing's base lies over the ground plan of the table or box."""
    c, s = turned(stand.turn)
    x, z = t.x - stand.x, t.z - stand.z
    depth = stand.size * (0.66 if stand.kind == "table" else 0.8)
    return abs(x * c + z * s) <= stand.size and abs(z * c - x * s) <= depth


SMALL = ("ball", "bucket", "can", "jar", "mug", "vase", "toy block", "candle", "bowl", "bottle", "traffic cone")


@object_relation_label.sample
def around_furniture(rng, query):
    strain = strain_of(rng)
    camera = viewpoint(rng, 1.25, 1.75, 3.9)
    side = rng.choice((-1, 1))
    table = Stand("table", side * rng.uniform(0.55, 0.8, 2), rng.uniform(0.25, 0.7, 2), rng.uniform(0.62, 0.76, 2),
                  rng.uniform(0.6, 0.7, 2), rng.choice(("#b07f4f", "#e4dfd5", "#6d4a2e", "#c9a273")), rng.uniform(-0.12, 0.12, 2))
    box = Stand("open box", -side * rng.uniform(0.6, 0.95, 2), rng.uniform(-0.3, 0.5, 2), rng.uniform(0.3, 0.36, 2),
                rng.uniform(0.16, 0.22, 2), rng.choice(("#c2a06f", "#a87445", "#d8cdb8")), rng.uniform(-0.3, 0.3, 2))
    names = rng.sample(SMALL, CANDIDATES + 2)
    looks = [(kind, rng.choice(COLORS)) for kind in names]
    spots = {
        "on_top_of_prop": (table.x + rng.uniform(-0.3, 0.3), table.z + rng.uniform(-0.15, 0.1), table.height, 0.85),
        "under_prop": (table.x + rng.uniform(-0.22, 0.22), table.z - rng.uniform(0.1, 0.22), 0.0, 0.72),
        "inside_prop": (box.x, box.z, 0.02, 0.92),
    }
    order = [query, *[q for q in spots if q != query]]
    things = []
    for (kind, color), q in zip(looks, order, strict=False):
        x, z, y, scale = spots[q]
        tall = KINDS[kind].height * scale
        if q == "under_prop" and tall > table.height - 0.12:
            scale = round((table.height - 0.14) / KINDS[kind].height, 2)
        if q == "inside_prop" and tall < box.height + 0.08:
            scale = round((box.height + 0.12) / KINDS[kind].height, 2)
        scale = min(scale, round(0.24 / KINDS[kind].radius, 2))
        things.append(Thing(kind, color, round(x, 2), round(z, 2), y=y, turn=rng.uniform(-0.9, 0.9, 2), scale=scale))
    placer = Placer(rng, [camera], 0.15, 0.06)
    for thing in things:
        placer.add(thing)
    placer.walls = [(table.x, table.z, table.size * 0.95), (box.x, box.z, box.size * 1.2)]
    taken = [Box.around(camera.project(p) for solid in furniture(s) for p in solid.corners()) for s in (table, box)]

    def apart(thing, before):
        return not any(outline(camera, thing).overlaps(room, 4) for room in taken)

    for kind, color in looks[3 : CANDIDATES + rng.dial(0, 2)]:
        if placer.try_place(kind, color, apart, tries=200) is None:
            raise Reject("no room beside the furniture")
    return framed(ObjectScene(camera=camera, things=tuple(placer.things), stands=(table, box), table=False, strain=strain))


object_relation_label.operands(first_is_right)


# ---- hiding


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("ranking", "spatial_relations"),
    ask=(
        "Which lettered object stands in front of the {reference} and hides a part of it from view?",
        "A part of the {reference} cannot be seen because one lettered object covers it. Which one?",
        "Which letter marks the object that partly blocks the view of the {reference}?",
    ),
    answer_is="the letter of the object that hides a part of the {reference}",
    witness_is="that object",
)
def occlusion_order_label(scene, query, marked: int, labels: tuple[int, ...]):
    hidden = {letter: hidden_share(scene, i, marked) for letter, i in zip(LETTERS, labels, strict=False)}
    best = extreme(hidden, True)
    return Found(best, at=("thing", labels[LETTERS.index(best)]), because={"hidden_share": hidden})


def hidden_share(scene, i: int, j: int) -> float:
    """Share of thing j's outline that thing i alone would hide, at half the picture's size."""
    if overlap(outline(scene.camera, scene.things[i]), outline(scene.camera, scene.things[j])) == 0:
        return 0.0
    half = replace(scene.camera, focal=scene.camera.focal / 2, width=scene.camera.width // 2, height=scene.camera.height // 2)
    solids = scene.solids(lambda name: "#808080")
    trace = Trace(half, [solids[i], solids[j]])
    return round(1 - trace.shares[1], 3)


@occlusion_order_label.sample
def one_hides(rng):
    camera, strain = viewpoint(rng, 1.15, 1.9), strain_of(rng)
    for _ in range(25):
        table = rng.chance(0.4)
        looks = outfit(rng, table, CANDIDATES + 1 + rng.dial(0, 3))
        placer = Placer(rng, [camera], 0.55 - 0.15 * strain)
        target = placer.try_place(*looks[0], lambda t, before: t.z > 0)
        if target is None:
            continue
        whole = outline(camera, target)

        def front(t, before, whole=whole, target=target):
            share = overlap(outline(camera, t), whole)
            return 0.26 < share < 0.6 and t.z < target.z - 0.3

        def behind(t, before, whole=whole, target=target):
            return overlap(outline(camera, t), whole) > 0.12 and t.z > target.z + 0.25

        def beside(t, before, whole=whole):
            return not outline(camera, t).overlaps(whole, -4)

        if placer.try_place(*looks[1], front, tries=160) is None:
            continue
        placer.crowding = 0.4
        placer.try_place(*looks[2], behind, tries=120) or placer.try_place(*looks[2], beside)
        placer.crowding = 0.12 + 0.12 * strain
        if all(placer.try_place(*look, beside) for look in looks[3:]) and len(placer.things) == len(looks):
            scene = ObjectScene(camera=camera, things=tuple(placer.things), table=table, strain=strain)
            shares = [hidden_share(scene, i, 0) for i in range(1, len(looks))]
            if 0.12 <= shares[0] <= 0.5 and max(shares[1:]) == 0:
                return framed(scene)
    raise Reject("nothing hides just one part")


@occlusion_order_label.operands
def hider_is_right(rng, scene, query):
    return {"marked": 0, **shuffled_labels(rng, 1, range(2, CANDIDATES + 1))}


occlusion_order_label.words(its_phrase)


# ---- two views


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("transformation", "matching"),
    ask=(
        "Two cameras show the same objects, and nothing has moved. Which lettered object of the second view is the "
        "one in the box of the first view?",
        "The first view boxes one object. The same arrangement is seen from another side in the second view: which "
        "letter marks that very object there?",
        "Both views show one arrangement from different places. Find the boxed object of the first view in the "
        "second view. Which letter does it carry?",
    ),
    answer_is="the letter of the boxed object in the second view",
    witness_is="that object in the second view",
)
def multiview_object_match_label(scene, query, boxed: int, labels: tuple[int, ...]):
    best = LETTERS[labels.index(boxed)]
    return Found(best, at=("thing", boxed), because={"boxed": boxed})


@multiview_object_match_label.sample
def seen_twice(rng):
    strain, table = strain_of(rng), rng.chance(0.4)
    w, h = rng.choice(((560, 460), (540, 480), (600, 450), (700, 440)))
    up, away = rng.uniform(1.7, 2.5, 2), rng.uniform(3.5, 4.3, 2)
    turn = round(rng.choice((-1, 1)) * (0.2 + 0.24 * strain + rng.uniform(0, 0.06)), 3)
    cameras = []
    for t in (rng.uniform(-0.12, 0.12, 2), turn):
        c, s = turned(t)
        at = (round(s * away, 2), up, round(-c * away, 2))
        cameras.append(Camera(at=at, target=(0.0, 0.2, 0.0), focal=round(min(w / 3.5, h / 2.2) * (up * up + away * away) ** 0.5), width=w, height=h))
    for _ in range(25):
        placer = Placer(rng, cameras, 0.2)
        twin, others = outfit(rng, table, 1)[0], outfit(rng, table, 5)
        others = [o for o in others if o[0] != twin[0]][: 2 + rng.dial(0, 2)]
        looks = [twin, twin, twin, others[0], others[0], *others[1:]]
        if all(placer.try_place(*look, anything) for look in looks):
            return framed(ObjectScene(camera=cameras[0], second=cameras[1], things=tuple(placer.things), table=table, strain=strain))
    raise Reject("no room for the things")


@multiview_object_match_label.operands
def twins(rng, scene, query):
    return {"boxed": 0, **shuffled_labels(rng, 0, range(1, CANDIDATES))}
