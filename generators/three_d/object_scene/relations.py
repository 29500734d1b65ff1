"""Questions about how objects stand to one another: between, on, under, inside, hiding, in two views."""

from math import hypot

from msgspec.structs import replace

from trace_tasks.engine import LETTERS, Box, Found, Reject

from .._props import KINDS
from .._render import Camera, Trace, turned
from ._placing import (
    Placer,
    along,
    anything,
    beside,
    floor_scene,
    framed,
    outfit,
    outline,
    overlap,
    viewpoint,
)
from ._scene import COLORS, ObjectScene, Stand, Thing, furniture
from .objects import CANDIDATES, extreme, first_is_right, its_phrase, shuffled_labels, strain_of

# ---- between


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("spatial_relations",),
    ask=(
        "Think of a straight line along the {ground} from the ringed {first} to the ringed {second}. "
        "Which lettered object stands on it?",
        "Which lettered object stands right between the {first} and the {second}, the two objects with "
        "rings, so that a straight line along the {ground} from one to the other runs through its base?",
        "Seen from above, one lettered object stands on the straight line that joins the ringed {first} "
        "and the ringed {second}. Which one is it?",
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

    def middle(before):
        whole = hypot(before[1].x - before[0].x, before[1].z - before[0].z)
        return beside(*before, rng.uniform(0.3, 0.7) * whole, rng.uniform(-0.04, 0.04))

    def off(thing, before):
        past, left = along(*before[:2], thing.x, thing.z)
        whole = hypot(before[1].x - before[0].x, before[1].z - before[0].z)
        return hypot(left, max(-past, past - whole, 0.0)) >= gap

    conditions = [anything, far, anything, *[off] * (CANDIDATES - 1 + rng.dial(0, 2))]
    return framed(floor_scene(rng, camera, conditions, strain, crowding=0.1, lays={2: middle}), 0.14)


@between_references_label.operands
def third_is_right(rng, scene, query):
    return {"ringed": (0, 1), **shuffled_labels(rng, 2, range(3, CANDIDATES + 2))}


def ring_words(scene, query, ringed, **others):
    names = dict(zip(("first", "second", "third"), (scene.things[i].phrase for i in ringed), strict=False))
    return {**names, "ground": scene.ground}


between_references_label.words(ring_words)


# ---- on, under, inside


@ObjectScene.task(
    answer="option_letter",
    annotation="bbox",
    operations=("spatial_relations",),
    queries={
        "on_top_of_prop": "on top of the table",
        "under_prop": "under the table",
        "inside_prop": "inside the open crate",
    },
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


SMALL = ("ball", "beach ball", "bucket", "box", "drum", "plant pot", "lamp", "pouf", "vase", "toy block")


@object_relation_label.sample
def around_furniture(rng, query):
    strain, camera, side = strain_of(rng), viewpoint(rng, 1.25, 1.75, 3.9), rng.choice((-1, 1))
    table, box = a_table(rng, side), an_open_crate(rng, -side)
    looks = [(kind, rng.choice(COLORS)) for kind in rng.sample(SMALL, CANDIDATES + 2)]
    placer = Placer(rng, [camera], 0.15, 0.06)
    order = [query, *[q for q in object_relation_label.queries if q != query]]
    for (kind, color), q in zip(looks, order, strict=False):
        placer.add(put(rng, kind, color, q, table, box))
    taken = [
        Box.around(camera.project(p) for solid in furniture(s) for p in solid.corners()) for s in (table, box)
    ]

    def apart(thing, before):
        return not any(outline(camera, thing).overlaps(room, 4) for room in taken)

    for kind, color in looks[3 : CANDIDATES + rng.dial(0, 2)]:
        if placer.try_place(kind, color, apart, tries=200) is None:
            raise Reject("no room beside the furniture")
    things = tuple(placer.things)
    return framed(ObjectScene(camera=camera, things=things, stands=(table, box), table=False, strain=strain))


def a_table(rng, side) -> Stand:
    return Stand(
        kind="table",
        x=round(side * rng.uniform(0.55, 0.8), 2),
        z=rng.uniform(0.25, 0.7, 2),
        size=rng.uniform(0.62, 0.76, 2),
        height=rng.uniform(0.6, 0.7, 2),
        tint=rng.choice(("#b07f4f", "#e4dfd5", "#6d4a2e", "#c9a273")),
        turn=rng.uniform(-0.12, 0.12, 2),
    )


def an_open_crate(rng, side) -> Stand:
    return Stand(
        kind="open crate",
        x=round(side * rng.uniform(0.6, 0.95), 2),
        z=rng.uniform(-0.3, 0.5, 2),
        size=rng.uniform(0.3, 0.36, 2),
        height=rng.uniform(0.16, 0.22, 2),
        tint=rng.choice(("#c2a06f", "#a87445", "#d8cdb8")),
        turn=rng.uniform(-0.3, 0.3, 2),
    )


def put(rng, kind: str, color: str, query: str, table: Stand, box: Stand) -> Thing:
    """A thing on the table, under it or in the open crate, at a size that fits and shows."""
    radius, height = KINDS[kind].radius, KINDS[kind].height
    scale = {"on_top_of_prop": 0.85, "under_prop": 0.72, "inside_prop": 0.92}[query]
    x, z, y = table.x + rng.uniform(-0.3, 0.3), table.z + rng.uniform(-0.15, 0.1), table.height
    if query == "under_prop":
        x, z, y = table.x + rng.uniform(-0.22, 0.22), table.z - rng.uniform(0.1, 0.22), 0.0
        scale = min(scale, (table.height - 0.14) / height)
    elif query == "inside_prop":
        x, z, y = box.x, box.z, 0.02
        scale = min(max(scale, (box.height + 0.12) / height), box.size * 0.72 / radius)
    scale = round(min(scale, 0.24 / radius), 2)
    return Thing(kind, color, round(x, 2), round(z, 2), y, rng.uniform(-0.9, 0.9, 2), scale)


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
    half = replace(
        scene.camera,
        focal=scene.camera.focal / 2,
        width=scene.camera.width // 2,
        height=scene.camera.height // 2,
    )
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
        "Two cameras show the same objects, and nothing has moved. Which lettered object of the second "
        "view is the "
        "one in the box of the first view?",
        "The first view boxes one object. The same arrangement is seen from another side in the second "
        "view: which "
        "letter marks that very object there?",
        "Both views show one arrangement from different places. Find the boxed object of the first view "
        "in the "
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
    w, h = rng.choice(((430, 370), (420, 380), (480, 360), (530, 345)))
    up, away = rng.uniform(1.7, 2.5, 2), rng.uniform(3.5, 4.3, 2)
    turn = round(rng.choice((-1, 1)) * (0.2 + 0.24 * strain + rng.uniform(0, 0.06)), 3)
    cameras = []
    for t in (rng.uniform(-0.12, 0.12, 2), turn):
        c, s = turned(t)
        at = (round(s * away, 2), up, round(-c * away, 2))
        cameras.append(
            Camera(
                at=at,
                target=(0.0, 0.2, 0.0),
                focal=round(min(w / 3.5, h / 2.2) * hypot(up, away)),
                width=w,
                height=h,
            )
        )
    for _ in range(25):
        placer = Placer(rng, cameras, 0.2)
        twin, others = outfit(rng, table, 1)[0], outfit(rng, table, 5)
        others = [o for o in others if o[0] != twin[0]][: 2 + rng.dial(0, 2)]
        looks = [twin, twin, twin, others[0], others[0], *others[1:]]
        if all(placer.try_place(*look, anything) for look in looks):
            return framed(
                ObjectScene(
                    camera=cameras[0],
                    second=cameras[1],
                    things=tuple(placer.things),
                    table=table,
                    strain=strain,
                )
            )
    raise Reject("no room for the things")


@multiview_object_match_label.operands
def twins(rng, scene, query):
    return {"boxed": 0, **shuffled_labels(rng, 0, range(1, CANDIDATES))}
