"""What is said in a sentence where it happens too seldom, or is too simple, for a figure."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from pipelines.tables import Tables
from reports.figures.session_lengths import early_sessions
from reports.options import may_end_early
from reports.wording import SPACE, count, counted, listed


def of_success(tables: Tables) -> Iterator[str]:
    """Yield how many deals end by a revoke."""
    if tables.revokes_by_player is None:
        return
    by_declarer = int(tables.revokes_by_player["declarer_revokes"].sum())
    by_defender = int(tables.revokes_by_player["defender_revokes"].sum())
    deals = counted(tables.provenance.deals, "deal")
    if by_declarer + by_defender == 0:
        yield f"None of {deals} ends by a revoke."
        return
    yield (
        f"Of {deals}, {count(by_declarer + by_defender)} end by a revoke: {count(by_declarer)} by "
        f"the declarer’s, which breaks his contract, and {count(by_defender)} by a defender’s, "
        f"who then pays for all."
    )


def of_pool(tables: Tables) -> Iterator[str]:
    """Yield where the units go that are paid into the pool."""
    if tables.pool is None:
        return
    units = dict(tables.pool.select("measure", "total").rows())
    paid = units["antes"] + units["prices"]
    if paid == 0:
        yield "Nothing was paid into the pool."
        return
    ways = (
        ("units won", "won with a contract for all tricks"),
        ("split", "shared out at the end of a session"),
        ("left", "left over there"),
    )
    parts = [
        f"{100 * units[measure] / paid:.1f}{SPACE}% are {what}"
        for measure, what in ways
        if units[measure]
    ]
    yield f"Of {counted(paid, 'unit')} paid into the pool, {listed(parts)}."


def of_sessions(tables: Tables) -> Iterator[str]:
    """Yield that all sessions were played to their end, and how ties were broken."""
    deals = counted(tables.provenance.deals_per_session, "deal")
    if may_end_early(tables.provenance) and tables.broke_by_player is not None:
        if not tables.broke_by_player["broke"].sum():
            yield f"Nobody’s chips run out: every session lasts all {deals}."
        elif not early_sessions(tables):
            yield f"Three players at least are left in every session: all last {deals}."
    if tables.rebuys_by_player is not None and not tables.rebuys_by_player["stacks"].sum():
        yield "Nobody has to buy more chips."
    if tables.extra_deals is not None:
        yield _ties(tables.extra_deals, tables.provenance.sessions)


def _ties(frame: pl.DataFrame, sessions: int) -> str:
    """Say how many sessions were tied, and how many extra deals they took."""
    tied = frame.filter(pl.col("extra_deals") > 0)
    number = int(tied["sessions"].sum())
    if number == 0:
        return f"None of {counted(sessions, 'session')} ends with a tie."
    share = f"{100 * number / sessions:.1f}{SPACE}%"
    one = int(tied.filter(extra_deals=1)["sessions"].sum())
    more = [f"{count(number - one)} by up to {count(int(tied['extra_deals'].max()))}"]  # type: ignore[arg-type]
    parts = [f"{count(one)} are decided by one extra deal", *(more if number > one else [])]
    shared = int(tied["shared"].sum())
    still = f"; in {count(shared)} the win is shared all the same" if shared else ""
    return (
        f"{count(number)} of {counted(sessions, 'session')} ({share}) end with a tie: "
        f"{listed(parts)}{still}."
    )
