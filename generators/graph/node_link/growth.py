"""Graphs grown for a purpose, over nodes 0, 1, 2, ...; nearly all planar, to be drawn clearly."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

from trace_tasks.engine import Reject, Rng

from .algorithms import cut_vertices, hamiltonian_cycles, links

T = TypeVar("T")
Pair = tuple[int, int]
Pairs = list[Pair]


def until(make: Callable[[], T], good: Callable[[T], bool], tries: int, what: str) -> T:
    """The first of `tries` makings that is good."""
    for _ in range(tries):
        if good(made := make()):
            return made
    raise Reject(what)


def scaffold(rng: Rng, n: int) -> Pairs:
    """Edges of a planar graph on `n` nodes, nearly as many as there can be, short ones first."""
    side = next(s for s in range(2, 9) if s * s >= n)
    cells = rng.sample([(i, j) for i in range(side) for j in range(side)], n)
    spots = [(10 * i + rng.integer(0, 7), 10 * j + rng.integer(0, 7)) for i, j in cells]

    def length(pair: Pair) -> int:
        (a, b), (p, q) = spots[pair[0]], spots[pair[1]]
        return (a - p) * (a - p) + (b - q) * (b - q)

    def side_of(a: int, b: int, p: int) -> int:
        (ax, ay), (bx, by), (px, py) = spots[a], spots[b], spots[p]
        return (bx - ax) * (py - ay) - (by - ay) * (px - ax)

    def crosses(one: Pair, two: Pair) -> bool:
        a, b, p, q = *one, *two
        if a in two or b in two:
            return False
        return side_of(a, b, p) * side_of(a, b, q) <= 0 and side_of(p, q, a) * side_of(p, q, b) <= 0

    kept: Pairs = []
    for pair in sorted(((i, j) for j in range(n) for i in range(j)), key=length):
        if length(pair) < 700 and not any(crosses(pair, other) for other in kept):
            kept.append(pair)
    return kept


def grown(rng: Rng, n: int, m: int, frame: Pairs | None = None, most: int = 5) -> Pairs:
    """A connected planar graph of `n` nodes and up to `m` edges, of degree at most `most`."""
    return _spread(n, m, rng.shuffled(frame or scaffold(rng, n)), [most] * n, [])


def around_hub(rng: Rng, n: int, m: int, degree: int, most: int) -> tuple[int, Pairs]:
    """A graph whose node 0 has exactly this degree, the others at most `most`."""
    frame = scaffold(rng, n)
    near = links(range(n), frame)
    hub = max(near, key=lambda k: len(near[k]))
    place = {hub: 0, 0: hub}
    frame = [(place.get(a, a), place.get(b, b)) for a, b in rng.shuffled(frame)]
    spokes = [pair for pair in frame if 0 in pair][:degree]
    rest = [pair for pair in frame if 0 not in pair]
    pairs = _spread(n, m, rest, [degree] + [most] * (n - 1), spokes)
    return with_leaves(rng, n, pairs, [0] * (degree - len(spokes)))


def _spread(n: int, m: int, frame: Pairs, caps: list[int], kept: Pairs) -> Pairs:
    """`kept` made connected, then filled up to `m` edges, by edges of `frame` within the caps on degrees."""
    part, degree, pairs = list(range(n)), [0] * n, []

    def take(pair: Pair) -> None:
        pairs.append(pair)
        for end in pair:
            degree[end] += 1

    for a, b in (*kept, *frame):
        room = (a, b) in kept or (degree[a] < caps[a] - (caps[a] > 3) and degree[b] < caps[b] - (caps[b] > 3))
        if part[a] != part[b] and room:
            take((a, b))
            gone, stays = part[a], part[b]
            part = [stays if p == gone else p for p in part]
    if len(set(part)) > 1:
        raise Reject("a graph fell apart")
    for a, b in frame:
        if len(pairs) < m and (a, b) not in pairs and degree[a] < caps[a] and degree[b] < caps[b]:
            take((a, b))
    return pairs


def side_by_side(*graphs: tuple[int, Pairs]) -> tuple[int, Pairs]:
    """The disjoint union of graphs given as number of nodes and edges."""
    n = 0
    pairs: Pairs = []
    for size, part in graphs:
        pairs += [(a + n, b + n) for a, b in part]
        n += size
    return n, pairs


def parts(rng: Rng, sizes: Sequence[int], density: float = 1.15) -> tuple[int, Pairs]:
    """Connected graphs of these sizes, apart from each other."""
    return side_by_side(*((size, grown(rng, size, round(size * density))) for size in sizes))


def with_leaves(rng: Rng, n: int, pairs: Pairs, hosts: Sequence[int]) -> tuple[int, Pairs]:
    """One new node hung on each of the hosts."""
    return n + len(hosts), [*pairs, *((host, n + i) for i, host in enumerate(hosts))]


def with_tails(rng: Rng, n: int, pairs: Pairs, count: int) -> tuple[int, Pairs]:
    """`count` new nodes hung on any nodes of low degree, so that trees grow."""
    pairs = list(pairs)
    for new in range(n, n + count):
        near = links(range(new), pairs)
        pairs.append((rng.choice([k for k in range(new) if len(near[k]) < 4]), new))
    return n + count, pairs


def degrees(n: int, pairs: Pairs, way: str = "both") -> list[int]:
    near = links(range(n), pairs, way)
    return [len(near[k]) for k in range(n)]


def turned(rng: Rng, pairs: Pairs) -> Pairs:
    """The edges, each pointed one way or the other."""
    return [(a, b) if rng.chance(0.5) else (b, a) for a, b in pairs]


def downhill(rng: Rng, n: int, pairs: Pairs) -> Pairs:
    """The edges pointed so that no directed cycle arises and every node but one is pointed at.

    Nodes are ranked as a walk from any of them finds them; edges point from lower to higher ranks.
    """
    near = links(range(n), pairs)
    order = [rng.integer(0, n - 1)]
    while len(order) < n:
        order.append(rng.choice([b for a in order for b in near[a] if b not in order]))
    rank = {node: i for i, node in enumerate(order)}
    return [(a, b) if rank[a] < rank[b] else (b, a) for a, b in pairs]


def climbed(start: T, change: Callable[[T], T], miss: Callable[[T], float], what: str, steps: int = 160) -> T:
    """Changed at random, never for the worse, until `miss` is zero."""
    error = miss(start)
    for _ in range(steps):
        if error == 0:
            return start
        changed = change(start)
        if (now := miss(changed)) <= error:
            start, error = changed, now
    raise Reject(what)


def steered(rng: Rng, pairs: Pairs, miss: Callable[[Pairs], float], what: str, fixed: int = 0) -> Pairs:
    """Edge directions flipped until `miss` is zero; the first `fixed` edges keep theirs."""

    def flip(pairs: Pairs) -> Pairs:
        k = rng.integer(fixed, len(pairs) - 1)
        return [*pairs[:k], pairs[k][::-1], *pairs[k + 1 :]]

    return climbed([*pairs[:fixed], *turned(rng, pairs[fixed:])], flip, miss, what)


def ranked(rng: Rng, n: int, pairs: Pairs, miss: Callable[[Pairs], float], what: str) -> Pairs:
    """The edges pointed up an order of the nodes, changed until `miss` is zero; no directed cycle."""

    def pointed(rank: list[int]) -> Pairs:
        return [(a, b) if rank[a] < rank[b] else (b, a) for a, b in pairs]

    def swap(rank: list[int]) -> list[int]:
        i, j = rng.sample(range(n), 2)
        rank = list(rank)
        rank[i], rank[j] = rank[j], rank[i]
        return rank

    return pointed(climbed(rng.shuffled(range(n)), swap, lambda rank: miss(pointed(rank)), what))


def joined_blocks(rng: Rng, sizes: Sequence[int]) -> tuple[int, Pairs]:
    """Cycles of these sizes (one: a lone node), joined into a tree by as many bridges as it takes."""
    n, pairs, starts = 0, [], []
    for size in sizes:
        if size > 1:
            pairs += [(n + i, n + (i + 1) % size) for i in range(size)]
        starts.append(range(n, n + size))
        n += size
    load = [0] * n
    for i in range(1, len(starts)):
        a = min(
            rng.shuffled(k for part in starts[:i] for k in part), key=lambda k: load[k] + rng.integer(0, 1)
        )
        b = rng.choice(starts[i])
        load[a] += 1
        load[b] += 1
        pairs.append((a, b))
    return n, pairs


def tiled(rng: Rng, faces: Sequence[int]) -> tuple[int, Pairs]:
    """Cycles of these sizes, each glued along one edge to an earlier one: they are the chordless cycles."""
    n = faces[0]
    pairs = [(i, (i + 1) % n) for i in range(n)]
    free = list(pairs)
    for size in faces[1:]:
        degree = degrees(n, pairs)
        a, b = rng.choice([p for p in free if degree[p[0]] + degree[p[1]] < 7])
        free.remove((a, b))
        ring = [a, *range(n, n + size - 2), b]
        edges = list(pairwise(ring))
        pairs += edges
        free += edges
        n += size - 2
    return n, pairs


def one_round_trip(rng: Rng, n: int, chords: int) -> Pairs:
    """A cycle through all `n` nodes and chords within and around it, so that no other such cycle exists."""
    pairs = [(i, (i + 1) % n) for i in range(n)]
    inner: Pairs = []
    outer: Pairs = []
    for pair in rng.shuffled((i, j) for j in range(n) for i in range(j - 1) if (i, j) != (0, n - 1)):
        degree = degrees(n, pairs)
        face = next((f for f in (inner, outer) if not any(_interleave(pair, other) for other in f)), None)
        if face is None or max(degree[pair[0]], degree[pair[1]]) > 3:
            continue
        if len(hamiltonian_cycles(links(range(n), [*pairs, pair]))) == 1:
            face.append(pair)
            pairs.append(pair)
        if len(pairs) == n + chords:
            break
    return pairs


def prism(rng: Rng, sides: int) -> tuple[int, Pairs]:
    """Two rings joined rung by rung, some diagonals, and last one node of degree two within an edge."""
    ring = [(i, (i + 1) % sides) for i in range(sides)]
    pairs = [*ring, *((a + sides, b + sides) for a, b in ring), *((i, i + sides) for i in range(sides))]
    pairs += [(a, b + sides) for a, b in rng.sample(ring, rng.integer(1, sides - 1))]
    a, b = pairs.pop(rng.integer(0, len(pairs) - 1))
    return 2 * sides + 1, [*pairs, (a, 2 * sides), (b, 2 * sides)]


def _interleave(one: Pair, two: Pair) -> bool:
    (a, b), (p, q) = one, two
    return a < p < b < q or p < a < q < b


def cut_count(n: int, pairs: Pairs) -> int:
    return len(cut_vertices(links(range(n), pairs)))
