"""Build the published table, say what it would cost, or verify a finished or downloaded folder.

    python scripts/build_release_dataset.py [--recipe F.yaml] [--output-dir DIR] [--workers N]
    python scripts/build_release_dataset.py --dry-run
    python scripts/build_release_dataset.py --verify --output-dir DIR [--replay N]

Kill it at any time: the same command goes on, and ends with the same bytes. Exit 0 when all holds, 1 when the
data is at fault, 2 for a wrong command line.
"""

from trace_tasks.release.cli import run_build_release

if __name__ == "__main__":
    run_build_release()
