"""Generation speed and memory: per scene and over all tasks, without and with PNG encoding.

    python benchmarks/generation.py [--samples 8] [--domain games] [--flat 5000]

Times are of one process and exclude imports and the first sample of each scene, which fills the caches.
`--flat N` instead generates N instances round-robin and prints resident memory as it goes.
"""

import argparse
import resource
from collections import defaultdict
from io import BytesIO
from statistics import mean
from time import perf_counter

from rich.console import Console
from rich.table import Table

from trace_tasks import generate_task, list_tasks

TARGET_MS = 14.0  # mean of an instance without PNG, one process on two cores of an idle server


def timed(task_id: str, seed: int) -> tuple[float, float, int]:
    """Milliseconds to generate and to encode as PNG, and the PNG's bytes."""
    start = perf_counter()
    sample = generate_task(task_id, seed=seed)
    made = perf_counter()
    packed = BytesIO()
    sample.image.save(packed, "PNG", compress_level=1)
    return (made - start) * 1e3, (perf_counter() - made) * 1e3, packed.tell()


def resident_mb() -> float:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


def speed(console: Console, tasks: list[str], samples: int) -> None:
    scenes: dict[str, list[tuple[str, list[tuple[float, float, int]]]]] = defaultdict(list)
    for task_id in tasks:
        timed(task_id, 10**6)
        scenes["/".join(task_id.removeprefix("task_").split("__")[:2])].append(
            (task_id, [timed(task_id, seed) for seed in range(samples)])
        )
    table = Table("scene", "tasks", "ms", "slowest task, ms", "PNG ms", "PNG kB")
    for scene, rows in sorted(scenes.items()):
        runs = [run for _, task_runs in rows for run in task_runs]
        slowest = max(mean(run[0] for run in task_runs) for _, task_runs in rows)
        table.add_row(
            scene,
            str(len(rows)),
            f"{mean(r[0] for r in runs):.1f}",
            f"{slowest:.1f}",
            f"{mean(r[1] for r in runs):.1f}",
            f"{mean(r[2] for r in runs) / 1e3:.0f}",
        )
    console.print(table)
    means = [[mean(run[k] for run in runs) for k in (0, 1)] for rows in scenes.values() for _, runs in rows]
    plain, png = (mean(m[k] for m in means) for k in (0, 1))
    console.print(
        f"all {len(tasks)} tasks: {plain:.1f} ms an instance, {plain + png:.1f} ms with PNG "
        f"({1e3 / (plain + png):.0f} instances a second and worker)"
    )
    console.print(f"ratio to the target of {TARGET_MS:.0f} ms: {plain / TARGET_MS:.2f}")
    console.print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def flatness(console: Console, tasks: list[str], count: int) -> None:
    for i in range(count):
        generate_task(tasks[i % len(tasks)], seed=i)
        if i + 1 == count or (i + 1) % max(count // 10, 1) == 0:
            console.print(f"{i + 1:6d} instances: {resident_mb():.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=8)
    parser.add_argument("--domain")
    parser.add_argument("--flat", type=int)
    args = parser.parse_args()
    console, tasks = Console(width=110), list_tasks(args.domain)
    if args.flat:
        flatness(console, tasks, args.flat)
    else:
        speed(console, tasks, args.samples)


if __name__ == "__main__":
    main()
