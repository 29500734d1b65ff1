"""Questions whose candidates are objects: distance, height, sides, neighbours, hiding, and two views."""

from math import hypot

from msgspec.structs import replace

from trace_tasks.engine import LETTERS, Found, Reject

from .._props import KINDS
from ._placing import (
    TINTS,
    Placer,
    anything,
    floor_scene,
    framed,
    outfit,
    outline,
    overlap,
    viewpoint,
)
from ._scene import ObjectScene, Stand, Thing

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
        "Which lettered object is {query} the camera? Measure to the middle of each object.",
        "In the scene itself, which lettered object stands {query} the camera, measured to its middle?",
        "Which letter marks the object that is {query} the camera? Distances go to the middle of an object.",
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
        "How many objects are {query} the {reference}? Measure to the middle of each object.",
        "How many of the other objects stand {query} the {reference}, measured to their middles?",
        "Count the objects whose middle is {query} the middle of the {reference}. How many are there?",
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

    return framed(
        floor_scene(rng, camera, [anything, *[within] * count, *[beyond] * (others - count)], strain)
    )


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
        "Each lettered object rests on a stand. Which object is {query} above the {ground}?",
        "Compare the stands under the lettered objects: which object stands {query} above the {ground}?",
        "Which letter marks the object whose bottom is {query} above the {ground}?",
    ),
    answer_is="the letter of the object that stands {query}",
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
        round(best + sign * rng.uniform(gap, gap + 0.24), 2)
        if sign > 0
        else max(round(best - rng.uniform(gap, gap + 0.3), 2), 0.05)
        for _ in range(CANDIDATES - 1)
    ]
    for _ in range(25):
        placer, stands = Placer(rng, [camera], 0.12, 0.12), []
        extra = rng.dial(0, 2)
        for (kind, color), height in zip(
            outfit(rng, table, CANDIDATES + extra), [*heights, *[0.0] * extra], strict=True
        ):
            r = round(KINDS[kind].radius * 1.15 + 0.03, 2)
            shape = rng.choice(("plinth", "column", "plinth" if table else "crate"))
            thing = on_stand(placer, kind, color, height, r)
            if thing is None:
                break
            if height:
                half = r if shape == "column" else round(r * 0.82, 2)
                tint = rng.choice(TINTS)
                stands.append(Stand(shape, thing.x, thing.z, half, height, tint, rng.uniform(-0.5, 0.5, 2)))
        else:
            return framed(
                ObjectScene(
                    camera=camera,
                    things=tuple(placer.things),
                    stands=tuple(stands),
                    table=table,
                    strain=strain,
                )
            )
    raise Reject("no room for the stands")


def on_stand(placer, kind, color, height, radius):
    """A thing at a height, where its stand fits too."""
    rng = placer.rng
    for _ in range(80):
        x, z = rng.uniform(-1.9, 1.9, 2), rng.uniform(-1.1, 2.0, 2)
        thing = Thing(kind, color, x, z, y=height, turn=rng.uniform(-0.9, 0.9, 2), scale=1.0)
        whole = replace(thing, y=0.0, scale=round(radius / KINDS[kind].radius, 3))
        boxes = [
            outline(placer.cameras[0], t).union(outline(placer.cameras[0], replace(t, y=0.0)))
            for t in placer.things
        ]
        mine = outline(placer.cameras[0], thing).union(outline(placer.cameras[0], whole))
        if any(overlap(mine, b) > 0.2 for b in boxes):
            continue
        if placer.fits(thing) and all(
            hypot(x - t.x, z - t.z) > radius + t.radius * 1.3 + 0.08 for t in placer.things
        ):
            placer.add(thing)
            return thing
    return None


height_extremum_label.operands(first_is_right)


@height_extremum_label.words
def ground_words(scene, query, **shown):
    return {"ground": scene.ground}


# ---- sides and neighbours in the picture


@ObjectScene.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "spatial_relations"),
    queries={"left_of_reference_in_view_count": "left", "right_of_reference_in_view_count": "right"},
    ask=(
        "In the picture, how many objects have their middle to the {query} of the middle of the {reference}?",
        "How many of the other objects lie to the {query} of the {reference} in the picture, middle "
        "against middle?",
        "Compare left and right in the picture. How many objects are farther {query} than the {reference}, "
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

    return framed(
        floor_scene(rng, camera, [anything, *[within] * count, *[beyond] * (others - count)], strain)
    )


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
        "Take distances on the flat picture between the middles of the objects. Which lettered object is "
        "{query} the {reference}?",
        "Which letter marks the object whose middle is {query} the middle of the {reference} in the picture?",
    ),
    answer_is="the letter of the object {query} the {reference} in the picture",
    witness_is="that object",
)
def reference_nearest_label(scene, query, marked: int, labels: tuple[int, ...]):
    distances = lettered(
        scene, labels, lambda i: gap_in_picture(scene.camera, scene.things[marked], scene.things[i])
    )
    best = extreme(distances, query == "farthest_from_reference")
    return Found(best, at=("thing", labels[LETTERS.index(best)]), because={"distances": distances})


def gap_in_picture(camera, a: Thing, b: Thing) -> float:
    (ax, ay), (bx, by) = camera.project(a.center), camera.project(b.center)
    return hypot(ax - bx, ay - by)


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
