"""The parts of a page: remarks, numbers in large type, figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.tables import Tables
from reports.chart import Chart
from reports.key_figures import KeyFigure
from reports.language import tr
from reports.questions import Part


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the page: its anchor, its question, and what answers it."""

    anchor: str
    heading: str
    remarks: tuple[str, ...]
    key_figures: tuple[KeyFigure, ...]
    charts: tuple[Chart, ...]


def sections(parts: Sequence[Part], tables: Tables, charts: Sequence[Chart]) -> tuple[Section, ...]:
    """Fill the parts of a page; those that have nothing to show are left out."""
    filled = (
        Section(
            anchor=part.anchor,
            heading=tr(part.heading),
            remarks=tuple(part.remarks(tables)),
            key_figures=part.key_figures(tables),
            charts=tuple(_placed(part.charts, charts)),
        )
        for part in parts
    )
    return tuple(part for part in filled if part.remarks or part.key_figures or part.charts)


def _placed(names: Sequence[str], charts: Sequence[Chart]) -> list[Chart]:
    """Find the figures of a part, in its order."""
    return [chart for name in names for chart in charts if _is_meant(chart.name, name)]


def _is_meant(chart: str, name: str) -> bool:
    return chart.startswith(name[:-1]) if name.endswith("*") else chart == name
