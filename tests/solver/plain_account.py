"""What solved deals come to, deal by deal in plain Python, from single positions alone.

It shares with the product the replay of a session and, while many cards are left, the solver of
one position: the end of every deal is walked through by the referee. It knows none of the arrays
in which many deals are solved and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sim.acts import Acts
from sim.experiment import Experiment
from sim.game.cards import JOKER, JOKER_RANK, SUIT_WIDTH, card_bits, card_name
from sim.game.ladder import Contract
from sim.game.rules import Rules
from sim.records import Record, play_sessions
from sim.solver import Opening, Position, Solver, goal_of, opened, openings
from tests.referee.open_cards import OpenPlay, Outlook
from tests.referee.pack import JOKER as JOKER_NAME
from tests.referee.pack import SUITS

SOLVER = Solver()
WALKED = 9
"""With so many cards left, or fewer, everything that can be played is tried."""
FREE = Contract(name="free", target=1, made=0, failed=0)

Key = tuple[object, ...]


@dataclass
class Account:
    """Counts by what is counted: tables, and a row's key and column."""

    counts: Counter[Key] = field(default_factory=Counter)
    by_session: dict[Key, list[tuple[int, int]]] = field(default_factory=dict)

    def add(self, table: str, key: Key, **columns: int) -> None:
        for column, value in columns.items():
            self.counts[table, key, column] += value

    def column(self, table: str, column: str) -> dict[Key, int]:
        return {
            key: value
            for (of, key, name), value in self.counts.items()
            if (of, name) == (table, column)
        }


def account_of(experiment: Experiment, sessions: Sequence[int]) -> Account:
    """Play some sessions again, and write down what their deals come to."""
    account = Account()
    for number in sessions:
        before = Counter(account.counts)
        record = play_sessions(experiment, number, 1)
        for place, present in enumerate(record.present.tolist()):
            if present:
                DealAccount(experiment, number, record, place).write(account)
        for (table, key, column), value in (account.counts - before).items():
            if table == "regret" and column == "deals":
                units = account.counts[table, key, "units_lost"] - before[table, key, "units_lost"]
                account.by_session.setdefault(key, []).append((units, value))
    return account


class DealAccount:
    """One deal, solved."""

    def __init__(self, experiment: Experiment, session: int, record: Record, place: int) -> None:
        self.rules: Rules = experiment.rules
        self.acts: Acts = record.acts(place)
        self.present = int(record.present[place])
        self.opponents = self.present - 1
        seats = experiment.players_by_seat(session)
        dealer = int(record.dealers[place])
        clockwise = [seats[(dealer + step) % len(seats)] for step in range(len(seats))]
        if self.rules.may_end_early:
            members = int(record.outcomes.members.reshape(-1)[place])
            clockwise = [player for player in clockwise if members >> player & 1]
        self.policies = [experiment.lineup[player].policy.label for player in clockwise]

    # Who is who ----------------------------------------------------------------------------------

    @property
    def turns(self) -> range:
        return range(len(self.acts.hands))

    def position(self, turn: int) -> int:
        return (turn + 1) % self.present

    @cached_property
    def hands(self) -> list[int]:
        """As they are when the auction begins."""
        dealt = list(self.acts.hands)
        for turn, (thrown, drawn) in enumerate(self.acts.exchanges):
            dealt[turn] = dealt[turn] & ~thrown | drawn
        return dealt

    @property
    def contract(self) -> Contract | None:
        return self.rules.ladder[self.acts.contract] if self.acts.contract else None

    # What could be done --------------------------------------------------------------------------

    @cached_property
    def could(self) -> list[list[bool]]:
        """Whether each turn could make each contract."""
        return [
            [self.makes(self.hands, turn, contract) for contract in self.rules.ladder]
            for turn in self.turns
        ]

    def makes(self, hands: Sequence[int], turn: int, contract: Contract) -> bool:
        goal = goal_of(contract, self.rules.hand_size)
        return any(SOLVER.keeps(then, goal) for then in after_openings(hands, turn, contract))

    def tricks(self, turn: int) -> int:
        return max(SOLVER.most_tricks(then) for then in after_openings(self.hands, turn, FREE))

    def units(self, number: int, kept: bool) -> int:
        contract = self.rules.ladder[number]
        return self.opponents * (contract.made if kept else -contract.failed)

    # What the play came to -----------------------------------------------------------------------

    @cached_property
    def positions(self) -> list[Position]:
        """Before the opening lead with the trumps that were made, and after each card."""
        hands, acts = self.hands_at_lead, self.acts
        joker = JOKER if acts.trump is None else JOKER << (SUIT_WIDTH * acts.trump)
        seated = tuple(hand & ~JOKER | joker if hand & JOKER else hand for hand in hands)
        assert acts.declarer is not None
        found = [Position(seated, acts.declarer, acts.trump, leader=acts.declarer)]
        for card in acts.cards:
            found.append(found[-1].play(1 << card))
        return found

    @cached_property
    def hands_at_lead(self) -> list[int]:
        """What every hand has played in the end; the declarer's may have changed."""
        played = sum(1 << unseated(card) for card in self.acts.cards)
        hands = self.hands
        if self.acts.taker is not None:
            taker = self.acts.taker
            hands[taker] = (hands[taker] | self.acts.extra_hand) & ~self.acts.taker_threw
        others = sum(hand for turn, hand in enumerate(hands) if turn != self.acts.declarer)
        return [
            played & ~others if turn == self.acts.declarer else hand
            for turn, hand in enumerate(hands)
        ]

    @property
    def to_the_end(self) -> bool:
        return self.contract is not None and self.acts.revoker is None

    @cached_property
    def kept(self) -> list[bool]:
        """Whether the contract can be kept before the lead, and after each card."""
        assert self.contract is not None and self.acts.declarer is not None
        at_lead = self.makes(self.hands_at_lead, self.acts.declarer, self.contract)
        return [at_lead, *map(self._keeps, self.positions[1:])]

    def _keeps(self, position: Position) -> bool:
        goal = goal_of(self.contract, self.rules.hand_size)
        if is_walked(position):
            return outlook(position, self.rules.hand_size).keeps(*goal)
        return SOLVER.keeps(position, goal)

    def _most_tricks(self, position: Position) -> int:
        if is_walked(position):
            return outlook(position, self.rules.hand_size).most_tricks
        return SOLVER.most_tricks(position)

    @cached_property
    def best(self) -> list[int]:
        """The most tricks of the declarer before the lead, and after each card."""
        assert self.contract is not None and self.acts.declarer is not None
        firsts = after_openings(self.hands_at_lead, self.acts.declarer, self.contract)
        return [
            max(map(SOLVER.most_tricks, firsts)),
            *map(self._most_tricks, self.positions[1:]),
        ]

    # Writing it down -----------------------------------------------------------------------------

    def write(self, account: Account) -> None:
        self._write_hands(account)
        self._write_bidding(account)
        if self.to_the_end:
            self._write_play(account)
        elif self.contract is not None:
            account.add("makeable", (self.contract.name,), revoked=1)

    def _write_hands(self, account: Account) -> None:
        for number, contract in enumerate(self.rules.ladder, start=1):
            able = [self.could[turn][number - 1] for turn in self.turns]
            bids = [call == number for call in self.acts.calls]
            account.add(
                "makeable",
                (contract.name,),
                deals=1,
                hands=len(able),
                makeable=sum(able),
                somebody=any(able),
                bid=any(bids),
            )
            for turn in self.turns:
                key = self.position(turn), contract.name
                columns = {"hands": 1, "makeable": able[turn], "bid": bids[turn]}
                account.add("makeable_by_position", key, **columns)
        for turn in self.turns:
            tricks = self.tricks(turn)
            account.add("double_dummy_tricks", (self.position(turn), tricks), hands=1)

    def _write_bidding(self, account: Account) -> None:
        for turn in self.turns:
            lost = max(self._chances(turn)) - self._had(turn)
            mistake = {"mistakes": lost > 0, "units_lost": lost}
            self._write_lost(account, turn, "bidding", deals=1, **mistake)

    def _had(self, turn: int) -> int:
        """What the contract that was played is worth to a turn."""
        if self.contract is None:
            return 0
        declarer, number = self.acts.declarer, self.acts.contract
        kept = self.kept[0] if self.to_the_end else self.could[declarer][number - 1]
        value = self.units(number, kept)
        return value if turn == declarer else -value // self.opponents

    def _chances(self, turn: int) -> Iterator[int]:
        """What a turn had, and could have had by another call with silence after it."""
        yield self._had(turn)
        before = self.acts.calls[:turn]
        for number in self.rules.ladder.legal_bids(before)[1:]:
            if number != self.acts.calls[turn]:
                yield self.units(number, self.could[turn][number - 1])
        if turn == self.acts.declarer:
            highest = max(before, default=0)
            if not highest:
                yield 0
            else:
                kept = self.could[before.index(highest)][highest - 1]
                yield -self.units(highest, kept) // self.opponents

    def _write_play(self, account: Account) -> None:
        contract, declarer = self.contract, self.acts.declarer
        assert contract is not None and declarer is not None
        row = {"played": 1, "kept_double_dummy": self.kept[0]}
        made = {"made": contract.keeps(self.acts.tricks)}
        account.add("makeable", (contract.name,), **row, **made)
        key = self.position(declarer), contract.name
        account.add("makeable_by_position", key, played=1, **made)
        counts_tricks = contract.judged == "at least"
        for turn in self.turns:
            part = "declarer's play" if turn == declarer else "defence"
            self._write_lost(account, turn, part, deals=1, trick_deals=counts_tricks)
        turned = self.opponents * (contract.made + contract.failed)
        for place in range(len(self.acts.cards)):
            turn = self.positions[place].to_play
            part = "declarer's play" if turn == declarer else "defence"
            mistake = self.kept[place] != self.kept[place + 1]
            # Nobody's card can be good for the other side's best play.
            assert not mistake or self.kept[place] == (turn == declarer)
            lost = abs(self.best[place] - self.best[place + 1]) if counts_tricks else 0
            columns = {"mistakes": mistake, "tricks_lost": lost, "units_lost": turned * mistake}
            self._write_lost(account, turn, part, **columns)
            trick = place // len(self.acts.hands) + 1
            account.add("regret_by_trick", (part, trick), cards=1, **columns)

    def _write_lost(self, account: Account, turn: int, part: str, **columns: int) -> None:
        position = self.position(turn)
        account.add("regret_by_position", (position, part), **columns)
        account.add("regret", (self.policies[position], part), **columns)


def after_openings(hands: Sequence[int], turn: int, contract: Contract) -> list[Position]:
    """The positions after every opening lead that a contract allows."""
    leads: tuple[Opening, ...] = openings(hands[turn], contract)
    return [opened(tuple(hands), turn, lead).play(lead.card) for lead in leads]


def is_walked(position: Position) -> bool:
    return sum(hand.bit_count() for hand in position.hands) <= WALKED


def outlook(position: Position, tricks: int) -> Outlook:
    """What the referee finds for the declarer, by trying everything."""
    return OpenPlay(
        hands=tuple(frozenset(map(name_of, card_bits(hand))) for hand in position.hands),
        declarer=position.declarer,
        trump=None if position.trump is None else SUITS[position.trump],
        leader=position.leader,
        tricks=tricks,
        table=tuple(name_of(card.bit_length() - 1) for card in position.table),
        taken=position.taken,
    ).outlook()


def name_of(card: int) -> str:
    """What the referee calls a card."""
    return JOKER_NAME if card % SUIT_WIDTH == JOKER_RANK else card_name(card)


def unseated(card: int) -> int:
    """A bit number, the joker's as it is without trumps."""
    return JOKER_RANK if card % SUIT_WIDTH == JOKER_RANK else card
