"""The policy that knows nothing: uniform among all legal acts."""

from __future__ import annotations

from sim.engine.bits import lane_function, nth_bit_by_halving, popcount
from sim.engine.view import draw
from sim.policies.policy import Decisions, PolicyKind


@lane_function
def any_legal_act(view):  # type: ignore[no-untyped-def]
    """One of the legal calls or cards, each with equal probability."""
    return nth_bit_by_halving(view.legal, draw(view, popcount(view.legal)))


RANDOM = PolicyKind(
    name="random",
    version=1,
    idea="Bids and plays uniformly among all that is legal: the yardstick of no skill.",
    decisions=Decisions(
        bid=any_legal_act,
        opening_lead=any_legal_act,
        lead=any_legal_act,
        follow=any_legal_act,
    ),
)
