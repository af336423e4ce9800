"""Under which conditions the numbers of a report were found, in words."""

from __future__ import annotations

from collections import Counter
from typing import Final

from pipelines.headline import headline_of
from pipelines.tables import Provenance, Tables
from reports.departures import departures
from reports.estimates import Share
from reports.given import condition_in_words
from reports.language import marked, tr, trn
from reports.options import dealer_sits_out, may_end_early, with_float
from reports.wording import (
    contract_name,
    count,
    counted,
    in_percent,
    listed,
    percent,
    position_name,
    prose,
    speaking_order,
)

_NUMBER_WORDS: Final = (
    marked("no"),
    marked("one"),
    marked("two"),
    marked("three"),
    marked("four"),
    marked("five"),
    marked("six"),
    marked("seven"),
)
_SHORT_IDENTITY: Final = 12


def number_word(number: int) -> str:
    """Write a small number as a word.

    >>> number_word(4)
    'four'
    """
    return tr(_NUMBER_WORDS[number]) if number < len(_NUMBER_WORDS) else count(number)


def lineup_in_words(provenance: Provenance) -> str:
    """Say who plays: "four players, all counting:standard" or how many follow which policy."""
    policies = Counter(seated.policy for seated in provenance.lineup)
    players = number_word(provenance.players)
    if len(policies) == 1:
        return tr("{players} players, all {policy}", players=players, policy=next(iter(policies)))
    each = listed([f"{many} {policy}" for policy, many in policies.items()])
    return tr("{players} players ({policies})", players=players, policies=each)


_SEATINGS: Final = {"rotate": marked("rotate"), "fixed": marked("fixed")}


def seating_named(provenance: Provenance) -> str:
    """Name who sits where: "fixed", or "rotate" where players move on after each session."""
    return tr(_SEATINGS[provenance.seating])


def footer_of(tables: Tables) -> str:
    """Give the line below every figure of a file: conditions, n, seed and identity."""
    provenance = tables.provenance
    given = provenance.given
    return "; ".join(
        (
            _profile_in_words(tables),
            lineup_in_words(provenance),
            tr("seating {seating}", seating=seating_named(provenance)),
            *([] if given is None else [tr("given that {condition}", condition=given.text)]),
            _extent(provenance),
            tr("seed {seed}", seed=provenance.seed),
            tr("identity {identity}", identity=short_identity(provenance)),
        )
    )


def _profile_in_words(tables: Tables) -> str:
    profile, differing = tables.provenance.profile, departures(tables)
    if not differing:
        return tr("Nap, profile {profile}", profile=profile)
    return tr(
        "Nap, profile {profile} (unlike the basic game: {differences})",
        profile=profile,
        differences="; ".join(differing),
    )


def _extent(provenance: Provenance) -> str:
    """Say how many deals and sessions were counted, and from which deal on."""
    deals, sessions = (
        counted(provenance.deals, "deal"),
        counted(provenance.sessions, "session"),
    )
    if not provenance.first_deal:
        return tr("{deals} in {sessions}", deals=deals, sessions=sessions)
    first = count(provenance.first_deal)
    return tr(
        "{deals} in {sessions}, from deal {first} on", deals=deals, sessions=sessions, first=first
    )


def which_deals(provenance: Provenance) -> str:
    """Say which deals of the seed were counted, where these are not the first of them."""
    if not provenance.first_deal:
        return ""
    numbers = provenance.deal_numbers
    return tr(
        "Counted are deals {first} to {last} of this seed: those before them belong to other runs.",
        first=count(numbers[0]),
        last=count(numbers[-1]),
    )


def conditions_in_words(tables: Tables) -> str:
    """Say what deals satisfy, what is not as in the basic game, how many played; or nothing."""
    differing = "; ".join(departures(tables))
    unlike_basic = tr("Unlike the basic game: {differences}.", differences=differing)
    condition = condition_in_words(tables.provenance)
    return prose(condition, unlike_basic if differing else "", _players_present(tables))


def _players_present(tables: Tables) -> str:
    """Say how many players were at the table, where some of them left it."""
    if tables.players_left is None:
        return ""
    rows = sorted(tables.players_left.rows(named=True), key=lambda row: -int(row["players"]))
    present = [
        tr(
            "{number} in {share}",
            number=number_word(row["players"]),
            share=percent(Share.from_columns(row, "deals", "n")),
        )
        for row in rows
        if row["deals"]
    ]
    if len(present) < 2:
        return ""
    return tr("Players present: {present} of deals.", present=listed(present))


def short_identity(provenance: Provenance) -> str:
    """Give the beginning of the identity, enough to tell two runs apart."""
    return provenance.identity[:_SHORT_IDENTITY]


def level_text(provenance: Provenance) -> str:
    """Write the confidence level of the intervals, "95 %"."""
    return in_percent(100 * provenance.level)


def clusters_in_words(provenance: Provenance, sessions: int | None = None) -> str:
    """Say from what intervals of shares come where deals depend on each other; else nothing.

    Ends in a space where there is anything to say, so that it can stand before a sentence. Of how
    many sessions must be said where these are not all of the run.
    """
    if not provenance.clustered:
        return ""
    said = trn(
        "Intervals take {n} session as an independent cluster.",
        "Intervals take {n} sessions as independent clusters.",
        provenance.sessions if sessions is None else sessions,
    )
    return f"{said} "


def session_in_words(provenance: Provenance) -> str:
    """Say how long a session is: "8 deals", or "at most 20 deals" where it may end early."""
    deals = counted(provenance.deals_per_session, "deal")
    return tr("at most {deals}", deals=deals) if may_end_early(provenance) else deals


def headline_contract(tables: Tables) -> str:
    """Name the contract that the report is about."""
    return headline_of(tables.contracts["contract"].to_list())


def is_headline(contract: str, tables: Tables) -> bool:
    """Whether it is the contract that the report is about, without the float or with it."""
    headline = headline_contract(tables)
    return contract in (headline, with_float(headline))


def headline_name(tables: Tables) -> str:
    """Write the contract that the report is about; where there is a float, that it is without."""
    headline = headline_contract(tables)
    has_float = with_float(headline) in tables.contracts["contract"]
    name = contract_name(headline)
    return tr("{contract} without the float", contract=name) if has_float else name


def policies_of(provenance: Provenance) -> list[str]:
    """List the policies of the line-up in order of first appearance."""
    return list(dict.fromkeys(seated.policy for seated in provenance.lineup))


def positions_of(provenance: Provenance) -> tuple[int, ...]:
    """List all positions in speaking order."""
    return speaking_order(provenance.players)


def speakers_of(provenance: Provenance) -> tuple[int, ...]:
    """List the positions that bid, in speaking order: all but a dealer who sits out."""
    order = speaking_order(provenance.players)
    return order[:-1] if dealer_sits_out(provenance) else order


def position_label(position: int, provenance: Provenance) -> str:
    """Name a position for a label, by its turn to speak if it has one."""
    if position == 0 and dealer_sits_out(provenance):
        return tr("dealer (sits out)")
    return position_name(position)
