"""Questions about how many edges a node has, and about neighbours."""

from itertools import pairwise

from trace_tasks.engine import Found, Reject

from .growth import around_hub, degrees, grown, prism, scaffold, steered, turned, until, with_leaves
from .scene import Graph


def way_of(query: str) -> str:
    """Which edges a query counts: `in`, `out`, or `both`."""
    if "_in_" in query or "predecessor" in query:
        return "in"
    return "out" if "_out_" in query or "successor" in query else "both"


def is_directed(query: str) -> bool:
    return query.startswith("directed") or way_of(query) != "both"


def plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"


def tangle(rng, low: int = 7, high: int = 13, density: float = 1.3) -> tuple[int, list[tuple[int, int]]]:
    """A connected graph with nothing planted, larger when difficulty is high."""
    n = rng.dial(low, high)
    return n, grown(rng, n, round(n * density))


# ---- the degree of one node


@Graph.task(
    answer="integer",
    annotation="segment_set",
    operations=("filtering", "topology"),
    queries={
        "undirected_named_node_degree_value": "end at node {node}",
        "directed_named_node_in_degree_value": "point at node {node}",
        "directed_named_node_out_degree_value": "point away from node {node}",
        "directed_named_node_total_degree_value": "point at node {node} or away from it, taken together",
    },
    ask=(
        "How many edges {query}?",
        "Count the edges that {query}.",
        "What is the number of edges that {query}?",
    ),
    answer_is="the number of edges that {query}",
    witness_is="each of these edges, from end to end (an empty list when there is none)",
)
def named_node_degree_value(graph, query, node: str):
    edges = graph.edges_of(node, way_of(query))
    return Found(len(edges), at=[("edge", pair) for pair in edges])


def named_degrees(query: str) -> range:
    return range(0, 5) if way_of(query) != "both" else range(1, 7)


@named_node_degree_value.sample
def with_degree(rng, query):
    goal, way = rng.goal(named_degrees(query)), way_of(query)
    n = rng.dial(7, 13)
    size = n
    if way == "both":
        size, pairs = around_hub(rng, n, round(n * 1.35), goal, 5)
        return Graph.of(rng, size, turned(rng, pairs), directed=is_directed(query))
    frame = grown(rng, n, round(n * 1.5))
    pairs = until(
        lambda: turned(rng, frame), lambda p: goal in degrees(n, p, way), 40, "no node of that degree"
    )
    return Graph.of(rng, n, pairs, directed=True)


@named_node_degree_value.operands
def node_of_degree(rng, graph, query):
    way = way_of(query)
    hits = [name for name in graph.names if graph.degree(name, way) == rng.goal(named_degrees(query))]
    busiest = max(graph.degree(name) for name in hits) if hits else 0
    return {"node": rng.choice([name for name in hits if graph.degree(name) >= min(busiest, 3)])}


# ---- all degrees


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "topology"),
    queries={
        "undirected_degree_count": "have {some}",
        "directed_in_degree_count": "have {some} pointing at them",
        "directed_out_degree_count": "have {some} pointing away from them",
    },
    ask=(
        "How many nodes {query}?",
        "Count the nodes that {query}.",
        "Look at every node: what is the number of nodes that {query}?",
    ),
    answer_is="the number of nodes that {query}",
    witness_is="each of these nodes, at its center",
)
def degree_value_filter_count(graph, query, degree: int):
    hits = [name for name in graph.names if graph.degree(name, way_of(query)) == degree]
    return Found(len(hits), at=[("node", name) for name in hits])


COUNTS = range(1, 7)


@degree_value_filter_count.sample
def with_shared_degrees(rng, query):
    way, n = way_of(query), rng.dial(8, 14)
    frame = scaffold(rng, n)
    pairs = until(
        lambda: turned(rng, grown(rng, n, round(n * 1.4), frame)),
        lambda pairs: shared_degrees(degrees(n, pairs, way), rng.goal(COUNTS)),
        30,
        "no degree so frequent",
    )
    return Graph.of(rng, n, pairs, directed=is_directed(query))


def shared_degrees(found: list[int], count: int) -> list[int]:
    """The degrees that so many nodes have; not the number itself, which would stand in the question."""
    return [degree for degree in sorted(set(found)) if found.count(degree) == count != degree]


@degree_value_filter_count.words
def degree_words(graph, query, degree):
    return {"some": f"exactly {degree} {plural(degree, 'edge')}" if degree else "no edge"}


@degree_value_filter_count.operands
def frequent_degree(rng, graph, query):
    found = [graph.degree(name, way_of(query)) for name in graph.names]
    return {"degree": rng.choice(shared_degrees(found, rng.goal(COUNTS)))}


@Graph.task(
    answer="integer",
    annotation="point",
    operations=("ranking", "topology"),
    queries={
        "undirected_max_degree_value": "more edges than any other node",
        "undirected_min_degree_value": "fewer edges than any other node",
        "directed_max_in_degree_value": "more edges pointing at it than any other node",
        "directed_max_out_degree_value": "more edges pointing away from it than any other node",
    },
    ask=(
        "One node has {query}. How many edges {placed} that node?",
        "Find the single node that has {query}. How many edges {placed} it?",
        "Which node has {query}? Count the edges that {placed} that node.",
    ),
    answer_is="the number of edges that {placed} that node",
    witness_is="the center of that node",
)
def degree_extremum_value(graph, query):
    found = {name: graph.degree(name, way_of(query)) for name in graph.names}
    value = min(found.values()) if "_min_" in query else max(found.values())
    (name,) = [name for name, degree in found.items() if degree == value]  # the samplers see to it
    return Found(value, at=("node", name), because={"degrees": found})


@degree_extremum_value.words
def counted_edges(graph, query):
    return {"placed": {"both": "end at", "in": "point at", "out": "point away from"}[way_of(query)]}


@degree_extremum_value.sample
def one_extreme(rng, query):
    if "_min_" in query:
        return Graph.of(rng, *_fewest(rng, rng.goal((1, 2))))
    n = rng.dial(7, 12)
    if "undirected" in query:
        goal = rng.goal(range(4, 8))
        return Graph.of(rng, *around_hub(rng, n, round(n * 1.35), goal, goal - 1))
    goal, way = rng.goal(range(3, 7)), way_of(query)
    n, pairs = around_hub(rng, n, round(n * 1.4), goal + rng.integer(0, 1), 5)
    pairs.sort(key=lambda pair: 0 not in pair)
    spokes = [(b, a) if (a == 0) == (way == "in") else (a, b) for a, b in pairs[:goal]]
    if len(pairs) > goal and 0 in pairs[goal]:
        spokes.append(pairs[goal] if (pairs[goal][0] == 0) == (way == "in") else pairs[goal][::-1])
    pairs = steered(
        rng,
        [*spokes, *pairs[len(spokes) :]],
        lambda p: sum(max(d - goal + 1, 0) for d in degrees(n, p, way)[1:]),
        "no single hub",
        len(spokes),
    )
    return Graph.of(rng, n, pairs, directed=True)


def _fewest(rng, least: int):
    """A graph in which one node has `least` edges and all others more."""
    if least == 2:
        return prism(rng, rng.dial(3, 5))
    n = rng.dial(6, 10)
    pairs = until(
        lambda: grown(rng, n, round(n * 1.7)), lambda p: min(degrees(n, p)) > 1, 30, "too many leaves"
    )
    return with_leaves(rng, n, pairs, [rng.integer(0, n - 1)])


# ---- after a removal


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "topology", "state_update"),
    queries={
        "undirected_degree_one_filter_remaining_count": "with exactly {scene.ONE} edge",
        "directed_in_degree_one_filter_remaining_count": "with exactly {scene.ONE} edge pointing at it",
        "directed_out_degree_one_filter_remaining_count": "with exactly {scene.ONE} edge pointing away "
        "from it",
    },
    ask=(
        "Every node {query} is removed, all at the same time, judged by the picture as it stands. How many "
        "nodes remain?",
        "Mark each node {query} in the graph as shown, then remove all marked nodes in a single step. How "
        "many nodes are "
        "left?",
        "Suppose each node {query} is taken away, all at once and without a second round. How many nodes "
        "stay?",
    ),
    answer_is="the number of nodes that remain",
    witness_is="each node that remains, at its center",
)
def degree_after_removal_filter_count(graph, query):
    kept = [name for name in graph.names if graph.degree(name, way_of(query)) != 1]
    return Found(len(kept), at=[("node", name) for name in kept])


@degree_after_removal_filter_count.sample
def with_few_kept(rng, query):
    goal, gone, way = rng.goal(range(3, 10)), rng.dial(2, 5), way_of(query)
    if way == "both":
        pairs = grown(rng, goal, round(goal * 1.4))
        ends = [k for k, degree in enumerate(degrees(goal, pairs)) if degree == 1]
        more = max(gone - len(ends), 0)
        return Graph.of(
            rng, *with_leaves(rng, goal, pairs, [*ends, *rng.sample(range(goal), min(more, goal))])
        )
    n = goal + gone
    pairs = steered(
        rng,
        grown(rng, n, round(n * 1.5)),
        lambda p: abs(degrees(n, p, way).count(1) - gone),
        "other numbers remain",
    )
    return Graph.of(rng, n, pairs, directed=True)


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "topology", "state_update"),
    ask=(
        "Node {node} is removed together with all of its edges. How many of the other nodes then have no "
        "edge at all?",
        "If {node} and every edge at it were deleted, how many of the nodes left would be without any edge?",
        "Take node {node} and its edges out of the graph. How many remaining nodes are then joined to "
        "nothing?",
    ),
    answer_is="the number of remaining nodes without an edge",
    witness_is="each of these nodes, at its center (an empty list when there is none)",
)
def isolated_after_removal_count(graph, query, node: str):
    alone = [name for name, others in graph.near().items() if name != node and set(others) <= {node}]
    return Found(len(alone), at=[("node", name) for name in alone])


LEAVES = range(0, 6)


@isolated_after_removal_count.sample
def with_leafy_hub(rng):
    goal, n = rng.goal(LEAVES), rng.dial(5, 9)
    pairs = grown(rng, n, round(n * 1.3), most=4)
    degree = degrees(n, pairs)
    hub, *others = sorted(rng.sample(range(n), 3), key=degree.__getitem__)
    return Graph.of(rng, *with_leaves(rng, n, pairs, [hub] * goal + others * rng.integer(1, 2)))


@isolated_after_removal_count.operands
def leafy_hub(rng, graph, query):
    near = graph.near()
    alone = {name: sum(near[other] == [name] for other in near) for name in near}
    hits = [name for name in alone if alone[name] == rng.goal(LEAVES)]
    most = max((len(near[name]) for name in hits), default=0)
    return {"node": rng.choice([name for name in hits if len(near[name]) == most])}


# ---- neighbours


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "logical_composition", "topology"),
    queries={
        "undirected_common_neighbor_count": "share an edge with {a} and also an edge with {b}",
        "directed_common_successor_count": "are pointed at by an edge from {a} and also by an edge from {b}",
        "directed_common_predecessor_count": "have an edge pointing at {a} and also an edge pointing at {b}",
    },
    ask=(
        "How many nodes {query}?",
        "Count the nodes that {query}.",
        "Compare nodes {a} and {b}: what is the number of nodes that {query}?",
    ),
    answer_is="the number of nodes that {query}",
    witness_is="each of these nodes, at its center (an empty list when there is none)",
)
def common_related_node_count(graph, query, a: str, b: str):
    near = graph.near(way_of(query))
    both = [name for name in graph.names if name in near[a] and name in near[b]]
    return Found(len(both), at=[("node", name) for name in both])


SHARED = range(0, 6)


@common_related_node_count.sample
def with_shared(rng, query):
    goal, way = rng.goal(SHARED, "shared"), way_of(query)
    shared = range(2, 2 + goal)
    first = [(end, k) for k in shared for end in (0, 1)]
    n = 2 + goal
    for end in (0, 1):
        n, first = with_leaves(rng, n, first, [end] * rng.dial(1, max(3 - goal, 1)))
    mixed = [(0, n), (n, 1)] if way != "both" and goal < 5 else []
    n += bool(mixed)
    own = [k for k in range(2, n - bool(mixed)) if k not in shared]
    rest = [pair for pair in pairwise(own) if rng.chance(0.4)]
    rest += [pair for pair in pairwise(shared) if rng.chance(0.35)]
    if goal == 0 and not mixed:
        rest.append((own[0], own[-1]))
    for host in rng.sample(range(2, n), min(rng.dial(1, 4), n - 2)):
        rest.append((host, n))
        n += 1
    rest = list(dict.fromkeys(rest))
    if way == "in":
        first, mixed = [(b, a) for a, b in first], [(b, a) for a, b in mixed]
    return Graph.of(rng, n, [*first, *mixed, *turned(rng, rest)], directed=way != "both")


@common_related_node_count.operands
def sharing_pair(rng, graph, query):
    near, names = graph.near(way_of(query)), graph.names
    hits = [
        (a, b)
        for a in names
        for b in names
        if a != b and len(set(near[a]) & set(near[b])) == rng.goal(SHARED, "shared")
    ]
    busy = [min(len(near[a]), len(near[b])) for a, b in hits]
    a, b = rng.choice([pair for pair, n in zip(hits, busy, strict=True) if n == max(busy)])
    return {"a": a, "b": b}


@Graph.task(
    answer="string",
    annotation="point",
    operations=("topology",),
    queries={
        "unique_neighbor_label": "joined to {node} by an edge",
        "unique_successor_label": "that an edge from {node} points at",
        "unique_predecessor_label": "that has an edge pointing at {node}",
    },
    ask=(
        "Which is the only node {query}?",
        "There is exactly {scene.ONE} node {query}. Which node is it?",
        "Name the single node {query}.",
    ),
    answer_is="the name of that node",
    witness_is="the center of that node",
)
def unique_related_node_label(graph, query, node: str):
    (name,) = graph.near(way_of(query))[node]
    return Found(name, at=("node", name))


@unique_related_node_label.sample
def with_single_links(rng, query):
    n, frame = tangle(rng, 8, 14, 1.35)
    way = way_of(query)
    if way == "both":
        return Graph.of(rng, *with_leaves(rng, n - 1, grown(rng, n - 1, len(frame)), [rng.integer(0, n - 2)]))
    pairs = until(lambda: turned(rng, frame), lambda p: 1 in degrees(n, p, way), 20, "no single link")
    return Graph.of(rng, n, pairs, directed=True)


@unique_related_node_label.operands
def singly_linked(rng, graph, query):
    hits = [name for name, others in graph.near(way_of(query)).items() if len(others) == 1]
    if not hits:
        raise Reject("no node with a single link")
    most = max(graph.degree(name) for name in hits)
    return {"node": rng.choice([name for name in hits if graph.degree(name) >= min(most, 3)])}
