"""Two steps of any profile on a tiny model: its objective, optimizer, rewards and stages, at no size."""

from pathlib import Path

import msgspec

from ..files import RunError
from ..merge import merge, verify
from ..plan import arithmetic
from ..prepare import prepare
from ..profile import Profile, profile_from
from ..run import run
from . import rows

STEPS, PROMPTS, TOKENS = 2, 2, 16


def smoke(profile: Profile, output: Path) -> str:
    """Run every stage in `output`; a line that says so. RunError when one fails, or when `output` exists."""
    from . import tiny

    if output.exists():
        raise RunError(f"{output} exists; choose another, or remove it")
    arithmetic(profile)
    small = at_no_size(profile)
    train = rows.rows("train", 8)
    tiny.make_model(output / "base", [small.system_prompt, *(row["prompt_answer"] for row in train)])
    rows.write(output / "dataset", train, rows.rows("validation", 2))
    prepare(small, output / "prepared", base=output / "base", dataset=output / "dataset")
    run(small, output / "prepared", output / "run")
    merge(output / "run", output / "prepared", output / "merged")
    if faults := verify(output / "merged"):
        raise RunError(f"{output / 'merged'}: {faults[0]}")
    return f"{profile.name}: {STEPS} steps, merged and verified in {output / 'merged'}"


def at_no_size(profile: Profile) -> Profile:
    """The profile with all that has a size made small; objective, optimizer, reward and prompt stay."""
    plain = msgspec.to_builtins(profile)
    here = {"repo": "demo/local", "revision": "local"}
    plain["base"] = here
    plain["data"] |= {
        **here,
        "stream": None,
        "split": "train",
        "validation_split": "validation",
        "validation_rows": 2,
    }
    plain["rollout"] |= {"prompts": PROMPTS, "max_response_tokens": TOKENS, "max_prompt_tokens": 4096}
    plain["optimizer"] |= {"steps": STEPS, "save_every_steps": STEPS}
    plain["validation"]["every_steps"] = STEPS
    plain["images"] = {"min_pixels": 784, "max_pixels": 12544}
    plain["objective"]["epochs_per_batch"] = 1
    plain["hardware"] = {
        "device": "cpu",
        "processes": 1,
        "responses_at_once": PROMPTS * profile.rollout.responses,
        "weights": "fp32",
        "gradient_checkpointing": profile.hardware.gradient_checkpointing,
        "sharding": "none",
        "disk_gb": 0.05,
    }
    return profile_from(plain)
