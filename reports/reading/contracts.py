"""The contracts as a table, whole and by position, player and policy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pipelines.tables import Tables
from reports.conditions import level_text
from reports.estimates import Mean, Share
from reports.reading.cells import Cell, ReadingTable, mean_cell, share_cell, text_cells
from reports.wording import (
    DASH,
    NOTHING,
    contract_name,
    count,
    mean_decimals,
    mean_interval,
    percent_of,
    position_name,
    speaking_order,
)


def contracts(tables: Tables) -> ReadingTable:
    """Show how often each contract is bid, played and made, and what it brings."""
    rows = [
        (
            *text_cells(
                contract_name(row["contract"]),
                str(row["target"]),
                f"{row['stake_made']} / {row['stake_failed']}",
                percent_of(row["break_even"]),
            ),
            *_success_cells(row),
            _mean_tricks(row),
        )
        for row in tables.contracts.rows(named=True)
    ]
    return ReadingTable(
        name="contracts",
        title="Contracts",
        note=(
            "Stakes: units per opponent when made / when failed. Break-even: the share made at "
            "which they cancel; a dash where nothing is at stake. " + _success_note(tables)
        ),
        columns=(
            "contract",
            "tricks needed",
            "stakes",
            "break-even",
            *_SUCCESS_COLUMNS,
            "tricks taken",
        ),
        names=1,
        rows=tuple(rows),
    )


_SUCCESS_COLUMNS = ("bid", "played", "n, deals", "made", "units per opponent")


def _success_note(tables: Tables) -> str:
    return (
        f"Bid (spoken in the auction) and played (the final contract): share of "
        f"{count(tables.provenance.deals)} deals; n: deals played in it; made: share of those; "
        f"units per opponent: the declarer's mean result in a deal played in it. Below each: "
        f"{level_text(tables.provenance)} interval."
    )


def _success_cells(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    """Give bid, played, the deals played, made and the value of one row."""
    return (
        share_cell(Share.from_family(row, "bid", "deals")),
        share_cell(Share.from_family(row, "played", "deals")),
        Cell(text=count(row["played"])),
        share_cell(Share.from_family(row, "made", "played")),
        mean_cell(Mean.from_row(row, "value", "value_low", "value_high", clusters="played")),
    )


def _mean_tricks(row: Mapping[str, Any]) -> Cell:
    mean = Mean.from_row(
        row, "mean_tricks", "mean_tricks_low", "mean_tricks_high", clusters="played"
    )
    if mean.value is None:
        return Cell(text=NOTHING)
    decimals = mean_decimals(mean)
    if mean.low is None or mean.high is None:
        return Cell(text=f"{mean.value:.{decimals}f}", interval=mean_interval(mean))
    interval = f"{mean.low:.{decimals}f}{DASH}{mean.high:.{decimals}f}"
    return Cell(text=f"{mean.value:.{decimals}f}", interval=interval)


def _split(
    tables: Tables,
    name: str,
    title: str,
    split: Sequence[str],
    rows: Iterable[tuple[Sequence[str], Mapping[str, Any]]],
    note: str = "",
) -> ReadingTable:
    return ReadingTable(
        name=name,
        title=title,
        note=note or _success_note(tables),
        columns=(*split, "contract", *_SUCCESS_COLUMNS),
        names=len(split) + 1,
        rows=tuple(
            (*text_cells(*names, contract_name(row["contract"])), *_success_cells(row))
            for names, row in rows
        ),
    )


def contracts_by_position(tables: Tables) -> ReadingTable:
    """Show the contracts by the declarer's position."""
    rows = tables.contracts_by_position.rows(named=True)
    ordered = [
        ([position_name(position)], row)
        for position in speaking_order(tables.provenance.players)
        for row in rows
        if row["position"] == position
    ]
    return _split(
        tables, "contracts_by_position", "Contracts by declarer's position", ["position"], ordered
    )


def contracts_by_player(tables: Tables) -> ReadingTable:
    """Show the contracts by the declaring player."""
    rows = [
        ([row["name"], row["policy"]], row) for row in tables.contracts_by_player.rows(named=True)
    ]
    return _split(tables, "contracts_by_player", "Contracts by player", ["player", "policy"], rows)


def contracts_by_policy(tables: Tables) -> ReadingTable:
    """Show the contracts by the declarer's policy."""
    rows = [
        ([row["policy"], str(row["players"])], row)
        for row in tables.contracts_by_policy.rows(named=True)
    ]
    return _split(
        tables,
        "contracts_by_policy",
        "Contracts by policy",
        ["policy", "players"],
        rows,
        "Players: how many of the line-up follow the policy. Bid and played are per player and "
        "deal. " + _success_note(tables),
    )
