"""The options of a run's rules, beside those of the basic game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from pipelines.tables import Provenance
from sim.game.ladder import FLOAT_SUFFIX
from sim.game.rules import Rules, load_rules

BASIC: Final = "basic"
"""The profile that others are compared with."""


@lru_cache
def basic_rules(players: int) -> Rules:
    """Load the basic game, as so many play it."""
    return load_rules(BASIC, players)


def options_of(provenance: Provenance) -> Mapping[str, Any]:
    """Return every option of the rules that has one value, under its name in files.

    An option that the run does not name is that of the basic game.
    """
    return {**basic_rules(provenance.players).options, **provenance.options}


def dealer_sits_out(provenance: Provenance) -> bool:
    """Whether the dealer has no cards, and neither bids nor plays."""
    return bool(options_of(provenance)["dealer_sits_out"])


def may_end_early(provenance: Provenance) -> bool:
    """Whether players leave the table when their chips run out."""
    options = options_of(provenance)
    return bool(options["chips"] > 0 and options["when_broke"] == "out")


def breaks_ties(provenance: Provenance) -> bool:
    """Whether players who are tied for the highest balance play on for the win."""
    return bool(options_of(provenance)["ties"] == "extra deal")


def shares_pool_out(provenance: Provenance) -> bool:
    """Whether the seats share what lies in the pool when the session ends, if there is one."""
    return bool(options_of(provenance)["pool_end"] == "split")


def play_moves_cards(provenance: Provenance) -> bool:
    """Whether the cards of a deal depend on what players did, not on the seed alone."""
    options = options_of(provenance)
    return bool(options["shuffle"] == "after-nap" or options["exchange_cards"])


def with_float(contract: str) -> str:
    """Name the same contract with the float."""
    return contract + FLOAT_SUFFIX


def takes_float(contract: str) -> bool:
    """Whether its declarer takes the float."""
    return contract.endswith(FLOAT_SUFFIX)
