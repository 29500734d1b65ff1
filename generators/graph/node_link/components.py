"""Questions about connected parts, bridges, articulation points and cycles."""

from collections.abc import Iterator

from trace_tasks.engine import Found

from .algorithms import bridges, chordless_cycles, core, cut_vertices, links, reached
from .growth import cut_count, grown, joined_blocks, parts, side_by_side, tiled, until, with_tails
from .scene import Graph, Pair


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("counting", "topology"),
    ask=(
        "How many nodes are in the same connected component as {node}, counting {node} itself?",
        "Starting at {node} and walking along edges, count all nodes that can be visited, {node} included.",
        "What is the number of nodes in the connected part of the graph that holds {node}, with {node} "
        "counted too?",
    ),
    answer_is="the number of nodes in that component",
    witness_is="each node of that component, {node} included, at its center",
)
def same_component_count(graph, query, node: str):
    (part,) = [part for part in graph.components() if node in part]
    return Found(len(part), at=[("node", name) for name in part])


SIZES = range(2, 10)


@same_component_count.sample
def with_component(rng):
    return Graph.of(rng, *parts(rng, [rng.goal(SIZES), *(rng.integer(2, 5) for _ in range(rng.dial(1, 2)))]))


@same_component_count.operands
def member(rng, graph, query):
    return {
        "node": rng.choice([k for part in graph.components() if len(part) == rng.goal(SIZES) for k in part])
    }


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("counting", "ranking", "topology"),
    ask=(
        "The graph falls into separate connected components. How many nodes does the largest one have?",
        "Which connected component has the most nodes, and how many nodes is that?",
        "How many nodes are in the largest set of nodes that can all reach each other along edges?",
    ),
    answer_is="the number of nodes of the largest connected component",
    witness_is="each node of that component, at its center",
)
def largest_component_size(graph, query):
    part = max(graph.components(), key=len)
    return Found(len(part), at=[("node", name) for name in part])


@largest_component_size.sample
def with_one_largest(rng):
    largest = rng.goal(range(4, 10))
    others = [rng.integer(2, min(largest - 1, 5)) for _ in range(rng.dial(1, 3 if largest < 7 else 2))]
    return Graph.of(rng, *parts(rng, [largest, *others]))


# ---- after an edit

Effect = tuple[object, object, int, int]  # the edge, the node asked about, sizes after and before


def effects(rng, nodes, pairs, adding: bool, way: str) -> Iterator[Effect]:
    """What adding or removing one edge does to the set of nodes reached from a node (itself included)."""
    free = [(a, b) for a in nodes for b in nodes if a != b and (a, b) not in pairs and (b, a) not in pairs]
    before = links(nodes, pairs, way)
    for start in rng.shuffled(nodes):
        size = len(reached(before, start))
        for edge in rng.shuffled(free if adding else pairs):
            now = [*pairs, edge] if adding else [pair for pair in pairs if pair != edge]
            yield edge, start, len(reached(links(nodes, now, way), start)), size


def telling(rng, nodes, pairs, adding: bool, way: str, goal: int) -> Effect | None:
    """An effect that leads to the goal; in most instances it is one, in some the edge does not matter."""
    found = effects(rng, nodes, pairs, adding, way)
    return next((e for e in found if e[2] == goal and (e[2] != e[3]) == matters(rng)), None)


def matters(rng) -> bool:
    """Whether the edit of this instance changes what can be reached."""
    return rng.goal(range(12), "matters") > 0


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("counting", "topology", "state_update"),
    queries={
        "component_size_after_edge_removal": "the edge between {edge[0]} and {edge[1]} is removed",
        "component_size_after_edge_addition": "an edge between {edge[0]} and {edge[1]} is added",
    },
    ask=(
        "Suppose {query}. How many nodes does the connected component of {node} then have, counting {node} "
        "itself?",
        "If {query}, how many nodes can then be visited from {node} along edges, {node} included?",
        "Imagine that {query}. What would then be the number of nodes in the connected part that holds "
        "{node}, with {node} counted?",
    ),
    answer_is="the number of nodes of that component after the change",
    witness_is="each node of that component after the change, {node} included, at its center",
)
def component_size_after_edge_edit(graph, query, edge: Pair, node: str):
    adding = query.endswith("addition")
    near = graph.edited(added=edge) if adding else graph.edited(removed=edge)
    part = [node, *graph.reached(node, near)]
    return Found(len(part), at=[("node", name) for name in part])


AFTER = {"removal": range(2, 9), "addition": range(4, 11)}


def size_after(rng, query: str) -> int:
    return rng.goal(AFTER[query.rpartition("_")[2]], "size")


@component_size_after_edge_edit.sample
def with_editable_parts(rng, query):
    goal = size_after(rng, query)
    if query.endswith("addition"):
        first = rng.integer(2, goal - 2)
        whole = [first, goal - first] if matters(rng) else [goal]
        return Graph.of(rng, *parts(rng, [*whole, rng.dial(2, 5)]))
    other = rng.dial(2, 6)
    n, pairs = parts(rng, [goal, other])
    if matters(rng):
        pairs.append((rng.integer(0, goal - 1), rng.integer(goal, n - 1)))
    return Graph.of(rng, *side_by_side((n, pairs), *[parts(rng, [3])] * (n < 9)))


@component_size_after_edge_edit.operands
def edit_and_node(rng, graph, query):
    found = telling(rng, graph.names, graph.pairs, query.endswith("addition"), "both", size_after(rng, query))
    edge, node, _, _ = rng.choice([found] if found else [])
    return {"edge": edge, "node": node}


# ---- what holds a graph together


@Graph.task(
    answer="integer",
    annotation="segment_set",
    operations=("filtering", "counting", "topology"),
    ask=(
        "A bridge is an edge whose removal would leave its two ends without any path between them. How "
        "many bridges does "
        "the graph have?",
        "How many edges are bridges, that is, edges that lie on no cycle and whose removal cuts the graph "
        "apart?",
        "Count the edges of this kind: if that edge alone were removed, the graph would fall apart.",
    ),
    answer_is="the number of bridges",
    witness_is="each bridge, from end to end (an empty list when there is none)",
)
def bridge_count(graph, query):
    found = bridges(graph.names, graph.pairs)
    return Found(len(found), at=[("edge", pair) for pair in found])


@bridge_count.sample
def with_bridges(rng):
    count = rng.goal(range(0, 7))
    if count == 0:
        return Graph.of(rng, *tiled(rng, [rng.integer(3, 5) for _ in range(rng.dial(2, 4))]))
    rings = min(count + 1, rng.dial(2, 3))
    sizes = [rng.dial(3, 4) for _ in range(rings)] + [1] * (count + 1 - rings)
    return Graph.of(rng, *joined_blocks(rng, rng.shuffled(sizes)))


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "topology"),
    ask=(
        "An articulation point is a node whose removal, together with its edges, splits the rest of the "
        "graph into separate parts. How many articulation points does the graph have?",
        "For how many nodes is it true that removing that node alone, with its edges, would cut the rest of "
        "the graph into separate pieces?",
        "Count the cut vertices: nodes without which the remaining nodes can no longer all reach each other.",
    ),
    answer_is="the number of such nodes",
    witness_is="each such node, at its center (an empty list when there is none)",
)
def articulation_point_count(graph, query):
    found = cut_vertices(graph.near())
    return Found(len(found), at=[("node", name) for name in found])


@articulation_point_count.sample
def with_cut_vertices(rng):
    count, n = rng.goal(range(0, 6)), rng.dial(7, 13)
    if count == 0:
        return Graph.of(rng, *tiled(rng, [rng.integer(3, 5) for _ in range(rng.dial(2, 4))]))
    n = max(n, count + 3)
    pairs = until(
        lambda: grown(rng, n, n + rng.integer(0, max(n // 2 - count + 1, 2))),
        lambda p: cut_count(n, p) == count,
        40,
        "other numbers of cut vertices",
    )
    return Graph.of(rng, n, pairs)


# ---- cycles


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("counting", "topology"),
    ask=(
        "The graph contains exactly {scene.ONE} cycle. How many nodes lie on it?",
        "There is just {scene.ONE} closed loop of edges in the graph. How many nodes does the loop pass "
        "through?",
        "Find the only cycle of the graph. What is the number of nodes on it?",
    ),
    answer_is="the number of nodes on the cycle",
    witness_is="each node of the cycle, at its center",
)
def unique_cycle_size(graph, query):
    cycle = core(graph.near())  # one cycle: nothing else is left
    return Found(len(cycle), at=[("node", name) for name in cycle])


@unique_cycle_size.sample
def with_one_cycle(rng):
    size = rng.goal(range(3, 9), "loop")
    return Graph.of(rng, *with_tails(rng, *joined_blocks(rng, [size]), rng.dial(3, 7)))


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "ranking", "topology"),
    ask=(
        "A chordless cycle is a cycle in which no edge joins two nodes that do not follow each other on "
        "the cycle. How "
        "many nodes does the largest chordless cycle have?",
        "Among the cycles without a chord (an edge between two of the cycle's nodes that is not part of "
        "the cycle), how "
        "many nodes has the longest?",
        "Find the longest cycle whose nodes are joined by no edges other than those of the cycle itself. "
        "How many nodes "
        "are on it?",
    ),
    answer_is="the number of nodes on that cycle",
    witness_is="each node of that cycle, at its center",
)
def largest_chordless_cycle_size(graph, query):
    cycles = chordless_cycles(graph.near())
    best = max(cycles, key=len)
    return Found(len(best), at=[("node", name) for name in best], because={"sizes": sorted(map(len, cycles))})


@largest_chordless_cycle_size.sample
def with_tiles(rng):
    size = rng.goal(range(4, 9))
    others = [rng.integer(3, min(size - 1, 5)) for _ in range(rng.dial(1, 3))]
    n, pairs = tiled(rng, rng.shuffled([size, *others]))
    return Graph.of(rng, *with_tails(rng, n, pairs, rng.dial(0, 2)))
