"""Node-link diagrams solved again by networkx, and the drawing checked for clearance by shapely."""

from itertools import combinations

import msgspec
import networkx as nx
import numpy as np
import pytest
from shapely import LineString, Point, box

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.graph.node_link.algorithms import (
    chordless_cycles,
    hamiltonian_cycles,
    links,
    longest,
    shortest,
)
from trace_tasks.generators.graph.node_link.scene import Edge, Graph, Node

TASK = "task_graph__node_link__"
SEEDS = range(10)


def state_of(sample) -> Graph:
    return msgspec.convert(sample.trace_payload["state"], Graph)


def nx_graph(state: Graph):
    graph = nx.DiGraph() if state.directed else nx.Graph()
    graph.add_nodes_from((node.name, {"color": node.color}) for node in state.nodes)
    for edge in state.edges:
        assert edge.a != edge.b
        assert not graph.has_edge(edge.a, edge.b)
        assert not graph.has_edge(edge.b, edge.a)
        graph.add_edge(edge.a, edge.b, color=edge.color, text=edge.text, weight=edge.weight)
    return graph


def degree(g, query):
    return dict(g.in_degree if "_in_" in query else g.out_degree if "_out_" in query else g.degree)


def degree_of_node(g, query, node):
    return degree(g, query)[node]


def nodes_of_degree(g, query, **asked):
    return sum(d == asked["degree"] for d in degree(g, query).values())


def extreme_degree(g, query):
    ordered = sorted(degree(g, query).values(), reverse="_max_" in query)
    assert ordered[0] != ordered[1]
    return ordered[0]


def kept_nodes(g, query):
    return g.subgraph([n for n, d in degree(g, query).items() if d != 1]).number_of_nodes()


def left_alone(g, query, node):
    g.remove_node(node)
    return nx.number_of_isolates(g)


def common(g, query, a, b):
    if not g.is_directed():
        return len(list(nx.common_neighbors(g, a, b)))
    near = g.successors if "successor" in query else g.predecessors
    return len(set(near(a)) & set(near(b)))


def only_neighbour(g, query, node):
    near = {"unique_neighbor_label": nx.all_neighbors(g, node)}
    if g.is_directed():
        near = {
            "unique_successor_label": g.successors(node),
            "unique_predecessor_label": g.predecessors(node),
        }
    (name,) = near[query]
    return name


def edited(g, query, edge):
    if query.endswith("removal"):
        g.remove_edge(*edge)
    else:
        assert not g.has_edge(*edge)
        g.add_edge(*edge)
    return g


def component_after(g, query, edge, node):
    return len(nx.node_connected_component(edited(g, query, edge), node))


def reached_after(g, query, edge, node):
    return len(nx.descendants(edited(g, query, edge), node))


def one_largest(g, query):
    sizes = sorted(map(len, nx.connected_components(g)))
    assert sizes[-1] > sizes[-2]
    return sizes[-1]


def cycle_size(g, query):
    (cycle,) = nx.cycle_basis(g)
    return len(cycle)


def longest_chordless(g, query):
    sizes = sorted(map(len, nx.chordless_cycles(g)))
    assert len(sizes) == 1 or sizes[-1] > sizes[-2]
    return sizes[-1]


def only_shortest(g, query, start, end):
    (path,) = nx.all_shortest_paths(g, start, end)
    return len(path) - 1


def longest_directed(g, query):
    length = nx.dag_longest_path_length(g, weight=None, default_weight=1)
    paths = [p for a in g for b in g if a != b for p in nx.all_simple_paths(g, a, b) if len(p) == length + 1]
    assert len(paths) == 1
    return length


def endpoint(g, query):
    ends = {"first": [n for n, d in g.in_degree if d == 0], "last": [n for n, d in g.out_degree if d == 0]}
    assert nx.is_directed_acyclic_graph(g)
    (name,) = ends[query.partition("_")[0]]
    return name


def tree_weight(g, query):
    weights = [w for _, _, w in g.edges(data="weight")]
    assert len(set(weights)) == len(weights)
    return nx.minimum_spanning_tree(g).size(weight="weight")


def on_round_trip(g, query, first, second):
    tours = [c for c in nx.simple_cycles(g) if len(c) == len(g)]
    assert len(tours) == 1
    (tour,) = tours
    at = tour.index(first)
    if tour[at - 1] == second:
        tour = tour[::-1]
        at = tour.index(first)
    assert tour[(at + 1) % len(tour)] == second
    return tour[(at + 2) % len(tour)] if query.startswith("next") else tour[at - 1]


def crossing(g, query, first, second):
    color = nx.get_node_attributes(g, "color")
    pairs = [(color[a], color[b]) for a, b in g.edges]
    return pairs.count((first, second)) + (0 if g.is_directed() else pairs.count((second, first)))


ORACLES = {
    "articulation_point_count": lambda g, q: len(set(nx.articulation_points(g))),
    "bridge_count": lambda g, q: len(list(nx.bridges(g))),
    "common_related_node_count": common,
    "component_size_after_edge_edit": component_after,
    "cross_color_edge_count": crossing,
    "degree_after_removal_filter_count": kept_nodes,
    "degree_extremum_value": extreme_degree,
    "degree_value_filter_count": nodes_of_degree,
    "edge_between_nodes_label": lambda g, q, a, b: g.edges[a, b]["text"],
    "edge_color_count": lambda g, q, color: [c for _, _, c in g.edges(data="color")].count(color),
    "edge_text_count": lambda g, q, text: [t for _, _, t in g.edges(data="text")].count(text),
    "hamiltonian_cycle_neighbor_label": on_round_trip,
    "isolated_after_removal_count": left_alone,
    "largest_chordless_cycle_size": longest_chordless,
    "largest_component_size": one_largest,
    "longest_path_length": longest_directed,
    "mst_weight": tree_weight,
    "named_node_degree_value": degree_of_node,
    "node_color_count": lambda g, q, color: list(nx.get_node_attributes(g, "color").values()).count(color),
    "reachable_count": lambda g, q, node: len(nx.descendants(g, node)),
    "reachable_count_after_edge_edit": reached_after,
    "same_component_count": lambda g, q, node: len(nx.node_connected_component(g, node)),
    "shortest_path_length": only_shortest,
    "topological_endpoint_node_label": endpoint,
    "unique_cycle_size": cycle_size,
    "unique_related_node_label": only_neighbour,
}
PATHS = ("shortest_path_length", "longest_path_length")


@pytest.mark.parametrize("objective", ORACLES)
def test_by_networkx(objective):
    for seed in SEEDS:
        sample = generate_task(TASK + objective, seed=seed)
        state, asked = state_of(sample), sample.trace_payload["operands"]
        answer = sample.answer_gt.value
        assert answer == ORACLES[objective](nx_graph(state), sample.query_id, **asked), seed
        witness = sample.trace_payload["witness"]
        if objective in PATHS:
            nx.path_weight(nx_graph(state), [name for _, name in witness], "weight")  # every step is an edge
            assert len(witness) == answer + 1
        elif objective == "mst_weight":
            tree = nx.Graph([tuple(pair) for _, pair in witness])
            assert nx.is_tree(tree)
            assert len(tree) == len(state.nodes)
        elif sample.annotation_gt.type.endswith("_set"):
            assert len({str(key) for key in witness}) == len(sample.annotation_gt.value) == answer
        elif isinstance(answer, str) and witness[0] == "node":
            assert witness[1] == answer


@pytest.mark.parametrize(("objective", "seed"), [(o, s) for o in list(ORACLES)[::3] for s in range(40, 43)])
def test_edges_keep_clear_of_nodes(objective, seed):
    sample = generate_task(TASK + objective, seed=seed)
    places = {
        (kind, id_ if kind == "node" else tuple(id_)): place
        for kind, id_, place in sample.trace_payload["marks"]
    }
    nodes = {node.name: box(*places["node", node.name]["bbox"]) for node in state_of(sample).nodes}
    for edge in state_of(sample).edges:
        ends = places["edge", edge.ends]["segment"]
        for name, shape in nodes.items():
            far = LineString(ends).distance(shape)
            assert far < 6 if name in (edge.a, edge.b) else far > 4
        a, b = (Point(*places["node", end]["point"]) for end in (edge.a, edge.b))
        assert Point(ends[0]).distance(a) < Point(ends[0]).distance(b)
    for one, two in combinations(nodes.values(), 2):
        assert one.distance(two) > 8


def test_by_hand():
    """A square b-c-d-e with the diagonal b-d, and a tail e-f."""
    near = links("bcdef", ["bc", "cd", "de", "be", "bd", "ef"])
    assert sorted(map(len, chordless_cycles(near))) == [3, 3]
    assert shortest(near, "c", "f") == (["c", "d", "e", "f"], 2) or shortest(near, "c", "f")[1] == 2
    square = links("bcde", ["bc", "cd", "de", "be"])
    assert [set(c) for c in chordless_cycles(square)] == [set("bcde")]
    assert hamiltonian_cycles(square) == [["b", "c", "d", "e"]]
    assert hamiltonian_cycles(near) == []
    assert longest(links("bcde", ["bc", "cd", "bd", "de"], "out")) == (["b", "c", "d", "e"], 1)


@pytest.mark.parametrize("n", [5, 6, 7])
def test_against_all_small_graphs(n):
    """On random graphs of any density, planar or not."""
    for seed in range(25):
        g = nx.gnp_random_graph(n, 0.2 + 0.02 * seed, seed=seed)
        near = links(list(g), list(g.edges))
        found = {frozenset(c) for c in chordless_cycles(near)}
        assert found == {frozenset(c) for c in nx.chordless_cycles(g)}
        tours = [c for c in nx.simple_cycles(g) if len(c) == n]
        assert len(hamiltonian_cycles(near, most=10**6)) == len(tours)


def pixels(state: Graph, seed: int = 3) -> np.ndarray:
    canvas = Canvas(draw_style(Rng("style", seed), Graph.kinds), Rng("layout", seed))
    state.draw(canvas)
    return canvas.pixels


def changed(state: Graph, **how):
    """The state with its first edge replaced."""
    first, *rest = state.edges
    return msgspec.structs.replace(state, edges=(msgspec.structs.replace(first, **how), *rest))


SQUARE = Graph(
    nodes=tuple(
        Node(name, color) for name, color in zip("KMPT", ("red", "blue", "red", "green"), strict=True)
    ),
    edges=tuple(Edge(a, b, color="blue", text="k3") for a, b in ("KM", "MP", "PT", "KT")),
    subject="letters",
    directed=True,
)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_every_fact_shows(seed):
    shown = pixels(SQUARE, seed)

    def differs(state: Graph) -> bool:
        other = pixels(state, seed)
        return other.shape != shown.shape or bool((other != shown).any())

    assert differs(changed(SQUARE, a="M", b="K"))
    assert differs(changed(SQUARE, color="red"))
    assert differs(changed(SQUARE, text="p7"))
    assert differs(changed(SQUARE, text="", weight=7))
    assert differs(msgspec.structs.replace(SQUARE, edges=SQUARE.edges[1:]))
    assert differs(msgspec.structs.replace(SQUARE, nodes=(Node("K", "green"), *SQUARE.nodes[1:])))
    assert not differs(SQUARE)
