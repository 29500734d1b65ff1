"""A training profile: all that decides a run, in one YAML file that is checked before anything starts."""

import hashlib
import types
import typing
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import yaml

from trace_tasks.records import canonical

PROFILES = Path(__file__).with_name("profiles")

Count = Annotated[int, msgspec.Meta(ge=1)]
Positive = Annotated[float, msgspec.Meta(gt=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Revision = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{40}|local)$")]
Text = Annotated[str, msgspec.Meta(min_length=1)]


class ProfileError(ValueError):
    """A profile that cannot be followed; the message is one line that says what is accepted."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a profile: every key is known, every value typed."""


class Base(Part, frozen=True, kw_only=True):
    """The model to start from. `revision` is a commit, or `local` for a folder without a Hub.

    `files`: SHA-256 by file name, for those files that must be exactly these.
    """

    repo: Text
    revision: Revision
    files: dict[str, Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]] = {}


class Stream(Part, frozen=True, kw_only=True):
    """The endless source: instances drawn as they are needed, from easy to hard.

    `difficulty` runs linearly from its first to its second value over the first `ramp_rows` instances.
    An empty `tasks` means all.
    """

    tasks: tuple[Text, ...] = ()
    difficulty: tuple[Share, Share] = (0.0, 1.0)
    ramp_rows: Count = 64_000
    seed: int = 42
    params: dict[str, Any] = {}


class Data(Part, frozen=True, kw_only=True):
    """What to train on: the fixed rows of a published table, or the endless `stream`."""

    repo: Text
    revision: Revision
    tag: str = ""
    split: Text = "train"
    validation_split: Text = "validation"
    validation_rows: Count = 2_000
    prompt: Literal["answer", "answer_and_annotation"] = "answer"
    shuffle_seed: int = 1
    stream: Stream | None = None


class Reward(Part, frozen=True, kw_only=True):
    """Weights of the reward parts. A part of weight 0 is measured and logged, not learnt."""

    answer: Share
    format: Share
    annotation: Share = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.answer + self.format + self.annotation <= 1 + 1e-9:
            raise ValueError("the reward weights must add up to more than 0 and at most 1")


class Rollout(Part, frozen=True, kw_only=True):
    """What is drawn for one optimizer step: `prompts` x `responses` completions."""

    prompts: Count
    responses: Annotated[int, msgspec.Meta(ge=2)]
    temperature: Positive
    top_p: Annotated[float, msgspec.Meta(gt=0, le=1)]
    max_prompt_tokens: Count
    max_response_tokens: Count


class Validation(Part, frozen=True, kw_only=True):
    """Scoring of held-out rows while training, every `every_steps` steps."""

    every_steps: Count
    temperature: Positive
    top_p: Annotated[float, msgspec.Meta(gt=0, le=1)]


class Images(Part, frozen=True, kw_only=True):
    """Limits that the processor resizes to, in pixels of one image."""

    min_pixels: Count
    max_pixels: Count


class Optimizer(Part, frozen=True, kw_only=True):
    """AdamW with a constant rate after `warmup_steps`."""

    steps: Count
    learning_rate: Positive
    betas: tuple[Share, Share]
    weight_decay: Annotated[float, msgspec.Meta(ge=0)]
    clip_gradient: Positive
    warmup_steps: Annotated[int, msgspec.Meta(ge=0)] = 0
    save_every_steps: Count


class Objective(Part, frozen=True, kw_only=True):
    """The GRPO loss. `clip_low` and `clip_high` bound the probability ratio, `dual_clip` the loss below 0."""

    kl: Annotated[float, msgspec.Meta(ge=0)]
    clip_low: Share
    clip_high: Share
    dual_clip: Annotated[float, msgspec.Meta(gt=1)]
    loss: Literal["token_mean"] = "token_mean"
    epochs_per_batch: Count = 1


class Vllm(Part, frozen=True, kw_only=True):
    """Rollouts by vLLM in the training processes."""

    tensor_parallel: Count
    gpu_memory_share: Annotated[float, msgspec.Meta(gt=0, lt=1)] = 0.4


class Hardware(Part, frozen=True, kw_only=True):
    """Where it runs. `responses_at_once`: completions in one forward pass of one process."""

    device: Literal["cuda", "cpu"]
    nodes: Count = 1
    processes: Count
    gpu: str = ""
    gpu_memory_gb: Count | None = None
    responses_at_once: Count
    weights: Literal["bf16", "fp32"]
    reduce: Literal["fp32"] = "fp32"
    gradient_checkpointing: bool
    sharding: Literal["fsdp", "none"]
    vllm: Vllm | None = None
    disk_gb: Annotated[float, msgspec.Meta(ge=0)] = 1.0


class Profile(Part, frozen=True, kw_only=True):
    """One training run. `seed` is of the model's sampling; the order of rows has its own."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9._-]+$")]
    base: Base
    data: Data
    system_prompt: Text
    reward: Reward
    rollout: Rollout
    validation: Validation
    images: Images
    optimizer: Optimizer
    objective: Objective
    hardware: Hardware
    seed: int = 1

    @property
    def sha256(self) -> str:
        """Of the profile's canonical JSON, so that layout and comments of the file do not matter."""
        return hashlib.sha256(canonical(self)).hexdigest()


def named(name: str) -> Path:
    """The file of a profile given by name or by path; ProfileError names the nearest."""
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        return path
    known = sorted(p.stem for p in PROFILES.glob("*.yaml"))
    if name in known:
        return PROFILES / f"{name}.yaml"
    raise ProfileError(f"no profile {name!r}; {hint(name, known)}, or give a .yaml file")


def read_profile(name: str) -> Profile:
    """The profile of this name or file; ProfileError says in one line what is wrong with it."""
    path = named(name)
    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(f"cannot read {path}: {getattr(error, 'strerror', error)}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise ProfileError(f"{path}{where}: not YAML: {getattr(error, 'problem', error)}") from None
    try:
        return profile_from(given)
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}") from None


def profile_from(given: object) -> Profile:
    """A profile from plain values; ProfileError for an unknown key, a missing one, or a wrong value."""
    for complaint in strangers(given, Profile, ""):
        raise ProfileError(complaint)
    try:
        profile = msgspec.convert(given, Profile)
    except msgspec.ValidationError as error:
        raise ProfileError(str(error)) from None
    if profile.images.min_pixels > profile.images.max_pixels:
        raise ProfileError("images.min_pixels is larger than images.max_pixels")
    if profile.reward.annotation and profile.data.prompt == "answer":
        raise ProfileError("reward.annotation needs data.prompt: answer_and_annotation, which asks for one")
    return profile


def strangers(given: object, kind: type[msgspec.Struct], where: str) -> Iterator[str]:
    """A line for each key that the section does not have."""
    known = kind.__struct_fields__
    if not isinstance(given, Mapping):
        yield f"{where or 'a profile'}: expected a mapping with the keys {', '.join(known)}"
        return
    hints = typing.get_type_hints(kind)
    for key, value in given.items():
        place = f"{where}.{key}" if where else str(key)
        if key not in known:
            yield f"unknown key {place!r}; {hint(str(key), known)}"
        elif (section := section_of(hints[key])) and value is not None:
            yield from strangers(value, section, place)


def section_of(annotation: Any) -> type[msgspec.Struct] | None:
    options = typing.get_args(annotation) if isinstance(annotation, types.UnionType) else (annotation,)
    for option in options:
        if isinstance(option, type) and issubclass(option, Part):
            return option
    return None


def hint(name: str, known: typing.Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"accepted: {', '.join(known)}"
