"""Where the nodes of a drawn graph go: several candidate layouts at once, of which the clearest is taken.

Only + - * / and square roots touch the coordinates, and sums run over whole numbers, so every CPU agrees.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from trace_tasks.engine import Box, Point, Rng

Pairs = Sequence[tuple[int, int]]
Frames = list[tuple[list[int], Box]]  # the nodes of each component and the box they keep to
TRIES = 8  # starts of a force-directed layout
KEPT = 3  # of these, the ones of fewest crossings that are worked out
CLEAR_STEPS = 20  # of these, the last ones, that push edges off nodes
ROUNDS = ((1.0, 36), (1.1, 52), (1.2, 52))  # scale of the sheet and steps of a layout, until one is clear
STRAIGHT = -0.9903  # cosine between edges that lie within 8 degrees of one line
UNCLEAR = 1000.0  # cost of a layout that breaks a rule
APART = 64  # hops between nodes of different components


class Room(NamedTuple):
    """What a layout must keep: half the size of a node, and the clear space around it in px."""

    half_w: float
    half_h: float
    clear: float = 12.0
    link: float = 34.0  # the shortest visible edge
    angle: float = 0.963  # largest cosine between two edges at one node
    arriving: float = 0.963  # and between two that point at it
    crossing: float = 1.0  # what a crossing costs

    @property
    def squeeze(self) -> float:
        """By how much x shrinks while nodes are placed, so that they are about round."""
        return (self.half_h + self.clear) / (self.half_w + self.clear)

    @property
    def reach(self) -> float:
        """The radius of a node once x is squeezed."""
        return self.half_h * (1.0 if self.half_w == self.half_h else 1.28)


class Corners(NamedTuple):
    """Pairs of edges that share a node: that node, twice, and the other ends, first of all the ones."""

    at: np.ndarray
    ends: np.ndarray
    most: np.ndarray  # of each pair the largest cosine between them
    moves: np.ndarray  # which nodes a push at the ends moves, and which back

    def ways(self, xy: np.ndarray, stretch: float = 1.0) -> np.ndarray:
        """The direction of every edge at every corner, (2, ends, layouts), with x drawn out."""
        run = xy[:, self.ends] - xy[:, self.at]
        run[0] *= stretch
        run /= np.sqrt(run[0] * run[0] + run[1] * run[1]) + 0.01
        return run

    def cosines(self, xy: np.ndarray, room: Room) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The directions, and the cosines of the corners: as laid out and as the picture shows them."""
        ways, half = self.ways(xy), len(self.most)
        shown = ways if room.squeeze == 1 else self.ways(xy, 1 / room.squeeze)
        products = ways[:, :half] * ways[:, half:], shown[:, :half] * shown[:, half:]
        return ways, products[0][0] + products[0][1], products[1][0] + products[1][1]


def arranged(
    rng: Rng,
    pairs: Pairs,
    size: tuple[float, float],
    room: Room,
    prefer: str = "force",
    levels: Sequence[int] = (),
    n: int = 0,
) -> Iterator[list[Point]]:
    """Clear places for `n` nodes on a sheet of this size, or a little larger, the best first.

    First of the preferred kind (`force`, `circle`, `grid`, or `levels`: top down or left to right), then
    force-directed.
    """
    far, corners = _hops(n, pairs), _corners(n, pairs, room)
    for scale, steps in ROUNDS:
        w, h = size[0] * scale - 2 * room.half_w, size[1] * scale - 2 * room.half_h
        frame = Box(0, 0, w * room.squeeze, h)
        forces = partial(_forces, rng, far, pairs, corners, frame, room, steps)
        for xy in _candidates(forces, rng, far, corners, frame, room, prefer, levels):
            cost = _cost(xy, pairs, corners, room)
            for k in np.argsort(cost, kind="stable").tolist():
                if cost[k] < UNCLEAR:
                    x, y = xy[:, :, k].tolist()
                    yield [(a / room.squeeze, b) for a, b in zip(x, y, strict=True)]


def _candidates(
    forces: Callable[..., np.ndarray],
    rng: Rng,
    far: np.ndarray,
    corners: Corners,
    frame: Box,
    room: Room,
    prefer: str,
    levels: Sequence[int],
) -> Iterator[np.ndarray]:
    """Sets of layouts, (2, n, layouts) each: those of the preferred kind, then force-directed ones."""
    if prefer == "circle":
        yield _circles(rng, far, frame)
    if prefer == "levels":
        yield forces(levels)
    xy = forces()
    if prefer == "grid":
        for places in _snapped(xy, frame, 2 * room.reach + room.link):
            for _ in range(6):  # a little off the grid where edges would run on in one line
                places += np.minimum(np.maximum(_turned(places, corners, room) / 8, -4.0), 4.0)
            yield np.rint(places * 16.0) / 16.0
    yield xy


def _corners(n: int, pairs: Pairs, room: Room) -> Corners:
    """Every two edges that share a node."""
    sides: list[list[tuple[int, bool]]] = [[] for _ in range(n)]
    for a, b in pairs:
        sides[a].append((b, False))
        sides[b].append((a, True))
    found = [(at, *one, *two) for at, ends in enumerate(sides) for one, two in combinations(ends, 2)]
    at, one, to_one, two, to_two = np.array(found, np.int64).reshape(-1, 5).T
    at, ends, each = np.tile(at, 2), np.concatenate((one, two)), np.arange(2 * len(at))
    moves = np.zeros((n, len(at)))
    moves[ends, each] = 1.0
    moves[at, each] -= 1.0
    return Corners(at, ends, np.where(to_one & to_two, room.arriving, room.angle)[:, None], moves)


def _hops(n: int, pairs: Pairs) -> np.ndarray:
    """Edges on the shortest way between every two nodes."""
    far = np.full((n, n), APART, np.int64)
    far[np.arange(n), np.arange(n)] = 0
    for a, b in pairs:
        far[a, b] = far[b, a] = 1
    for k in range(n):
        np.minimum(far, far[:, k, None] + far[None, k], out=far)
    return np.minimum(far, APART)


def _frames(parts: list[tuple[int, ...]], frame: Box, gap: float) -> Frames:
    """A box for each component, larger for those of more nodes."""
    if len(parts) == 1:
        return [(list(parts[0]), frame)]
    room = [len(part) + 2.0 for part in parts]
    half = next(k for k in range(1, len(parts)) if 2 * sum(room[:k]) >= sum(room) or k == len(parts) - 1)
    shares = (sum(room[:half]), sum(room[half:]))
    one, two = frame.columns(shares, gap) if frame.w > frame.h else frame.rows(shares, gap)
    return _frames(parts[:half], one, gap) + _frames(parts[half:], two, gap)


def _forces(
    rng: Rng,
    far: np.ndarray,
    pairs: Pairs,
    corners: Corners,
    frame: Box,
    room: Room,
    steps: int,
    levels: Sequence[int] | None = None,
) -> np.ndarray:
    """Fruchterman-Reingold from several starts at once, each component in its frame; (2, n, KEPT)."""
    n, (a, b) = len(far), np.array(pairs).T
    parts = rng.shuffled(sorted({tuple(np.flatnonzero(row < APART).tolist()) for row in far}))
    frames = _frames(parts, frame, room.reach + room.clear + 20)
    xy, low, high = _starts(rng, far, frames)
    ends = np.zeros((2, n, len(a)))  # which node each edge starts from, and ends at
    ends[0, a, np.arange(len(a))] = ends[1, b, np.arange(len(a))] = 1.0
    joined = (far == 1)[:, :, None]
    need = 2 * room.reach + room.clear + 4 + joined * (room.link - room.clear)
    need += (far == 2)[:, :, None] * 40.0  # else their edges to the node between are at a narrow angle
    spread = min(max(0.62 + 0.9 * (len(a) / n - 1.1), 0.62), 0.82)  # near-trees would crowd the walls
    ideal = spread * float(np.sqrt(frame.w * frame.h / (n + 2 * len(parts) - 2)))
    bond = joined / ideal
    charge = (far < APART)[:, :, None] * (ideal * ideal)  # other components have frames of their own
    fall = _fall(levels, frame)
    for step in range(steps):
        clearing = step >= steps - CLEAR_STEPS
        if step == steps - CLEAR_STEPS:
            xy = xy if levels else _evened(xy, frames, low, high)
            tangled = _meetings(xy, a, b)[0] + 1.2 * _bare(xy, a, b)
            xy = xy[:, :, np.argsort(tangled, kind="stable")[:KEPT]]
        d = xy[:, :, None] - xy[:, None]  # (2, n, n, starts)
        square = d[0] * d[0] + d[1] * d[1] + 1.0
        long = np.sqrt(square)
        pull = charge / square - bond * long
        if clearing:
            pull += np.maximum(need - long, 0.0) / long * 4.0
        force = np.add.reduce(np.rint(d * pull * 64.0), axis=2) / 64.0
        if fall is not None:
            force[fall[0]] += (fall[1] - xy[fall[0]]) * 3.0
        if clearing and step % 2 == 0:
            force += _turned(xy, corners, room)
        if clearing and step % 2:
            force += _off_edges(xy, a, b, ends, (room.reach + room.clear) * 1.3) * 3.5
        length = np.sqrt(force[0] * force[0] + force[1] * force[1]) + 0.001
        heat = ideal * (0.55 * (1 - step / steps) + 0.02)
        xy = np.minimum(np.maximum(xy + force * np.minimum(heat / length, 1.0), low), high)
        if step == steps - 8:
            xy = _filled(xy, frames, low, high)
    return np.rint(xy * 16.0) / 16.0


def _starts(rng: Rng, far: np.ndarray, frames: Frames) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """First places, from the distances to two nodes of the component, and the bounds of all places."""
    n = len(far)
    xy, low, high = np.empty((2, n, TRIES)), np.empty((2, n, 1)), np.empty((2, n, 1))
    for part, frame in frames:
        low[:, part, 0], high[:, part, 0] = np.array(frame).reshape(2, 2, 1)
        for t in range(TRIES):
            ends = rng.sample(part, 2) if len(part) > 1 else part * 2
            for node in part:
                for axis in (0, 1):
                    xy[axis, node, t] = far[ends[axis], node] + rng.uniform(-0.9, 0.9)
    return _filled(xy, frames, low, high), low, high


def _fall(levels: Sequence[int] | None, frame: Box) -> tuple[int, np.ndarray] | None:
    """The axis along which nodes of these levels are drawn out, and where on it each should be."""
    if levels is None:
        return None
    axis, size = (1, frame.h) if frame.h >= 0.8 * frame.w else (0, frame.w)
    return axis, (np.array(levels, float) / max(*levels, 1) * size)[:, None]


def _turned(xy: np.ndarray, corners: Corners, room: Room) -> np.ndarray:
    """Pushes that part edges which leave a node too close, and bend those that leave it in one line."""
    ways, cosine, shown = corners.cosines(xy, room)
    u, v = ways[:, : len(cosine)], ways[:, len(cosine) :]
    turn = np.maximum(cosine - corners.most + 0.06, 0.0) * 800.0
    turn -= np.maximum(STRAIGHT + 0.012 - shown, 0.0) * 6000.0
    turn = np.where(u[0] * v[1] >= u[1] * v[0], turn, -turn)
    turn = np.concatenate((turn, -turn))
    return corners.moves @ np.rint(np.array((ways[1] * turn, ways[0] * -turn)) * 64.0) / 64.0


def _off_edges(xy: np.ndarray, a: np.ndarray, b: np.ndarray, ends: np.ndarray, reach: float) -> np.ndarray:
    """Pushes between nodes and the edges that pass nearer than `reach`; sums run over whole 1/64 px."""
    along, gap = _feet(xy, a, b)
    near = np.sqrt(gap[0] * gap[0] + gap[1] * gap[1]) + 0.5
    push = np.rint(gap / near * np.maximum(reach - near, 0.0) * 64.0)  # (2, m, n, tries)
    push *= 1.0 - ends.sum(axis=0).T[:, :, None]
    force = np.add.reduce(push, axis=1)
    half = np.add.reduce(np.rint(push * along), axis=2)
    rest = np.add.reduce(push, axis=2) - half
    return (force - ends[1] @ half - ends[0] @ rest) / 64.0


def _feet(xy: np.ndarray, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For every edge and node: where along the edge its nearest point lies, and the way from there."""
    start, run = xy[:, a, None], (xy[:, b] - xy[:, a])[:, :, None]  # (2, m, 1, tries)
    off = xy[:, None] - start
    along = (off[0] * run[0] + off[1] * run[1]) / (run[0] * run[0] + run[1] * run[1] + 1.0)
    along = np.minimum(np.maximum(along, 0.0), 1.0)
    return along, off - run * along


def _evened(xy: np.ndarray, frames: Frames, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Every component sheared until it lies along no diagonal and fills its frame."""
    xy = np.rint(xy)  # sums of whole numbers
    for part, _ in frames:
        x, y = own = xy[:, part] * len(part) - xy[:, part].sum(axis=1, keepdims=True)
        own[1] = y - x * ((x * y).sum(axis=0) / ((x * x).sum(axis=0) + 1.0))
        least, most = own.min(axis=1, keepdims=True), own.max(axis=1, keepdims=True)
        ranks = own.argsort(axis=1, kind="stable").argsort(axis=1, kind="stable") / max(len(part) - 1, 1)
        xy[:, part] = (own - least) / np.maximum(most - least, 1e-3) * 0.6 + ranks * 0.4
    return _filled(xy, frames, low, high)


def _filled(xy: np.ndarray, frames: Frames, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Every component stretched to touch all sides of its frame."""
    out = np.empty_like(xy)
    for part, _ in frames:
        own = xy[:, part]
        least, most = own.min(axis=1, keepdims=True), own.max(axis=1, keepdims=True)
        start, size = low[:, part[:1]], high[:, part[:1]] - low[:, part[:1]]
        out[:, part] = start + (own - least) / np.maximum(most - least, 1e-3) * size
    return out


def _circles(rng: Rng, far: np.ndarray, frame: Box) -> np.ndarray:
    """Orders around an ellipse in which neighbours follow each other."""
    n, orders = len(far), []
    for _ in range(14):
        order, left = [rng.integer(0, n - 1)], set(range(n))
        left.discard(order[0])
        while left:
            order.append(min(rng.shuffled(sorted(left)), key=lambda k: far[order[-1], k]))
            left.discard(order[-1])
        orders.append(order)
    turn = rng.choice((0.0, 0.5)) / n
    angles = [2 * pi * (i / n + turn) for i in range(n)]
    ring = [(round(0.5 + 0.5 * sin(angle), 4), round(0.5 - 0.5 * cos(angle), 4)) for angle in angles]
    xy = np.empty((2, n, len(orders)))
    for t, order in enumerate(orders):
        for place, node in zip(ring, order, strict=True):
            xy[:, node, t] = frame.point(*place)
    return xy


def _snapped(xy: np.ndarray, frame: Box, cell: float) -> list[np.ndarray]:
    """Each layout moved to the crossings of a grid, every node to the nearest that is free."""
    columns, rows = max(int(frame.w / cell), 2), max(int(frame.h / cell), 2)
    places = [frame.point(i / (columns - 1), j / (rows - 1)) for j in range(rows) for i in range(columns)]
    if len(places) < 1.3 * xy.shape[1]:
        return []
    free, out, each = np.array(places).T[:, :, None], np.empty_like(xy), np.arange(xy.shape[2])
    free = np.repeat(free, xy.shape[2], axis=2)
    for i in range(xy.shape[1]):
        off = free - xy[:, None, i]
        nearest = (off[0] * off[0] + off[1] * off[1]).argmin(axis=0)
        out[:, i] = free[:, nearest, each]
        free[:, nearest, each] = 1e6  # taken
    return [out]


def _cost(xy: np.ndarray, pairs: Pairs, corners: Corners, room: Room) -> np.ndarray:
    """Of each layout: its crossings and how unlike its edge lengths are; over UNCLEAR when unclear."""
    n, reach, (a, b) = xy.shape[1], room.reach, np.array(pairs).T
    d = xy[:, :, None] - xy[:, None]
    apart = np.sqrt(d[0] * d[0] + d[1] * d[1]) + (np.eye(n) * 1e6)[:, :, None]
    _, gap = _feet(xy, a, b)
    clear = np.sqrt(gap[0] * gap[0] + gap[1] * gap[1])
    clear[np.arange(len(a)), a] = clear[np.arange(len(a)), b] = 1e6
    bad = 1.0 * (apart.min(axis=(0, 1)) < 2 * reach + room.clear)
    length = np.maximum(apart[a, b], 1.0)
    bad += length.min(axis=0) < 2 * reach + room.link
    bad += clear.min(axis=(0, 1)) < reach + room.clear
    crossings, narrow = _meetings(xy, a, b)
    bad += narrow > 0
    _, cosine, shown = corners.cosines(xy, room)
    bad += (cosine > corners.most).any(axis=0)
    bad += (shown < STRAIGHT).any(axis=0)
    bare = _bare(xy, a, b)
    bad += bare > max(5 - n // 3, 2)
    uneven = np.rint(length.max(axis=0) / length.min(axis=0))
    low, high = xy.min(axis=1), xy.max(axis=1)
    aside = np.abs(xy.sum(axis=1) / n - (low + high) / 2) / np.maximum(high - low, 1.0)
    looks = 0.5 * uneven + 4.0 * bare + np.rint(8 * (aside[0] + aside[1]))
    return bad * UNCLEAR + room.crossing * crossings + looks


def _bare(xy: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Of each layout: how many ninths of its rectangle hold no node and no middle of an edge."""
    xy = np.concatenate((xy, (xy[:, a] + xy[:, b]) / 2), axis=1)
    low, high = xy.min(axis=1, keepdims=True), xy.max(axis=1, keepdims=True)
    column, row = np.minimum((xy - low) * 3 / np.maximum(high - low, 1.0), 2.0).astype(np.int64)
    return np.array([9 - len(set(ninths)) for ninths in (3 * row + column).T.tolist()])


def _meetings(xy: np.ndarray, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each layout: its crossings, and those of them at under 28 degrees."""
    i, j = np.triu_indices(len(a), 1)
    run = xy[:, b] - xy[:, a]
    run = run / (np.sqrt(run[0] * run[0] + run[1] * run[1]) + 0.01)
    ai, bi, aj, bj = a[i], b[i], a[j], b[j]
    apart = (ai != aj) & (bi != bj) & (ai != bj) & (bi != aj)
    i, j, ai, bi, aj, bj = (ends[apart] for ends in (i, j, ai, bi, aj, bj))
    cosine = run[0][i] * run[0][j] + run[1][i] * run[1][j]

    def side(p, q, r):
        u, v, z = xy[:, p], xy[:, q], xy[:, r]
        return (v[0] - u[0]) * (z[1] - u[1]) - (v[1] - u[1]) * (z[0] - u[0])

    cross = (side(ai, bi, aj) * side(ai, bi, bj) < 0) & (side(aj, bj, ai) * side(aj, bj, bi) < 0)
    return cross.sum(axis=0), (cross & (np.abs(cosine) > 0.88)).sum(axis=0)


def struck(boxes: np.ndarray, points: np.ndarray, pairs: Pairs) -> np.ndarray:
    """Of each box (x0, y0, x1, y1) and each edge: whether they meet."""
    a, b = np.array(pairs).T
    run = points[b] - points[a]
    run = np.where(run == 0, 1e-9, run)
    ends = (boxes.reshape(-1, 1, 2, 2) - points[a][None, :, None]) / run[None, :, None]
    enters, leaves = ends.min(axis=2).max(axis=2), ends.max(axis=2).min(axis=2)
    return (enters <= leaves) & (leaves >= 0) & (enters <= 1)


def plate_places(
    points: Sequence[Point],
    pairs: Pairs,
    half: Sequence[tuple[float, float]],
    nodes: Sequence[Box],
    shares: Sequence[float] = (0.5, 0.43, 0.57, 0.37, 0.63, 0.31, 0.69),
) -> list[Box]:
    """The plates of edge labels, clear of other edges, nodes and plates; none if one has no room."""
    places: list[Box] = []
    xy = np.array(points)
    for e, (i, j) in enumerate(pairs):
        (x, y), (u, v), (w, h) = points[i], points[j], half[e]
        plates = [Box.at((x + (u - x) * share, y + (v - y) * share), 2 * w, 2 * h) for share in shares]
        met = struck(np.array([plate.inset(-13) for plate in plates]), xy, pairs)
        met[:, e] = False
        free = (
            plate
            for plate, hit in zip(plates, np.logical_or.reduce(met, axis=1).tolist(), strict=True)
            if not hit
            and not any(plate.overlaps(node, 4) for node in nodes)
            and not any(plate.overlaps(other, 10) for other in places)
        )
        if (place := next(free, None)) is None:
            return []
        places.append(place)
    return places
