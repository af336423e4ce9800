"""Deals written by hand, for the referee's examination; positions are the dealer, eldest, ...."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.referee import House, Rung


def hand(cards: str) -> set[str]:
    return set(cards.split())


def cards(text: str) -> list[str]:
    return text.replace("|", " ").split()


def auction(text: str) -> list[str]:
    return text.split()


# Positions 0 to 3: the dealer, eldest, and two more. Eldest has the spades.
DEALER = hand("2C 3C 4C 2S 3D")
ELDEST = hand("AS KS QS JS 9C")
SECOND = hand("5C 6C 7C 4S 4D")
THIRD = hand("8C AC TS 5S 5D")
TABLE = [DEALER, ELDEST, SECOND, THIRD]

FIVE_TRICKS = cards("AS 4S 5S 2S | KS 4D TS 3D | QS 5C 5D 2C | JS 6C 8C 3C | 9C 7C AC 4C")
FOUR_SPADES = "AS 4S 5S 2S | KS 4D TS 3D | QS 5C 5D 2C | JS 6C 8C 3C"

STRONG = [DEALER, hand("AS KS QS JS AC"), SECOND, hand("8C 9C TS 5S 5D")]
ALL_FIVE = cards(f"{FOUR_SPADES} | AC 7C 9C 4C")

WEAK = [
    hand("2C 3C AD KD 3D"),
    hand("AS KS QS 2H 3H"),
    hand("5C AH 7C 4S 4D"),
    hand("8C KH TS 5S 5D"),
]
THREE_ONLY = cards("AS 4S 5S 2C | KS 4D TS 3D | QS 5C 5D 3C | 2H AH KH AD | 7C 8C KD 3H")


# The full ladder of the rules, with what it asks of the opening lead
HOYLE = House(
    ladder=(
        Rung(name="three", target=3, made=3, failed=3),
        Rung(name="misere", target=0, made=3, failed=3, judged="exactly", trump="none"),
        Rung(name="four", target=4, made=4, failed=4),
        Rung(name="nap", target=5, made=10, failed=5),
        Rung(name="wellington", target=5, made=10, failed=10, lead="lowest trump", requires="nap"),
        Rung(
            name="blucher",
            target=5,
            made=10,
            failed=20,
            trump="named",
            lead="lowest non-trump",
            requires="wellington",
        ),
    )
)


def any_play(hands: Sequence[Collection[str]], declarer: int) -> list[str]:
    """Let everybody play his first card in the alphabet that follows; the suit led is trump."""
    left = [sorted(hand) for hand in hands]
    plays: list[str] = []
    leader = declarer
    while left[leader]:
        turns = [(leader + step) % len(left) for step in range(len(left))]
        trick: list[tuple[str, int]] = []
        for position in (turn for turn in turns if left[turn]):
            led = trick[0][0][1] if trick else None
            follows = [card for card in left[position] if card[1] == led]
            card = (follows or left[position])[0]
            left[position].remove(card)
            trick.append((card, position))
        plays += [card for card, _ in trick]
        leader = max(trick, key=lambda played: worth(played[0], trick[0][0][1], plays[0][1]))[1]
    return plays


def worth(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
    """Order the cards of a trick from what never wins to what always does."""
    return card[1] == trump, card[1] == led, "23456789TJQKA".index(card[0])
