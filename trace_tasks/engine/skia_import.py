"""The one import of Skia, so that a missing system library gets a plain message."""

try:
    import skia
except ImportError as error:
    if any(library in str(error) for library in ("libGL", "libEGL", "libGLX", "libOpenGL")):
        message = f"Skia needs OpenGL: install the Debian packages libgl1 and libegl1 ({error})"
        raise ImportError(message, name="skia") from None
    raise

__all__ = ["skia"]
