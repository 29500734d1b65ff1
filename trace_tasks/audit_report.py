"""Auditing tasks over many seeds: attempts, rejections, speed, and how answers and pictures spread."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from math import erfc, sqrt
from statistics import fmean
from time import thread_time
from typing import TYPE_CHECKING

import msgspec

from . import registry
from .api import generate_task
from .engine.instance import GenerationError
from .parallel import check_stop, spread
from .records import canonical

if TYPE_CHECKING:
    from rich.table import Table

    from .engine.scene import Task

#: How the engine's rejections for illegible text begin.
ILLEGIBLE = "text"


class Limits(msgspec.Struct, frozen=True):
    """What a task must keep to; `ms` is the mean CPU time of one instance without PNG."""

    attempts: float = 3.0  # mean
    share: float = 0.35  # of the most common answer, where there are no options
    letters: float = 1e-3  # least p-value of the letters being uniform
    ms: float = 60.0


#: What can be passed: the limits above, repeated pictures, and seeds without any valid draw.
LIMIT_NAMES = ("attempts", "share", "letters", "ms", "images", "failed")


class TaskAudit(msgspec.Struct):
    """What one task did over the seeds."""

    task: str
    answer_type: str
    samples: int
    failed: int  # seeds without any valid draw
    attempts_mean: float
    attempts_max: int
    rejected: dict[str, int]
    illegible: int  # rejections for text that cannot be read
    ms: float
    ms_max: float
    answers: dict[str, int]  # how often, most common first
    top_share: float
    letters_p: float | None  # only where the answer is a letter
    images: int  # different ones
    styles: int

    def passed(self, limits: Limits) -> dict[str, str]:
        """The limits that were passed, by name, with the value."""
        letters, repeated = self.letters_p, self.samples - self.images
        found = {
            "attempts": self.attempts_mean > limits.attempts and f"mean attempts {self.attempts_mean:.1f}",
            "share": letters is None and self.top_share > limits.share and f"top share {self.top_share:.2f}",
            "letters": letters is not None and letters < limits.letters and f"letters p = {letters:.1e}",
            "ms": self.ms > limits.ms and f"{self.ms:.0f} ms",
            "images": repeated > 0 and f"{repeated} repeated images",
            "failed": self.failed > 0 and f"{self.failed} seeds without a valid draw",
        }
        return {name: what for name, what in found.items() if what}


class Span(msgspec.Struct, frozen=True):
    """One task and the seeds to try."""

    task: str
    start: int
    count: int


def audit(
    tasks: Sequence[str],
    start: int = 0,
    seeds: int = 64,
    workers: int = 1,
    advance: Callable[[int], None] = lambda n: None,
) -> list[TaskAudit]:
    """The audits of the tasks, by task id. `advance` is called with 1 after every task."""
    audits: list[TaskAudit] = []

    def keep(done: TaskAudit) -> None:
        audits.append(done)
        advance(1)

    spread(audit_task, [Span(task, start, seeds) for task in tasks], workers, keep)
    return sorted(audits, key=lambda done: done.task)


def audit_task(span: Span) -> TaskAudit:
    """Generate the samples of a span, after one that fills the caches, and sum them up."""
    draw(span.task, span.start)
    outcomes = [draw(span.task, seed) for seed in range(span.start, span.start + span.count)]
    drawn = [outcome for outcome in outcomes if isinstance(outcome, Drawn)]
    failures = [outcome for outcome in outcomes if isinstance(outcome, Counter)]
    return summed_up(registry.task(span.task), drawn, failures)


class Drawn(msgspec.Struct):
    """What the audit keeps of one sample."""

    ms: float
    attempts: int
    rejected: dict[str, int]
    answer: str
    image: str
    style: bytes


def draw(task_id: str, seed: int) -> "Drawn | Counter[str]":
    """One sample, or why every attempt was rejected."""
    check_stop()
    start = thread_time()
    try:
        sample = generate_task(task_id, seed)
    except GenerationError as error:
        return error.reasons
    return Drawn(
        ms=(thread_time() - start) * 1e3,
        attempts=sample.trace_payload["stream"]["attempt"] + 1,
        rejected=sample.trace_payload["rejected"],
        answer=str(sample.answer_gt.value),
        image=sample.image_hash,
        style=canonical(sample.trace_payload["style"]),
    )


def summed_up(task: "Task", drawn: list[Drawn], failures: "list[Counter[str]]") -> TaskAudit:
    rejected = Counter[str]()
    for reasons in (*failures, *(one.rejected for one in drawn)):
        rejected.update(reasons)
    attempts = [one.attempts for one in drawn] + [reasons.total() for reasons in failures]
    times = [one.ms for one in drawn] or [0.0]
    answers = Counter(one.answer for one in drawn)
    letters = task.answer == "option_letter" and bool(answers)
    return TaskAudit(
        task=task.id,
        answer_type=task.answer,
        samples=len(drawn),
        failed=len(failures),
        attempts_mean=fmean(attempts),
        attempts_max=max(attempts),
        rejected=dict(rejected.most_common()),
        illegible=sum(n for reason, n in rejected.items() if reason.startswith(ILLEGIBLE)),
        ms=fmean(times),
        ms_max=max(times),
        answers=dict(answers.most_common()),
        top_share=max(answers.values(), default=0) / max(len(drawn), 1),
        letters_p=chi_square_p([answers[letter] for letter in sorted(answers)]) if letters else None,
        images=len({one.image for one in drawn}),
        styles=len({one.style for one in drawn}),
    )


def exempt(task_id: str, passed: dict[str, str], allowed: Sequence[str]) -> dict[str, str]:
    """What is left of the limits passed. `allowed` holds task ids or `domain/scene`, with `:limit` or not.

    >>> exempt("task_games__match3__gem_count", {"ms": "70 ms", "share": "0.4"}, ["games/match3:ms"])
    {'share': '0.4'}
    """
    scene = "/".join(task_id.removeprefix("task_").split("__")[:2])
    limits = {allow.partition(":")[2] for allow in allowed if allow.partition(":")[0] in (task_id, scene)}
    return {name: what for name, what in passed.items() if not limits & {"", name}}


def table(audits: Sequence[TaskAudit], marked: Collection[str]) -> "Table":
    """The audits for a terminal, those of `marked` tasks in red."""
    from rich.table import Table

    heads = "task", "attempts", "max", "rejected most", "illegible", "ms", "top share", "letters p"
    shown = Table(*heads, "images", "styles")
    for done in audits:
        reason, times = next(iter(done.rejected.items()), ("", 0))
        shown.add_row(
            done.task.removeprefix("task_"),
            f"{done.attempts_mean:.2f}",
            str(done.attempts_max),
            f"{times} x {reason}" if times else "",
            str(done.illegible),
            f"{done.ms:.0f}",
            f"{done.top_share:.2f}",
            "" if done.letters_p is None else f"{done.letters_p:.3f}",
            f"{done.images}/{done.samples}",
            str(done.styles),
            style="red" if done.task in marked else "",
        )
    return shown


def chi_square_p(counts: Sequence[int]) -> float:
    """How likely a uniform draw spreads at least this unevenly (Wilson-Hilferty approximation).

    >>> chi_square_p([10, 10, 10, 10])
    1.0
    >>> round(chi_square_p([30, 10, 10, 10]), 4)
    0.0002
    """
    mean, freedom = sum(counts) / len(counts), len(counts) - 1
    statistic = sum((count - mean) ** 2 / mean for count in counts)
    if freedom == 0 or statistic == 0:
        return 1.0
    spread_out = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread_out)) / sqrt(spread_out)
    return erfc(z / sqrt(2)) / 2
