"""Balances and wins of sessions as tables."""

from __future__ import annotations

from pipelines.tables import Tables
from reports.conditions import level_text, session_in_words
from reports.estimates import Share
from reports.figures.balances import mean_balance, share_of_pool_in_words
from reports.figures.wins import ties_in_words, win_share_text
from reports.reading.cells import Cell, ReadingTable, mean_cell, share_cell, text_cells
from reports.wording import NOTHING, count, counted, signed

_QUANTILES = ("min", "q01", "q05", "q25", "q50", "q75", "q95", "q99", "max")
_QUANTILE_NAMES = ("least", "1 %", "5 %", "25 %", "median", "75 %", "95 %", "99 %", "most")


def balance_summary(tables: Tables) -> ReadingTable:
    """Show the spread of each player's balances after a session."""
    rows = tuple(
        (
            *text_cells(row["name"]),
            mean_cell(mean_balance(row)),
            Cell(text=NOTHING if row["sd"] is None else f"{row['sd']:.2f}"),
            *text_cells(*(signed(row[name], 0) for name in _QUANTILES)),
            *(share_cell(Share.from_family(row, name, "sessions")) for name in _STANDINGS),
        )
        for row in tables.balance_summary.rows(named=True)
    )
    return ReadingTable(
        name="balance_summary",
        title="Balances after a session",
        note=(
            f"Units after {session_in_words(tables.provenance)}"
            f"{share_of_pool_in_words(tables)}, over "
            f"{counted(tables.provenance.sessions, 'session')}. sd: standard deviation of one "
            f"session's balance. Quantiles are exact for this run: the least balance that at least "
            f"that share of sessions does not exceed. Ahead, level, behind: share of sessions "
            f"that end above, at and below zero. Below: {level_text(tables.provenance)} interval."
        ),
        columns=("player", "mean", "sd", *_QUANTILE_NAMES, *_STANDINGS),
        names=1,
        rows=rows,
    )


_STANDINGS = ("ahead", "level", "behind")


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
        title="Sessions won by policy",
        note=(
            f"Players: how many of the line-up follow the policy; share of wins: per player. "
            f"The highest balance wins; {ties_in_words(tables)} "
            f"Below: {level_text(tables.provenance)} interval."
        ),
        columns=("policy", "players", "share of wins", "n, sessions"),
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
        title="Sessions won",
        note=(
            f"Share of sessions won by the highest balance; {ties_in_words(tables)} "
            f"Below: {level_text(tables.provenance)} interval."
        ),
        columns=("player", "policy", "share of wins", "won alone", "shared", "n, sessions"),
        names=2,
        rows=tuple(rows),
    )
