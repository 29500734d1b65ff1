"""The instance that callers get."""

from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from ..contracts import Annotation, Answer

if TYPE_CHECKING:
    from PIL.Image import Image


def pixels_hash(image: "Image") -> str:
    """blake2b-128 of size and RGB bytes: equal exactly when the pictures are equal."""
    head = f"{image.width}x{image.height}:".encode()
    return blake2b(head + image.tobytes(), digest_size=16).hexdigest()


class Sample:
    """One instance: picture, prompts, typed answer, image-space annotation, reward contract, execution trace.

    `image` is RGB. `prompt_variants` has the keys `answer_only` and `answer_and_annotation`; `prompt` is the
    latter. `trace_payload` is plain JSON data from which `trace_tasks.replay` makes the instance again.
    """

    def __init__(
        self,
        *,
        task_id: str,
        seed: int,
        query_id: str,
        scene_variant: str,
        image: "Image",
        prompt_variants: dict[str, str],
        answer_gt: Answer,
        annotation_gt: Annotation,
        reward_contract: dict[str, Any],
        task_versions: dict[str, str],
        trace_payload: dict[str, Any],
    ):
        self.task_id, self.seed, self.query_id, self.scene_variant = task_id, seed, query_id, scene_variant
        self.image, self.prompt_variants = image, prompt_variants
        self.answer_gt, self.annotation_gt, self.reward_contract = answer_gt, annotation_gt, reward_contract
        self.task_versions, self.trace_payload = task_versions, trace_payload

    @property
    def prompt(self) -> str:
        return self.prompt_variants["answer_and_annotation"]

    @property
    def domain(self) -> str:
        return self.task_id.removeprefix("task_").split("__")[0]

    @property
    def scene_id(self) -> str:
        return self.task_id.split("__")[1]

    @cached_property
    def image_hash(self) -> str:
        return pixels_hash(self.image)

    @property
    def image_id(self) -> str:
        return f"img_{self.image_hash}"

    def __repr__(self) -> str:
        return f"Sample({self.task_id}, seed={self.seed}, query_id={self.query_id})"
