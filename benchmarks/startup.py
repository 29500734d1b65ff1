"""Cold-start times, each the median of fresh interpreters: the import, and the first sample.

python benchmarks/startup.py [--runs 7]
"""

import argparse
import subprocess
import sys
from statistics import median
from time import perf_counter

CASES = {
    "python alone": "pass",
    "from trace_tasks import generate_task": "from trace_tasks import generate_task",
    "first sample": "from trace_tasks import generate_task as g; g('task_games__match3__gem_count', seed=1)",
    "list_tasks()": "from trace_tasks import list_tasks; list_tasks()",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    for name, code in CASES.items():
        times = []
        for _ in range(runs + 1):  # the first fills the disk cache
            start = perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(perf_counter() - start)
        print(f"{name:40s} {median(times[1:]):.3f} s")


if __name__ == "__main__":
    main()
