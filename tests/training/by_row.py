"""A worker whose draws depend on the prompt and the place in the group alone, not on the process.

    python -m tests.training.by_row JOB.json

With SHARD_ON_CPU set, Accelerate's FSDP runs on the CPU too, which it otherwise reserves for accelerators.
"""

import hashlib
import os
import sys
from pathlib import Path

import torch
from accelerate.state import AcceleratorState
from accelerate.utils import DistributedType
from transformers import LogitsProcessor, LogitsProcessorList, Qwen2_5_VLForConditionalGeneration

from tests.training.conftest import small
from trace_tasks.training import worker

GROUP = small().rollout.responses
PAD = 0


class ByRow(LogitsProcessor):
    """Gumbel noise from a hash of the row so far, then the largest: a draw, but a reproducible one."""

    def __call__(self, input_ids, scores):
        rank, rows = int(os.environ.get("RANK", 0)), len(input_ids)
        for row in range(rows):
            so_far = [token for token in input_ids[row].tolist() if token != PAD]
            name = f"{so_far} {(rank * rows + row) % GROUP}".encode()
            source = torch.Generator().manual_seed(int.from_bytes(hashlib.sha256(name).digest()[:7]))
            noise = -torch.log(-torch.log(torch.rand(scores.shape[1], generator=source) + 1e-20))
            best = (scores[row] + noise).argmax()
            scores[row] = float("-inf")
            scores[row, best] = 0.0
        return scores


generate = Qwen2_5_VLForConditionalGeneration.generate


def generate_by_row(self, *args, **options):
    return generate(self, *args, logits_processor=LogitsProcessorList([ByRow()]), **options)


Qwen2_5_VLForConditionalGeneration.generate = generate_by_row

start_state = AcceleratorState.__init__


def sharding_state(self, *args, fsdp_plugin=None, **options):
    start_state(self, *args, fsdp_plugin=fsdp_plugin, **options)
    plugin = fsdp_plugin or getattr(self, "fsdp_plugin", None)  # later states start anew
    if plugin is not None and self.distributed_type == DistributedType.MULTI_CPU:
        self.distributed_type, self.fsdp_plugin = DistributedType.FSDP, plugin


if os.environ.get("SHARD_ON_CPU"):
    AcceleratorState.__init__ = sharding_state

if __name__ == "__main__":
    worker.main(Path(sys.argv[1]))
