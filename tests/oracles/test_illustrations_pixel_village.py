"""Pixel village against independent routes: flood fill, polygons, and the pixels along the seams."""

import json

import msgspec
import numpy as np
import pytest
from scipy import ndimage
from shapely import box, union_all

from trace_tasks import generate_task, replay
from trace_tasks.registry import task

PREFIX = "task_illustrations__pixel_village__"
SEEDS = range(15)
COUNTING = ("object_type_count", "person_path_count", "river_side_object_count", "territory_object_count")


def instance(objective, seed):
    sample = generate_task(PREFIX + objective, seed=seed)
    return sample, sample.trace_payload["state"], sample.trace_payload["operands"]


def sizes(kind):
    module = task(PREFIX + "object_type_count").scene.__module__.rsplit(".", 1)[0]
    return __import__(f"{module}._sprites", fromlist=["KINDS"]).KINDS[kind]


def cells(thing):
    form = sizes(thing["kind"])
    rows, columns = (
        range(thing["row"], thing["row"] + form.tall),
        range(thing["column"], thing["column"] + form.wide),
    )
    return [(r, k) for r in rows for k in columns]


def grid(state):
    return np.array([list(row) for row in state["terrain"]])


def boxes_of(sample, hits):
    """The annotation must be the drawn boxes of exactly these things."""
    marks = {mark[1]: mark[2]["bbox"] for mark in sample.trace_payload["marks"] if mark[0] == "thing"}
    assert sorted(sample.annotation_gt.value) == sorted(marks[i] for i in hits)
    assert sample.answer_gt.value == len(hits)


@pytest.mark.parametrize("seed", SEEDS)
def test_object_type_count(seed):
    sample, state, operands = instance("object_type_count", seed)
    boxes_of(sample, [i for i, thing in enumerate(state["things"]) if thing["kind"] == operands["kind"]])


@pytest.mark.parametrize("objective", [*COUNTING, "missing_patch_label", "rotated_tile_label"])
def test_things_share_no_tile_and_stand_on_what_bears_them(objective):
    for seed in SEEDS:
        _, state, _ = instance(objective, seed)
        taken, ground = np.zeros(grid(state).shape, int), grid(state)
        for thing in state["things"]:
            for cell in cells(thing):
                taken[cell] += 1
                afloat = thing["kind"] in ("boat", "duck")
                assert ground[cell] == "w" if afloat else ground[cell] in ".fspy"
        assert taken.max() <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_person_path_count(seed):
    sample, state, _ = instance("person_path_count", seed)
    path = union_all([box(k, r, k + 1, r + 1) for r, k in np.argwhere(grid(state) == "p").tolist()])
    hits = []
    for i, thing in enumerate(state["things"]):
        if thing["kind"] == "person":
            shared = (
                box(thing["column"], thing["row"], thing["column"] + 1, thing["row"] + 1)
                .intersection(path)
                .area
            )
            assert shared in (0, 1)
            hits += [i] * int(shared)
            feet_at_the_edge = (
                shared == 0
                and box(thing["column"], thing["row"] + 1, thing["column"] + 1, thing["row"] + 1.5)
                .intersection(path)
                .area
                > 0
            )
            assert not feet_at_the_edge
    boxes_of(sample, hits)


@pytest.mark.parametrize("seed", SEEDS)
def test_river_side_object_count(seed):
    sample, state, operands = instance("river_side_object_count", seed)
    land, count = ndimage.label(np.isin(grid(state), list("whv"), invert=True))
    assert count == 2  # the river, bridges included, parts the map in two
    edge = {"left of": land[:, 0], "right of": land[:, -1], "above": land[0], "below": land[-1]}[
        operands["side"]
    ]
    (bank,) = set(edge.tolist())
    assert bank > 0
    hits = []
    for i, thing in enumerate(state["things"]):
        if thing["kind"] == operands["kind"]:
            (side,) = {int(land[cell]) for cell in cells(thing)}
            assert side > 0
            hits += [i] * (side == bank)
    boxes_of(sample, hits)
    assert len(hits) < sum(thing["kind"] == operands["kind"] for thing in state["things"])


@pytest.mark.parametrize("seed", SEEDS)
def test_territory_object_count(seed):
    sample, state, operands = instance("territory_object_count", seed)
    owner = np.array([[int(d) for d in row] for row in state["owners"]])
    for i in range(len(state["lands"])):
        assert ndimage.label(owner == i)[1] == 1  # one piece each
    names = [land["name"] for land in state["lands"]]
    assert len(set(names)) == len({land["color"] for land in state["lands"]}) == len(names)
    index = names.index(operands["land"])
    realm = union_all([box(k, r, k + 1, r + 1) for r, k in np.argwhere(owner == index).tolist()])
    hits = []
    for i, thing in enumerate(state["things"]):
        form = sizes(thing["kind"])
        place = box(thing["column"], thing["row"], thing["column"] + form.wide, thing["row"] + form.tall)
        assert realm.contains(place) or realm.intersection(place).area == 0
        hits += [i] * (thing["kind"] == operands["kind"] and realm.contains(place))
    boxes_of(sample, hits)


# ---- seams, by pixels


def crop(image, place):
    x0, y0, x1, y1 = (round(v) for v in place)
    return np.asarray(image, np.int32)[y0:y1, x0:x1]


def seam(a, b):
    """How many pixels find no like colour across a seam, straight over or a few pixels aside."""
    padded, n = np.pad(b, ((3, 3), (0, 0)), mode="edge"), len(b)
    apart = np.min([np.abs(a - padded[k : k + n]).max(axis=-1) for k in range(7)], axis=0)
    return int((apart > 30).sum())


def patch_in(panel, side):
    """The square of `side` pixels in an option panel: the rows and columns that are full of it."""
    panel = panel[4:-4, 4:-4]
    ink = (panel != panel[2, -2]).any(axis=2)
    rows, columns = (np.flatnonzero(ink.sum(axis=axis) > side * 0.93) for axis in (1, 0))
    return panel[rows[0] : rows[0] + side, columns[0] : columns[0] + side]


@pytest.mark.parametrize("seed", SEEDS)
def test_missing_patch_label(seed):
    sample, state, operands = instance("missing_patch_label", seed)
    marks = {(mark[0], mark[1]): mark[2]["bbox"] for mark in sample.trace_payload["marks"]}
    gap, (r, k), (rows, columns) = marks["missing", 0], operands["hole"], grid(state).shape
    away = [
        rows - 4 if r < rows / 2 - 1 else 1,
        columns - 4 if k < columns / 2 - 1 else 1,
    ]  # a gap somewhere else
    payload = json.loads(json.dumps(sample.trace_payload))
    payload["operands"]["hole"] = away
    truth = crop(replay(PREFIX + "missing_patch_label", payload).image, gap)
    fits = []
    for letter in "ABCD":
        patch = patch_in(crop(sample.image, marks["option", letter]), len(truth))
        edges = sum(
            int((np.abs(a - b).max(axis=-1) > 30).sum())
            for a, b in zip(
                (patch[0], patch[-1], patch[:, 0], patch[:, -1]),
                (truth[0], truth[-1], truth[:, 0], truth[:, -1]),
            )
        )
        assert edges == 0 or edges > 60  # of 576: what does not fit plainly breaks off at the edges
        fits += [letter] * np.array_equal(patch, truth)
    assert fits == [sample.answer_gt.value]
    assert set(sample.annotation_gt.value) == {"missing_region", "option"}
    assert sample.annotation_gt.value["option"] == marks["option", fits[0]]


@pytest.mark.parametrize("seed", SEEDS)
def test_mirrored_patches_have_other_ground_along_their_edges(seed):
    _, state, operands = instance("missing_patch_label", seed)
    r, k = operands["hole"]
    square = grid(state)[r : r + 3, k : k + 3]
    square = np.where(np.isin(square, ["h", "v"]), "b", square)
    assert sorted(map(tuple, operands["patches"])) == [
        (False, False),
        (False, True),
        (True, False),
        (True, True),
    ]
    for turned in (square[:, ::-1], square[::-1], square[::-1, ::-1]):
        rim = np.ones((3, 3), bool)
        rim[1, 1] = False
        assert (turned != square)[rim].sum() >= 2


@pytest.mark.parametrize("objective", ["rotated_tile_label", "swapped_tile_pair_label"])
def test_nothing_crosses_the_seams_and_the_turned_tile_is_bare(objective):
    for seed in SEEDS:
        _, state, operands = instance(objective, seed)
        side = int(np.gcd(*grid(state).shape))
        columns = grid(state).shape[1] // side
        blocks = [{r // side * columns + k // side for r, k in cells(thing)} for thing in state["things"]]
        assert all(len(block) == 1 for block in blocks)
        if "turned" in operands:
            assert {operands["turned"][0]} not in blocks


def tiles_of(sample):
    marks = sorted((mark[1], mark[2]["bbox"]) for mark in sample.trace_payload["marks"] if mark[0] == "tile")
    columns = len({place[0] for _, place in marks})
    return [crop(sample.image, place) for _, place in marks], columns


def roughness(tiles, columns):
    total = 0
    for i, tile in enumerate(tiles):
        if (i + 1) % columns:
            total += seam(tile[:, -1], tiles[i + 1][:, 0])
        if i + columns < len(tiles):
            total += seam(tile[-1], tiles[i + columns][0])
    return total


def joins(letters, side):
    """How often the kind of ground changes across the seams of the blocks of a letter grid."""
    plain = np.where(np.isin(letters, ["h", "v"]), "b", letters)
    across = plain[:, side - 1 : -1 : side] != plain[:, side::side]
    down = plain[side - 1 : -1 : side] != plain[side::side]
    return int(across.sum() + down.sum())


@pytest.mark.parametrize("seed", SEEDS)
def test_rotated_tile_label(seed):
    sample, state, operands = instance("rotated_tile_label", seed)
    letters, (number, quarters) = grid(state), operands["turned"]
    side = int(np.gcd(*letters.shape))
    corners = [(r, k) for r in range(0, letters.shape[0], side) for k in range(0, letters.shape[1], side)]

    def with_turn(letters, i, quarters):
        (r, k), other = corners[i], letters.copy()
        other[r : r + side, k : k + side] = np.rot90(letters[r : r + side, k : k + side], quarters)
        return other

    shown = with_turn(letters, number, -quarters)
    mends = {(i, q): joins(with_turn(shown, i, q), side) for i in range(len(corners)) for q in (1, 2, 3)}
    assert np.array_equal(with_turn(shown, number, quarters), letters)
    assert joins(shown, side) >= joins(letters, side) + 5
    assert min(mends, key=mends.get)[0] == number
    assert min(v for (i, _), v in mends.items() if i != number) > mends[number, quarters]
    tiles, columns = tiles_of(sample)
    assert len(tiles) == len(corners) == 12
    mended = [*tiles[:number], np.rot90(tiles[number], quarters), *tiles[number + 1 :]]
    assert roughness(mended, columns) < roughness(tiles, columns) - 60  # pixels
    assert "ABCDEFGHIJKL"[number] == sample.answer_gt.value


@pytest.mark.parametrize("seed", SEEDS)
def test_swapped_tile_pair_label(seed):
    sample, _, operands = instance("swapped_tile_pair_label", seed)
    tiles, columns = tiles_of(sample)
    costs = {}
    for a in range(len(tiles)):
        for b in range(a):
            order = list(range(len(tiles)))
            order[a], order[b] = b, a
            costs[b, a] = roughness([tiles[i] for i in order], columns)
    assert min(costs, key=costs.get) == tuple(operands["swapped"])  # of all pairs, not of the listed alone
    pairs = list(map(tuple, operands["pairs"]))
    right = pairs.index(tuple(operands["swapped"]))
    assert "ABCD"[right] == sample.answer_gt.value
    listed = "ABCD"[right] + f") {operands['swapped'][0] + 1} and {operands['swapped'][1] + 1}\n"
    assert listed in sample.prompt
    assert len(set(pairs)) == 4


# ---- what the answer hangs on shows


def redrawn(sample, objective, change):
    payload = json.loads(json.dumps(sample.trace_payload))
    change(payload["state"])
    return replay(PREFIX + objective, payload)


@pytest.mark.parametrize("objective", COUNTING)
def test_each_thing_counted_shows(objective):
    sample, *_ = instance(objective, 3)
    boxes = {tuple(place) for place in sample.annotation_gt.value}
    marks = {tuple(mark[2]["bbox"]): mark[1] for mark in sample.trace_payload["marks"] if mark[0] == "thing"}
    for place in boxes:
        without = redrawn(sample, objective, lambda state, i=marks[place]: state["things"].pop(i))
        assert without.answer_gt.value == sample.answer_gt.value - 1
        shown, bare = crop(sample.image, place), crop(without.image, place)
        assert shown.shape != bare.shape or np.any(shown != bare)  # a map may end where its last thing stood


def test_the_ground_under_a_person_shows():
    sample, state, _ = instance("person_path_count", 4)
    walker = next(
        t for t in state["things"] if t["kind"] == "person" and grid(state)[t["row"], t["column"]] == "p"
    )

    def grown_over(state):
        row = list(state["terrain"][walker["row"]])
        row[walker["column"]] = "."
        state["terrain"][walker["row"]] = "".join(row)

    other = redrawn(sample, "person_path_count", grown_over)
    assert other.answer_gt.value == sample.answer_gt.value - 1
    assert other.image_hash != sample.image_hash


def test_a_border_shows():
    sample, state, _ = instance("territory_object_count", 5)
    owner = np.array([list(row) for row in state["owners"]])
    r, k = next((r, k) for r, k in np.argwhere(owner[:, :-1] != owner[:, 1:]).tolist())

    def moved(state):
        row = list(state["owners"][r])
        row[k] = row[k + 1]
        state["owners"][r] = "".join(row)

    assert redrawn(sample, "territory_object_count", moved).image_hash != sample.image_hash


# ---- worked by hand


def village(terrain, *things):
    scene = task(PREFIX + "object_type_count").scene
    listed = [{"kind": kind, "row": r, "column": k, "look": 0} for kind, r, k in things]
    return msgspec.convert({"season": "summer", "terrain": terrain, "things": listed}, scene)


def test_banks_of_a_winding_river():
    town = village(
        ["..ww...", ".www...", ".ww....", "ph hpp.".replace(" ", "h")],
        ("barrel", 0, 1),
        ("barrel", 0, 4),
        ("barrel", 2, 3),
        ("duck", 1, 2),
        ("cart", 2, 4),
    )
    assert [town.bank(thing) for thing in town.things] == [
        "left of",
        "right of",
        "right of",
        "in",
        "right of",
    ]
    assert task(PREFIX + "river_side_object_count")(town, kind="barrel", side="right of").answer == 2


def test_banks_of_a_river_across():
    town = village(["....", "wwww", "wwww", "...."], ("sheep", 0, 0), ("sheep", 3, 3))
    assert [town.bank(thing) for thing in town.things] == ["above", "below"]


def test_people_on_and_off_the_path():
    town = village(
        ["...", "ppp", "..."], ("person", 1, 0), ("person", 0, 1), ("person", 2, 2), ("sheep", 1, 2)
    )
    found = task(PREFIX + "person_path_count")(town)
    assert (found.answer, found.at) == (1, [("thing", 0)])


def test_blocks_turn_and_break():
    module = task(PREFIX + "object_type_count").scene.__module__.rsplit(".", 1)[0]
    cutouts = __import__(f"{module}._cutouts", fromlist=["turn"])
    assert cutouts.turn(["ab", "cd"], 1) == ["ca", "db"]
    assert cutouts.rim(["ab", "cd"]) == "abbdcdac"
    tiles = [["..", "pp"], ["..", "pp"], ["..", "pp"], ["..", ".."]]
    assert [cutouts.breaks(tiles, 2, i) for i in range(4)] == [2, 2, 3, 3]
    assert cutouts.exchanged("abcd", (0, 3)) == ["d", "b", "c", "a"]


@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter", "desert", "tropical"])
def test_kinds_look_unlike_each_other(season):
    module = task(PREFIX + "object_type_count").scene.__module__.rsplit(".", 1)[0]
    sprites = __import__(f"{module}._sprites", fromlist=["sprite"])
    kinds = sprites.in_season(season)
    names = [sprites.KINDS[kind].plural for kind in kinds]
    assert len(set(names)) == len(names) >= 12
    pictures = {}
    for kind in kinds:
        form = sprites.KINDS[kind]
        pixels, solid, _ = sprites.sprite(kind, 0, season)
        assert pixels.shape == (24 * form.tall, 24 * form.wide)
        rows, columns = (np.flatnonzero(solid.any(axis=axis)) for axis in (1, 0))
        assert max(np.ptp(rows), np.ptp(columns)) * 2 >= 30  # px at the least zoom
        pictures[kind] = pixels
    for a in kinds:
        for b in kinds:
            if a < b and pictures[a].shape == pictures[b].shape and {a, b} != {"oak", "apple_tree"}:
                assert np.mean(pictures[a] != pictures[b]) > 0.25, (a, b)


def test_scene_variant_sets_the_season():
    sample = generate_task(PREFIX + "object_type_count", seed=1, params={"scene_variant": "winter"})
    assert sample.trace_payload["state"]["season"] == sample.scene_variant == "winter"
