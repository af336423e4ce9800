"""Balances and wins of sessions as tables."""

from __future__ import annotations

from pipelines.tables import Tables
from reports.conditions import level_text, session_in_words
from reports.estimates import Share
from reports.figures.balances import mean_balance, share_of_pool_in_words
from reports.figures.wins import ties_in_words, win_share_text
from reports.language import tr, trc, trn
from reports.reading.cells import Cell, ReadingTable, mean_cell, share_cell, text_cells
from reports.wording import NOTHING, count, decimal, prose, signed

_QUANTILES = ("min", "q01", "q05", "q25", "q50", "q75", "q95", "q99", "max")
_STANDINGS = ("ahead", "level", "behind")


def balance_summary(tables: Tables) -> ReadingTable:
    """Show the spread of each player's balances after a session."""
    rows = tuple(
        (
            *text_cells(row["name"]),
            mean_cell(mean_balance(row)),
            Cell(text=NOTHING if row["sd"] is None else decimal(row["sd"], 2)),
            *text_cells(*(signed(row[name], 0) for name in _QUANTILES)),
            *(share_cell(Share.from_family(row, name, "sessions")) for name in _STANDINGS),
        )
        for row in tables.balance_summary.rows(named=True)
    )
    return ReadingTable(
        name="balance_summary",
        title=tr("Balances after a session"),
        note=prose(
            trn(
                "Units after {deals}, over {n} session.",
                "Units after {deals}, over {n} sessions.",
                tables.provenance.sessions,
                deals=session_in_words(tables.provenance),
            ),
            share_of_pool_in_words(tables),
            tr("sd: standard deviation of one session's balance."),
            tr(
                "Quantiles are exact for this run: the least balance that at least that share of "
                "sessions does not exceed."
            ),
            tr("Ahead, level, behind: share of sessions that end above, at and below zero."),
            tr("Below: {level} interval.", level=level_text(tables.provenance)),
        ),
        columns=(
            tr("player"),
            tr("mean"),
            tr("sd"),
            tr("least"),
            *("1 %", "5 %", "25 %"),
            tr("median"),
            *("75 %", "95 %", "99 %"),
            tr("most"),
            trc("balance", "ahead"),
            trc("balance", "level"),
            trc("balance", "behind"),
        ),
        names=1,
        rows=rows,
    )


def win_shares_by_policy(tables: Tables) -> ReadingTable:
    """Show the share of sessions won by the average player of each policy."""
    rows = []
    for row in tables.win_share_by_policy.rows(named=True):
        number, interval = win_share_text(row)
        rows.append(
            (
                *text_cells(row["policy"], str(row["players"])),
                Cell(text=number, interval=interval),
                *text_cells(count(row["sessions"])),
            )
        )
    return ReadingTable(
        name="win_share_by_policy",
        title=tr("Sessions won by policy"),
        note=prose(
            tr("Players: how many of the line-up follow the policy; share of wins: per player."),
            tr("The highest balance wins; {ties}", ties=ties_in_words(tables)),
            tr("Below: {level} interval.", level=level_text(tables.provenance)),
        ),
        columns=(tr("policy"), tr("players"), tr("share of wins"), tr("n, sessions")),
        names=2,
        rows=tuple(rows),
    )


def win_shares(tables: Tables) -> ReadingTable:
    """Show each player's share of sessions won."""
    rows = []
    for row in tables.balance_summary.rows(named=True):
        number, interval = win_share_text(row)
        counts = (count(row[name]) for name in ("sole_wins", "shared_wins", "sessions"))
        rows.append(
            (
                *text_cells(row["name"], row["policy"]),
                Cell(text=number, interval=interval),
                *text_cells(*counts),
            )
        )
    return ReadingTable(
        name="win_shares",
        title=tr("Sessions won"),
        note=prose(
            tr(
                "Share of sessions won by the highest balance; {ties}",
                ties=ties_in_words(tables),
            ),
            tr("Below: {level} interval.", level=level_text(tables.provenance)),
        ),
        columns=(
            tr("player"),
            tr("policy"),
            tr("share of wins"),
            tr("won alone"),
            trc("wins", "shared"),
            tr("n, sessions"),
        ),
        names=2,
        rows=tuple(rows),
    )
