"""What a scene author declares: a Scene (state and picture) and its Tasks (question, operands, program)."""

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from ..contracts import ANNOTATION_TYPES, ANSWER_TYPES
from .prompt import check_words
from .rng import Rng

OPERATIONS = frozenset(
    (
        "aggregation",
        "comparison",
        "counting",
        "direct_retrieval",
        "filtering",
        "formula_evaluation",
        "logical_composition",
        "matching",
        "ranking",
        "spatial_relations",
        "state_update",
        "topology",
        "transformation",
    )
)


class Found(msgspec.Struct):
    """What a program returns: the answer, the marks that witness it, and the named intermediate values.

    `at` is one key, a list of keys, or a dict of roles to either; a key is (kind, id) as marked by `draw`.
    """

    answer: int | float | str
    at: Any
    because: dict[str, Any] = {}


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A typed state and its picture. Subclasses add fields (facts only), `sample` and `draw`.

    `about`: sentences that open the prompt. `kinds`: the themes it suits (style.py). `degrade`: whether mild
    picture degradation is allowed. `least_visible`: share of each witness that must show.
    """

    about: ClassVar[tuple[str, ...]] = ()
    kinds: ClassVar[frozenset[str]] = frozenset()
    degrade: ClassVar[bool] = True
    least_visible: ClassVar[float] = 0.5
    version: ClassVar[int] = 1

    @classmethod
    def sample(cls, rng: Rng) -> "Scene":
        """Draw a state. Keyword-only parameters become parameters of every task of the scene."""
        raise NotImplementedError

    def draw(self, c: Any) -> None:
        """Draw the state on the canvas `c`; further parameters name the operands (or `query`) that are
        shown.
        """
        raise NotImplementedError

    @property
    def scene_variant(self) -> str:
        return "standard"

    @property
    def load(self) -> float:
        """How much there is to look at or work through: the measure that `difficulty` turns up."""
        raise NotImplementedError

    @classmethod
    def task(
        cls,
        *,
        answer: str,
        annotation: str,
        operations: Sequence[str],
        ask: Sequence[str],
        answer_is: str,
        witness_is: str,
        queries: Mapping[str, str] | Sequence[str] = ("single",),
    ) -> Callable[[Callable[..., Found]], "Task"]:
        """Declare a task by decorating its program `solve(state, query, **operands) -> Found`.

        The words in `ask`, `answer_is` and `witness_is` are templates: `{query}` stands for the words of the
        query, `{scene}` for the state, any other field for an operand.
        """

        def declare(solve: Callable[..., Found]) -> Task:
            return Task(
                scene=cls,
                solve=solve,
                answer=answer,
                annotation=annotation,
                operations=tuple(operations),
                ask=tuple(ask),
                answer_is=answer_is,
                witness_is=witness_is,
                queries=dict(queries) if isinstance(queries, Mapping) else {q: q for q in queries},
            )

        return declare


class Task:
    """A declared task. Calling it runs the program. Hooks are set by decorators:

    `@task.operands`: f(rng, state, query) -> dict, the operands of the program;
    `@task.sample`: f(rng, query, *, parameters) -> state, instead of the scene's own `sample`;
    `@task.words`: f(state, query, **operands) -> dict, fields for the wording beyond the operands;
    `@task.options`: f(state, query, **operands) -> list of the texts that the prompt lists as A), B), ...
    """

    def __init__(
        self,
        *,
        scene: type[Scene],
        solve: Callable[..., Found],
        answer: str,
        annotation: str,
        operations: tuple[str, ...],
        ask: tuple[str, ...],
        answer_is: str,
        witness_is: str,
        queries: dict[str, str],
    ):
        self.objective = solve.__name__
        self.scene, self.solve, self.answer, self.annotation = scene, solve, answer, annotation
        self.operations, self.queries = operations, queries
        self.ask, self.answer_is, self.witness_is = ask, answer_is, witness_is
        self.id = ""  # set by the registry, from where the scene's file lies
        self.pick: Callable[..., dict[str, Any]] | None = None
        self.sampler: Callable[..., Scene] = scene.sample
        self.wording: Callable[..., dict[str, Any]] | None = None
        self.listing: Callable[..., Sequence[str]] | None = None
        self._check()

    def _check(self) -> None:
        where = f"{self.scene.__name__}.{self.objective}"
        if self.answer not in ANSWER_TYPES or self.annotation not in ANNOTATION_TYPES:
            raise ValueError(
                f"{where}: unknown answer or annotation type {self.answer!r}, {self.annotation!r}"
            )
        if unknown := set(self.operations) - OPERATIONS:
            raise ValueError(f"{where}: unknown operations {sorted(unknown)}")
        if len(self.ask) < 3 or len(self.scene.about) < 2:
            raise ValueError(f"{where}: a task needs three wordings, a scene two opening sentences")
        check_words(
            where, (*self.ask, *self.queries.values(), *self.scene.about, self.answer_is, self.witness_is)
        )

    def __call__(self, state: Scene, query: str = "single", **operands: Any) -> Found:
        return self.solve(state, query, **operands)

    def operands(self, hook: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        self.pick = hook
        return hook

    def sample(self, hook: Callable[..., Scene]) -> Callable[..., Scene]:
        self.sampler = hook
        return hook

    def words(self, hook: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        self.wording = hook
        return hook

    def options(self, hook: Callable[..., Sequence[str]]) -> Callable[..., Sequence[str]]:
        self.listing = hook
        return hook

    @cached_property
    def operand_types(self) -> dict[str, Any]:
        """Type of each operand, from the hints of the program."""
        hints = typing.get_type_hints(self.solve)
        return {name: hints[name] for name in list(inspect.signature(self.solve).parameters)[2:]}

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """Type of each scene parameter, from the keyword-only parameters of the sampler."""
        signature, hints = inspect.signature(self.sampler), typing.get_type_hints(self.sampler)
        return {
            p.name: hints.get(p.name, Any) for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY
        }

    @cached_property
    def sampler_takes_query(self) -> bool:
        return "query" in inspect.signature(self.sampler).parameters

    @cached_property
    def shown(self) -> frozenset[str]:
        """The operands (and `query`) that the scene's `draw` asks for."""
        return frozenset(list(inspect.signature(self.scene.draw).parameters)[2:])
