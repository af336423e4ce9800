"""The page of how balances spread over an evening."""

from __future__ import annotations

from typing import Final

from pipelines.quantiles import percentiles
from pipelines.tables import Tables
from reports.conditions import session_in_words
from reports.key_figures import KeyFigure, pool_figures
from reports.questions.question import Part, Question
from reports.remarks import of_pool, of_sessions
from reports.wording import counted, signed


def _answer(tables: Tables) -> str:
    provenance = tables.provenance
    low, median, high = pooled_quartiles(tables)
    deals = session_in_words(provenance)
    return (
        f"After a session of {deals}, half of all balances lie between {signed(low, 0)} and "
        f"{signed(high, 0)} units, with the median at {signed(median, 0)} "
        f"(n = {counted(provenance.sessions, 'session')})."
    )


def pooled_quartiles(tables: Tables) -> tuple[int, int, int]:
    """Give the quartiles of the balances of all players together, units; exact for the run."""
    pooled = tables.balances.group_by("balance").agg(of="sessions").sort("balance")
    counts = [sum(of) for of in pooled["of"].to_list()]
    low, median, high = percentiles(pooled["balance"].to_list(), counts, (25, 50, 75))
    return low, median, high


def _key_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    return ()


BALANCE: Final = Question(
    name="balance",
    heading="How does an evening’s balance spread?",
    short="Balances",
    answer=_answer,
    key_figures=_key_figures,
    parts=(
        Part(
            anchor="sessions",
            heading="How does a session end?",
            charts=("balances", "win-shares", "session-lengths", "broke", "rebuys"),
            remarks=of_sessions,
        ),
        Part(
            anchor="paths",
            heading="How does it get there?",
            charts=("balance-after-deals", "ruin"),
        ),
        Part(
            anchor="pool",
            heading="What becomes of the pool?",
            remarks=of_pool,
            key_figures=pool_figures,
        ),
    ),
    tables=(
        "balance_summary",
        "balances_after",
        "ruin",
        "win_shares",
        "broke_by_player",
        "session_lengths",
        "rebuys_by_player",
    ),
    method=frozenset({"shares", "means", "comparisons"}),
)
