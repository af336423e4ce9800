"""A numbered deal as a transcript to read: hands, auction, tricks, settlement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.engine.philox import DEALS_OF_A_SEED
from sim.errors import UserError
from sim.game.cards import SUIT_NAMES, SUIT_WIDTH, card_name, format_suits
from sim.game.result import Result, position_of_turn, result_of
from sim.records import Record, play_sessions

if TYPE_CHECKING:
    from sim.experiment import Experiment, Player
    from sim.game.rules import Rules


def transcript(experiment: Experiment, deal: int) -> str:
    """Simulate one deal again, by the same engine, and write down everything that happens.

    Raises
    ------
    UserError
        If there is no such deal.
    """
    per_session = experiment.rules.deals_per_session
    last = DEALS_OF_A_SEED // per_session * per_session - 1
    if not 0 <= deal <= last:
        raise UserError(f"deal {deal} does not exist; deals are numbered from 0 to {last}")
    session, place = divmod(deal, per_session)
    record = play_sessions(experiment, session, 1)
    return "\n".join(_Transcript(experiment, record, session, place).lines()) + "\n"


class _Transcript:
    """One deal of a recorded session, written down part by part."""

    def __init__(self, experiment: Experiment, record: Record, session: int, place: int) -> None:
        self.rules: Rules = experiment.rules
        self.experiment = experiment
        self.session = session
        self.place = place
        self.deal = record.first_deal + place
        self.dealer = int(record.dealers[place])
        self.hands = [int(hand) for hand in record.hands[place]]
        self.calls = tuple(int(call) for call in record.bids[place])
        self.cards = [int(card) for card in record.cards[place]]
        self.tricks = int(record.tricks[place])
        auction = self.rules.ladder.auction_text(self.calls)
        self.result: Result = result_of(auction, self.tricks, self.rules)
        self.players = self._players_by_position()
        self.names = [player.name for player in self.players]
        self.width = max(map(len, self.names))

    def lines(self) -> Iterator[str]:
        """All lines of the transcript."""
        yield from self._heading()
        yield ""
        yield from self._dealt()
        yield ""
        yield from self._auction()
        if self.result.declarer is not None:
            yield ""
            yield from self._play()
        yield ""
        yield from self._settlement()

    def _players_by_position(self) -> list[Player]:
        players = self.rules.players
        by_seat = self.experiment.players_by_seat(self.session)
        seats = [(self.dealer + position) % players for position in range(players)]
        return [self.experiment.lineup[by_seat[seat]] for seat in seats]

    def _heading(self) -> Iterator[str]:
        rules = self.rules
        yield f"Deal {self.deal:,} of seed {self.experiment.seed}"
        yield (
            f"  profile {rules.profile}, {rules.players} players, pack of {rules.pack}; session "
            f"{self.session:,}, deal {self.place + 1} of {rules.deals_per_session}"
        )

    def _dealt(self) -> Iterator[str]:
        label_width = max(len(player.policy.label) for player in self.players)
        yield "Hands"
        for turn in range(self.rules.players):
            position = position_of_turn(turn, self.rules.players)
            player = self.players[position]
            seat = (self.dealer + position) % self.rules.players
            role = {0: "dealer", 1: "eldest"}.get(position, "")
            yield (
                f"  {player.name:<{self.width}}  seat {seat}  {role:<6}  "
                f"{player.policy.label:<{label_width}}  {format_suits(self.hands[position])}"
            )

    def _auction(self) -> Iterator[str]:
        yield "Auction"
        for turn, call in enumerate(self.calls):
            position = position_of_turn(turn, self.rules.players)
            yield f"  {self.names[position]:<{self.width}}  {self.rules.ladder.calls[call]}"

    def _play(self) -> Iterator[str]:
        players = self.rules.players
        contract = self.rules.ladder[self.result.contract]
        assert self.result.declarer is not None
        trump = self.cards[0] // SUIT_WIDTH
        yield (
            f"Play: {self.names[self.result.declarer]} declares {contract.name}, "
            f"{SUIT_NAMES[trump]} are trumps"
        )
        leader = self.result.declarer
        for trick in range(self.rules.hand_size):
            cards = self.cards[trick * players : (trick + 1) * players]
            best = best_card(cards, trump)
            winner = (leader + cards.index(best)) % players
            played = "  ".join(
                f"{self.names[(leader + turn) % players]} {card_name(card)}"
                + ("*" if card == best else "")
                for turn, card in enumerate(cards)
            )
            yield f"  {trick + 1}.  {played}"
            leader = winner

    def _settlement(self) -> Iterator[str]:
        if self.result.declarer is None:
            yield "Settlement: passed out, nobody pays"
            return
        contract = self.rules.ladder[self.result.contract]
        made = "made" if self.result.made else "failed"
        tricks = "1 trick" if self.tricks == 1 else f"{self.tricks} tricks"
        yield (
            f"Settlement: {contract.name} {made} with {tricks}, {contract.target} needed (units)"
        )
        for turn in range(self.rules.players):
            position = position_of_turn(turn, self.rules.players)
            yield f"  {self.names[position]:<{self.width}}  {self.result.payments[position]:+d}"


def best_card(cards: list[int], trump: int) -> int:
    """The bit number of the card that wins a trick, led by the first card."""
    trumps = [card for card in cards if card // SUIT_WIDTH == trump]
    following = [card for card in cards if card // SUIT_WIDTH == cards[0] // SUIT_WIDTH]
    return max(trumps or following)
