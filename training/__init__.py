"""Training: GRPO on Trace data, from a base model to published weights.

`trace-train check` and the rewards need nothing beyond the package; everything that touches a model needs
the extra `train`, and imports it only where it is used.
"""
