"""Nap as Peel advises, in "Round Games with Cards", 1891, page 10.

A defender does not pass the first trick while the declarer is winning it, except with the ace and
a small card of the suit when a knave or a lower card is led: the ace is then kept for the second
round. How high to call he leaves to temperament; the bold and enterprising risk much to win much.
They play here: the thresholds are those of the bold preset of :mod:`sim.policies.counting`, as is
all else of which he says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sim.engine.bits import either, lane_function, popcount, u64
from sim.engine.card_masks import ranks_of
from sim.game.cards import RANKS
from sim.policies.counting import PLAIN
from sim.policies.counting import decisions_under as counting_under
from sim.policies.counting.extension import OWN, follow_under, table_with
from sim.policies.counting.parameters import PARAMETERS, PRESETS
from sim.policies.counting.play import follow as follow_as_counting
from sim.policies.kind import Table
from sim.policies.parameter import Parameter
from sim.policies.policy import Decisions, PolicyKind

if TYPE_CHECKING:
    from sim.game.rules import Rules

HIGHEST_LED = OWN
"""Where the table has the ranks up to the highest one led at which the ace is kept, as a mask."""

LOWEST_RANK: Final = 2
"""Ranks are given from 2 to 14, the ace; the lowest bit of a suit is a two."""

ACE = u64(1 << (len(RANKS) - 1))


@lane_function
def follow(view, table):  # type: ignore[no-untyped-def]
    """As counting, but for the ace that a defender keeps in the first trick."""
    held = view.legal & view.led_suit
    ace_and_small = (popcount(held) == u64(2)) & (ranks_of(view.winning) == ACE)
    low_led = (ranks_of(view.card_0) & u64(table[HIGHEST_LED])) != u64(0)
    against = (view.winner == view.declarer_turn) & (view.turn != view.declarer_turn)
    keeps_ace = (view.trick == u64(0)) & against & ace_and_small & low_led
    return either(keeps_ace, held & ~view.winning, follow_as_counting(view))


def decisions_under(rules: Rules) -> Decisions:
    """Counting's decisions with Peel's first trick."""
    return replace(counting_under(rules), follow=follow_under(rules, follow))


def peel_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    """Counting's numbers, and the ranks at which the ace is kept."""
    ranks = max(int(parameters["knave"]) - LOWEST_RANK + 1, 0)
    return table_with([(1 << ranks) - 1], parameters, rules)


BOLD = tuple(
    replace(parameter, default=PRESETS["bold"].get(parameter.name, parameter.default))
    for parameter in PARAMETERS
)
"""What can be set of the counting policy, as its bold preset has it."""

PEEL = PolicyKind(
    name="peel",
    version=1,
    idea=(
        "Peel 1891: bids boldly, and never passes the declarer's first trick but with the ace and "
        "a small card of the suit when a knave or lower is led; else as counting."
    ),
    decisions=replace(PLAIN, follow=follow),
    decisions_under=decisions_under,
    parameters=(
        *BOLD,
        Parameter(
            name="knave",
            meaning="highest rank led at which the ace is kept: 11 knave to 14 ace, 1 never",
            default=11,
            low=1,
            high=14,
        ),
    ),
    table=peel_table,
)
"""The policy."""
