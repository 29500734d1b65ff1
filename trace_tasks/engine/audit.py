"""Checks that every instance passes before it is accepted. They reject, never repair."""

from collections.abc import Iterable

import numpy as np

from .canvas import MIN_TEXT, Canvas, Key, Mark
from .layout import Box
from .rng import Reject

MIN_CONTRAST = 4.5  # WCAG 2.2, level AA, body text
FAINT_CONTRAST = 2.5  # context that nobody must read


def audit(canvas: Canvas, witness: Iterable[Key], least_visible: float) -> None:
    """Raise Reject with a named reason if the picture is not fit to be asked about."""
    _audit_texts(canvas)
    page = canvas.bounds
    for key in witness:
        _audit_witness(canvas, key, canvas.marks[key], page)
        if canvas.visible(key) < least_visible:
            raise Reject(f"hidden {key[0]}")


def _audit_texts(canvas: Canvas) -> None:
    page = canvas.bounds
    for run in canvas.texts:
        if not page.holds(run.box, slack=0.5):
            raise Reject(f"text outside the image: {run.text}")
        if run.need and run.size < MIN_TEXT - 0.01:
            raise Reject(f"text under {MIN_TEXT} px: {run.text}")
        if run.busy and run.need:
            raise Reject(f"text across other ink: {run.text}")
        if run.contrast < (MIN_CONTRAST if run.need else FAINT_CONTRAST):
            raise Reject(f"text contrast {run.contrast:.1f}: {run.text}")
        now = canvas.region(run.box)
        if run.need and np.count_nonzero(now != run.drawn) > 0.02 * now.size:
            raise Reject(f"text covered: {run.text}")


def _audit_witness(canvas: Canvas, key: Key, mark: Mark, page: Box) -> None:
    if mark.box is not None:
        if mark.box.w < 3 or mark.box.h < 3:
            raise Reject(f"degenerate {key[0]}")
        if not page.holds(mark.box, slack=0.5):
            raise Reject(f"{key[0]} outside the image")
        around = canvas.region(mark.box.inset(-3))
        if around.size == 0 or (around == around[0, 0]).all():
            raise Reject(f"nothing drawn at {key[0]}")
    for point in (*(mark.segment or ()), *((mark.point,) if mark.point else ())):
        if not page.holds(point):
            raise Reject(f"{key[0]} outside the image")
    if mark.segment and sum(abs(a - b) for a, b in zip(*mark.segment, strict=True)) < 3:
        raise Reject(f"degenerate {key[0]}")
