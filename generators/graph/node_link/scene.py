"""A node-link diagram: named nodes, and edges that may be directed, coloured, labelled or weighted."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from msgspec import Struct

from trace_tasks.engine import Canvas, Rng, Scene
from trace_tasks.engine.words import CITIES, FIRST_NAMES, POOLS, TOWNS

from .algorithms import Links, components, links, reached
from .picture import Figure

Pair = tuple[str, str]


class Subject(NamedTuple):
    """What the nodes are: their names, titles without and with directions, and what may stand on an edge."""

    names: tuple[str, ...]
    titles: tuple[str, ...]
    arrows: tuple[str, ...]
    labels: tuple[str, ...]
    measures: tuple[str, ...] = ()  # titles where numbers stand on the edges
    groups: tuple[str, ...] = ()  # what colours of nodes may stand for


def _short(names: Sequence[str], most: int) -> tuple[str, ...]:
    return tuple(n for n in names if len(n) <= most and " " not in n)


PLAIN = ("An undirected graph", "Example graph")
ARROWS = ("A directed graph", "Example digraph")
WEIGHTS = ("A weighted graph", "A graph with edge weights")
CODES = tuple(f"{a}{b}" for a in "kmpqrt" for b in range(1, 9))
SUBJECTS: dict[str, Subject] = {
    "letters": Subject(tuple("BCDEFGHJKLMNPQRSTUVWXYZ"), PLAIN, ARROWS, CODES, WEIGHTS),
    "vertices": Subject(tuple(f"v{i}" for i in range(1, 17)), PLAIN, ARROWS, tuple("bcdefghk"), WEIGHTS),
    "numbers": Subject(tuple(map(str, range(21, 99))), PLAIN, ARROWS, CODES),
    "codes": Subject(
        tuple(f"{a}{i}" for a in "PQRT" for i in range(1, 7)), PLAIN, ARROWS, tuple("uvwxyz"), WEIGHTS
    ),
    "people": Subject(
        _short(FIRST_NAMES, 6),
        ("Who knows whom", "Contacts", "Study group"),
        ("Who follows whom", "Mentions"),
        ("friend", "cousin", "mentor", "client", "rival", "tutor", "partner", "sister"),
        groups=("Sales", "Design", "Support", "Finance", "Legal"),
    ),
    "cities": Subject(
        _short(CITIES, 8),
        ("Direct connections", "Partner offices"),
        ("Cargo routes", "One-way shuttles"),
        ("rail", "ferry", "air", "coach", "road", "canal"),
        ("Hours by train", "Freight rates per ton"),
        groups=("Hub", "Branch", "Depot", "Agency", "Partner"),
    ),
    "towns": Subject(
        _short(TOWNS, 9),
        ("Footpaths in the valley", "Road links"),
        ("Mail rounds", "Bus lines"),
        ("gravel", "paved", "bridge", "tunnel", "forest", "river"),
        ("Path lengths in km", "Minutes by bicycle"),
        groups=("Market", "Mill", "Spa", "Farm", "Quarry"),
    ),
    "stations": Subject(
        POOLS["stations"].labels,
        ("Tram network", "Night buses"),
        ("One-way tours",),
        ("T1", "T2", "T3", "T4", "T5", "N6", "N7", "N8"),
        ("Minutes between stops",),
        groups=tuple(f"Zone {k}" for k in "ABCDE"),
    ),
    "hosts": Subject(
        tuple(f"{kind}-{i}" for kind in ("web", "db", "app", "mail", "dns", "nas") for i in range(1, 5)),
        ("Server room links", "Backup network"),
        ("Replication", "Data flow"),
        ("fiber", "copper", "VLAN", "mesh", "radio", "VPN"),
        groups=tuple(f"Rack {k}" for k in "ABCDE"),
    ),
    "services": Subject(
        (
            "auth",
            "billing",
            "cache",
            "catalog",
            "gateway",
            "inbox",
            "ledger",
            "media",
            "orders",
            "payments",
            "profile",
            "queue",
            "reports",
            "search",
            "stock",
            "users",
            "worker",
            "audit",
        ),
        ("Shared libraries", "Service map"),
        ("Service calls", "Call graph"),
        ("HTTP", "gRPC", "SQL", "AMQP", "SMTP", "FTP", "MQTT"),
        groups=("Core", "Edge", "Data", "Jobs", "Shared"),
    ),
    "routers": Subject(
        tuple(f"R{i}" for i in range(1, 20)),
        ("Campus backbone", "Office network"),
        ("Routing", "Uplinks"),
        ("fiber", "copper", "VLAN", "mesh", "radio", "VPN"),
        ("Link costs", "Latency in ms"),
        groups=tuple(f"Floor {k}" for k in "ABCDE"),
    ),
}


class Node(Struct, frozen=True):
    name: str
    color: str = ""  # a named colour, or none


class Edge(Struct, frozen=True):
    a: str
    b: str  # a directed edge points from a to b
    color: str = ""
    text: str = ""
    weight: int = 0

    @property
    def ends(self) -> Pair:
        return (self.a, self.b)

    @property
    def label(self) -> str:
        return self.text or str(self.weight)


class Graph(Scene):
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]  # no loops, at most one between two nodes
    subject: str  # a key of SUBJECTS
    directed: bool = False
    title: str = ""
    about = (
        "The picture shows {scene.sort} whose nodes are named. Edges that merely cross do not meet.",
        "This is {scene.sort}; edges are joined only at the nodes, not where they cross.",
        "A diagram of {scene.sort} is shown. Two edges meet only at a node that both end at.",
    )
    ONE: ClassVar[str] = "one"
    degrade: ClassVar[bool] = False  # lines are thin

    @classmethod
    def of(
        cls,
        rng: Rng,
        n: int,
        pairs: Sequence[tuple[int, int]],
        *,
        directed: bool = False,
        subjects: Sequence[str] = tuple(SUBJECTS),
        colors: Sequence[str] = (),
        edge_colors: Sequence[str] = (),
        texts: Sequence[str] = (),
        weights: Sequence[int] = (),
    ) -> "Graph":
        """Nodes 0, 1, 2, ... under names of one subject, with what belongs to each node and to each edge."""
        subject = rng.choice([s for s in subjects if len(SUBJECTS[s].names) >= n])
        pool = SUBJECTS[subject]
        names = rng.sample(pool.names, n)
        nodes = [Node(name, color) for name, color in zip(names, colors or [""] * n, strict=True)]
        edges = []
        facts = (edge_colors or [""] * len(pairs), texts or [""] * len(pairs), weights or [0] * len(pairs))
        for (a, b), color, text, weight in zip(pairs, *facts, strict=True):
            if not directed and rng.chance(0.5):
                a, b = b, a
            edges.append(Edge(names[a], names[b], color, text, weight))
        titles = pool.measures if weights else pool.arrows if directed else pool.titles
        return cls(
            nodes=tuple(rng.shuffled(nodes)),
            edges=tuple(rng.shuffled(edges)),
            subject=subject,
            directed=directed,
            title=rng.choice(titles),
        )

    @property
    def load(self) -> float:
        return len(self.nodes) + len(self.edges)

    @property
    def sort(self) -> str:
        return "a directed graph" if self.directed else "a graph"

    @property
    def names(self) -> list[str]:
        return [node.name for node in self.nodes]

    @property
    def pairs(self) -> list[Pair]:
        return [edge.ends for edge in self.edges]

    @property
    def lettered(self) -> bool:
        return any(edge.text or edge.weight for edge in self.edges)

    @property
    def groups(self) -> tuple[str, ...]:
        """What the colors of nodes, or else of edges, stand for; nothing in a mathematical figure."""
        subject = SUBJECTS[self.subject]
        return subject.groups if self.nodes[0].color else subject.labels if subject.groups else ()

    def index_pairs(self) -> list[tuple[int, int]]:
        place = {name: i for i, name in enumerate(self.names)}
        return [(place[a], place[b]) for a, b in self.pairs]

    def near(self, way: str = "both") -> Links:
        """Neighbours by name; `out` follows the arrows, `in` goes against them."""
        return links(self.names, self.pairs, way)

    def edited(self, removed: Pair | None = None, added: Pair | None = None) -> Links:
        """Where each node leads after an edge is taken away or added; an undirected edge has no first end."""
        pairs = [p for p in self.pairs if removed is None or p != removed]
        return links(self.names, pairs + ([added] if added else []), "out" if self.directed else "both")

    def components(self) -> list[list[str]]:
        return components(self.near())

    def reached(self, start: str, near: Links | None = None) -> list[str]:
        """The other nodes that a walk along edges (in their direction) can come to from `start`."""
        found = reached(near or self.near("out" if self.directed else "both"), start)
        return [name for name in self.names if name in found and name != start]

    def edges_of(self, name: str, way: str = "both") -> list[Pair]:
        """The edges at a node: all, or those that point away from it (`out`) or at it (`in`)."""
        return [(a, b) for a, b in self.pairs if (a == name and way != "in") or (b == name and way != "out")]

    def degree(self, name: str, way: str = "both") -> int:
        return len(self.edges_of(name, way))

    def levels(self) -> list[int] | None:
        """Of each node the most edges on a directed way to it; none when the graph has directed cycles."""
        back = self.near("in")
        depth: dict[str, int] = {}
        left = list(self.names)
        while left:
            ready = [name for name in left if all(other in depth for other in back[name])]
            if not ready:
                return None
            for name in ready:
                depth[name] = max((depth[other] + 1 for other in back[name]), default=0)
            left = [name for name in left if name not in depth]
        return [depth[name] for name in self.names]

    def draw(self, c: Canvas) -> None:
        Figure(c, self)
