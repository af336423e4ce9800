"""The figures of a report as files in a folder of their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from reports.chart import Chart
from reports.drawing import figure_files
from sim.runs.files import make_folder, write_whole

_FIGURE_FILES: Final = ("*.png", "*.svg")


def write_figures(folder: Path, charts: Sequence[Chart]) -> None:
    """Write every figure whole, as SVG and PNG; remove those of an earlier report.

    Raises
    ------
    UserError
        If a file cannot be written.
    """
    make_folder(folder)
    written: set[str] = set()
    for chart in charts:
        for name, content in figure_files(chart).items():
            write_whole(folder / name, content)
            written.add(name)
    for pattern in _FIGURE_FILES:
        for path in sorted(folder.glob(pattern)):
            if path.name not in written:
                path.unlink()
