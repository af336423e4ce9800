"""PNG files: painted from the framed SVG, with their texts in the file."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import Final

from reports.chart import Chart
from reports.forms.frame import framed_svg
from reports.forms.typesetting import picture

PIXELS_A_PIXEL: Final = 2
"""Pixels of the image for one CSS pixel, in each direction."""

_BEFORE_TEXTS: Final = 33
"""Length of the signature and the first part of every PNG file, which tells its size."""


def png_file(chart: Chart) -> bytes:
    """Paint the framed figure; title, description and provenance are in its metadata."""
    texts = {"Title": chart.title, "Description": chart.alt, "Source": chart.footer}
    return _with_texts(picture(framed_svg(chart), PIXELS_A_PIXEL), texts)


def _with_texts(png: bytes, texts: Mapping[str, str]) -> bytes:
    """Put texts into a PNG file (Portable Network Graphics, third edition, 11.3.3.4)."""
    parts = b"".join(_part(name, text) for name, text in texts.items())
    return png[:_BEFORE_TEXTS] + parts + png[_BEFORE_TEXTS:]


def _part(name: str, text: str) -> bytes:
    uncompressed, no_language = b"\0\0", b"\0\0"
    content = b"iTXt" + name.encode() + b"\0" + uncompressed + no_language + text.encode()
    return struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
