"""Views made by hand, and the policies' decisions about them without an engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import njit

from sim.engine.view import BidView, DiscardView, PlayView
from sim.game.cards import (
    JOKER,
    JOKER_PLACES,
    SUIT_LETTERS,
    card_bits,
    card_name,
    pack_of,
    parse_card,
    parse_cards,
)
from sim.game.rules import Rules
from sim.policies import Policy, make_policy, policy_kind
from sim.policies.block_functions import takes_table

WHOLE_SUIT = 0xFFFF
ALL_CALLS = (1 << 32) - 1
NO, YES = 1, 2


def bid_view(hand: str, **fields: Any) -> BidView:
    """What a player sees who is to speak; every call is legal unless ``legal`` says otherwise."""
    open_fields = {"legal": ALL_CALLS, "bid_contracts": 1, "hand_size": 5, "players": 4}
    return _view(BidView, {"hand": hand, "position": 1, **open_fields, **fields})


def offer_view(hand: str, **fields: Any) -> BidView:
    """What a player sees to whom an offer is made."""
    return bid_view(hand, **{"legal": NO | YES, **fields})


def discard_view(hand: str, fewest: int, most: int, **fields: Any) -> DiscardView:
    """What a player sees who is to throw cards away."""
    counts = {"fewest": fewest, "most": most, "hand_size": 5, "players": 4}
    return _view(DiscardView, {"hand": hand, "position": 1, **counts, **fields})


def opening_view(hand: str, **fields: Any) -> PlayView:
    """What a declarer sees before the first lead; he may lead any card."""
    shown = {"hand": hand, "legal": hand, "players": 4, "pack": pack_of(52)}
    return _view(PlayView, {**shown, **fields})


def trick_view(
    hand: str,
    *table: str,
    declarer: int,
    trump: str = "",
    seen: str = "",
    lacks: str = "",
    misere: bool = False,
    players: int = 4,
    joker: bool = False,
) -> PlayView:
    """What a player sees who is to play a card.

    Parameters
    ----------
    hand : str
    table : str
        The cards of the trick so far; he plays the next one, or leads.
    declarer : int
        The declarer's turn in this trick.
    trump : str
        Letter of the trump suit, if there is one.
    seen : str
        Cards of earlier tricks.
    lacks : str
        Letters of the suits that the declarer has shown to lack.
    misere, joker : bool
        Whether the contract is a misère, and whether the joker is in the pack.
    """
    trumps = suit_mask(trump) if trump else JOKER * joker
    held = with_joker_seated(parse_cards(hand), trumps)
    trick = [with_joker_seated(parse_card(card), trumps) for card in table]
    best, winner = 0, 0
    for turn, card in enumerate(trick):
        if best == 0 or beats(card, best, trumps):
            best, winner = card, turn
    led = suit_around(trick[0], trumps) if trick else 0
    legal = (held & led) or held
    cards = (1 << bit for bit in card_bits(legal))
    winning = sum(card for card in cards if not trick or beats(card, best, trumps))
    voids = sum(1 << SUIT_LETTERS.index(suit) for suit in lacks)
    pack = pack_of(52) | (trumps & JOKER_PLACES if joker else 0)
    return _view(
        PlayView,
        {
            "hand": held,
            "legal": legal,
            "winning": winning,
            "trump": trumps,
            "led_suit": led,
            "best": best,
            "winner": winner,
            "seen": parse_cards(seen) | sum(trick),
            **{f"card_{turn}": card for turn, card in enumerate(trick)},
            "voids": voids << (4 * declarer),
            "trick": 1,
            "contract": 1,
            "misere": int(misere),
            "turn": len(trick),
            "declarer_turn": declarer,
            "players": players,
            "hand_size": 5,
            "pack": pack,
        },
    )


def suit_mask(letter: str) -> int:
    """All places of a suit."""
    return WHOLE_SUIT << (16 * SUIT_LETTERS.index(letter))


def with_joker_seated(cards: int, trumps: int) -> int:
    """The same cards with the joker at its place in the trump suit."""
    return (cards & ~JOKER) | (trumps & JOKER_PLACES) if cards & JOKER else cards


def suit_around(card: int, trumps: int) -> int:
    """All places of a card's suit; a joker that is the only trump belongs to none."""
    if card == trumps:
        return card
    suit = WHOLE_SUIT << (16 * ((card.bit_length() - 1) // 16))
    return suit & ~JOKER if trumps == JOKER else suit


def beats(card: int, best: int, trumps: int) -> bool:
    """Whether a card played after the best one wins."""
    if card & trumps and not best & trumps:
        return True
    return bool(card & suit_around(best, trumps)) and card > best


def _view(kind: Any, fields: dict[str, Any]) -> Any:
    values = dict.fromkeys(kind._fields, 0) | fields
    as_numbers = (
        parse_cards(value) if isinstance(value, str) else int(value) for value in values.values()
    )
    return kind(*(np.uint64(number) for number in as_numbers))


@cache
def _compiled(decide: Any) -> Callable[..., Any]:
    """A lane function as one that Python can call."""
    if takes_table(decide):
        return njit(lambda view, table: decide(view, table))  # type: ignore[no-any-return]
    return njit(lambda view: decide(view))  # type: ignore[no-any-return]


@cache
def _table(policy: Policy, rules: Rules) -> Any:
    return policy_kind(policy.name).table(dict(policy.parameters), rules)


class Decider:
    """A policy's decisions under some rules, one view at a time.

    Parameters
    ----------
    policy : str
        Such as "counting:bold".
    rules : Rules
    parameters : dict
        Those to be changed.
    """

    def __init__(self, policy: str, rules: Rules, **parameters: float) -> None:
        made = make_policy(policy, parameters)
        kind = policy_kind(made.name)
        self.rules = rules
        self.decisions = kind.decisions_for(rules)
        self.table = _table(made, rules)

    def answer(self, decision: str, view: Any) -> int:
        """The bits of the answer."""
        decide = getattr(self.decisions, decision)
        return int(_compiled(decide)(view, *([self.table] if takes_table(decide) else [])))

    def call(self, view: BidView) -> str:
        """The call as it is written."""
        return self.rules.ladder.calls[self.answer("bid", view).bit_length() - 1]

    def cards(self, decision: str, view: Any) -> set[str]:
        """The names of the cards of the answer."""
        return {card_name(bit) for bit in card_bits(self.answer(decision, view))}

    def card(self, decision: str, view: Any) -> str:
        """The name of the one card of the answer."""
        (card,) = self.cards(decision, view)
        return card
