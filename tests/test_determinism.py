"""The same sample, pixel for pixel: in any process, order, hash seed and on any x86-64 CPU."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from trace_tasks import generate_task, list_tasks

ONE_A_DOMAIN = sorted({t.split("__")[0]: t for t in list_tasks()}.values())
SEEDS = (3, 11)
SCRIPT = """
import json, sys
from trace_tasks import generate_task
found = {}
for task, seed in json.loads(sys.argv[1]):
    s = generate_task(task, seed=seed)
    found[f"{task} {seed}"] = [s.image_hash, s.prompt, json.dumps(s.trace_payload)]
print(json.dumps(found))
"""


def elsewhere(pairs, *command, **environment):
    """Generate in another process; the same library path, whatever interpreter wrapper is put in front."""
    done = subprocess.run(
        [*command, sys.executable, "-c", SCRIPT, json.dumps(pairs)],
        env={**os.environ, **environment},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def here(pairs):
    found = {}
    for task, seed in pairs:
        s = generate_task(task, seed=seed)
        found[f"{task} {seed}"] = [s.image_hash, s.prompt, json.dumps(s.trace_payload)]
    return found


PAIRS = [(task, seed) for task in ONE_A_DOMAIN for seed in SEEDS]


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_another_process_order_and_hash_seed(hash_seed):
    assert elsewhere(PAIRS[::-1], PYTHONHASHSEED=hash_seed) == here(PAIRS)


@pytest.mark.skipif(not shutil.which("qemu-x86_64"), reason="needs qemu-user")
def test_an_old_cpu():
    pairs = [(task, seed) for task, seed in PAIRS if seed == SEEDS[0]]
    assert elsewhere(pairs, "qemu-x86_64", "-cpu", "Nehalem") == here(pairs)
