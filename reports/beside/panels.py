"""Figures that show the numbers of all runs: a panel for each contract, and for each position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import polars as pl

from pipelines.beside.tables import BesideTables
from pipelines.headline import headline_of
from reports.beside.conditions import footer_of, level_of
from reports.chart import Chart
from reports.comparison.names import ShortNames, short_names
from reports.dot_panel import dots_in_panel, panel_height
from reports.dots import Dot, mean_dot, share_dot
from reports.estimates import Mean, Share
from reports.grid import Panel, draw_grid
from reports.language import tr
from reports.scale import Scale, scale_around
from reports.sheet import BROAD
from reports.style import GREEN, HEADLINE, INK, Colour
from reports.wording import contract_name, least_to_most, position_name

_LONGEST_NAME: Final = 130.0
_NARROWEST_PERCENT: Final = 4.0

Row = Mapping[str, Any]


def success_by_run(tables: BesideTables, title: str) -> Chart:
    """Draw, for every contract, the share of its deals in which each run made it."""
    names = _names(tables)
    ladder = _in_order(tables.contracts, "contract")
    headline = headline_of(ladder)
    panels, words = [], []
    for contract in ladder:
        rows = tables.contracts.filter(contract=contract).rows(named=True)
        if not any(row["played"] for row in rows):
            continue
        colour = HEADLINE if contract == headline else GREEN
        dots = [_share(row, names.of[row["label"]], colour) for row in rows]
        scale = scale_around(dots, label=tr("made"), percent=True, narrowest=_NARROWEST_PERCENT)
        n = least_to_most([row["played"] for row in rows])
        heading = contract_name(contract)
        panels.append(_panel(heading, tr("n = {n} deals", n=n), dots, scale, colour))
        words.append(_in_words(heading, [_share(row, row["label"], colour) for row in rows]))
    return Chart(
        name="success-by-run",
        title=title,
        caption=tr(
            "Dot: share of the deals played in the contract that its declarer made, by run; line: "
            "{level} interval of that dot alone. Upright line: break-even by the stakes of the "
            "run. Every panel has its own scale; n is the least and the most deals behind a dot. "
            "Whether two dots differ is said by the differences, not by these lines.{names}",
            level=level_of(tables.provenance),
            names=names.key,
        ),
        alt=tr("How often each contract is made, by run. {words}.", words="; ".join(words)),
        footer=footer_of(tables.provenance),
        paint=partial(draw_grid, panels=panels),
    )


def positions_by_run(tables: BesideTables, title: str) -> Chart:
    """Draw, for every position in speaking order, what it wins in each run."""
    names = _names(tables)
    positions = [*_in_order(tables.positions, "position")]
    panels, words = [], []
    for position in (*sorted(p for p in positions if p), 0):
        rows = tables.positions.filter(position=position).rows(named=True)
        dots = [_mean(row, names.of[row["label"]]) for row in rows]
        scale = scale_around(dots, label=tr("units per deal"), percent=False)
        n = least_to_most([row["deals"] for row in rows])
        heading = position_name(position)
        panels.append(_panel(heading, tr("n = {n} deals", n=n), dots, scale, INK))
        words.append(_in_words(heading, [_mean(row, row["label"]) for row in rows]))
    return Chart(
        name="positions-by-run",
        title=title,
        caption=tr(
            "Dot: units per deal that whoever is in the position wins, mean over all deals of the "
            "run; line: {level} interval of that dot alone, with sessions as independent "
            "clusters. Every panel has its own scale. Whether two dots differ is said by the "
            "differences, not by these lines.{names}",
            level=level_of(tables.provenance),
            names=names.key,
        ),
        alt=tr("Units per deal of each position, by run. {words}.", words="; ".join(words)),
        footer=footer_of(tables.provenance),
        paint=partial(draw_grid, panels=panels),
    )


def _names(tables: BesideTables) -> ShortNames:
    labels = [run.label for run in tables.provenance.runs]
    return short_names(labels, _LONGEST_NAME, BROAD.text, bold=False)


def _in_order(frame: pl.DataFrame, column: str) -> list[Any]:
    """List what the runs have, in the order of the run that has it first."""
    found: list[Any] = []
    for _, run in frame.group_by("run", maintain_order=True):
        last = -1
        for value in run[column].to_list():
            if value not in found:
                found.insert(last + 1, value)
            last = found.index(value)
    return found


def _share(row: Row, label: str, colour: Colour) -> Dot:
    made = Share.from_family(row, "made", "played")
    absent = tr("never played")
    return share_dot(label, made, absent=absent, colour=colour, reference=row["break_even"])


def _mean(row: Row, label: str) -> Dot:
    return mean_dot(label, Mean.from_row(row, "units_per_deal", "low", "high"), colour=INK)


def _panel(heading: str, detail: str, dots: Sequence[Dot], scale: Scale, colour: Colour) -> Panel:
    return Panel(
        heading=heading,
        detail=detail,
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, scale),
        colour=colour if colour is HEADLINE else INK,
    )


def _in_words(heading: str, dots: Sequence[Dot]) -> str:
    return f"{heading}: {', '.join(dot.in_words for dot in dots)}"
