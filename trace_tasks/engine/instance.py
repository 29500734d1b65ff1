"""From seed to instance and back: the attempt loop, the audit, and replay."""

import typing
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from ..contracts import Annotation, Answer, reward_contract
from .audit import audit
from .canvas import Canvas, Key
from .prompt import compose
from .rng import Reject, Rng
from .sample import Sample
from .scene import Found, Scene, Task
from .style import Style, draw_style


class GenerationError(RuntimeError):
    """No valid draw within the allowed attempts; `reasons` counts why each attempt was rejected."""

    def __init__(self, task_id: str, seed: int, reasons: "Counter[str]"):
        counts = ", ".join(f"{n} x {reason}" for reason, n in reasons.most_common())
        super().__init__(f"{task_id}, seed {seed}: no valid draw in {reasons.total()} attempts ({counts})")
        self.task_id, self.seed, self.reasons = task_id, seed, reasons

    def __reduce__(self) -> Any:
        return GenerationError, (self.task_id, self.seed, self.reasons)


class ParameterError(ValueError):
    """A parameter that the task does not take, or a value that it cannot use."""


class Stream(msgspec.Struct, frozen=True):
    """What names the random streams of one attempt."""

    task_id: str
    seed: int
    attempt: int
    style_seed: int
    difficulty: float | None

    def rng(self, purpose: str) -> Rng:
        source = self.style_seed if purpose in ("style", "layout") else self.seed
        return Rng(
            self.task_id,
            source,
            self.attempt,
            purpose,
            instance=(self.task_id, self.seed),
            difficulty=self.difficulty,
        )


class Picked(msgspec.Struct, frozen=True):
    """The parameters of one call, checked."""

    query: str
    difficulty: float | None
    style_seed: int
    scene: dict[str, Any]


def check_parameters(task: Task, seed: int, params: dict[str, Any]) -> Picked:
    """Sort the caller's parameters; raises ParameterError naming what is accepted."""
    known = ("difficulty", "query_id", "style_seed", *task.parameters)
    if unknown := sorted(set(params) - set(known)):
        raise ParameterError(
            f"{task.id} does not take {', '.join(map(repr, unknown))}; it takes: {', '.join(known)}"
        )
    query = params.get("query_id")
    if query is None:
        query = Rng(instance=(task.id, seed)).goal(task.queries, "query")
    elif not isinstance(query, str) or query not in task.queries:
        raise ParameterError(f"query_id {query!r} is not one of: {', '.join(task.queries)}")
    difficulty = params.get("difficulty")
    if difficulty is not None and not (
        isinstance(difficulty, int | float) and not isinstance(difficulty, bool) and 0 <= difficulty <= 1
    ):
        raise ParameterError(f"difficulty must be a number from 0 (easy) to 1 (hard), not {difficulty!r}")
    style_seed = params.get("style_seed", seed)
    if not isinstance(style_seed, int) or isinstance(style_seed, bool):
        raise ParameterError(f"style_seed must be an integer, not {style_seed!r}")
    chosen = {}
    for name, kind in task.parameters.items():
        if params.get(name) is not None:
            try:
                chosen[name] = msgspec.convert(params[name], kind)
            except msgspec.ValidationError as error:
                values = ", ".join(repr(v) for v in _literals(kind))
                hint = f"one of: {values}" if values else str(error)
                raise ParameterError(f"{name}={params[name]!r} is not accepted: {hint}") from None
    return Picked(query, None if difficulty is None else float(difficulty), style_seed, chosen)


def _literals(kind: Any) -> list[Any]:
    """The values of a Literal, or of the Literals in a union."""
    parts = typing.get_args(kind)
    if typing.get_origin(kind) is typing.Literal:
        return list(parts)
    return [value for part in parts for value in _literals(part)]


def generate(task: Task, seed: int, params: dict[str, Any], max_attempts: int) -> Sample:
    """The instance of this task and seed; raises GenerationError when `max_attempts` draws are all
    rejected.
    """
    picked = check_parameters(task, seed, params)
    reasons: Counter[str] = Counter()
    for attempt in range(max_attempts):
        stream = Stream(task.id, seed, attempt, picked.style_seed, picked.difficulty)
        try:
            return _attempt(task, stream, picked, reasons)
        except Reject as reject:
            reasons[reject.reason] += 1
        except Exception as error:  # a fault of the scene: let it fail, and say where
            error.add_note(f"in {task.id}, seed {seed}, attempt {attempt}, params {params}")
            raise
    raise GenerationError(task.id, seed, reasons)


def _attempt(task: Task, stream: Stream, picked: Picked, rejected: "Counter[str]") -> Sample:
    query = picked.query
    given = (query,) if task.sampler_takes_query else ()
    state = normal(task.sampler(stream.rng("state"), *given, **picked.scene), task.scene)
    operands = task.pick(stream.rng("operands"), state, query) if task.pick else {}
    operands = {name: normal(operands[name], kind) for name, kind in task.operand_types.items()}
    return _render(task, stream, query, state, operands, dict(rejected))


def normal(value: Any, kind: Any) -> Any:
    """The value as it will come back from the stored JSON, so that replay sees exactly what generation
    saw.
    """
    return msgspec.convert(msgspec.to_builtins(value, str_keys=True), kind, str_keys=True)


def _render(
    task: Task, stream: Stream, query: str, state: Scene, operands: dict[str, Any], rejected: dict[str, int]
) -> Sample:
    found = task.solve(state, query, **operands)
    answer = Answer(task.answer, found.answer)
    keys, roles = _keys(found), _roles(found)
    style = draw_style(stream.rng("style"), task.scene.kinds, task.scene.degrade)
    canvas = Canvas(style, stream.rng("layout"), frozenset(keys))
    facts = {**operands, "query": query}
    state.draw(canvas, **{name: facts[name] for name in task.shown if name in facts})
    annotation = Annotation(task.annotation, _witness(task.annotation, found.at, canvas))
    audit(canvas, keys, task.scene.least_visible)
    prompts = _prompts(task, stream.rng("words"), query, state, operands, found, roles)
    return Sample(
        task_id=task.id,
        seed=stream.seed,
        query_id=query,
        scene_variant=state.scene_variant,
        image=canvas.image(),
        prompt_variants=prompts,
        answer_gt=answer,
        annotation_gt=annotation,
        reward_contract=reward_contract(task.answer, task.annotation),
        task_versions={"scene": f"v{task.scene.version}"},
        trace_payload={
            "stream": msgspec.to_builtins(stream),
            "rejected": rejected,
            "query_id": query,
            "state": msgspec.to_builtins(state, str_keys=True),
            "operands": msgspec.to_builtins(operands, str_keys=True),
            "style": _looks(style),
            "steps": msgspec.to_builtins(found.because, str_keys=True),
            "witness": msgspec.to_builtins(found.at, str_keys=True),
            "marks": _marks(canvas),
            "image_size": [canvas.width, canvas.height],
        },
    )


def _prompts(
    task: Task, rng: Rng, query: str, state: Scene, operands: dict[str, Any], found: Found, roles: list[str]
) -> dict[str, str]:
    fields = {**operands, "scene": state, **(task.wording(state, query, **operands) if task.wording else {})}
    fields["query"] = task.queries[query].format(**fields)
    listed = list(task.listing(state, query, **operands)) if task.listing else []
    return compose(
        rng,
        about=rng.choice(task.scene.about).format(**fields),
        question=rng.choice(task.ask).format(**fields),
        options=listed,
        answer_type=task.answer,
        answer_is=task.answer_is.format(**fields),
        annotation_type=task.annotation,
        witness_is=task.witness_is.format(**fields),
        roles=roles,
        answer=found.answer,
    )


def replay(task: Task, payload: dict[str, Any]) -> Sample:
    """Run a stored trace again: decode the state, solve, draw. The result must equal what was stored.

    Raises msgspec.ValidationError when the stored state or operands do not fit their types, Reject when the
    instance would not be accepted.
    """
    stream = msgspec.convert(payload["stream"], Stream)
    state = msgspec.convert(payload["state"], task.scene, str_keys=True)
    operands = {
        name: msgspec.convert(payload["operands"][name], kind, str_keys=True)
        for name, kind in task.operand_types.items()
    }
    return _render(task, stream, payload["query_id"], state, operands, payload["rejected"])


def _is_key(at: Any) -> bool:
    return isinstance(at, tuple) and len(at) == 2 and isinstance(at[0], str)


def _keys(found: Found) -> list[Key]:
    groups = found.at.values() if isinstance(found.at, dict) else (found.at,)
    return [key for group in groups for key in ((group,) if _is_key(group) else group)]


def _roles(found: Found) -> list[str]:
    return sorted(found.at) if isinstance(found.at, dict) else []


_FORMS: dict[str, Callable[[Any], bool]] = {
    "": lambda at: _is_key(at),
    "set": lambda at: _is_list(at),
    "sequence": lambda at: _is_list(at),
    "map": lambda at: isinstance(at, dict) and all(map(_is_key, at.values())),
    "set_map": lambda at: isinstance(at, dict) and all(map(_is_list, at.values())),
}


def _witness(annotation: str, at: Any, canvas: Canvas) -> Any:
    kind, _, form = annotation.partition("_")
    if not _FORMS[form](at):
        raise TypeError(f"the witness {at!r} has not the form of a {annotation}")
    if form == "":
        return _place(kind, at, canvas)
    if form in ("set", "sequence"):
        return [_place(kind, key, canvas) for key in at]
    return {
        role: _place(kind, item, canvas) if form == "map" else [_place(kind, key, canvas) for key in item]
        for role, item in at.items()
    }


def _is_list(at: Any) -> bool:
    return isinstance(at, list) and all(map(_is_key, at))


def _place(kind: str, key: Key, canvas: Canvas) -> list[Any]:
    place = canvas.marks[key].place(kind)
    if place is None:
        raise TypeError(f"the mark {key} has no {kind}")
    return place


def _marks(canvas: Canvas) -> list[Any]:
    return [
        [kind, msgspec.to_builtins(id_), {k: p for k in ("bbox", "point", "segment") if (p := mark.place(k))}]
        for (kind, id_), mark in canvas.marks.items()
    ]


@lru_cache(1)
def _style_fields() -> tuple[str, ...]:
    return tuple(f for f in Style.__struct_fields__ if f != "theme")


def _looks(style: Style) -> dict[str, Any]:
    return {"theme": style.theme.name, **{f: msgspec.to_builtins(getattr(style, f)) for f in _style_fields()}}
