"""What a release will cost, from a few instances drawn on this machine."""

import os
import time

import msgspec

from ..build import generate, png
from ..recipe import Slot
from ..records import canonical, make_records
from ..validate import response_faults
from .parts import split_recipe
from .plan import Plan

#: Tasks that are tried, evenly spread, and instances of each: the first one warms caches and is not timed.
TASKS, TIMED = 120, 2
#: Packed trace bytes for one plain byte, measured with zstd level 9.
TRACE_RATIO = 0.2
#: Seconds of a row for packing and hashing, beside drawing it.
PACKING = 0.002


class Estimate(msgspec.Struct, frozen=True):
    """Of one row: CPU seconds, bytes in the table, bytes of trace."""

    seconds: float
    table: float
    trace: float

    def of(self, rows: int, workers: int) -> tuple[float, float, float]:
        """Wall seconds on idle cores, bytes of the release, bytes needed while it is built."""
        size = rows * (self.table + self.trace * TRACE_RATIO)
        cores = min(workers, len(os.sched_getaffinity(0)))
        return rows * self.seconds / cores, size, size + rows * (self.table + self.trace)


def estimate(plan: Plan) -> Estimate:
    """Draw a few instances of up to `TASKS` tasks and measure."""
    step = max(len(plan.tasks) / TASKS, 1)
    tried = [plan.tasks[int(k * step)] for k in range(min(len(plan.tasks), TASKS))]
    measured = [measure(plan, task) for task in tried]
    seconds, table, trace = (sum(column) / len(measured) for column in zip(*measured))
    return Estimate(seconds + PACKING, table, trace)


def measure(plan: Plan, task: str) -> tuple[float, float, float]:
    """CPU seconds, table bytes and trace bytes of one instance of this task."""
    recipe, start, table, trace = split_recipe(plan.recipe, plan.recipe.splits[-1], task), 0.0, 0, 0
    for index in range(TIMED + 1):
        if index == 1:
            start = time.process_time()
        slot = Slot(task, index, plan.recipe.params)
        sample = generate(recipe, slot, 0)
        made = make_records(sample, slot.params, recipe.instance_version, "estimate", index)
        picture = png(sample.image)
        list(response_faults(made[0], sample.image.size))
        if index:
            line = canonical(made[1])
            table, trace = table + len(picture), trace + len(line)
    return (time.process_time() - start) / TIMED, table / TIMED, trace / TIMED
