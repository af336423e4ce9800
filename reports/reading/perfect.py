"""What could be made with all hands open, and what is lost against that, as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from pipelines.tables import Tables
from reports.conditions import level_text, speakers_of
from reports.estimates import Share
from reports.figures.regret_by_trick import mistakes, trick_name
from reports.language import tr
from reports.left_out import bid_contracts, left_out_in_words
from reports.reading.cells import Cell, ReadingTable, amount_cell, share_cell, text_cells
from reports.solved import (
    LOSSES,
    LOSSES_OF_PLAY,
    bid,
    is_solved,
    made,
    of_deals,
    of_hands,
    of_played,
    rows_of,
    rows_of_loss,
    solved_clusters_in_words,
    solved_in_words,
    tricks_lost,
    units_lost,
)
from reports.wording import contract_name, count, counted, position_name, prose

Row = Mapping[str, Any]


def perfect(tables: Tables) -> list[ReadingTable]:
    """Show what solved deals say; nothing where none was solved."""
    if not is_solved(tables):
        return []
    by_trick = _regret_by_trick(tables)
    return [
        _makeable(tables),
        _makeable_by_position(tables),
        _double_dummy_tricks(tables),
        _regret(
            tables,
            tables.regret,
            "policy",
            str,
            name="regret",
            title=tr("Units lost against perfect information, by policy"),
            column=tr("policy"),
        ),
        _regret(
            tables,
            tables.regret_by_position,
            "position",
            position_name,
            name="regret_by_position",
            title=tr("Units lost against perfect information, by position"),
            column=tr("position"),
        ),
        *([by_trick] if by_trick.rows else []),
    ]


def _below(tables: Tables) -> str:
    return prose(
        tr("Below each: {level} interval.", level=level_text(tables.provenance)),
        solved_clusters_in_words(tables),
        solved_in_words(tables),
    )


def _makeable(tables: Tables) -> ReadingTable:
    return ReadingTable(
        name="makeable",
        title=tr("What could be made with all hands open"),
        note=prose(
            tr(
                "Could be made: share of hands with which their player could make the contract as "
                "declarer, all hands open and both sides playing their best; by somebody: share of "
                "deals in which any player could; bid: share of deals; n: deals played out in it, "
                "and of these the share that could be made at the opening lead and the share that "
                "was."
            ),
            _below(tables),
        ),
        columns=(
            tr("contract"),
            tr("could be made"),
            tr("by somebody"),
            tr("bid"),
            tr("n, deals"),
            tr("could be made"),
            tr("made"),
        ),
        names=1,
        rows=tuple(
            (
                *text_cells(contract_name(row["contract"])),
                *map(share_cell, (of_hands(row), of_deals(row), bid(row))),
                *text_cells(count(row["played"])),
                *map(share_cell, (of_played(row), made(row))),
            )
            for row in rows_of(tables.makeable)
        ),
    )


def _makeable_by_position(tables: Tables) -> ReadingTable:
    shown = bid_contracts(tables)
    rows = {(row["position"], row["contract"]): row for row in rows_of(tables.makeable_by_position)}
    return ReadingTable(
        name="makeable_by_position",
        title=tr("What each position could make with all hands open"),
        note=prose(
            tr(
                "Could be made: share of the position’s hands with which it could make the "
                "contract as declarer, all hands open; bid: share of the same deals in which it "
                "bids it, overcalled or not; n: deals that it plays out in it, and made: share "
                "of those."
            ),
            _below(tables),
            left_out_in_words(tables, shown, "Never bid"),
        ),
        columns=(
            tr("position"),
            tr("contract"),
            tr("n, hands"),
            tr("could be made"),
            tr("bid"),
            tr("n, deals"),
            tr("made"),
        ),
        names=2,
        rows=tuple(
            (
                *text_cells(position_name(position), contract_name(contract), count(row["hands"])),
                share_cell(of_hands(row)),
                share_cell(Share.from_share(row, "bid", "hands", "bid_")),
                *text_cells(count(row["played"])),
                share_cell(made(row)),
            )
            for position in speakers_of(tables.provenance)
            for contract in shown
            for row in [rows[position, contract]]
        ),
    )


def _double_dummy_tricks(tables: Tables) -> ReadingTable:
    by_position: dict[int, list[Row]] = {}
    for row in rows_of(tables.double_dummy_tricks):
        by_position.setdefault(row["position"], []).append(row)
    numbers = [row["tricks"] for row in next(iter(by_position.values()))]
    return ReadingTable(
        name="double_dummy_tricks",
        title=tr("Most tricks that a hand can take with all hands open"),
        note=prose(
            tr(
                "Share of the position’s hands (n) that can take just so many tricks as declarer, "
                "the suit led being trump, and no more."
            ),
            _below(tables),
            tr("A row adds up to one."),
        ),
        columns=(
            tr("position"),
            tr("n, hands"),
            *(counted(number, "trick") for number in numbers),
        ),
        names=1,
        rows=tuple(
            (
                *text_cells(position_name(position), count(by_position[position][0]["dealt"])),
                *(
                    share_cell(Share.from_share(row, "hands", "dealt"))
                    for row in by_position[position]
                ),
            )
            for position in speakers_of(tables.provenance)
        ),
    )


def _regret(
    tables: Tables,
    frame: pl.DataFrame | None,
    split: str,
    label: Callable[[Any], str],
    *,
    name: str,
    title: str,
    column: str,
) -> ReadingTable:
    order = _keys(tables, frame, split)
    by_key = {(row[split], row["part"]): row for row in rows_of(frame)}
    return ReadingTable(
        name=name,
        title=title,
        note=prose(
            tr(
                "Units lost per deal: by bidding, per deal with cards; by play, per deal as "
                "declarer or as defender (n, added up over the players). Mistakes: cards that turn "
                "what the contract comes to, or deals in which the bidding loses units; tricks: "
                "lost by cards per deal in contracts that want as many as they can get."
            ),
            _below(tables),
        ),
        columns=(
            column,
            tr("lost"),
            tr("n, deals"),
            tr("mistakes"),
            tr("units lost"),
            tr("units lost per deal"),
            tr("tricks lost per deal"),
        ),
        names=2,
        rows=tuple(
            (*text_cells(label(key), tr(loss.label)), *_regret_cells(by_key[key, loss.part]))
            for key in order
            for loss in LOSSES
        ),
    )


def _keys(tables: Tables, frame: pl.DataFrame | None, split: str) -> Sequence[Any]:
    if split == "position":
        return speakers_of(tables.provenance)
    return list(dict.fromkeys(row[split] for row in rows_of(frame)))


def _regret_cells(row: Row) -> tuple[Cell, ...]:
    return (
        *text_cells(*(count(row[name]) for name in ("deals", "mistakes", "units_lost"))),
        amount_cell(units_lost(row)),
        amount_cell(tricks_lost(row)),
    )


def _regret_by_trick(tables: Tables) -> ReadingTable:
    return ReadingTable(
        name="regret_by_trick",
        title=tr("In which tricks units are lost"),
        note=prose(
            tr(
                "Mistakes: share of the cards played to the trick by this side (n) that turn what "
                "the contract comes to with all hands open; tricks and units: lost by these cards "
                "in all."
            ),
            _below(tables),
        ),
        columns=(
            tr("lost"),
            tr("trick"),
            tr("n, cards"),
            tr("mistakes"),
            tr("tricks lost"),
            tr("units lost"),
        ),
        names=2,
        rows=tuple(
            (
                *text_cells(tr(loss.label), trick_name(row["trick"]), count(row["cards"])),
                share_cell(mistakes(row)),
                *text_cells(count(row["tricks_lost"]), count(row["units_lost"])),
            )
            for loss in LOSSES_OF_PLAY
            for row in rows_of_loss(tables.regret_by_trick, loss)
        ),
    )
