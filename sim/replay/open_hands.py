"""The hands of a deal with all cards seen: when the auction began, and at the opening lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.acts import Acts
    from sim.game.rules import Rules


def hands_at_auction(acts: Acts) -> tuple[int, ...]:
    """The hands when the auction began, by speaking turn: after any exchange."""
    if not acts.exchanges:
        return acts.hands
    return tuple(
        hand & ~thrown | drawn
        for hand, (thrown, drawn) in zip(acts.hands, acts.exchanges, strict=True)
    )


def hands_at_lead(rules: Rules, acts: Acts) -> tuple[int, ...]:
    """The hands at the opening lead: after what the declarer took, and threw."""
    hands = [*hands_at_auction(acts)]
    if acts.taker is not None:
        hands[acts.taker] = (hands[acts.taker] | acts.extra_hand) & ~acts.taker_threw
    declarer = acts.declarer
    if declarer is not None and acts.declarer_threw:
        taken = acts.float_card if rules.ladder[acts.contract].with_float else 0
        taken |= acts.peep_card if rules.peep and acts.peeped[declarer] else 0
        hands[declarer] = (hands[declarer] | taken) & ~acts.declarer_threw
    return tuple(hands)


def hands_move(rules: Rules) -> bool:
    """Whether a declarer can change his hand after the auction has begun."""
    return rules.float_card or rules.peep or rules.sir_garnet
