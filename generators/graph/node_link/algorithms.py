"""Graph algorithms in plain Python, over nodes of any hashable type and links as dicts of neighbours."""

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

N = TypeVar("N", bound=Hashable)
Links = dict[N, list[N]]  # the nodes that each node leads to


def links(nodes: Iterable[N], pairs: Iterable[tuple[N, N]], way: str = "both") -> Links:
    """Neighbours by node: along the pairs (`out`), against them (`in`), or `both`."""
    near: Links = {node: [] for node in nodes}
    for a, b in pairs:
        if way != "in":
            near[a].append(b)
        if way != "out":
            near[b].append(a)
    return near


def reached(near: Links, start: N) -> set[N]:
    """The nodes that a walk from `start` can come to, `start` included."""
    seen, stack = {start}, [start]
    while stack:
        for other in near[stack.pop()]:
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return seen


def components(near: Links) -> list[list[N]]:
    """The connected parts of undirected links, each in the order of the nodes."""
    parts, done = [], set()
    for node in near:
        if node not in done:
            part = reached(near, node)
            done |= part
            parts.append([other for other in near if other in part])
    return parts


def distances(near: Links, start: N) -> dict[N, int]:
    far, queue = {start: 0}, [start]
    for node in queue:
        for other in near[node]:
            if other not in far:
                far[other] = far[node] + 1
                queue.append(other)
    return far


def ways_from(near: Links, start: N) -> tuple[dict[N, int], dict[N, int], dict[N, N]]:
    """Of every node that can be reached: its distance, the number of shortest paths, its last stop before."""
    far, ways, back = distances(near, start), {start: 1}, {}
    for node in far:  # in order of distance
        for other in near[node]:
            if far[other] == far[node] + 1:
                ways[other] = ways.get(other, 0) + ways[node]
                back[other] = node
    return far, ways, back


def shortest(near: Links, start: N, end: N) -> tuple[list[N], int]:
    """A shortest path (empty when there is none) and how many there are."""
    far, ways, back = ways_from(near, start)
    if end not in far:
        return [], 0
    path = [end]
    while path[-1] != start:
        path.append(back[path[-1]])
    return path[::-1], ways[end]


def bridges(nodes: Sequence[N], pairs: Sequence[tuple[N, N]]) -> list[tuple[N, N]]:
    """The edges without which their ends no longer reach each other."""
    return [(a, b) for a, b in pairs if b not in reached(links(nodes, [p for p in pairs if p != (a, b)]), a)]


def cut_vertices(near: Links) -> list[N]:
    """The nodes whose removal leaves more connected parts than before."""
    whole = len(components(near))
    cuts = []
    for gone in near:
        rest = {node: [o for o in others if o != gone] for node, others in near.items() if node != gone}
        if len(components(rest)) > whole:
            cuts.append(gone)
    return cuts


def longest(near: Links) -> tuple[list[N], int]:
    """A longest path of an acyclic directed graph, and how many paths are as long."""
    best: dict[N, tuple[int, int, list[N]]] = {}  # edges, number of such paths, one of them

    def onwards(node: N) -> tuple[int, int, list[N]]:
        if node not in best:
            tails = [onwards(other) for other in near[node]]
            length = max((tail[0] + 1 for tail in tails), default=0)
            kept = [tail for tail in tails if tail[0] + 1 == length]
            best[node] = (length, sum(t[1] for t in kept) or 1, [node, *(kept[0][2] if kept else ())])
        return best[node]

    top = max(onwards(node)[0] for node in near)
    heads = [found for found in best.values() if found[0] == top]
    return heads[0][2], sum(found[1] for found in heads)


def spanning_tree(weighted: Iterable[tuple[int, N, N]]) -> list[tuple[int, N, N]]:
    """The lightest spanning tree, by Kruskal: light edges first, none that closes a cycle."""
    part: dict[N, N] = {}

    def root(node: N) -> N:
        while part.get(node, node) != node:
            node = part[node]
        return node

    tree = []
    for weight, a, b in sorted(weighted):
        if root(a) != root(b):
            part[root(a)] = root(b)
            tree.append((weight, a, b))
    return tree


def core(near: Links) -> list[N]:
    """What is left when nodes of degree under two are taken away in turn: cycles and what joins them."""
    left = {node: set(others) for node, others in near.items()}
    while ends := [node for node, others in left.items() if len(others) < 2]:
        for node in ends:
            for other in left.pop(node):
                left.get(other, set()).discard(node)
    return list(left)


def chordless_cycles(near: Links) -> list[list[N]]:
    """The cycles none of whose nodes are joined but along the cycle; each once, from its first node."""
    rank = {node: i for i, node in enumerate(near)}
    found = []

    def extend(path: list[N]) -> None:
        for other in near[path[-1]]:
            if rank[other] <= rank[path[0]] or other in path:
                continue
            joined = [node for node in path[:-1] if node in near[other]]
            if not joined:
                extend([*path, other])
            elif joined == [path[0]] and len(path) > 1 and rank[path[1]] < rank[other]:
                found.append([*path, other])

    for node in near:
        for other in near[node]:
            if rank[other] > rank[node]:
                extend([node, other])
    return found


def hamiltonian_cycles(near: Links, most: int = 2) -> list[list[N]]:
    """Up to `most` cycles through every node, each in one direction only."""
    start, found = next(iter(near)), []

    def extend(path: list[N], free: set[N]) -> None:
        if not free:
            if start in near[path[-1]] and str(path[1]) < str(path[-1]):
                found.append(list(path))
            return
        if any(sum(o in free or o in (path[-1], start) for o in near[node]) < 2 for node in free):
            return  # some node can no longer be entered and left
        for other in near[path[-1]]:
            if other in free and len(found) < most:
                extend([*path, other], free - {other})

    extend([start], set(near) - {start})
    return found
