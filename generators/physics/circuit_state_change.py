"""A circuit of equal bulbs in which one switch is thrown: which bulb changes, and how."""

from fractions import Fraction
from itertools import pairwise

from trace_tasks.engine import Canvas, Found, Reject, Scene

from ._schematics import Block, schematic


class CircuitStateChange(Scene):
    circuit: Block  # across the battery; it has a resistance however the switches stand
    symbols: str  # of lamps and resistors: IEC or ANSI
    about = (
        "The picture shows a circuit with a battery and labelled bulbs. All {scene.consumers} have the same "
        "constant resistance; battery and wires are ideal.",
        "Identical bulbs are wired to an ideal battery. All {scene.consumers} have one and the same constant "
        "resistance; wires and closed switches have none.",
        "In this diagram all {scene.consumers} have equal resistance, which never changes. Wires and closed "
        "switches have no resistance, and the battery's voltage stays the same.",
    )

    @property
    def consumers(self) -> str:
        resistors = any(leaf.kind == "resistor" for leaf in self.circuit.leaves())
        return "bulbs and resistors" if resistors else "bulbs"

    @property
    def load(self):
        return len(self.circuit.leaves())

    def switches(self) -> dict[str, bool]:
        return {leaf.label: leaf.closed for leaf in self.circuit.leaves() if leaf.kind == "switch"}

    def powers(self, thrown: str = "") -> dict[str, Fraction]:
        """The power of each bulb after a switch was thrown; one bulb alone across the battery has 1."""
        return powers(self.circuit, thrown)

    def changes(self, switch: str) -> dict[str, list[str]]:
        """The bulbs by what they do when the switch is thrown."""
        before, after = self.powers(), self.powers(switch)
        done: dict[str, list[str]] = {query: [] for query in CHANGES}
        for bulb, old in before.items():
            new = after[bulb]
            if old != new:
                kind = (
                    "turns_on"
                    if not old
                    else "turns_off"
                    if not new
                    else "brightens"
                    if new > old
                    else "dims"
                )
                done[f"{kind}_after_switch_change"].append(bulb)
        return done

    def draw(self, c: Canvas):
        schematic(c, self.circuit, self.symbols)


def resistance(block: Block, thrown: str) -> Fraction | None:
    """In units of one bulb; None is an open circuit."""
    if block.kind == "switch":
        return Fraction(0) if block.closed != (block.label == thrown) else None
    if not block.parts:
        return Fraction(1)
    each = [resistance(part, thrown) for part in block.parts]
    passing = [r for r in each if r is not None]
    if block.kind == "series":
        return sum(passing, Fraction(0)) if passing == each else None
    if 0 in passing:
        return Fraction(0)
    return 1 / sum((1 / r for r in passing), Fraction(0)) if passing else None


def powers(block: Block, thrown: str, voltage: Fraction = Fraction(1)) -> dict[str, Fraction]:
    """The power of each bulb in a block across this voltage."""
    if block.kind == "bulb":
        return {block.label: voltage * voltage}
    whole = resistance(block, thrown)
    found: dict[str, Fraction] = {}
    for part in block.parts:
        share = voltage
        if block.kind == "series":  # in proportion to the resistance; nothing flows when any part is open
            share = voltage * (resistance(part, thrown) or 0) / whole if whole else Fraction(0)
        found.update(powers(part, thrown, share))
    return found


#: What the label of the bulbs and of the switches begin with.
NAMES = (("L", "S"), ("B", "S"), ("X", "S"), ("H", "S"), ("L", "K"), ("B", "SW"), ("DS", "SW"))
CHANGES = {
    "brightens_after_switch_change": "was already lit and becomes brighter",
    "dims_after_switch_change": "stays lit but becomes dimmer",
    "turns_on_after_switch_change": "was dark and lights up",
    "turns_off_after_switch_change": "was lit and goes out",
}


@CircuitStateChange.task(
    answer="string",
    annotation="bbox_map",
    operations=("topology", "state_update", "formula_evaluation"),
    queries=CHANGES,
    ask=(
        "Switch {switch} is now {thrown}; the other switches stay as drawn. Which bulb {query}?",
        "Suppose that only switch {switch} changes: it is {thrown}. Exactly one bulb {query}. Which one?",
        "Compare the circuit as drawn with the one after switch {switch} is {thrown}. Which bulb {query}?",
    ),
    answer_is="the label of that bulb",
    witness_is="the switch that is thrown and the bulb asked for, each symbol without its label",
)
def bulb_brightness_change_label(board, query, switch: str):
    (bulb,) = board.changes(switch)[query]
    powers = {
        when: {name: str(power) for name, power in board.powers(thrown).items()}
        for when, thrown in (("before", ""), ("after", switch))
    }
    return Found(bulb, at={"switch": ("switch", switch), "bulb": ("bulb", bulb)}, because=powers)


@bulb_brightness_change_label.words
def throwing(board, query, switch: str):
    return {"thrown": "opened" if board.switches()[switch] else "closed"}


@bulb_brightness_change_label.operands
def telling_switch(rng, board, query):
    return {"switch": rng.choice([s for s in board.switches() if len(board.changes(s)[query]) == 1])}


@bulb_brightness_change_label.sample
def telling_circuit(rng, query):
    """Circuits are drawn until one bulb alone does what the query says."""
    bulbs, switches = rng.dial(3, 6), rng.dial(1, 3)
    resistors = rng.integer(0, 1) if bulbs < 6 else 0
    lamp, key = rng.choice(NAMES)
    symbols = rng.choice(("IEC", "ANSI"))
    for _ in range(300):
        kinds = ["bulb"] * bulbs + ["switch"] * switches + ["resistor"] * resistors
        circuit = labelled(rng, wired(rng, rng.shuffled(kinds), rng.chance(0.5)), lamp, key)
        board = CircuitStateChange(circuit=circuit, symbols=symbols)
        if sound(board) and any(len(board.changes(s)[query]) == 1 for s in board.switches()):
            return board
    raise Reject("no circuit with one such bulb")


def wired(rng, kinds: list[str], series: bool, depth: int = 0) -> Block:
    """The parts in a random order of series and parallel groups, which alternate."""
    if len(kinds) == 1:
        return Block(kind=kinds[0], closed=rng.chance(0.5))
    most = min(len(kinds), 4 if series else 3)
    groups = rng.integer(2, most) if depth < 2 else len(kinds)
    cuts = sorted(rng.sample(range(1, len(kinds)), groups - 1))
    pieces = [kinds[a:b] for a, b in pairwise([0, *cuts, len(kinds)])]
    return Block(
        kind="series" if series else "parallel",
        parts=tuple(wired(rng, piece, not series, depth + 1) for piece in pieces),
    )


def labelled(rng, circuit: Block, lamp: str, key: str) -> Block:
    """Numbers in random order, so that place tells nothing."""
    leaves = circuit.leaves()
    numbers = {}
    for kind, prefix in (("bulb", lamp), ("switch", key), ("resistor", "R")):
        count = sum(leaf.kind == kind for leaf in leaves)
        numbers[kind] = [f"{prefix}{n}" for n in rng.shuffled(range(1, count + 1))]

    def name(block: Block) -> Block:
        if block.parts:
            return Block(kind=block.kind, parts=tuple(map(name, block.parts)))
        return Block(kind=block.kind, label=numbers[block.kind].pop(), closed=block.closed)

    return name(circuit)


def sound(board: CircuitStateChange) -> bool:
    """No switch shorts the battery, and no two of one group do the work of one."""
    if idle(board.circuit):
        return False
    return all(resistance(board.circuit, thrown) != 0 for thrown in ("", *board.switches()))


def idle(block: Block) -> bool:
    """Whether two switches of one group could be a single one."""
    count = sum(part.kind == "switch" for part in block.parts)
    return count > 1 or any(map(idle, block.parts))
