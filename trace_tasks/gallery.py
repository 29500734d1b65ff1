"""A static page to look at tasks: pictures, questions, answers, witnesses, steps. It needs no server."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import msgspec

from . import registry
from .api import generate_task
from .contracts import annotation_groups
from .engine.instance import GenerationError
from .parallel import check_stop, spread
from .records import DataError, canonical, plural

if TYPE_CHECKING:
    from .engine.sample import Sample
    from .engine.scene import Task

#: Tells a gallery from any other folder: only a gallery is ever replaced.
MARKER = ".trace-gallery"
#: Characters of a step or an operand that are shown.
LONGEST = 600


class Job(msgspec.Struct, frozen=True):
    """The pictures to draw of one task."""

    task_id: str
    seeds: list[int]
    images: Path


def gallery(
    output: Path,
    tasks: Sequence[str],
    per_task: int = 2,
    seed: int = 42,
    workers: int = 1,
    advance: Callable[[int], None] = lambda n: None,
) -> None:
    """Write `output/index.html` and its pictures, `per_task` of each task with the seeds from `seed` on.

    A task with several queries shows them in turn. An earlier gallery at `output` is replaced as a whole;
    any other folder that is not empty is a DataError. `advance` is called with 1 after every task.
    """
    output = Path(os.path.abspath(output))
    seeds = list(range(seed, seed + per_task))
    with replacing(output) as fresh:
        (fresh / "images").mkdir()
        sections: dict[str, str] = {}

        def keep(shown: tuple[str, str]) -> None:
            sections.update([shown])
            advance(1)

        spread(show, [Job(task_id, seeds, fresh / "images") for task_id in tasks], workers, keep)
        html = page([registry.task(t) for t in tasks], [made for _, made in sorted(sections.items())])
        (fresh / "index.html").write_text(html, encoding="utf-8")
        (fresh / MARKER).touch()


@contextmanager
def replacing(output: Path) -> Iterator[Path]:
    """A new folder that takes the place of `output` when all went well."""
    if (
        output.exists()
        and not (output / MARKER).exists()
        and not (output.is_dir() and not any(output.iterdir()))
    ):
        raise DataError(f"{output} exists and is no gallery; choose another folder")
    fresh, old = (output.with_name(f".{output.name}.{os.getpid()}.{part}") for part in ("new", "old"))
    fresh.mkdir(parents=True)
    try:
        yield fresh
        if output.exists():
            os.rename(output, old)
        os.rename(fresh, output)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def show(job: Job) -> tuple[str, str]:
    """The task's id and its section of the page; its pictures are written to `job.images`."""
    task = registry.task(job.task_id)
    figures, queries = [], list(task.queries)
    for k, seed in enumerate(job.seeds):
        check_stop()
        try:
            sample = generate_task(task.id, seed, {"query_id": queries[k % len(queries)]})
        except GenerationError as error:
            figures.append(f"<p>{escape(str(error))}</p>")
            continue
        name = f"{task.id}-{seed}.png"
        sample.image.save(job.images / name, "PNG", compress_level=3)
        figures.append(figure(sample, f"images/{name}"))
    return task.id, section(task, figures)


def page(tasks: "Sequence[Task]", sections: Iterable[str]) -> str:
    domains = sorted({domain_of(task) for task in tasks})
    filters = {
        "domain": domains,
        "answer": sorted({task.answer for task in tasks}),
        "annotation": sorted({task.annotation for task in tasks}),
        "operation": sorted({operation for task in tasks for operation in task.operations}),
    }
    summary = (
        f"{plural(len(tasks), 'task')} in {plural(len(domains), 'domain')}. Every picture, question, answer "
        "and witness follows from one small typed state; the witness is drawn over the picture."
    )
    parts = {
        "<!--summary-->": summary,
        "<!--filters-->": "\n".join(selector(name, values) for name, values in filters.items()),
        "<!--tasks-->": "\n".join(sections),
    }
    html = (files("trace_tasks") / "gallery.html").read_text(encoding="utf-8")
    for place, part in parts.items():
        html = html.replace(place, part, 1)
    return html


def selector(name: str, values: Sequence[str]) -> str:
    options = "".join(f'<option value="{escape(v)}">{escape(spaced(v))}</option>' for v in values)
    return f'<select name="{name}" aria-label="{name}"><option value="">any {name}</option>{options}</select>'


SECTION = Template("""<article class="task" id="$id" data-domain="$domain" data-answer="$answer"
 data-annotation="$annotation" data-operation="$operations">
<header><div class="where">$where</div>
<h2><a href="#$id">$title</a></h2>
<ul class="tags">$tags</ul>
</header>
<div class="samples">
$figures</div>
</article>""")

FIGURE = Template("""<figure>
<button type="button" class="picture" aria-label="Enlarge the picture">
<span class="frame" style="--ratio: $ratio; --wide: $width">
<img src="$source" width="$width" height="$height" alt="$scene" loading="lazy" decoding="async">
<svg viewBox="0 0 $width $height" aria-hidden="true">$overlay</svg></span></button>
<figcaption>
<p class="question">$question</p>
<p class="answer"><b>$answer</b> <span>$query</span></p>
<details><summary>Steps and prompt</summary>
<dl>$facts</dl>
<p class="prompt">$prompt</p></details>
</figcaption>
</figure>
""")


def section(task: "Task", figures: Sequence[str]) -> str:
    domain, (_, scene, objective) = domain_of(task), task.id.split("__")
    types = "".join(f'<li class="type">{spaced(name)}</li>' for name in (task.answer, task.annotation))
    return SECTION.substitute(
        id=escape(task.id),
        domain=domain,
        answer=task.answer,
        annotation=task.annotation,
        operations=" ".join(task.operations),
        where=escape(f"{spaced(domain)} / {spaced(scene)}"),
        title=escape(spaced(objective).capitalize()),
        tags=types + "".join(f"<li>{spaced(operation)}</li>" for operation in task.operations),
        figures="".join(figures),
    )


def figure(sample: "Sample", source: str) -> str:
    """One picture with its witness, question, answer and what lies behind them."""
    width, height = sample.image.size
    payload = sample.trace_payload
    known = {"query": sample.query_id, **payload["operands"], **payload["steps"], "seed": sample.seed}
    facts = (
        f"<dt>{escape(spaced(name))}</dt><dd>{escape(shown(value))}</dd>" for name, value in known.items()
    )
    return FIGURE.substitute(
        ratio=f"{width / height:.4f}",
        width=width,
        height=height,
        source=escape(source),
        scene=escape(spaced(sample.scene_id)),
        overlay=overlay(sample),
        # after the question come the answer line and the format
        question=escape("\n".join(sample.prompt_variants["answer_only"].splitlines()[:-2])),
        answer=escape(str(sample.answer_gt.value)),
        query="" if sample.query_id == "single" else escape(sample.query_id),
        facts="".join(facts),
        prompt=escape(sample.prompt),
    )


def overlay(sample: "Sample") -> str:
    """The annotation as SVG in picture coordinates; sequences are numbered, roles are named."""
    kind, _, form = sample.annotation_gt.type.partition("_")
    drawn = []
    for role, items in annotation_groups(sample.annotation_gt.type, sample.annotation_gt.value).items():
        for number, item in enumerate(items, 1):
            shape, x, y = outline(kind, item)
            label = spaced(role) or (str(number) if form == "sequence" else "")
            anchor = "end" if x > 0.7 * sample.image.width else "start"
            text = f'<text x="{x:.1f}" y="{max(y - 5, 14):.1f}" text-anchor="{anchor}">{escape(label)}</text>'
            drawn += [shape.replace("/>", ' class="under"/>'), shape.replace("/>", ' class="mark"/>')]
            drawn += [text] if label else []
    return "".join(drawn)


def outline(kind: str, item: Any) -> tuple[str, float, float]:
    """An SVG shape, and where its label goes."""
    if kind == "bbox":
        x0, y0, x1, y1 = item
        return f'<rect x="{x0}" y="{y0}" width="{x1 - x0:.2f}" height="{y1 - y0:.2f}"/>', x0 + 3, y0
    if kind == "segment":
        (x0, y0), (x1, y1) = item
        return f'<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}"/>', x0, y0
    x, y = item
    return f'<circle cx="{x}" cy="{y}" r="13"/>', x, y - 12


def shown(value: object) -> str:
    text = value if isinstance(value, str) else canonical(value).decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def domain_of(task: "Task") -> str:
    return task.id.removeprefix("task_").split("__")[0]


def spaced(name: str) -> str:
    return name.replace("_", " ")
