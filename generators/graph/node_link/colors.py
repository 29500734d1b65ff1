"""Questions about colours of nodes and edges and about what stands on edges."""

from collections.abc import Sequence

from trace_tasks.engine import Found

from .degrees import is_directed
from .growth import grown, turned, until
from .scene import SUBJECTS, Graph

#: Colours that tell apart on sight: as fills of nodes, and as strokes of edges.
NODE_COLORS = (
    ("red", "yellow", "green", "blue", "purple"),
    ("orange", "blue", "green", "pink"),
    ("red", "cyan", "yellow", "purple", "green"),
    ("blue", "yellow", "pink", "brown", "green"),
    ("orange", "cyan", "purple", "green", "gray"),
)
EDGE_COLORS = (
    ("red", "blue", "green"),
    ("orange", "blue", "green", "pink"),
    ("purple", "orange", "green"),
    ("red", "blue", "green", "gray"),
    ("blue", "orange", "gray", "pink"),
)
COUNTS = range(1, 8)


def dealt(rng, kinds: Sequence[str], size: int, count: int) -> list[str]:
    """`size` of the kinds, one of them exactly `count` times."""
    target, *others = rng.sample(kinds, min(len(kinds), rng.dial(3, 4)))
    return rng.shuffled([target] * count + [rng.choice(others) for _ in range(size - count)])


def so_many(rng, found: Sequence[str]) -> str:
    """One of the kinds that occur as often as the goal says."""
    return rng.choice([kind for kind in sorted(set(found)) if found.count(kind) == rng.goal(COUNTS)])


@Graph.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting"),
    ask=(
        "How many nodes are {color}?",
        "Count the {color} nodes of the graph.",
        "What is the number of nodes drawn in {color}?",
    ),
    answer_is="the number of {color} nodes",
    witness_is="each {color} node, at its center",
)
def node_color_count(graph, query, color: str):
    hits = [node.name for node in graph.nodes if node.color == color]
    return Found(len(hits), at=[("node", name) for name in hits])


@node_color_count.sample
def with_colored_nodes(rng):
    count = rng.goal(COUNTS)
    n = max(rng.dial(8, 15), count + 3)
    pairs, directed = grown(rng, n, round(n * 1.25)), rng.chance(0.3)
    return Graph.of(
        rng, n, turned(rng, pairs), directed=directed, colors=dealt(rng, rng.choice(NODE_COLORS), n, count)
    )


@node_color_count.operands
def node_color(rng, graph, query):
    return {"color": so_many(rng, [node.color for node in graph.nodes])}


@Graph.task(
    answer="integer",
    annotation="segment_set",
    operations=("filtering", "counting"),
    ask=(
        "How many edges are {color}?",
        "Count the {color} edges of the graph.",
        "What is the number of edges drawn in {color}?",
    ),
    answer_is="the number of {color} edges",
    witness_is="each {color} edge, from end to end",
)
def edge_color_count(graph, query, color: str):
    hits = [edge.ends for edge in graph.edges if edge.color == color]
    return Found(len(hits), at=[("edge", pair) for pair in hits])


@edge_color_count.sample
def with_colored_edges(rng):
    count, n = rng.goal(COUNTS), rng.dial(8, 13)
    pairs = grown(rng, n, max(round(n * 1.35), count + 4))
    colors = dealt(rng, rng.choice(EDGE_COLORS), len(pairs), count)
    return Graph.of(rng, n, turned(rng, pairs), directed=rng.chance(0.3), edge_colors=colors)


@edge_color_count.operands
def edge_color(rng, graph, query):
    return {"color": so_many(rng, [edge.color for edge in graph.edges])}


@Graph.task(
    answer="integer",
    annotation="segment_set",
    operations=("filtering", "counting", "topology"),
    queries={
        "cross_color_edge_count": "join {a_first} node and {a_second} node",
        "directed_cross_color_edge_count": "point from {a_first} node to {a_second} node",
    },
    ask=(
        "How many edges {query}?",
        "Count the edges that {query}.",
        "What is the number of edges that {query}?",
    ),
    answer_is="the number of edges that {query}",
    witness_is="each of these edges, from end to end (an empty list when there is none)",
)
def cross_color_edge_count(graph, query, first: str, second: str):
    hits = crossing_colors(graph, first, second)
    return Found(len(hits), at=[("edge", pair) for pair in hits])


def crossing_colors(graph, first: str, second: str):
    """The edges from one colour to the other; either way round when the graph is undirected."""
    color = {node.name: node.color for node in graph.nodes}
    wanted = [(first, second)] if graph.directed else [(first, second), (second, first)]
    return [(a, b) for a, b in graph.pairs if (color[a], color[b]) in wanted]


CROSSINGS = range(0, 7)


@cross_color_edge_count.sample
def with_colored_ends(rng, query):
    count, n = rng.goal(CROSSINGS), rng.dial(8, 13)
    pairs = turned(rng, grown(rng, n, round(n * 1.5)))
    kinds = rng.sample(rng.choice(NODE_COLORS), 3)

    def crossed(colors):
        ends = [(colors[a], colors[b]) for a, b in pairs]
        return ends.count((kinds[0], kinds[1])) + (not is_directed(query)) * ends.count((kinds[1], kinds[0]))

    shares = (*kinds[:2], *kinds) if count > 3 else kinds
    colors = until(
        lambda: [rng.choice(shares) for _ in range(n)],
        lambda colors: crossed(colors) == count and len(set(colors)) > 2,
        120,
        "other numbers of edges between colors",
    )
    return Graph.of(rng, n, pairs, directed=is_directed(query), colors=colors)


@cross_color_edge_count.words
def color_words(graph, query, first, second):
    return {"a_first": f"{article(first)} {first}", "a_second": f"{article(second)} {second}"}


def article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


@cross_color_edge_count.operands
def two_colors(rng, graph, query):
    kinds = sorted({node.color for node in graph.nodes})
    hits = [
        (a, b)
        for a in kinds
        for b in kinds
        if a != b and len(crossing_colors(graph, a, b)) == rng.goal(CROSSINGS)
    ]
    first, second = rng.choice(hits)
    return {"first": first, "second": second}


# ---- labels on edges

LABELED = tuple(name for name, subject in SUBJECTS.items() if subject.labels)


@Graph.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting"),
    ask=(
        'How many edges carry the label "{text}"?',
        'Count the edges that are labeled "{text}".',
        'On how many edges does the text "{text}" stand?',
    ),
    answer_is="the number of edges with that label",
    witness_is="the text of each of these labels",
)
def edge_text_count(graph, query, text: str):
    hits = [edge.ends for edge in graph.edges if edge.text == text]
    return Found(len(hits), at=[("label", pair) for pair in hits])


@edge_text_count.sample
def with_repeated_labels(rng):
    count, n = rng.goal(COUNTS), rng.dial(6, 10)
    subject = rng.choice(LABELED)
    pairs = grown(rng, n, max(round(n * 1.3), count + 2))
    texts = dealt(rng, SUBJECTS[subject].labels, len(pairs), min(count, len(pairs)))
    return Graph.of(rng, n, turned(rng, pairs), directed=rng.chance(0.4), subjects=(subject,), texts=texts)


@edge_text_count.operands
def label_text(rng, graph, query):
    return {"text": so_many(rng, [edge.text for edge in graph.edges])}


@Graph.task(
    answer="string",
    annotation="bbox",
    operations=("topology",),
    queries={
        "edge_between_nodes_label": "between {a} and {b}",
        "directed_edge_between_nodes_label": "that points from {a} to {b}",
    },
    ask=(
        "What is written on the edge {query}?",
        "Read the label of the edge {query}.",
        "Which label does the edge {query} carry?",
    ),
    answer_is="the label of the edge {query}",
    witness_is="the text of that label",
)
def edge_between_nodes_label(graph, query, a: str, b: str):
    (edge,) = [e for e in graph.edges if e.ends == (a, b) or (not graph.directed and e.ends == (b, a))]
    return Found(edge.text, at=("label", edge.ends))


@edge_between_nodes_label.sample
def with_labels(rng, query):
    n, subject = rng.dial(6, 10), rng.choice(LABELED)
    pairs, pool = turned(rng, grown(rng, n, round(n * 1.35))), SUBJECTS[subject].labels
    deck = rng.shuffled(pool * -(-len(pairs) // len(pool)))[: len(pairs)]
    return Graph.of(rng, n, pairs, directed=is_directed(query), subjects=(subject,), texts=deck)


@edge_between_nodes_label.operands
def labeled_ends(rng, graph, query):
    a, b = rng.choice(graph.pairs)
    return {"a": a, "b": b}
