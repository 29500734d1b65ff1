"""Trace for the trainers and environments that people have; a module each, and thin."""
