"""Under which conditions the numbers of a report were found, in words."""

from __future__ import annotations

from collections import Counter
from typing import Final

from pipelines.headline import headline_of
from pipelines.tables import Provenance, Tables
from reports.wording import count, counted, listed

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


def footer_of(provenance: Provenance) -> str:
    """Give the line below every figure of a file: conditions, n, seed and identity."""
    return (
        f"Nap, profile {provenance.profile}, {lineup_in_words(provenance)}, "
        f"seating {provenance.seating}; {counted(provenance.deals, 'deal')} in "
        f"{counted(provenance.sessions, 'session')}; seed {provenance.seed}, "
        f"identity {short_identity(provenance)}"
    )


def short_identity(provenance: Provenance) -> str:
    """Give the beginning of the identity, enough to tell two runs apart."""
    return provenance.identity[:_SHORT_IDENTITY]


def level_text(provenance: Provenance) -> str:
    """Write the confidence level of the intervals, "95 %"."""
    return f"{100 * provenance.level:g}\N{NO-BREAK SPACE}%"


def headline_contract(tables: Tables) -> str:
    """Name the contract that the report is about."""
    return headline_of(tables.contracts["contract"].to_list())


def policies_of(provenance: Provenance) -> list[str]:
    """List the policies of the line-up in order of first appearance."""
    return list(dict.fromkeys(seated.policy for seated in provenance.lineup))
