"""What is said in a sentence where it happens too seldom, or is too simple, for a figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from pipelines.tables import Tables
from reports.figures.session_lengths import early_sessions
from reports.language import marked, tr, trn
from reports.options import may_end_early
from reports.wording import count, in_percent, listed, prose

_WAYS_OF_THE_POOL: Final = {
    "units won": marked("{share} are won with a contract for all tricks"),
    "split": marked("{share} are shared out at the end of a session"),
    "left": marked("{share} are left over there"),
}


def of_success(tables: Tables) -> Iterator[str]:
    """Yield how many deals end by a revoke."""
    if tables.revokes_by_player is None:
        return
    by_declarer = int(tables.revokes_by_player["declarer_revokes"].sum())
    by_defender = int(tables.revokes_by_player["defender_revokes"].sum())
    deals = tables.provenance.deals
    if by_declarer + by_defender == 0:
        yield trn(
            "{n} deal was played: it does not end by a revoke.",
            "{n} deals were played: none of them ends by a revoke.",
            deals,
        )
        return
    yield trn(
        "Of {n} deal, {all} end by a revoke: {by_declarer} by the declarer’s, which breaks his "
        "contract, and {by_defender} by a defender’s, who then pays for all.",
        "Of {n} deals, {all} end by a revoke: {by_declarer} by the declarer’s, which breaks his "
        "contract, and {by_defender} by a defender’s, who then pays for all.",
        deals,
        all=count(by_declarer + by_defender),
        by_declarer=count(by_declarer),
        by_defender=count(by_defender),
    )


def of_pool(tables: Tables) -> Iterator[str]:
    """Yield where the units go that are paid into the pool."""
    if tables.pool is None:
        return
    units = dict(tables.pool.select("measure", "total").rows())
    paid = units["antes"] + units["prices"]
    if paid == 0:
        yield tr("Nothing was paid into the pool.")
        return
    yield trn(
        "Of {n} unit paid into the pool, {ways}.",
        "Of {n} units paid into the pool, {ways}.",
        paid,
        ways=listed(
            [
                tr(said, share=in_percent(100 * units[measure] / paid, 1))
                for measure, said in _WAYS_OF_THE_POOL.items()
                if units[measure]
            ]
        ),
    )


def of_sessions(tables: Tables) -> Iterator[str]:
    """Yield that all sessions were played to their end, and how ties were broken."""
    deals = tables.provenance.deals_per_session
    if may_end_early(tables.provenance) and tables.broke_by_player is not None:
        if not tables.broke_by_player["broke"].sum():
            yield trn(
                "Nobody’s chips run out: every session lasts its {n} deal.",
                "Nobody’s chips run out: every session lasts all {n} deals.",
                deals,
            )
        elif not early_sessions(tables):
            yield trn(
                "Three players at least are left in every session: all last {n} deal.",
                "Three players at least are left in every session: all last {n} deals.",
                deals,
            )
    if tables.rebuys_by_player is not None and not tables.rebuys_by_player["stacks"].sum():
        yield tr("Nobody has to buy more chips.")
    if tables.extra_deals is not None:
        yield _ties(tables.extra_deals, tables.provenance.sessions)


def _ties(frame: pl.DataFrame, sessions: int) -> str:
    """Say how many sessions were tied, and how many extra deals they took."""
    tied = frame.filter(pl.col("extra_deals") > 0)
    number = int(tied["sessions"].sum())
    if number == 0:
        return trn(
            "{n} session was played: it does not end with a tie.",
            "{n} sessions were played: none of them ends with a tie.",
            sessions,
        )
    ended = trn(
        "{tied} of {n} session ({share}) end with a tie.",
        "{tied} of {n} sessions ({share}) end with a tie.",
        sessions,
        tied=count(number),
        share=in_percent(100 * number / sessions, 1),
    )
    one = int(tied.filter(extra_deals=1)["sessions"].sum())
    shared = int(tied["shared"].sum())
    longest = int(tied["extra_deals"].max())  # type: ignore[arg-type]
    return prose(
        ended,
        trn("{n} is decided by one extra deal.", "{n} are decided by one extra deal.", one),
        trn(
            "{n} is decided by up to {most} of them.",
            "{n} are decided by up to {most} of them.",
            number - one,
            most=count(longest),
        )
        if number > one
        else "",
        trn(
            "In {n} the win is shared all the same.",
            "In {n} the win is shared all the same.",
            shared,
        )
        if shared
        else "",
    )
