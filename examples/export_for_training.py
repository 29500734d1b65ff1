"""Generate a few instances, export them, and score responses as a trainer's reward function would.

python examples/export_for_training.py [--output outputs/training]
"""

import argparse
import json
from pathlib import Path

from trace_tasks import score_trace_response
from trace_tasks.build import build
from trace_tasks.export import export
from trace_tasks.recipe import Recipe, TaskCount

TASKS = ("task_games__match3__gem_count", "task_games__match3__swap_clear_count")


def reward(completions: list[str], answer_gt: list[str], reward_contract: list[str]) -> list[float]:
    """0.95 for the exact answer, 0.05 for the format."""
    return [
        score_trace_response(completion, answer, None, contract, format_weight=0.05)["overall"]
        for completion, answer, contract in zip(completions, answer_gt, reward_contract, strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=Path("outputs/training"))
    output = parser.parse_args().output

    recipe = Recipe(tasks=tuple(TaskCount(task_id, 3) for task_id in TASKS))
    if not (output / "dataset").exists():
        build(recipe, output / "dataset")
    for file_format in ("jsonl", "parquet"):
        (output / f"train.{file_format}").unlink(missing_ok=True)
        export(output / "dataset", output / f"train.{file_format}", file_format, "answer")

    rows = [json.loads(line) for line in (output / "train.jsonl").read_text().splitlines()]
    print(rows[0]["prompt"], "\n")
    right = [json.dumps({"answer": json.loads(row["answer_gt"])["value"]}) for row in rows]
    columns = {name: [row[name] for row in rows] for name in ("answer_gt", "reward_contract")}
    print("right, in the format:", reward(right, **columns))
    print("right, not in it:    ", reward([f"<answer>{r}</answer>" for r in right], **columns))
    print("wrong:               ", reward(['{"answer": "no"}'] * len(rows), **columns))


if __name__ == "__main__":
    main()
