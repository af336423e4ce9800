"""What turns Typst markup into PDF and PNG: the compiler, with fonts that every machine has.

Typst comes as a Python package without anything to install beside it. It brings Libertinus Serif;
matplotlib brings DejaVu Sans, in which figures are measured. Fonts of the system are left alone,
so that the same report has the same bytes everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import matplotlib
import typst

_MAIN: Final = "main.typ"
_EPOCH: Final = 0


def typeset(markup: str, files: Mapping[str, bytes]) -> bytes:
    """Set markup as a PDF without a date, tagged for readers' tools.

    Parameters
    ----------
    markup
        The document in Typst's language.
    files
        What it reads, by name.
    """
    return _compiled({_MAIN: markup.encode(), **files}, format="pdf", timestamp=_EPOCH)


def picture(svg: str, pixels_a_unit: float) -> bytes:
    """Paint an SVG drawing as PNG, with so many pixels for each of its units."""
    # Typst takes a unit of the drawing for 3/4 point.
    markup = '#set page(width: auto, height: auto, margin: 0pt)\n#image("drawing.svg")'
    files = {_MAIN: markup.encode(), "drawing.svg": svg.encode()}
    return _compiled(files, format="png", ppi=pixels_a_unit * 96)


def _compiled(files: Mapping[str, bytes], **settings: Any) -> bytes:
    # The package takes files by name, but its types do not say so.
    compiler: Any = typst.compile
    content: bytes = compiler(dict(files), font_paths=_fonts(), **settings)
    return content


@cache
def _fonts() -> typst.Fonts:
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return typst.Fonts(include_system_fonts=False, font_paths=[folder])
