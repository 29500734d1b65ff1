"""Build a dataset from a configuration file, validate it, and see that a changed byte is found.

python examples/generate_and_validate.py [--config examples/build_small.yaml] [--output outputs/small]
"""

import argparse
from pathlib import Path

from trace_tasks.build import build
from trace_tasks.recipe import read_recipe
from trace_tasks.validate import validate


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--config", type=Path, default=Path(__file__).with_name("build_small.yaml"))
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()

    recipe = read_recipe(arguments.config)
    folder = arguments.output or Path(recipe.output_root, recipe.dataset_name)
    if not folder.exists():
        build(recipe, folder, workers=2)
    print(f"{recipe.total} instances in {folder}, {len(validate(folder))} faults")

    picture = next(folder.rglob("*.png"))
    kept = picture.read_bytes()
    picture.write_bytes(kept[:-20] + bytes([kept[-20] ^ 1]) + kept[-19:])
    for fault in validate(folder):
        print("with one bit flipped:", fault)
    picture.write_bytes(kept)


if __name__ == "__main__":  # worker processes import this file
    main()
