"""The contracts as a table, whole and by position, player and policy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pipelines.tables import Stake, Tables
from reports.conditions import clusters_in_words, level_text, speakers_of
from reports.estimates import Mean, Share
from reports.language import tr, trc
from reports.left_out import bid_contracts, left_out_in_words
from reports.options import may_end_early
from reports.reading.cells import (
    Cell,
    ReadingTable,
    amount_cell,
    mean_cell,
    share_cell,
    text_cells,
)
from reports.wording import contract_name, count, percent_of, position_name, prose


def contracts(tables: Tables) -> ReadingTable:
    """Show how often each contract is bid, played and made, and what it brings."""
    stakes = {stake.contract: stake for stake in tables.provenance.stakes}
    rows = [
        (
            *text_cells(
                contract_name(row["contract"]),
                tricks_needed(stakes[row["contract"]]),
                f"{row['stake_made']} / {row['stake_failed']}",
                percent_of(row["break_even"]),
            ),
            *_success_cells(row),
            amount_cell(
                Mean.from_row(
                    row, "mean_tricks", "mean_tricks_low", "mean_tricks_high", clusters="played"
                )
            ),
        )
        for row in tables.contracts.rows(named=True)
    ]
    return ReadingTable(
        name="contracts",
        title=tr("Contracts"),
        note=prose(
            tr("Stakes: units per opponent when made / when failed."),
            tr(
                "Break-even: the share made at which they cancel; a dash where nothing is at stake."
            ),
            _success_note(tables),
        ),
        columns=(
            tr("contract"),
            tr("tricks needed"),
            tr("stakes"),
            tr("break-even"),
            *_success_columns(),
            tr("tricks taken"),
        ),
        names=1,
        rows=tuple(rows),
    )


def tricks_needed(stake: Stake) -> str:
    """Say how many tricks keep a contract: so many at least, or exactly so many."""
    if stake.judged == "at least":
        return str(stake.target)
    return tr("exactly {n}", n=stake.target) if stake.target else trc("tricks", "none")


def _success_columns() -> tuple[str, ...]:
    return (tr("bid"), tr("played"), tr("n, deals"), tr("made"), tr("units per opponent"))


def _success_note(tables: Tables) -> str:
    return prose(
        tr(
            "Bid (spoken in the auction) and played (the final contract): share of {n} deals; "
            "n: deals played in it; made: share of those; {units}.",
            n=count(tables.provenance.deals),
            units=_units_in_words(tables),
        ),
        tr("Below each: {level} interval.", level=level_text(tables.provenance)),
        clusters_in_words(tables.provenance),
    )


def _units_in_words(tables: Tables) -> str:
    """Say what the units per opponent are, and what of a deal's payments they do not tell."""
    left_out = []
    if tables.pool is not None:
        left_out.append(tr("without the pool"))
    if may_end_early(tables.provenance):
        left_out.append(tr("as if nobody's chips ran out"))
    if tables.revokes_by_player is not None:
        left_out.append(tr("whoever pays it"))
    if not left_out:
        return tr("units per opponent: the declarer's mean result in a deal played in it")
    return tr(
        "units per opponent: the declarer's mean result in a deal played in it by the stakes alone "
        "({how})",
        how=", ".join(left_out),
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


def _split(
    tables: Tables,
    name: str,
    title: str,
    split: Sequence[str],
    rows: Iterable[tuple[Sequence[str], Mapping[str, Any]]],
    note: str = "",
) -> ReadingTable:
    shown = bid_contracts(tables)
    left_out = left_out_in_words(tables, shown, "Never bid")
    return ReadingTable(
        name=name,
        title=title,
        note=prose(note, _success_note(tables), left_out),
        columns=(*split, tr("contract"), *_success_columns()),
        names=len(split) + 1,
        rows=tuple(
            (*text_cells(*names, contract_name(row["contract"])), *_success_cells(row))
            for names, row in rows
            if row["contract"] in shown
        ),
    )


def contracts_by_position(tables: Tables) -> ReadingTable:
    """Show the contracts by the declarer's position."""
    rows = tables.contracts_by_position.rows(named=True)
    ordered = [
        ([position_name(position)], row)
        for position in speakers_of(tables.provenance)
        for row in rows
        if row["position"] == position
    ]
    return _split(
        tables,
        "contracts_by_position",
        tr("Contracts by declarer's position"),
        [tr("position")],
        ordered,
    )


def contracts_by_player(tables: Tables) -> ReadingTable:
    """Show the contracts by the declaring player."""
    rows = [
        ([row["name"], row["policy"]], row) for row in tables.contracts_by_player.rows(named=True)
    ]
    return _split(
        tables,
        "contracts_by_player",
        tr("Contracts by player"),
        [tr("player"), tr("policy")],
        rows,
    )


def contracts_by_policy(tables: Tables) -> ReadingTable:
    """Show the contracts by the declarer's policy."""
    rows = [
        ([row["policy"], str(row["players"])], row)
        for row in tables.contracts_by_policy.rows(named=True)
    ]
    return _split(
        tables,
        "contracts_by_policy",
        tr("Contracts by policy"),
        [tr("policy"), tr("players")],
        rows,
        prose(
            tr("Players: how many of the line-up follow the policy."),
            tr("Bid and played are per player and deal."),
        ),
    )
