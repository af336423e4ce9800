"""The answer in one sentence, with its conditions: how often bid, how often made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pipelines.tables import Tables
from reports.conditions import headline_contract, headline_name, level_text, lineup_in_words
from reports.estimates import Share
from reports.given import given_clause
from reports.options import with_float
from reports.wording import SPACE, count, counted, percent, percent_interval

_FEW: Final = 10
"""Below this a count says more than a percentage."""


def opening_sentence(tables: Tables) -> str:
    """Say under which conditions the headline contract is how often bid and how often made."""
    provenance = tables.provenance
    headline = headline_contract(tables)
    rows = {row["contract"]: row for row in tables.contracts.rows(named=True)}
    conditions = (
        f"In {counted(provenance.deals, 'simulated deal')} of the {provenance.profile} profile "
        f"with {lineup_in_words(provenance)}{given_clause(provenance)}"
    )
    level = f"{level_text(provenance)} interval"
    answer = f"{conditions}, {headline_name(tables)} is {_bid_and_made(rows[headline], level)}."
    if with_float(headline) in rows:
        answer += f" With the float it is {_bid_and_made(rows[with_float(headline)], level)}."
    return answer


def _bid_and_made(row: Mapping[str, Any], level: str) -> str:
    """Say how often the contract of a row of ``contracts`` is bid, and how often made."""
    bid = Share.from_family(row, "bid", "deals")
    made = Share.from_family(row, "made", "played")
    return _bid_in_words(bid, level) + _made_in_words(made, bid, level)


def _bid_in_words(bid: Share, level: str) -> str:
    interval = _interval_in_words(bid, level)
    if bid.successes == 0:
        return f"never bid{interval}"
    if bid.successes < _FEW:
        return f"bid in {count(bid.successes)} of them{interval}"
    return f"bid in {percent(bid)} of deals{interval}"


def _made_in_words(made: Share, bid: Share, level: str) -> str:
    if bid.successes == 0:
        return ", so that nothing is known of how often it is made"
    if made.of == 0:
        return " but always overcalled, so that nothing is known of how often it is made"
    interval = _interval_in_words(made, level)
    if made.of == 1:
        result = "made" if made.successes else "failed"
        return f", and {result} in the only deal played in it{interval}"
    if made.successes == 0:
        how_often = "none"
    elif made.successes == made.of:
        how_often = "all"
    else:
        how_often = count(made.successes) if made.of < _FEW else percent(made)
    return f", and made in {how_often} of the {counted(made.of, 'deal')} played in it{interval}"


def _interval_in_words(share: Share, level: str) -> str:
    return f" ({level} {percent_interval(share)}{SPACE}%)"


def missing_in_words(tables: Tables) -> str:
    """Say what of the planned run is not in the tables; empty where nothing is missing."""
    provenance = tables.provenance
    if provenance.complete:
        return ""
    left_out = (
        f"; {count(provenance.shards_beyond_gap)} that come after the first gap are left out"
        if provenance.shards_beyond_gap
        else ""
    )
    return (
        f"The run is not complete: of {counted(provenance.shards_planned, 'shard')} planned, the "
        f"first {count(provenance.shards_used)} are counted here and "
        f"{count(provenance.shards_missing)} are missing{left_out}. What is counted is a run "
        f"of its own, only shorter; intervals and n are those of the deals counted."
    )
