"""Under which conditions the numbers of a report were found, in words."""

from __future__ import annotations

from collections import Counter
from typing import Final

from pipelines.headline import headline_of
from pipelines.tables import Provenance, Tables
from reports.departures import departures
from reports.estimates import Share
from reports.given import condition_in_words, given_clause
from reports.options import dealer_sits_out, may_end_early, with_float
from reports.wording import (
    SPACE,
    contract_name,
    count,
    counted,
    listed,
    percent,
    position_name,
    speaking_order,
)

_NUMBER_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
_SHORT_IDENTITY: Final = 12


def number_word(number: int) -> str:
    """Write a small number as a word.

    >>> number_word(4)
    'four'
    """
    return _NUMBER_WORDS[number] if number < len(_NUMBER_WORDS) else count(number)


def lineup_in_words(provenance: Provenance) -> str:
    """Say who plays: "four players, all counting:standard" or how many follow which policy."""
    policies = Counter(seated.policy for seated in provenance.lineup)
    players = f"{number_word(provenance.players)} players"
    if len(policies) == 1:
        return f"{players}, all {next(iter(policies))}"
    return f"{players} ({listed([f'{many} {policy}' for policy, many in policies.items()])})"


def footer_of(tables: Tables) -> str:
    """Give the line below every figure of a file: conditions, n, seed and identity."""
    provenance = tables.provenance
    differing = departures(tables)
    unlike_basic = f" (unlike the basic game: {'; '.join(differing)})" if differing else ""
    return (
        f"Nap, profile {provenance.profile}{unlike_basic}, {lineup_in_words(provenance)}, "
        f"seating {provenance.seating}{given_clause(provenance)}; "
        f"{counted(provenance.deals, 'deal')} in "
        f"{counted(provenance.sessions, 'session')}{_from_deal(provenance)}; "
        f"seed {provenance.seed}, identity {short_identity(provenance)}"
    )


def which_deals(provenance: Provenance) -> str:
    """Say which deals of the seed were counted, where these are not the first of them."""
    if not provenance.first_deal:
        return ""
    numbers = provenance.deal_numbers
    return (
        f"Counted are deals {count(numbers[0])} to {count(numbers[-1])} of this seed: those before "
        "them belong to other runs."
    )


def _from_deal(provenance: Provenance) -> str:
    first = provenance.first_deal
    return f", from deal {count(first)} on" if first else ""


def conditions_in_words(tables: Tables) -> str:
    """Say what deals satisfy, what is not as in the basic game, how many played; or nothing."""
    differing = departures(tables)
    unlike_basic = f"Unlike the basic game: {'; '.join(differing)}." if differing else ""
    condition = condition_in_words(tables.provenance)
    return " ".join(filter(None, (condition, unlike_basic, _players_present(tables))))


def _players_present(tables: Tables) -> str:
    """Say how many players were at the table, where some of them left it."""
    if tables.players_left is None:
        return ""
    rows = sorted(tables.players_left.rows(named=True), key=lambda row: -int(row["players"]))
    present = [
        f"{number_word(row['players'])} in {percent(Share.from_columns(row, 'deals', 'n'))}"
        for row in rows
        if row["deals"]
    ]
    return f"Players present: {listed(present)} of deals." if len(present) > 1 else ""


def short_identity(provenance: Provenance) -> str:
    """Give the beginning of the identity, enough to tell two runs apart."""
    return provenance.identity[:_SHORT_IDENTITY]


def level_text(provenance: Provenance) -> str:
    """Write the confidence level of the intervals, "95 %"."""
    return f"{100 * provenance.level:g}{SPACE}%"


def clusters_in_words(provenance: Provenance) -> str:
    """Say from what intervals of shares come where deals depend on each other; else nothing.

    Ends in a space where there is anything to say, so that it can stand before a sentence.
    """
    if not provenance.clustered:
        return ""
    return f"Intervals take {counted(provenance.sessions, 'session')} as independent clusters. "


def session_in_words(provenance: Provenance) -> str:
    """Say how long a session is: "8 deals", or "at most 20 deals" where it may end early."""
    deals = counted(provenance.deals_per_session, "deal")
    return f"at most {deals}" if may_end_early(provenance) else deals


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
    return contract_name(headline) + (" without the float" if has_float else "")


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
        return "dealer (sits out)"
    return position_name(position)
