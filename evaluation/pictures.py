"""Pictures of rows, in whatever form a dataset holds them; kept encoded, decoded when they are shown."""

import base64
import binascii
import hashlib
import io
import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from PIL import Image

SIDE = 28  # pixels of a patch group of Qwen2.5-VL


class PictureError(ValueError):
    """A row without a picture that can be decoded."""


@dataclass(frozen=True)
class Picture:
    """An encoded picture."""

    encoded: bytes

    @classmethod
    def of(cls, value: Any) -> "Picture":
        """From encoded bytes, base64, a PIL image, or the `{"bytes", "path"}` of `datasets`."""
        if isinstance(value, Image.Image):
            return cls(png(value))
        if isinstance(value, dict):
            value = value.get("bytes")
        if isinstance(value, str):
            value = _from_base64(value)
        if not isinstance(value, bytes) or not value:
            raise PictureError(f"no picture in {type(value).__name__}")
        try:
            Image.open(io.BytesIO(value)).close()
        except OSError as error:
            raise PictureError(f"{len(value)} bytes that are no picture: {error}") from error
        return cls(value)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the encoded picture."""
        return hashlib.sha256(self.encoded).hexdigest()

    def shown(self, least: int, most: int) -> Image.Image:
        """In RGB, scaled to between these numbers of pixels if it is outside."""
        try:
            return within(_flattened(Image.open(io.BytesIO(self.encoded))), least, most)
        except OSError as error:
            raise PictureError(f"a picture that cannot be decoded: {error}") from error


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text.partition(",")[2] if text.startswith("data:") else text, validate=True)
    except binascii.Error as error:
        raise PictureError(f"a text of {len(text)} characters that is no base64: {error}") from error


def _flattened(picture: Image.Image) -> Image.Image:
    """In RGB; what is transparent becomes white."""
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")
    return picture.convert("RGB")


def within(picture: Image.Image, least: int, most: int) -> Image.Image:
    """A picture between these numbers of pixels: as it is, or scaled to sides that are multiples of 28."""
    width, height = picture.size
    pixels = width * height
    if least <= pixels <= most:
        return picture
    scale = math.sqrt((least if pixels < least else most) / pixels)
    fit = math.ceil if pixels < least else math.floor
    sides = [max(SIDE, fit(side * scale / SIDE) * SIDE) for side in (width, height)]
    return picture.resize((sides[0], sides[1]), Image.Resampling.BICUBIC)


def png(picture: Image.Image) -> bytes:
    """The picture as PNG."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()
