"""The demo: warm start, GRPO, merge, held-out accuracy; for some seeds, each beside its control.

The control is the same run on the same rows, with the answers dealt anew among them: its rewards teach
nothing, so its held-out accuracy must not rise.
"""

import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from .. import environment, files
from ..files import RunError
from ..profile import Profile, read_profile
from . import rows

WARM_ROWS, TRAIN_ROWS, TEST_ROWS = 1_024, 1_024, 320
WARM_STEPS, ENOUGH = 150, 0.30  # the warm start ends at this accuracy of each task
KINDS = ("honest", "shuffled")
REPORT, PICTURE = "report.json", "reward_curve.png"


class Member(msgspec.Struct, frozen=True):
    """One run of the demo."""

    folder: Path
    seed: int
    kind: str  # of KINDS
    steps: int | None = None  # instead of the profile's


def demo(output: Path, seeds: int = 3, workers: int = 2, steps: int | None = None) -> str:
    """Run all members, `workers` at a time, and write report and picture; a summary in words.

    RunError when `output` exists, or when a run failed.
    """
    if output.exists():
        raise RunError(f"{output} exists; choose another, or remove it")
    output.mkdir(parents=True)
    members = [Member(output, seed, kind, steps) for seed in range(1, seeds + 1) for kind in KINDS]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        list(pool.map(warm_base, [Member(output, seed, "", steps) for seed in range(1, seeds + 1)]))
        results = list(pool.map(train_member, members))
    table = pooled(results)
    files.write_json(output / REPORT, {"members": results, "pooled": table})
    plot(results, output / PICTURE)
    return summary(table) + f"\n{output / REPORT}, {output / PICTURE}"


def profile_of(member: Member) -> Profile:
    profile = msgspec.structs.replace(read_profile("demo"), seed=member.seed)
    if member.steps:
        fewer = msgspec.structs.replace(profile.optimizer, steps=member.steps, save_every_steps=member.steps)
        looks = msgspec.structs.replace(profile.validation, every_steps=member.steps)
        profile = msgspec.structs.replace(profile, optimizer=fewer, validation=looks)
    return profile


def base_of(member: Member) -> Path:
    return member.folder / f"base-{member.seed}"


def one_thread() -> None:
    """Beside another member, a second thread would only make both wait."""
    os.environ["OMP_NUM_THREADS"] = "1"
    environment.quiet()
    import torch

    torch.set_num_threads(1)


def warm_base(member: Member) -> None:
    """Make the base model of a seed: random weights, then a short warm start."""
    one_thread()
    from . import tiny, warm

    profile, base = profile_of(member), base_of(member)
    learn = rows.rows("warm", WARM_ROWS)
    texts = [
        profile.system_prompt,
        *(t for row in learn for t in (row["prompt_answer"], warm.right_answer(row))),
    ]
    tiny.make_model(base, texts, member.seed)
    looks = warm.warm_up(
        base,
        learn,
        rows.rows("validation", warm.LOOK_AT),
        profile.system_prompt,
        steps=WARM_STEPS,
        enough=ENOUGH,
        seed=member.seed,
    )
    files.write_json(member.folder / f"warm-{member.seed}.json", looks)


def train_member(member: Member) -> dict[str, Any]:
    """Prepare, train, merge, verify, and answer the held-out rows before and after."""
    one_thread()
    from ..merge import merge, verify
    from ..prepare import prepare
    from ..run import AFTER, run
    from ..worker import METRICS

    profile, name = profile_of(member), f"{member.kind}-{member.seed}"
    folder, base = member.folder / name, base_of(member)
    train = rows.rows("train", TRAIN_ROWS)
    if member.kind == "shuffled":
        train = rows.deal_answers(train, member.seed)
    rows.write(folder / "dataset", train, rows.rows("validation", 64))
    prepare(profile, folder / "prepared", base=base, dataset=folder / "dataset")
    run(profile, folder / "prepared", folder / "run")
    merge(folder / "run", folder / "prepared", folder / "merged")
    if faults := verify(folder / "merged"):
        raise RunError(f"{folder / 'merged'}: {faults[0]}")
    history = [json.loads(line) for line in (folder / "run" / METRICS).read_text().splitlines()]
    return {
        "seed": member.seed,
        "kind": member.kind,
        "rows": TEST_ROWS,
        "before": accuracy(base, profile, member.seed),
        "after": accuracy(folder / "merged", profile, member.seed),
        "rewards": [entry["reward"] for entry in history if "reward" in entry],
        "seconds": files.read_json(folder / "run" / AFTER)["seconds"],
    }


def accuracy(folder: Path, profile: Profile, seed: int) -> dict[str, float]:
    """Share of exact answers to held-out rows that show nothing that any training row showed.

    `sampled` draws as training does, `validation` at the validation's temperature and top-p.
    """
    from . import answers, warm

    seen = (
        rows.contents("warm", WARM_ROWS)
        | rows.contents("train", TRAIN_ROWS)
        | rows.contents("validation", warm.LOOK_AT)
    )
    held_out = rows.rows("test", TEST_ROWS, seen)
    model, processor = answers.load(folder)
    found = {}
    for name, settings in (("sampled", profile.rollout), ("validation", profile.validation)):
        said = answers.respond(
            model,
            processor,
            held_out,
            profile.system_prompt,
            temperature=settings.temperature,
            top_p=settings.top_p,
            tokens=profile.rollout.max_response_tokens,
            seed=seed,
        )
        found[name] = sum(answers.exact(said, held_out)) / len(held_out)
    return found


def pooled(results: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Accuracy over all seeds with its 95 % interval, before and after, of each kind."""
    from .answers import wilson

    table = {}
    for kind in KINDS:
        mine = [result for result in results if result["kind"] == kind]
        for when in ("before", "after"):
            for way in ("sampled", "validation"):
                shares = [result[when][way] for result in mine]
                count = sum(result["rows"] for result in mine)
                hits = sum(share * result["rows"] for share, result in zip(shares, mine))
                low, high = wilson(hits, count)
                table[f"{kind} {when} {way}"] = {
                    "accuracy": round(hits / count, 4),
                    "low": round(low, 4),
                    "high": round(high, 4),
                    "count": count,
                    "by_seed": [round(share, 4) for share in shares],
                }
    return table


def summary(table: dict[str, dict[str, Any]]) -> str:
    lines = ["held-out exact answers              accuracy   95 % interval     by seed"]
    for name, entry in table.items():
        by_seed = " ".join(f"{share:.3f}" for share in entry["by_seed"])
        lines.append(
            f"{name:34s}  {entry['accuracy']:8.3f}   {entry['low']:.3f} to {entry['high']:.3f}    {by_seed}"
        )
    return "\n".join(lines)


def plot(results: Sequence[dict[str, Any]], path: Path) -> None:
    """The mean reward of every step, smoothed over ten, one line a run."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), dpi=130)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for result in results:
        rewards = result["rewards"]
        smooth = [
            sum(part) / len(part) for k in range(len(rewards)) if (part := rewards[max(k - 9, 0) : k + 1])
        ]
        honest = result["kind"] == "honest"
        axes.plot(
            range(1, len(smooth) + 1),
            smooth,
            color="#1f6feb" if honest else "#9a9a9a",
            linewidth=1.4,
            label=("rewards of the right answers" if honest else "shuffled rewards")
            if result["seed"] == 1
            else None,
        )
    axes.set(xlabel="optimizer step", ylabel="mean reward (mean of 10 steps)", ylim=(0, 1))
    axes.grid(alpha=0.25)
    axes.legend(frameon=False, loc="upper left")
    figure.tight_layout()
    figure.savefig(path)
