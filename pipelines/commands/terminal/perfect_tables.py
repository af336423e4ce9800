"""What could be made with all hands open, and what is lost against that, with small pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pipelines.commands.terminal.layout import PictureRow, PictureTable
from pipelines.commands.terminal.pictures import MARK, Axis, bar, round_end
from pipelines.tables import Tables
from reports.conditions import level_text, policies_of
from reports.estimates import Share
from reports.reading.cells import amount_cell, share_cell
from reports.solved import (
    LOSSES,
    is_solved,
    made,
    of_hands,
    of_played,
    rows_of,
    rows_of_loss,
    solved_clusters_in_words,
    solved_in_words,
    units_lost,
)
from reports.wording import SPACE, contract_name, count, percent_of, prose

__all__ = ["perfect_tables"]

Row = Mapping[str, Any]

_WHOLE: Final = Axis(f"0{SPACE}%", f"100{SPACE}%")


def perfect_tables(tables: Tables) -> Iterator[PictureTable]:
    """Yield what the solved deals of a run say; nothing where none was solved."""
    if not is_solved(tables):
        return
    yield _of_hands(tables)
    yield _of_played(tables)
    yield _lost(tables)


def _interval(tables: Tables) -> str:
    return f"{level_text(tables.provenance)} interval"


def _cells(share: Share) -> tuple[str, str]:
    cell = share_cell(share)
    return cell.text, cell.interval


def _of_hands(tables: Tables) -> PictureTable:
    """Show with how many hands each contract could be made."""
    rows = rows_of(tables.makeable)
    most = round_end(max(of_hands(row).rate or 0.0 for row in rows), 1.0)
    return PictureTable(
        title="Could be made, all hands open",
        note=prose(
            "Share of hands (n) with which their player could make the contract as declarer, both "
            "sides playing their best.",
            solved_clusters_in_words(tables),
            solved_in_words(tables),
        ),
        columns=("contract", "n, hands", "could be made", _interval(tables)),
        axis=Axis(f"0{SPACE}%", percent_of(most)),
        rows=tuple(
            PictureRow(
                cells=(contract_name(row["contract"]), count(share.of), *_cells(share)),
                drawing=bar(share.rate, most),
            )
            for row in rows
            for share in [of_hands(row)]
        ),
    )


def _of_played(tables: Tables) -> PictureTable:
    """Show how many of the deals played in each contract could be made, and were."""
    interval = _interval(tables)
    return PictureTable(
        title="Could be made, and made",
        note="Share of the solved deals played out in the contract (n) that could be made at the "
        f"opening lead, and that were made ({MARK}).",
        columns=("contract", "n, deals", "could", interval, "made", interval),
        axis=_WHOLE,
        rows=tuple(
            PictureRow(
                cells=(
                    contract_name(row["contract"]),
                    count(row["played"]),
                    *_cells(of_played(row)),
                    *_cells(made(row)),
                ),
                drawing=bar(of_played(row).rate, 1, mark=made(row).rate),
            )
            for row in rows_of(tables.makeable)
        ),
    )


def _lost(tables: Tables) -> PictureTable:
    """Show what each policy loses by bidding, as declarer, and as defender."""
    policies = policies_of(tables.provenance)
    lost = [lost for policy in policies for lost in _of_policy(policy, tables)]
    most = round_end(max(units_lost(row).value or 0.0 for _, row in lost), 1.0)
    return PictureTable(
        title="Units lost against open cards",
        note="Per deal (n), beside the policy by bidding in deals with cards, below it by play as "
        "declarer and as defender. Hindsight: nobody sees the other hands.",
        columns=("policy", "n, deals", "units lost per deal", _interval(tables)),
        axis=Axis("0", f"{most:g}"),
        rows=tuple(
            PictureRow(
                cells=(name, count(row["deals"]), *_units(row)),
                drawing=bar(units_lost(row).value, most),
            )
            for name, row in lost
        ),
    )


def _of_policy(policy: str, tables: Tables) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a policy: its name stands at the first."""
    for name, loss in zip((policy, "  as declarer", "  as defender"), LOSSES, strict=True):
        for row in rows_of_loss(tables.regret, loss):
            if row["policy"] == policy:
                yield name, row


def _units(row: Row) -> tuple[str, str]:
    cell = amount_cell(units_lost(row))
    return cell.text, cell.interval
