"""How many tricks the declarer takes in each contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from matplotlib.ticker import FixedLocator

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, headline_contract, level_text
from reports.estimates import Share
from reports.figures.success import NEVER_PLAYED
from reports.grid import Panel, draw_grid
from reports.sheet import Box, Sheet
from reports.style import FAILED, HEADLINE, INK, MADE, MUTED, RULE
from reports.wording import SPACE, contract_name, count, counted, percent

_PANEL_HEIGHT = 150.0
_ENOUGH_FOR_PERCENT = 100
_EMPTY_PANEL_HEIGHT = 24.0
_HEADROOM = 1.22
"""Height of the axes in multiples of the highest bar: room for the number above it."""


def tricks_taken(tables: Tables) -> Chart:
    """Draw the distribution of the declarer's tricks for each contract."""
    provenance = tables.provenance
    rows_of: dict[str, list[dict[str, Any]]] = {}
    for row in tables.tricks.rows(named=True):
        rows_of.setdefault(row["contract"], []).append(row)
    headline = headline_contract(tables)
    panels = [_panel(name, rows, name == headline) for name, rows in rows_of.items()]
    return Chart(
        name="tricks-taken",
        title=_finding(headline, rows_of[headline]),
        caption=(
            f"Bar: share of the deals played in the contract in which the declarer takes that many "
            f"tricks; green: the contract is made, grey: it fails; thin line: "
            f"{level_text(provenance)} interval. The bars of a panel add up to one; "
            f"n is the number of deals played in the contract."
        ),
        alt=f"Tricks taken by the declarer. {' '.join(map(_in_words, rows_of.values()))}",
        footer=footer_of(provenance),
        paint=partial(draw_grid, panels=panels),
    )


def _panel(contract: str, rows: Sequence[Mapping[str, Any]], is_headline: bool) -> Panel:
    played = rows[0]["played"]
    return Panel(
        heading=contract_name(contract),
        detail=f"n = {count(played)}" if played else NEVER_PLAYED,
        paint=partial(_draw_bars, rows),
        colour=HEADLINE if is_headline else INK,
    )


def _draw_bars(
    rows: Sequence[Mapping[str, Any]], sheet: Sheet, left: float, top: float, width: float
) -> None:
    height = _PANEL_HEIGHT if rows[0]["played"] else _EMPTY_PANEL_HEIGHT
    box = Box(left=left, top=top, width=width, height=height)
    axes = sheet.axes(box)
    shares = [Share.from_columns(row, "deals", "played") for row in rows]
    tallest = max((share.high for share in shares if share.rate is not None), default=1.0)
    axes.set_ylim(0, _HEADROOM * 100 * tallest)
    axes.set_xlim(rows[0]["tricks"] - 0.6, rows[-1]["tricks"] + 0.6)
    axes.xaxis.set_major_locator(FixedLocator([row["tricks"] for row in rows]))
    axes.set_yticks([])
    axes.tick_params(axis="x", labelsize=sheet.canvas.small, length=0)
    axes.axhline(0, color=RULE.light, linewidth=1)
    for row, share in zip(rows, shares, strict=True):
        if share.rate is None:
            continue
        colour = (MADE if row["makes"] else FAILED).light
        axes.bar(row["tricks"], 100 * share.rate, width=0.72, color=colour, linewidth=0)
        axes.plot([row["tricks"]] * 2, [100 * share.low, 100 * share.high], color=INK.light, lw=1.2)
        axes.annotate(
            _short_percent(share),
            (row["tricks"], 100 * share.high),
            xytext=(0, 4),
            textcoords="offset points",
            ha="center",
            size=sheet.canvas.small,
            color=INK.light,
        )
    sheet.write(
        "tricks taken by the declarer",
        left + width / 2,
        top + height + 32,
        ha="center",
        size=sheet.canvas.small,
        colour=MUTED,
    )


def _short_percent(share: Share) -> str:
    """Write a share with one decimal at most, so that neighbours do not touch.

    A share off zero that would then read as zero keeps the decimals that it needs.
    """
    short = f"{100 * (share.rate or 0.0):.1f}{SPACE}%"
    return percent(share) if short.startswith("0.0") or len(percent(share)) < len(short) else short


def _finding(contract: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Say how the failures of the contract divide: by one trick, by more."""
    name, played = contract_name(contract), rows[0]["played"]
    if played == 0:
        return f"No deal was played in {name}, so its tricks are not known"
    failures = sum(row["deals"] for row in rows if not row["makes"])
    if failures == 0:
        return f"{name} was made in every one of {counted(played, 'deal')}"
    short = min(row["tricks"] for row in rows if row["makes"]) - 1
    by_one = sum(row["deals"] for row in rows if row["tricks"] == short)
    if failures == 1:
        return f"{name} failed once, {'by a single trick' if by_one else 'by more than one trick'}"
    if failures < _ENOUGH_FOR_PERCENT:
        return (
            f"{name} failed in {counted(failures, 'deal')}, in {count(by_one)} of them by a "
            f"single trick"
        )
    part = f"{100 * by_one / failures:.0f}{SPACE}%"
    return f"When {name} fails, it is by a single trick in {part} of deals"


def _in_words(rows: Sequence[Mapping[str, Any]]) -> str:
    name, played = contract_name(rows[0]["contract"]), rows[0]["played"]
    if played == 0:
        return f"{name}: {NEVER_PLAYED}."
    parts = [
        f"{row['tricks']} tricks {percent(Share.from_columns(row, 'deals', 'played'))}"
        f"{' (made)' if row['makes'] else ''}"
        for row in rows
    ]
    return f"{name}, {counted(played, 'deal')}: {', '.join(parts)}."
