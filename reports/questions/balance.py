"""The page of how balances spread over an evening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.quantile_intervals import percentile_interval
from pipelines.quantiles import percentiles
from pipelines.tables import Tables
from reports.conditions import session_in_words
from reports.estimates import Share, extremes
from reports.intervals_in_words import balance_ends, interval_of_balance, interval_of_share
from reports.key_figures import KeyFigure, pool_figures
from reports.language import marked, tr, trn
from reports.questions.question import Part, Question
from reports.questions.ruin import ruin_in_words
from reports.remarks import of_pool, of_sessions
from reports.wording import count, percent, percent_interval, signed


@dataclass(frozen=True, kw_only=True)
class _Quantile:
    """A quantile of the balances of all players together, units; None: too few for an interval."""

    value: int
    ends: tuple[int, int] | None


def _answer(tables: Tables) -> tuple[str, ...]:
    provenance = tables.provenance
    if provenance.sessions < 2:
        return (tr("One session shows no spread of balances."),)
    low, median, high = _quartiles(tables)
    spread = tr(
        "After {session}, at least half of all balances lie between {low} and {high} units; the "
        "median is {median} ({interval}).",
        session=session_in_words(provenance),
        low=signed(low.value, 0),
        high=signed(high.value, 0),
        median=signed(median.value, 0),
        interval=interval_of_balance(median.ends, provenance),
    )
    return tuple(filter(None, (spread, _ahead_in_words(tables), ruin_in_words(tables))))


def _quartiles(tables: Tables) -> Sequence[_Quantile]:
    """Work out the quartiles, of all players together.

    Those of a session depend on each other: for the intervals they count as one observation.
    """
    pooled = tables.balances.group_by("balance").agg(pl.col("sessions").sum()).sort("balance")
    balances, counts = pooled["balance"].to_list(), pooled["sessions"].to_list()
    trials, level = tables.provenance.sessions, tables.provenance.level
    return [
        _Quantile(
            value=percentiles(balances, counts, [percent])[0],
            ends=percentile_interval(balances, counts, percent, trials=trials, level=level),
        )
        for percent in (25, 50, 75)
    ]


def _ahead_in_words(tables: Tables) -> str:
    """Say how often players end ahead; who does most often only where that is shown."""
    provenance = tables.provenance
    rows = tables.balance_summary.rows(named=True)
    shares = [Share.from_family(row, "ahead", "sessions") for row in rows]
    found = extremes(shares, provenance.level)
    order = sorted(range(len(shares)), key=lambda place: shares[place].successes)
    worst, best = (order[0], order[-1]) if found is None else (found.lowest, found.highest)
    places = {
        "best": rows[best]["name"],
        "most": percent(shares[best]),
        "most_interval": interval_of_share(shares[best], provenance),
        "worst": rows[worst]["name"],
        "least": percent(shares[worst]),
        "least_interval": interval_of_share(shares[worst], provenance),
    }
    if found is None:
        return tr(
            "No player is shown to end ahead more often than another: the estimates run from "
            "{least} of sessions ({worst}; {least_interval}) to {most} ({best}; {most_interval}).",
            **places,
        )
    return tr(
        "{best} ends ahead in {most} of sessions ({most_interval}), more often than {worst} in "
        "{least} ({least_interval}).",
        **places,
    )


_QUARTILES: Final = (
    marked("One balance in four is at most"),
    marked("Median balance"),
    marked("Three balances in four are at most"),
)


def _key_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    """Show the quartiles, and how often each player ends ahead."""
    sessions = tables.provenance.sessions
    quartiles = (
        KeyFigure(
            name=tr(name),
            number=signed(quantile.value, 0),
            interval=tr("no interval") if quantile.ends is None else balance_ends(quantile.ends),
            basis=trn("units, over {n} session", "units, over {n} sessions", sessions),
        )
        for name, quantile in zip(_QUARTILES, _quartiles(tables), strict=True)
    )
    ahead = (
        KeyFigure(
            name=tr("{player} ends ahead", player=row["name"]),
            number=percent(share),
            interval=percent_interval(share),
            basis=trn(
                "{part} of {n} session",
                "{part} of {n} sessions",
                share.of,
                part=count(share.successes),
            ),
        )
        for row in tables.balance_summary.rows(named=True)
        for share in [Share.from_family(row, "ahead", "sessions")]
    )
    return (*quartiles, *ahead)


BALANCE: Final = Question(
    name="balance",
    heading=marked("How does an evening’s balance spread?"),
    short=marked("Balances"),
    answer=_answer,
    key_figures=_key_figures,
    parts=(
        Part(
            anchor="sessions",
            heading=marked("How does a session end?"),
            charts=("balances", "win-shares", "session-lengths", "broke", "rebuys"),
            remarks=of_sessions,
        ),
        Part(
            anchor="paths",
            heading=marked("How does it get there?"),
            charts=("balance-after-deals", "ruin"),
        ),
        Part(
            anchor="pool",
            heading=marked("What becomes of the pool?"),
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
    method=frozenset({"shares", "means", "quantiles", "comparisons"}),
)
