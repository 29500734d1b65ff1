"""The scenes, `<domain>/<scene>.py`; the registry finds them by where they lie."""
