"""Units per deal as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pipelines.tables import Tables
from reports.estimates import Mean
from reports.figures.expectation import intervals_in_words
from reports.reading.cells import Cell, ReadingTable, mean_cell, text_cells
from reports.wording import count, position_name, speaking_order

_EXPECTATION_COLUMNS = (
    "units per deal",
    "as declarer",
    "as defender",
    "units in all",
    "deals as declarer",
    "deals as defender",
)


def _expectation_cells(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    return (
        mean_cell(Mean.from_row(row, "units_per_deal", "low", "high")),
        mean_cell(Mean.from_row(row, "declarer_per_deal", "declarer_low", "declarer_high")),
        mean_cell(Mean.from_row(row, "defender_per_deal", "defender_low", "defender_high")),
        *text_cells(
            _signed_count(row["units"]),
            count(row["declarer_deals"]),
            count(row["defender_deals"]),
        ),
    )


def _signed_count(number: int) -> str:
    return ("+" if number > 0 else "") + count(number)


def _expectation_note(tables: Tables) -> str:
    provenance = tables.provenance
    return (
        f"Mean over all {count(provenance.deals)} deals, so that the parts as declarer and as "
        f"defender add up to the whole. {intervals_in_words(tables)}"
    )


def expectation_by_position(tables: Tables) -> ReadingTable:
    """Show the units per deal of each position, whole and in parts."""
    rows = {row["position"]: row for row in tables.expectation_by_position.rows(named=True)}
    return ReadingTable(
        name="expectation_by_position",
        title="Units per deal by position",
        note=_expectation_note(tables),
        columns=("position", *_EXPECTATION_COLUMNS),
        names=1,
        rows=tuple(
            (*text_cells(position_name(position)), *_expectation_cells(rows[position]))
            for position in speaking_order(tables.provenance.players)
        ),
    )


def expectation_by_policy(tables: Tables) -> ReadingTable:
    """Show the units per deal of the average player of each policy, whole and in parts."""
    return ReadingTable(
        name="expectation_by_policy",
        title="Units per deal by policy",
        note=(
            "Players: how many of the line-up follow the policy. Units per deal are per player; "
            "units and deals in all are those of its players together. " + _expectation_note(tables)
        ),
        columns=("policy", "players", *_EXPECTATION_COLUMNS),
        names=2,
        rows=tuple(
            (*text_cells(row["policy"], str(row["players"])), *_expectation_cells(row))
            for row in tables.expectation_by_policy.rows(named=True)
        ),
    )


def expectation_by_player(tables: Tables) -> ReadingTable:
    """Show the units per deal of each player, whole and in parts."""
    return ReadingTable(
        name="expectation_by_player",
        title="Units per deal by player",
        note=_expectation_note(tables),
        columns=("player", "policy", *_EXPECTATION_COLUMNS),
        names=2,
        rows=tuple(
            (*text_cells(row["name"], row["policy"]), *_expectation_cells(row))
            for row in tables.expectation_by_player.rows(named=True)
        ),
    )
