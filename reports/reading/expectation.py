"""Units per deal as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipelines.tables import Tables
from reports.conditions import position_label, positions_of
from reports.estimates import Mean
from reports.figures.expectation import (
    deals_in_words,
    intervals_in_words,
    mean_of_part,
    parts_of,
    pool_of_players,
    pool_of_positions,
)
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, mean_cell, text_cells
from reports.wording import count, listed, prose


def _expectation_columns(tables: Tables) -> tuple[str, ...]:
    return (
        tr("units per deal"),
        *(tr(part.label) for part in parts_of(tables)),
        tr("units in all"),
        tr("deals as declarer"),
        tr("deals as defender"),
    )


def _expectation_cells(row: Mapping[str, Any], tables: Tables) -> tuple[Cell, ...]:
    return (
        mean_cell(Mean.from_row(row, "units_per_deal", "low", "high")),
        *(mean_cell(mean_of_part(row, part.prefix)) for part in parts_of(tables)),
        *text_cells(
            _signed_count(row["units"]),
            count(row["declarer_deals"]),
            count(row["defender_deals"]),
        ),
    )


def _signed_count(number: int) -> str:
    return ("+" if number > 0 else "") + count(number)


def _expectation_note(rows: Sequence[Mapping[str, Any]], of_pool: str, tables: Tables) -> str:
    mean = tr(
        "Mean over {deals}, so that the parts {parts} add up to the whole.",
        deals=deals_in_words(rows),
        parts=listed([tr(part.label) for part in parts_of(tables)]),
    )
    return prose(mean, of_pool, intervals_in_words(tables))


def expectation_by_position(tables: Tables) -> ReadingTable:
    """Show the units per deal of each position, whole and in parts."""
    rows = {row["position"]: row for row in tables.expectation_by_position.rows(named=True)}
    provenance = tables.provenance
    return ReadingTable(
        name="expectation_by_position",
        title=tr("Units per deal by position"),
        note=_expectation_note([*rows.values()], pool_of_positions(tables), tables),
        columns=(tr("position"), *_expectation_columns(tables)),
        names=1,
        rows=tuple(
            (
                *text_cells(position_label(position, provenance)),
                *_expectation_cells(rows[position], tables),
            )
            for position in positions_of(provenance)
        ),
    )


def expectation_by_policy(tables: Tables) -> ReadingTable:
    """Show the units per deal of the average player of each policy, whole and in parts."""
    rows = tables.expectation_by_policy.rows(named=True)
    players = tables.expectation_by_player.rows(named=True)
    return ReadingTable(
        name="expectation_by_policy",
        title=tr("Units per deal by policy"),
        note=prose(
            tr("Players: how many of the line-up follow the policy."),
            tr(
                "Units per deal are per player; units and deals in all are those of its players "
                "together."
            ),
            _expectation_note(players, pool_of_players(tables), tables),
        ),
        columns=(tr("policy"), tr("players"), *_expectation_columns(tables)),
        names=2,
        rows=tuple(
            (*text_cells(row["policy"], str(row["players"])), *_expectation_cells(row, tables))
            for row in rows
        ),
    )


def expectation_by_player(tables: Tables) -> ReadingTable:
    """Show the units per deal of each player, whole and in parts."""
    rows = tables.expectation_by_player.rows(named=True)
    return ReadingTable(
        name="expectation_by_player",
        title=tr("Units per deal by player"),
        note=_expectation_note(rows, pool_of_players(tables), tables),
        columns=(tr("player"), tr("policy"), *_expectation_columns(tables)),
        names=2,
        rows=tuple(
            (*text_cells(row["name"], row["policy"]), *_expectation_cells(row, tables))
            for row in rows
        ),
    )
