"""Questions about reachability, paths, orders, spanning trees and round trips."""

from trace_tasks.engine import Found

from .algorithms import hamiltonian_cycles, links, longest, reached, shortest, spanning_tree, ways_from
from .components import telling
from .degrees import is_directed, tangle
from .growth import downhill, grown, one_round_trip, ranked, scaffold, steered, turned, until
from .scene import Graph, Pair

# ---- reachability


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "topology"),
    ask=(
        "How many other nodes can be reached from {node} by following edges in the direction of their "
        "arrows?",
        "Start at {node} and follow arrows as far as they lead. How many different nodes can be reached, "
        "not counting "
        "{node} itself?",
        "What is the number of nodes, {node} not included, to which a path along the arrows leads from "
        "{node}?",
    ),
    answer_is="the number of nodes reached, without {node}",
    witness_is="each node that can be reached, without {node}, at its center",
)
def reachable_count(graph, query, node: str):
    found = graph.reached(node)
    return Found(len(found), at=[("node", name) for name in found])


REACHED = range(2, 10)


@reachable_count.sample
def with_reach(rng):
    goal = rng.goal(REACHED)
    n = max(rng.dial(8, 13), goal + 2)
    pairs = steered(
        rng,
        grown(rng, n, round(n * 1.35)),
        lambda p: abs(len(reached(links(range(n), p, "out"), 0)) - 1 - goal),
        "other nodes are reached",
    )
    return Graph.of(rng, n, pairs, directed=True)


@reachable_count.operands
def start_of_reach(rng, graph, query):
    return {
        "node": rng.choice([name for name in graph.names if len(graph.reached(name)) == rng.goal(REACHED)])
    }


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "topology", "state_update"),
    queries={
        "reachable_count_after_edge_removal": "the edge from {edge[0]} to {edge[1]} is removed",
        "reachable_count_after_edge_addition": "an edge from {edge[0]} to {edge[1]} is added",
    },
    ask=(
        "Suppose {query}. How many nodes other than {node} can then be reached from {node} along the arrows?",
        "If {query}, how many nodes can then be reached from {node} by following arrows, not counting "
        "{node} itself?",
        "Imagine that {query}. To how many nodes, {node} not included, would a path along the arrows then "
        "lead from {node}?",
    ),
    answer_is="the number of nodes reached after the change, without {node}",
    witness_is="each node that can be reached after the change, without {node}, at its center",
)
def reachable_count_after_edge_edit(graph, query, edge: Pair, node: str):
    adding = query.endswith("addition")
    found = graph.reached(node, graph.edited(added=edge) if adding else graph.edited(removed=edge))
    return Found(len(found), at=[("node", name) for name in found])


AFTER = {"removal": range(1, 8), "addition": range(2, 9)}


def reach_after(rng, query: str) -> int:
    return rng.goal(AFTER[query.rpartition("_")[2]], "reach")


@reachable_count_after_edge_edit.sample
def with_editable_reach(rng, query):
    goal, adding = reach_after(rng, query), query.endswith("addition")
    n = max(rng.dial(7, 12), goal + 3)
    pairs = steered(
        rng,
        grown(rng, n, round(n * 1.35)),
        lambda p: abs(len(reached(links(range(n), p, "out"), 0)) - goal - (-1 if adding else 3)),
        "other nodes are reached",
    )
    return Graph.of(rng, n, pairs, directed=True)


@reachable_count_after_edge_edit.operands
def edit_and_start(rng, graph, query):
    goal, adding = reach_after(rng, query), query.endswith("addition")
    found = telling(rng, graph.names, graph.pairs, adding, "out", goal + 1)
    edge, node, _, _ = rng.choice([found] if found else [])
    return {"edge": edge, "node": node}


# ---- paths


@Graph.task(
    answer="integer",
    annotation="point_sequence",
    operations=("counting", "ranking", "topology"),
    queries={
        "undirected_shortest_path_length": "along edges",
        "directed_shortest_path_length": "along edges in the direction of their arrows",
    },
    ask=(
        "How many edges does the shortest path from {start} to {end} use, moving {query}?",
        "Go from {start} to {end} {query}, over as few edges as possible. How many edges is that?",
        "What is the length, in edges, of the shortest path {query} from {start} to {end}?",
    ),
    answer_is="the number of edges on the shortest path",
    witness_is="the nodes of that path from {start} to {end}, both included, each at its center",
)
def shortest_path_length(graph, query, start: str, end: str):
    path, _ = shortest(graph.near("out" if graph.directed else "both"), start, end)
    return Found(len(path) - 1, at=[("node", name) for name in path], because={"path": path})


LENGTHS = range(2, 7)


def far_pairs(near, length: int):
    """Ends of the shortest paths of this length that are the only ones between their ends."""
    for start in near:
        far, ways, _ = ways_from(near, start)
        yield from ((start, end) for end in near if far.get(end) == length and ways[end] == 1)


@shortest_path_length.sample
def with_far_pair(rng, query):
    goal, directed = rng.goal(LENGTHS), is_directed(query)
    n = max(rng.dial(8, 14), goal + 4)
    frame = scaffold(rng, n)
    pairs = until(
        lambda: turned(rng, grown(rng, n, round(n * 1.25), frame)),
        lambda p: any(far_pairs(links(range(n), p, "out" if directed else "both"), goal)),
        12,
        "no two nodes so far apart",
    )
    return Graph.of(rng, n, pairs, directed=directed)


@shortest_path_length.operands
def far_ends(rng, graph, query):
    near = graph.near("out" if graph.directed else "both")
    start, end = rng.choice(list(far_pairs(near, rng.goal(LENGTHS))))
    return {"start": start, "end": end}


@Graph.task(
    answer="integer",
    annotation="point_sequence",
    operations=("counting", "ranking", "topology"),
    ask=(
        "The arrows form no directed cycle. How many edges does the longest path along the arrows have?",
        "What is the largest number of edges that can be followed one after another in the direction of "
        "the arrows?",
        "Find the longest directed path in this acyclic graph. How many edges does it have?",
    ),
    answer_is="the number of edges on the longest path",
    witness_is="the nodes of that path from its first to its last, each at its center",
)
def longest_path_length(graph, query):
    path, _ = longest(graph.near("out"))
    return Found(len(path) - 1, at=[("node", name) for name in path], because={"path": path})


@longest_path_length.sample
def with_longest_path(rng):
    goal = rng.goal(range(3, 8), "path")
    n = max(rng.dial(7, 13), goal + 3)

    def miss(pairs):
        path, ways = longest(links(range(n), pairs, "out"))
        return 3 * abs(len(path) - 1 - goal) + ways - 1

    return Graph.of(
        rng, n, ranked(rng, n, grown(rng, n, round(n * 1.3)), miss, "other longest paths"), directed=True
    )


@Graph.task(
    answer="string",
    annotation="point",
    operations=("ranking", "topology"),
    queries={"first_in_topological_order_label": "first", "last_in_topological_order_label": "last"},
    ask=(
        "In a topological order every edge points from an earlier node to a later one. Which node comes "
        "{query} in every "
        "such order of this graph?",
        "List the nodes so that all arrows lead from nodes earlier in the list to nodes later in it. Which "
        "node must "
        "stand {query}?",
        "Each arrow means that its tail has to come before its head. Which node is sure to be {query}?",
    ),
    answer_is="the name of the node that comes {query}",
    witness_is="the center of that node",
)
def topological_endpoint_node_label(graph, query):
    toward = graph.near("in" if query.startswith("first") else "out")
    (name,) = [name for name, others in toward.items() if not others]  # one end only, by construction
    return Found(name, at=("node", name))


@topological_endpoint_node_label.sample
def with_one_end(rng, query):
    n, pairs = tangle(rng, 7, 14, 1.4)
    pairs = downhill(rng, n, pairs)
    if query.startswith("last"):
        pairs = [(b, a) for a, b in pairs]
    return Graph.of(rng, n, pairs, directed=True)


# ---- trees and round trips


@Graph.task(
    answer="integer",
    annotation="segment_set",
    operations=("ranking", "aggregation", "topology"),
    ask=(
        "The number on each edge is its weight. What is the total weight of the minimum spanning tree?",
        "Choose edges that connect all nodes to each other at the least possible sum of weights. What is "
        "that sum?",
        "A spanning tree joins all nodes without a cycle. What is the smallest total of edge weights that "
        "a spanning tree "
        "of this graph can have?",
    ),
    answer_is="the total weight of the minimum spanning tree",
    witness_is="each edge of that tree, from end to end",
)
def mst_weight(graph, query):
    tree = spanning_tree((edge.weight, *edge.ends) for edge in graph.edges)
    return Found(sum(w for w, _, _ in tree), at=[("edge", (a, b)) for _, a, b in tree])


WEIGHED = ("letters", "vertices", "codes", "cities", "towns", "stations", "routers")


@mst_weight.sample
def with_weights(rng):
    n = rng.dial(5, 9)
    pairs = grown(rng, n, round(n * 1.5))
    weights = rng.sample(
        range(1, rng.choice((len(pairs) + 4, 25))), len(pairs)
    )  # no two alike: one tree only
    return Graph.of(rng, n, pairs, subjects=WEIGHED, weights=weights)


@Graph.task(
    answer="string",
    annotation="point",
    operations=("topology",),
    queries={
        "next_in_hamiltonian_cycle_label": "right after {second}",
        "previous_in_hamiltonian_cycle_label": "right before {first}",
    },
    ask=(
        "Exactly {scene.ONE} round trip visits every node once and returns to where it began. Follow it in "
        "the direction that goes from {first} straight to {second}. Which node does it visit {query}?",
        "The graph has a single Hamiltonian cycle (a cycle through every node). Walk it in the direction in "
        "which {second} comes right after {first}. Which node comes {query} on this walk?",
        "Only {scene.ONE} cycle passes through all nodes. Walk it in the direction that includes the step "
        "from {first} to {second}. Which node does the walk visit {query}?",
    ),
    answer_is="the name of that node",
    witness_is="the center of that node",
)
def hamiltonian_cycle_neighbor_label(graph, query, first: str, second: str):
    cycle: list[str] = hamiltonian_cycles(graph.near())[0]  # the only one, by construction
    i, n = cycle.index(first), len(cycle)
    if cycle[(i + 1) % n] != second:
        cycle, i = cycle[::-1], n - 1 - i
    name = cycle[(i + 2) % n] if query.startswith("next") else cycle[i - 1]
    return Found(name, at=("node", name), because={"cycle": cycle})


@hamiltonian_cycle_neighbor_label.sample
def with_round_trip(rng):
    n = rng.dial(6, 10)
    return Graph.of(rng, n, one_round_trip(rng, n, rng.dial(3, 5)))


@hamiltonian_cycle_neighbor_label.operands
def step_of_trip(rng, graph, query):
    """A step before or after which the trip must choose between edges."""
    (cycle,) = hamiltonian_cycles(graph.near())
    steps = list(zip(cycle, cycle[1:] + cycle[:1], strict=True))
    steps += [(b, a) for a, b in steps]
    at = 1 if query.startswith("next") else 0
    first, second = rng.choice([step for step in steps if graph.degree(step[at]) > 2])
    return {"first": first, "second": second}
