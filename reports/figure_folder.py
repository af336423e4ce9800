"""The figures of a report as files in a folder of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reports.chart import Chart
from reports.drawing import figure_files
from sim.runs.files import make_folder, write_whole
from sim.storage import Folder
from sim.storage.listing import entries

_FIGURES: Final = (".png", ".svg")


def write_figures(folder: Folder, charts: Sequence[Chart]) -> None:
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
    for name in sorted(entries(folder)):
        if name.endswith(_FIGURES) and name not in written:
            (folder / name).unlink()
