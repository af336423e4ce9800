"""A position in mid-deal, as somebody wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.engine_input import pack_mask
from sim.errors import UserError
from sim.game.cards import SUIT_NAMES, format_cards
from sim.replay.written_hands import name_of, read_cards
from sim.solver import Opening, Position, opened, openings
from sim.solver.position import RevokedError, seat_joker

if TYPE_CHECKING:
    from sim.game.ladder import Contract
    from sim.replay.open_deal import OpenDeal, Played


def position_of(
    deal: OpenDeal,
    declarer: int,
    trump: int | None,
    leader: int,
    table: str,
    taken: int,
    contract: Contract | None = None,
) -> Position:
    """The position of what is left of a deal.

    Parameters
    ----------
    deal : OpenDeal
        With the hands that are left.
    declarer, leader : int
        Speaking turns.
    trump : int or None
        Number of the trump suit.
    table : str
        Cards on the table, from the leader on, in the order played.
    taken : int
        Tricks that the declarer has.
    contract : Contract, optional
        What he declares; without it the opening lead may be that of any contract on the ladder.

    Raises
    ------
    UserError
        If no play leads to it; told at the option of the command that is wrong.
    """
    cards = _cards_on_table(deal, table)
    left = _tricks_left(deal, leader, len(cards))
    played = deal.hand_size - left
    if played == 0 and leader != declarer:
        raise UserError(
            f"--leader {deal.names[leader]}: no trick has been played; the declarer, "
            f"{deal.names[declarer]}, leads to the first"
        )
    if played == 0 and taken:
        raise UserError(f"--taken {taken}: no trick has been played; allowed: 0")
    allowed = _tricks_taken(played, wins_the_last=leader == declarer)
    if taken not in allowed:
        raise UserError(
            f"--taken {taken}: not possible with {left} of {deal.hand_size} cards left, where "
            f"{deal.names[leader]} leads and so has won the last trick; allowed: {_span(allowed)}"
        )

    def seated(mask: int) -> int:
        return mask if trump is None else seat_joker(mask, trump)

    if played == 0 and cards:
        first = Opening(trump, seated(cards[0]))
        _check_opening(deal, deal.hands[declarer] | cards[0], first, contract)
    try:
        return Position(
            tuple(map(seated, deal.hands)),
            declarer=declarer,
            trump=trump,
            leader=leader,
            table=tuple(map(seated, cards)),
            taken=taken,
        )
    except RevokedError as revoke:
        raise UserError(f"--table: {deal.names[revoke.turn]} {revoke.what}") from None


def _tricks_left(deal: OpenDeal, leader: int, on_table: int) -> int:
    """Count the tricks still to be won, that on the table included, and check the hands by it."""
    left = max(
        hand.bit_count() + _has_played(deal, turn, leader, on_table)
        for turn, hand in enumerate(deal.hands)
    )
    for turn, hand in enumerate(deal.hands):
        wanted = left - _has_played(deal, turn, leader, on_table)
        if hand.bit_count() != wanted:
            raise UserError(
                f"--hands: hand of {deal.names[turn]} has {hand.bit_count()} cards, not {wanted}; "
                "all have as many, who has played to the trick on the --table one less"
            )
    if left == 0:
        raise UserError("--hands: there are no cards left to play")
    return left


def _tricks_taken(played: int, *, wins_the_last: bool) -> range:
    """How many of the tricks played the declarer may have: whoever leads has won the last."""
    if played == 0:
        return range(1)
    return range(1, played + 1) if wins_the_last else range(played)


def _span(allowed: range) -> str:
    return f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])


def _check_opening(deal: OpenDeal, hand: int, first: Opening, contract: Contract | None) -> None:
    """See that the first card of a deal may be led with these trumps."""
    for each in deal.ladder if contract is None else [contract]:
        if first in openings(hand, each):
            return
    made = "without trumps" if first.trump is None else f"for {SUIT_NAMES[first.trump]} trumps"
    raise UserError(
        f"--table: {format_cards(first.card)} cannot be led {made} in "
        f"{'any contract' if contract is None else contract.name}"
    )


def position_after(played: Played, cards: int) -> Position:
    """The position after so many cards of a deal as it was played.

    Raises
    ------
    UserError
        If it was over by then.
    """
    most = len(played.cards)
    if played.hands and most == len(played.hands) * played.hands[0].bit_count():
        most -= 1
    if not 1 <= cards <= most:
        raise UserError(f"{cards}: {len(played.cards)} cards were played; allowed: 1 to {most}")
    first = Opening(played.trump, 1 << played.cards[0])
    position = opened(played.hands, played.declarer, first)
    for card in played.cards[:cards]:
        position = position.play(1 << card)
    return position


def _has_played(deal: OpenDeal, turn: int, leader: int, cards: int) -> bool:
    """Whether a player has played to a trick on which so many cards lie."""
    return (turn - leader) % len(deal.hands) < cards


def _cards_on_table(deal: OpenDeal, table: str) -> list[int]:
    try:
        cards = read_cards(table)
    except UserError as error:
        raise UserError(f"--table: {error}") from None
    if len(cards) >= len(deal.hands):
        raise UserError(
            f"--table: {len(cards)} cards; allowed: 0 to {len(deal.hands) - 1}, the trick that is "
            "being played"
        )
    seen = sum(deal.hands)
    for card in cards:
        if card & seen:
            raise UserError(f"--table: {name_of(card)} is there twice, or in a hand as well")
        if not card & pack_mask(deal.rules):
            raise UserError(
                f"--table: {format_cards(card)} is not in the pack of {deal.rules.pack} of "
                f"profile {deal.rules.profile}"
            )
        seen |= card
    return cards
