"""The counting policy: bids by an estimate of its tricks, plays by a few plain rules.

The estimate adds up the chances of single cards (see :mod:`sim.policies.counting.estimate`); that
of a misère, its risks (:mod:`sim.policies.counting.risk`). The play of tricks is in
:mod:`sim.policies.counting.play`, that of misères in :mod:`sim.policies.counting.misere`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.policies.counting.bidding import (
    Parts,
    bid,
    bid_by,
    expected_tricks,
    expected_tricks_of_any_contract,
)
from sim.policies.counting.further_cards import discard, look, peep, take
from sim.policies.counting.misere import follow_in_any_contract, lead_in_any_contract
from sim.policies.counting.openings import (
    name_trump,
    opening_lead,
    opening_lead_of_any_contract,
)
from sim.policies.counting.parameters import PARAMETERS, PRESETS
from sim.policies.counting.play import follow, lead
from sim.policies.counting.table import counting_table, is_misere, is_plain
from sim.policies.policy import Decisions, PolicyKind

if TYPE_CHECKING:
    from sim.game.rules import Rules

__all__ = ["COUNTING"]

PLAIN = Decisions(
    bid=bid, opening_lead=opening_lead, lead=lead, follow=follow, estimate=expected_tricks
)


def decisions_under(rules: Rules) -> Decisions:
    """The decisions of the base game, or those that know every option."""
    if is_plain(rules):
        return PLAIN
    plays_misere = any(map(is_misere, rules.ladder))
    return Decisions(
        bid=bid_by(parts_of(rules)),
        opening_lead=opening_lead if opens_freely(rules) else opening_lead_of_any_contract,
        lead=lead_in_any_contract if plays_misere else lead,
        follow=follow_in_any_contract if plays_misere else follow,
        discard=discard,
        look=look,
        peep=peep,
        take=take,
        name_trump=name_trump,
        estimate=expected_tricks_of_any_contract,
    )


def parts_of(rules: Rules) -> Parts:
    """What the rules make worth counting for a bid."""
    ladder = rules.ladder
    return Parts(
        pick_ups=rules.float_card or rules.peep,
        pool=rules.has_pool,
        lowest_first=any(contract.lead == "lowest trump" for contract in ladder),
        no_trumps=any(c.trump == "none" and not is_misere(c) for c in ladder),
        miseres=any(map(is_misere, ladder)),
    )


def opens_freely(rules: Rules) -> bool:
    """Whether every contract is played with the suit of any card led first as trumps."""
    ways = {(contract.trump, contract.lead) for contract in rules.ladder}
    return ways == {("suit led", "any")} and not rules.joker


COUNTING = PolicyKind(
    name="counting",
    version=1,
    idea=(
        "Counts the tricks that its cards should take, bids what they are worth, draws trumps, "
        "wins as cheaply as it can and throws losers; in a misère it stays under."
    ),
    decisions=PLAIN,
    decisions_under=decisions_under,
    parameters=PARAMETERS,
    presets=PRESETS,
    table=counting_table,
)
