"""The answer in sentences, with its conditions: how often bid, how often made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pipelines.tables import Provenance, Tables
from reports.conditions import headline_contract, headline_name, lineup_in_words
from reports.estimates import Share
from reports.given import given_in_short
from reports.intervals_in_words import interval_of_share
from reports.language import tr, trn
from reports.options import with_float
from reports.wording import contract_name, count, counted, percent, prose

_FEW: Final = 10
"""Below this a count says more than a percentage."""


def opening_sentence(tables: Tables) -> str:
    """Say how often the headline contract is bid and made, and in what that was found."""
    return prose(how_often_made(tables), basis_in_words(tables.provenance))


def basis_in_words(provenance: Provenance) -> str:
    """Say what was simulated: how many deals, of which profile, who plays, under what condition."""
    said = tr(
        "Simulated: {deals} in {sessions}; profile {profile}; {lineup}.",
        deals=counted(provenance.deals, "deal"),
        sessions=counted(provenance.sessions, "session"),
        profile=provenance.profile,
        lineup=lineup_in_words(provenance),
    )
    return prose(said, given_in_short(provenance))


def how_often_made(tables: Tables) -> str:
    """Say how often the headline contract is bid, and how often made; with the float too."""
    headline = headline_contract(tables)
    rows = {row["contract"]: row for row in tables.contracts.rows(named=True)}
    said = [_bid_and_made(rows[headline], headline_name(tables), tables.provenance)]
    if (floated := with_float(headline)) in rows:
        said.append(_bid_and_made(rows[floated], contract_name(floated), tables.provenance))
    return prose(*said)


def _bid_and_made(row: Mapping[str, Any], name: str, provenance: Provenance) -> str:
    """Say how often the contract of a row of ``contracts`` is bid, and how often made."""
    bid = Share.from_family(row, "bid", "deals")
    made = Share.from_family(row, "made", "played")
    return prose(_bid_in_words(bid, name, provenance), _made_in_words(made, bid, provenance))


def _bid_in_words(bid: Share, name: str, provenance: Provenance) -> str:
    interval = interval_of_share(bid, provenance)
    if bid.successes == 0:
        return tr(
            "{contract} is never bid ({interval}), so that nothing is known of how often it is "
            "made.",
            contract=name,
            interval=interval,
        )
    if bid.successes < _FEW:
        return trn(
            "{contract} is bid in {n} deal ({interval}).",
            "{contract} is bid in {n} deals ({interval}).",
            bid.successes,
            contract=name,
            interval=interval,
        )
    return tr(
        "{contract} is bid in {share} of deals ({interval}).",
        contract=name,
        share=percent(bid),
        interval=interval,
    )


def _made_in_words(made: Share, bid: Share, provenance: Provenance) -> str:
    if bid.successes == 0:
        return ""
    if made.of == 0:
        return tr("It is always overcalled, so that nothing is known of how often it is made.")
    interval = interval_of_share(made, provenance)
    if made.of == 1:
        if made.successes:
            return tr("It is made in the only deal played in it ({interval}).", interval=interval)
        return tr("It fails in the only deal played in it ({interval}).", interval=interval)
    places = {"interval": interval, "n": count(made.of)}
    if made.successes == 0:
        return trn(
            "It is made in none of the {n} deal played in it ({interval}).",
            "It is made in none of the {n} deals played in it ({interval}).",
            made.of,
            **places,
        )
    if made.successes == made.of:
        return trn(
            "It is made in all of the {n} deal played in it ({interval}).",
            "It is made in all of the {n} deals played in it ({interval}).",
            made.of,
            **places,
        )
    return trn(
        "It is made in {made} of the {n} deal played in it ({interval}).",
        "It is made in {made} of the {n} deals played in it ({interval}).",
        made.of,
        made=count(made.successes) if made.of < _FEW else percent(made),
        **places,
    )


def missing_in_words(tables: Tables) -> str:
    """Say what of the planned run is not in the tables; empty where nothing is missing."""
    provenance = tables.provenance
    if provenance.complete:
        return ""
    said = tr(
        "The run is not complete: of {planned} planned, the first {used} are counted here and "
        "{missing} are missing.",
        planned=counted(provenance.shards_planned, "shard"),
        used=count(provenance.shards_used),
        missing=count(provenance.shards_missing),
    )
    left_out = trn(
        "{n} shard that comes after the first gap is left out.",
        "{n} shards that come after the first gap are left out.",
        provenance.shards_beyond_gap,
    )
    means = tr(
        "What is counted is a run of its own, only shorter; intervals and n are those of the "
        "deals counted."
    )
    return prose(said, left_out if provenance.shards_beyond_gap else "", means)
