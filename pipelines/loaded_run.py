"""A run for notebooks: its tables as Polars frames, and its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

import polars as pl

from pipelines.current_tables import tables_as_it_is
from pipelines.schema import TABLE_SCHEMAS
from pipelines.tables import Tables
from sim.runs.directory import RunDirectory
from sim.storage import Folder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.chart import Chart

__all__ = ["Figures", "LoadedRun", "load"]


def load(run: Folder | str) -> LoadedRun:
    """Load the tables of a run, as `nap aggregate` or `nap run` has made them.

    Parameters
    ----------
    run : Path, ObjectPath or str
        The run directory: a folder, or ``s3://BUCKET/PREFIX``.

    Raises
    ------
    UserError
        If there is no run, or its tables are missing, damaged, or were made before the run went
        on; the message has the command that makes them.
    """
    directory = RunDirectory.open(run)
    tables = tables_as_it_is(directory)
    return LoadedRun(provenance=tables.provenance, **tables.frames())


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class LoadedRun(Tables):
    """The tables of a run, each an attribute, and all that can be drawn of them.

    `schema` says what every column is. Tables that the rules of the run do not have are None.
    """

    @property
    def schema(self) -> pl.DataFrame:
        """Every column of every table of this run: its dtype, unit and meaning."""
        rows = [
            (name, column.name, column.dtype, column.unit, column.meaning)
            for name, frame in self.frames().items()
            for column in TABLE_SCHEMAS[name].described(frame)
        ]
        names = ("table", "column", "dtype", "unit", "meaning")
        return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")

    @cached_property
    def figures(self) -> Figures:
        """Every figure of the report by its name; it is drawn when it is asked for."""
        return Figures(self)

    def __repr__(self) -> str:
        lines = [f"  {name:28} {_size(frame):>14}" for name, frame in self.frames().items()]
        return "\n".join([f"run {self._in_short}; tables:", *lines])

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        rows = "".join(
            f"<tr><td><code>{escape(name)}</code></td><td>{escape(TABLE_SCHEMAS[name].title)}</td>"
            f"<td>{_size(frame)}</td></tr>"
            for name, frame in self.frames().items()
        )
        return (
            f"<p>Run {escape(self._in_short)}</p><table><thead><tr><th>table</th>"
            f"<th>what it says</th><th>size</th></tr></thead><tbody>{rows}</tbody></table>"
        )

    @property
    def _in_short(self) -> str:
        made_of = self.provenance
        return (
            f"{made_of.scenario}: {made_of.deals:,} deals in {made_of.sessions:,} sessions, "
            f"profile {made_of.profile}, {made_of.players} players, seed {made_of.seed}"
        )


def _size(frame: pl.DataFrame) -> str:
    return f"{frame.height:,} × {frame.width}"


class Figures(Mapping[str, "Figure"]):
    """The figures of a run by name, such as ``success-by-contract``.

    Each is drawn whenever it is asked for, with its title, caption and conditions, as a matplotlib
    `Figure` of its own that may be changed. None is kept, so that many take no more memory than
    one.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def __getitem__(self, name: str) -> Figure:
        """Draw a figure.

        Raises
        ------
        KeyError
            If there is none of that name; the message lists all names.
        """
        # Not at the top: reports are made of tables, and only drawing needs them here.
        from reports.forms.figure import framed_figure

        if name not in self._charts:
            raise KeyError(f"no figure {name}; there are {', '.join(self._charts)}")
        return framed_figure(self._charts[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._charts)

    def __len__(self) -> int:
        return len(self._charts)

    def __repr__(self) -> str:
        return f"figures: {', '.join(self._charts)}"

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        from reports.figures import all_charts

        return {chart.name: chart for chart in all_charts(self._tables)}
