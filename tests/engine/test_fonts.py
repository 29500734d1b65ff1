"""Outlines that do not depend on what a process drew before."""

import hashlib
import subprocess
import sys

import pytest

SCRIPT = """
import hashlib, sys
from trace_tasks.engine import fonts
characters = [chr(c) for c in range(33, 127)]
characters.sort(key=lambda c: ord(c) * int(sys.argv[1]) % 101)
outlines = {}
for family in fonts.FAMILIES:
    for weight in (400, 600, 700):
        face = fonts.typeface(family, weight)
        for c in characters:
            path = fonts.sized(face, 1024.0).getPath(face.unicharToGlyph(ord(c)))
            outlines[family, weight, c] = hashlib.md5(bytes(path.serialize())).hexdigest()
print(hashlib.md5(repr(sorted(outlines.items())).encode()).hexdigest())
"""


@pytest.mark.parametrize("order", ["37", "100"])
def test_outlines_do_not_depend_on_the_order_of_use(order):
    def outlines(multiplier: str) -> str:
        command = [sys.executable, "-c", SCRIPT, multiplier]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    first = outlines("1")
    assert first == outlines(order)
    assert len(first.strip()) == hashlib.md5().digest_size * 2
