"""One deal as text: hands, what is done before the auction, the auction, tricks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import add
from typing import TYPE_CHECKING

from sim.game.cards import (
    JOKER_RANK,
    SUIT_NAMES,
    SUIT_WIDTH,
    card_name,
    format_cards,
    format_suits,
)
from sim.game.result import position_of_turn
from sim.replay.accounts import exchange_price, look_price
from sim.replay.settlement import settlement_lines
from sim.replay.wording import fitted, joined

if TYPE_CHECKING:
    from sim.acts import Acts
    from sim.experiment import Experiment
    from sim.replay.judged_deal import JudgedDeal
    from sim.replay.standing import Standing

ROLES = {0: "dealer", 1: "eldest"}


class DealText:
    """One deal, written down section by section.

    Parameters
    ----------
    experiment : Experiment
    session : int
        Number of the session.
    standing : Standing
        What the deal begins with.
    acts : Acts
    solve : bool
        Whether what happened is held against best play with all hands open.
    """

    def __init__(
        self,
        experiment: Experiment,
        session: int,
        standing: Standing,
        acts: Acts,
        *,
        solve: bool = False,
    ) -> None:
        self.solve = solve
        self.rules = standing.rules
        self.standing = standing
        self.acts = acts
        self.players = [experiment.lineup[player] for player in standing.seating]
        self.by_seat = experiment.players_by_seat(session)
        self.names = [player.name for player in self.players]
        self.width = max(map(len, self.names))
        self.order = [position_of_turn(turn, len(self.names)) for turn in range(len(self.names))]
        """Positions from eldest round to the dealer, …"""
        self.speakers = self.order[: len(acts.hands)]
        """… without him if he sits out."""

    def sections(self) -> Iterator[list[str]]:
        """All sections of the deal."""
        yield [*self._dealt()]
        if self.rules.exchange_cards:
            yield [*self._exchanges()]
        if self.rules.float_card:
            yield fitted(self._looks())
        yield [*self._auction()]
        if self.acts.declarer is not None:
            yield [*self._play()]
        yield [*settlement_lines(self.standing, self.acts, self.names)]
        if self.solve:
            yield [*self._solved()]

    # Hands

    def _dealt(self) -> Iterator[str]:
        descriptions = self._descriptions()
        hands = [format_suits(hand) for hand in self.acts.hands]
        if self.rules.dealer_sits_out:
            hands.append("sits out")
        face_down = {
            "extra hand": self.acts.extra_hand,
            "peep card": self.acts.peep_card,
            "float": self.acts.float_card,
        }
        yield "Hands"
        for description, hand in zip(descriptions, hands, strict=True):
            yield f"  {description}  {hand}"
        for what, cards in face_down.items():
            if cards:
                yield f"  {what:<{len(descriptions[0])}}  {format_suits(cards)}"

    def _descriptions(self) -> list[str]:
        """Who is who, in speaking order."""
        labels = [player.policy.label for player in self.players]
        label_width = max(map(len, labels))
        return [
            f"{self.names[position]:<{self.width}}  "
            f"seat {self.by_seat.index(self.standing.seating[position])}  "
            f"{ROLES.get(position, ''):<6}  {labels[position]:<{label_width}}"
            for position in self.order
        ]

    # Before the play

    def _exchanges(self) -> Iterator[str]:
        yield "Exchange"
        for position, (thrown, drawn) in zip(self.speakers, self.acts.exchanges, strict=True):
            said = "keeps all cards"
            if thrown:
                said = f"throws {format_cards(thrown)}, gets {format_cards(drawn)}"
                said += _paid(exchange_price(self.rules, thrown.bit_count()), ", pays {}")
            yield f"  {self.names[position]:<{self.width}}  {said}"

    def _looks(self) -> str:
        lookers = [
            self.names[position] + (_paid(look_price(self.rules, position), " for {}") or " free")
            for position, looks in zip(self.speakers, self.acts.looked, strict=True)
            if looks
        ]
        return f"Looks at the float: {joined(lookers) or 'nobody'}"

    def _auction(self) -> Iterator[str]:
        yield "Auction"
        for turn, call in enumerate(self.acts.calls):
            said = [*self._before_speaking(turn), self.rules.ladder.calls[call]]
            yield f"  {self.names[self.speakers[turn]]:<{self.width}}  {'; '.join(said)}"

    def _before_speaking(self, turn: int) -> Iterator[str]:
        """What a player does in his turn before he speaks."""
        if self.rules.peep and self.acts.peeped[turn]:
            yield "peeps" + _paid(self.rules.peep_price, " for {}")
        if self.acts.taker == turn:
            yield f"takes the extra hand, throws {format_cards(self.acts.taker_threw)}"

    # Play

    def _play(self) -> Iterator[str]:
        declarer = self.acts.declarer
        assert declarer is not None
        contract = self.rules.ladder[self.acts.contract]
        name = self.names[self.speakers[declarer]]
        yield f"Play: {name} declares {contract.name}, {self._trumps()}"
        if self.acts.declarer_threw:
            taken = joined([*self._picked_up(declarer)])
            yield f"  {name} takes {taken}, throws {format_cards(self.acts.declarer_threw)}"
        yield from self._tricks(declarer)
        if self.solve:
            yield from self._lost()

    def _trumps(self) -> str:
        if self.acts.trump is None:
            return "no trumps but the joker" if self.rules.joker else "no trumps"
        leads_joker = is_joker(self.acts.cards[0])
        named = " (named)" if leads_joker or self.acts.named is not None else ""
        return f"{SUIT_NAMES[self.acts.trump]} are trumps{named}"

    def _picked_up(self, declarer: int) -> Iterator[str]:
        """What the declarer adds to his hand before he leads."""
        if self.rules.ladder[self.acts.contract].with_float:
            yield f"the float {format_cards(self.acts.float_card)}"
        if self.rules.peep and self.acts.peeped[declarer]:
            yield f"the peep card {format_cards(self.acts.peep_card)}"

    def _tricks(self, declarer: int) -> Iterator[str]:
        hands = len(self.acts.hands)
        leader = declarer
        cards = self.acts.cards
        for trick, first in enumerate(range(0, len(cards), hands), start=1):
            played = cards[first : first + hands]
            marks = [""] * len(played)
            winner = played.index(best_card(played, self.acts.trump))
            if self._ends_by_revoke(first + len(played)):
                marks[-1] = " (revoke)"
            else:
                marks[winner] = "*"
            if self.solve:
                marks = [*map(add, marks, self._marks(first, len(played)))]
            turns = ((leader + turn) % hands for turn in range(len(played)))
            acts = (
                f"{self.names[self.speakers[turn]]} {card_name(card)}{mark}"
                for turn, card, mark in zip(turns, played, marks, strict=True)
            )
            yield f"  {trick}.  " + "  ".join(acts)
            leader = (leader + winner) % hands

    # Best play with all hands open. The solver is imported where it is wanted: it is compiled code.

    @cached_property
    def _judged(self) -> JudgedDeal:
        from sim.replay.judged_deal import JudgedDeal

        return JudgedDeal(self.rules, self.acts, opponents=len(self.names) - 1)

    def _marks(self, first: int, cards: int) -> list[str]:
        """Marks of some cards that lost something."""
        from sim.replay.best_line import mark_of

        steps = self._judged.steps[first : first + cards]
        return [mark_of(step.best, step.played.worth) for step in steps] or [""] * cards

    def _lost(self) -> Iterator[str]:
        from sim.replay.judged_deal import play_lines

        return play_lines(self._judged, self._names_of_speakers)

    def _solved(self) -> Iterator[str]:
        from sim.replay.judged_deal import solved_section

        return solved_section(self._judged, self._names_of_speakers)

    @property
    def _names_of_speakers(self) -> list[str]:
        return [self.names[position] for position in self.speakers]

    def _ends_by_revoke(self, cards: int) -> bool:
        """Whether the last of so many cards was a revoke, which ends the deal."""
        return self.acts.revoker is not None and cards == len(self.acts.cards)


def is_joker(card: int) -> bool:
    """Whether a bit number is the joker's in any suit."""
    return card % SUIT_WIDTH == JOKER_RANK


def best_card(cards: Sequence[int], trump: int | None) -> int:
    """The bit number of the card that wins a trick, led by the first card.

    With a trump suit the joker is its highest card; without, it wins all the same.
    """
    trumps = [card for card in cards if is_joker(card) or card // SUIT_WIDTH == trump]
    following = [card for card in cards if card // SUIT_WIDTH == cards[0] // SUIT_WIDTH]
    return max(trumps or following)


def _paid(units: int, words: str) -> str:
    """Words for a price; none if there is nothing to pay."""
    return words.format(units) if units else ""
