"""Balances in the course of a session, stacks that are lost, and how rates settled, as tables."""

from __future__ import annotations

from typing import Final

from pipelines.tables import Tables
from reports.conditions import clusters_in_words, headline_name, level_text
from reports.estimates import Mean, Share
from reports.figures.balance_paths import sample_in_words
from reports.figures.balances import share_of_pool_in_words
from reports.figures.ruin import Lost
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, mean_cell, share_cell, text_cells
from reports.wording import count, in_percent, prose, signed

_QUANTILES: Final = ("q05", "q25", "q50", "q75", "q95")
_EVERY: Final = 4
"""Of the bins, eight to a power of ten, so many make one row."""


def paths(tables: Tables) -> list[ReadingTable]:
    """Show how balances move within sessions; nothing where nobody followed them."""
    shown = []
    if tables.balances_after is not None:
        shown.append(_balances_after(tables))
    lost = Lost.of(tables)
    if lost is not None:
        shown.append(_ruin(lost, tables))
    return shown


def _balances_after(tables: Tables) -> ReadingTable:
    assert tables.balances_after is not None
    rows = tables.balances_after.rows(named=True)
    return ReadingTable(
        name="balances_after",
        title=tr("Balances in the course of a session"),
        note=prose(
            tr(
                "Units after so many deals. Quantiles: the least balance that at least that share "
                "of sessions does not exceed. Ahead: share of sessions with a balance above zero."
            ),
            share_of_pool_in_words(tables),
            sample_in_words(tables, rows[0]["sessions"]),
            tr("Below: {level} interval.", level=level_text(tables.provenance)),
        ),
        columns=(
            tr("player"),
            tr("deals"),
            tr("mean"),
            *(in_percent(percent) for percent in (5, 25)),
            tr("median"),
            *(in_percent(percent) for percent in (75, 95)),
            tr("ahead"),
        ),
        names=2,
        rows=tuple(
            (
                *text_cells(row["name"], count(row["deals"])),
                mean_cell(Mean.from_row(row, "mean", "mean_low", "mean_high")),
                *text_cells(*(signed(row[name], 0) for name in _QUANTILES)),
                share_cell(Share.from_family(row, "ahead", "sessions")),
            )
            for row in rows
        ),
    )


def _ruin(lost: Lost, tables: Tables) -> ReadingTable:
    return ReadingTable(
        name="ruin",
        title=tr("Stacks that are lost within a session"),
        note=prose(
            tr(
                "Share of sessions in which the player's balance falls by the stack or more, at "
                "the end of any deal. Shown are some stacks; the file has all."
            ),
            sample_in_words(tables, lost.sessions),
            tr("Below: {level} interval.", level=level_text(tables.provenance)),
        ),
        columns=(tr("stack, units"), *lost.names),
        names=1,
        rows=tuple(
            (
                *text_cells(count(lost.stacks[place])),
                *(share_cell(shares[place]) for shares in lost.shares),
            )
            for place in lost.told
        ),
    )


def convergence(tables: Tables) -> list[ReadingTable]:
    """Show how the main rates settled down; nothing where deals were not counted by number."""
    if tables.convergence is None:
        return []
    by_deals: dict[tuple[int, int], list[Cell]] = {}
    for row in tables.convergence.rows(named=True):
        cells = by_deals.setdefault((row["deals"], row["sessions"]), [])
        cells += [
            *text_cells(count(row["successes"])),
            share_cell(Share.from_columns(row, "successes", "n")),
        ]
    chosen = sorted(by_deals, reverse=True)[::_EVERY]
    contract = headline_name(tables)
    return [
        ReadingTable(
            name="convergence",
            title=tr("How sure it was after how many deals"),
            note=prose(
                tr(
                    "{contract} among the first deals by number. Bid and played: of these deals; "
                    "made: of those played in it.",
                    contract=contract,
                ),
                clusters_in_words(tables.provenance),
                tr("Below: {level} interval.", level=level_text(tables.provenance)),
            ),
            columns=(
                tr("n, deals"),
                tr("n, sessions"),
                tr("bid"),
                tr("share bid"),
                tr("played"),
                tr("share played"),
                tr("made"),
                tr("share made"),
            ),
            names=1,
            rows=tuple(
                (*text_cells(count(deals), count(sessions)), *by_deals[deals, sessions])
                for deals, sessions in reversed(chosen)
            ),
        )
    ]
