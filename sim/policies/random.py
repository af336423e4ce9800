"""The policy that knows nothing: uniform among all legal acts."""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, lane_function, nth_bit_by_halving, popcount
from sim.engine.philox import bounded_draw
from sim.engine.view import draw
from sim.policies.policy import Decisions, PolicyKind


@lane_function
def any_legal_act(view):  # type: ignore[no-untyped-def]
    """One of the legal calls or cards, each with equal probability."""
    return nth_bit_by_halving(view.legal, draw(view, popcount(view.legal)))


@lane_function
def any_legal_discard(view):  # type: ignore[no-untyped-def]
    """Any number of cards that may be thrown, each number with equal probability; then any cards.

    All draws share one random word: the number first, then card after card among those left.
    """
    more, word = bounded_draw(view.chance, view.most - view.fewest + ONE)
    left = view.hand
    to_throw = view.fewest + more
    while to_throw != ZERO:
        place, word = bounded_draw(word, popcount(left))
        left ^= nth_bit_by_halving(left, place)
        to_throw -= ONE
    return view.hand ^ left


RANDOM = PolicyKind(
    name="random",
    version=1,
    idea="Bids and plays uniformly among all that is legal: the yardstick of no skill.",
    decisions=Decisions(
        bid=any_legal_act,
        opening_lead=any_legal_act,
        lead=any_legal_act,
        follow=any_legal_act,
        discard=any_legal_discard,
        look=any_legal_act,
        peep=any_legal_act,
        take=any_legal_act,
        name_trump=any_legal_act,
    ),
)
