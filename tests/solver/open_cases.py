"""Random deals for the solver and the referee: contracts, hands, openings, cards played.

A case is drawn by its number from its kind, so that it can be told again from the message of a
test. Cards are the referee's texts.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from sim.game.ladder import Contract
from sim.solver import Goal, Opening, Position
from tests import referee
from tests.referee import JOKER, Rung
from tests.referee.open_cards import OpenPlay, opened, openings_of, promises_of

CONTRACTS = (
    Rung(name="any-lead", target=3, made=1, failed=1),
    Rung(name="exactly-one", target=1, made=1, failed=1, judged="exactly"),
    Rung(name="low-trump", target=3, made=1, failed=1, lead="lowest trump"),
    Rung(name="named", target=3, made=1, failed=1, trump="named"),
    Rung(name="named-low", target=3, made=1, failed=1, trump="named", lead="lowest non-trump"),
    Rung(name="misere", target=0, made=1, failed=1, judged="exactly", trump="none"),
    Rung(name="misere-with-trump", target=0, made=1, failed=1, judged="exactly"),
    Rung(name="without-trump", target=2, made=1, failed=1, trump="none"),
    Rung(name="exactly-two-named", target=2, made=1, failed=1, judged="exactly", trump="named"),
)
"""One of each way to play: trump as led, named or none; any lead or a certain one; every aim."""


def contract_of(rung: Rung) -> Contract:
    return Contract(
        name=rung.name,
        target=rung.target,
        made=rung.made,
        failed=rung.failed,
        judged=rung.judged,
        trump=rung.trump,
        lead=rung.lead,
    )


@dataclass(frozen=True)
class Kind:
    """Deals of one kind: who is dealt what, and how many cards have been played when it is asked.

    `played` is the fewest and the most; 0 asks before the opening lead.
    """

    players: int
    pack: int
    joker: bool
    hand_size: int
    played: tuple[int, int]

    def __str__(self) -> str:
        """Return the kind as it is written in the names of tests."""
        joker = "+joker" if self.joker else ""
        fewest, most = self.played
        return f"{self.players}x{self.hand_size} of {self.pack}{joker}, {fewest}-{most} played"

    def case(self, number: int) -> Case:
        """Draw a case by its number."""
        chance = random.Random(f"{self} {number}")
        pack = referee.pack_of(self.pack, self.joker)
        dealt = chance.sample(pack, self.players * self.hand_size)
        if self.joker and number % 2 and JOKER not in dealt:
            dealt[chance.randrange(len(dealt))] = JOKER
        size = self.hand_size
        hands = tuple(
            frozenset(dealt[turn * size : (turn + 1) * size]) for turn in range(self.players)
        )
        rung = chance.choice(CONTRACTS)
        declarer = chance.randrange(self.players)
        played = chance.randint(*self.played)
        if not played:
            return Case(rung, hands, declarer)
        opening = chance.choice([*openings_of(rung, hands[declarer])])
        plays = [opening[0]]
        play = opened(hands, declarer, opening[1]).play(opening[0])
        while len(plays) < played:
            plays.append(chance.choice(play.legal))
            play = play.play(plays[-1])
        return Case(rung, hands, declarer, opening[1], tuple(plays))


@dataclass(frozen=True)
class Case:
    """A deal, and the play up to the position that is asked about.

    `trump` and `plays` are given from the opening lead on.
    """

    rung: Rung
    hands: tuple[frozenset[str], ...]
    declarer: int
    trump: str | None = None
    plays: tuple[str, ...] = ()

    @property
    def play(self) -> OpenPlay:
        """The position after the cards played."""
        play = opened(self.hands, self.declarer, self.trump)
        for card in self.plays:
            play = play.play(card)
        return play

    def __str__(self) -> str:
        """Return the case in one line."""
        hands = " / ".join(" ".join(sorted(hand)) for hand in self.hands)
        return (
            f"{self.rung.name}: {hands}; turn {self.declarer} declares, trump {self.trump}, "
            f"played: {' '.join(self.plays) or '-'}"
        )


# The same for the solver -------------------------------------------------------------------------


def number_of_suit(trump: str | None) -> int | None:
    return None if trump is None else referee.SUITS.index(trump)


def bit_of(card: str, trump: str | None) -> int:
    """The bit of a card; the joker's place is above the ace of trumps, or of clubs."""
    if card == JOKER:
        return 16 * (number_of_suit(trump) or 0) + len(referee.RANKS)
    return 16 * referee.SUITS.index(card[1]) + referee.RANKS.index(card[0])


def mask_of(cards: frozenset[str] | list[str], trump: str | None = None) -> int:
    return sum(1 << bit_of(card, trump) for card in cards)


def position_of(play: OpenPlay) -> Position:
    return Position(
        hands=tuple(mask_of(hand, play.trump) for hand in play.hands),
        declarer=play.declarer,
        trump=number_of_suit(play.trump),
        leader=play.leader,
        table=tuple(1 << bit_of(card, play.trump) for card in play.table),
        taken=play.taken,
    )


def opening_of(card: str, trump: str | None) -> Opening:
    return Opening(number_of_suit(trump), 1 << bit_of(card, trump))


def goals_of(tricks: int) -> list[Goal]:
    """Every goal of a deal of so many tricks: at least so many, at most, or just so many."""
    return [
        Goal(least, most)
        for least, most in promises_of(tricks)
        if least in (0, most) or most == tricks
    ]
