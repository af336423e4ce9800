"""What players do beside bidding and playing, as tables; and their revokes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from pipelines.tables import Tables
from reports.acts import ACTS, compared_acts
from reports.conditions import clusters_in_words, level_text, policies_of, speakers_of
from reports.estimates import Share
from reports.figures.acts import cards_exchanged
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, amount_cell, share_cell, text_cells
from reports.wording import contract_name, count, position_name, prose


def acts(tables: Tables) -> list[ReadingTable]:
    """Show who does what how often, and how often contracts are made after it."""
    shown = []
    if tables.acts_by_position is not None:
        shown.append(_acts_by_position(tables.acts_by_position, tables))
    if tables.acts_by_player is not None and len(policies_of(tables.provenance)) > 1:
        shown.append(_acts_by_player(tables.acts_by_player, tables))
    compared = compared_acts(tables)
    if compared is not None:
        shown.append(_success_by_act(compared, tables))
    return shown


def _done_cells(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    return (
        *text_cells(count(row["deals"])),
        share_cell(Share.from_family(row, "done", "deals")),
        *text_cells(count(row["units"])),
    )


def _done_note() -> str:
    return tr(
        "Share of the deals (n) in which it is done; units: paid for it in all, into the pool."
    )


def _below(tables: Tables) -> str:
    """Say what stands below each number."""
    provenance = tables.provenance
    below = tr("Below each: {level} interval.", level=level_text(provenance))
    return prose(below, clusters_in_words(provenance))


def _acts_by_position(frame: pl.DataFrame, tables: Tables) -> ReadingTable:
    cards = _cards_by_position(tables)
    of_cards = tr("Cards: mean number exchanged in a deal.") if cards else ""
    rows = []
    for name in frame["act"].unique(maintain_order=True).to_list():
        by_position = {row["position"]: row for row in frame.filter(act=name).rows(named=True)}
        for position in speakers_of(tables.provenance):
            names = text_cells(tr(ACTS[name].heading), position_name(position))
            exchanged = cards[position] if name == "exchange" else Cell(text="")
            rows.append(
                (*names, *_done_cells(by_position[position]), *([exchanged] if cards else []))
            )
    return ReadingTable(
        name="acts_by_position",
        title=tr("What each position does before it bids"),
        note=prose(_done_note(), of_cards, _below(tables)),
        columns=(
            tr("act"),
            tr("position"),
            tr("n, deals"),
            tr("done"),
            tr("units"),
            *([tr("cards")] if cards else []),
        ),
        names=2,
        rows=tuple(rows),
    )


def _cards_by_position(tables: Tables) -> dict[int, Cell]:
    """Write how many cards each position exchanges; empty where none can be."""
    frame = tables.exchange_by_position
    rows = [] if frame is None else frame.rows(named=True)
    return {row["position"]: amount_cell(cards_exchanged(row)) for row in rows}


def _acts_by_player(frame: pl.DataFrame, tables: Tables) -> ReadingTable:
    return ReadingTable(
        name="acts_by_player",
        title=tr("What each player does before he bids"),
        note=prose(_done_note(), _below(tables)),
        columns=(
            tr("act"),
            tr("player"),
            tr("policy"),
            tr("n, deals"),
            tr("done"),
            tr("units"),
        ),
        names=3,
        rows=tuple(
            (
                *text_cells(tr(ACTS[row["act"]].heading), row["name"], row["policy"]),
                *_done_cells(row),
            )
            for row in frame.rows(named=True)
        ),
    )


def _success_by_act(frame: pl.DataFrame, tables: Tables) -> ReadingTable:
    return ReadingTable(
        name="success_by_act",
        title=tr("Success by what the declarer did before he bid"),
        note=prose(
            tr(
                "Share of the deals played in the contract by such a declarer (n) that he made; "
                "only contracts that were played by declarers who did so and others."
            ),
            _below(tables),
        ),
        columns=(tr("act"), tr("contract"), tr("declarer"), tr("n, deals"), tr("made")),
        names=3,
        rows=tuple(
            (
                *text_cells(
                    tr(ACTS[row["act"]].heading),
                    contract_name(row["contract"]),
                    ACTS[row["act"]].label(row["amount"]),
                    count(row["played"]),
                ),
                share_cell(Share.from_family(row, "made", "played")),
            )
            for row in frame.rows(named=True)
        ),
    )


def revokes(tables: Tables) -> list[ReadingTable]:
    """Show how often each player revokes, as declarer and as defender."""
    if tables.revokes_by_player is None:
        return []
    rows = tuple(
        (
            *text_cells(row["name"], row["policy"]),
            *(
                cell
                for role in ("declarer", "defender")
                for cell in (
                    Cell(text=count(row[f"{role}_deals"])),
                    share_cell(Share.from_family(row, f"{role}_revokes", f"{role}_deals")),
                )
            ),
        )
        for row in tables.revokes_by_player.rows(named=True)
    )
    return [
        ReadingTable(
            name="revokes_by_player",
            title=tr("Revokes"),
            note=prose(
                tr(
                    "Share of the deals as declarer, and as defender with cards (n), that the "
                    "player ends by a revoke."
                ),
                _below(tables),
            ),
            columns=(
                tr("player"),
                tr("policy"),
                tr("n, as declarer"),
                tr("revokes"),
                tr("n, as defender"),
                tr("revokes"),
            ),
            names=2,
            rows=rows,
        )
    ]
