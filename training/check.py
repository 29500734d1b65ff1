"""Comparing the resolved settings with the trainer that is installed."""

from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

from . import environment
from .plan import grpo_settings
from .profile import Profile, ProfileError


def unknown_fields(profile: Profile) -> str:
    """A line that says which trainer took the settings; ProfileError names those that it has no field for."""
    if find_spec("trl") is None:
        return "TRL is not installed here: its fields were not compared"
    environment.quiet()
    from trl import GRPOConfig

    known = {field.name for field in fields(GRPOConfig)}
    if unknown := sorted(set(grpo_settings(profile, Path("run"))) - known):
        raise ProfileError(f"TRL {environment.installed('trl')} has no field {', '.join(unknown)}")
    return f"TRL {environment.installed('trl')} has all these fields"
