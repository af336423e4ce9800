"""The simulator against the independent referee, act by act.

For each number of players and three line-ups, 20,000 consecutive deals are simulated with every
card kept, and the referee (`tests/referee`, which shares nothing with the simulator) judges
them all: the cards from the seed, the legality of every bid and every card, contract, trump,
tricks, payments, and what the sessions add up to. Nothing is sampled.

Faults of this kind elsewhere: illegal bids found years later (CardsWithCats 72), a pot paid wrongly
(rlcard 286), losses counted in two ways (rlcard 102), the result of a seat booked on a player
(open_spiel 108).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pytest

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.hands import deal_hands
from sim.outcomes import simulate_shard
from sim.policies import make_policy
from sim.records import Record, play_sessions
from tests import referee
from tests.referee import BASIC, Foul, Verdict

SEED = 0x0123_4567_89AB_CDEF
DEALS = 20_000
SESSIONS = DEALS // BASIC.deals_per_session

CALLS = [referee.PASS, *(rung.name for rung in BASIC.ladder)]
CARD_OF_BIT = {
    16 * suit + rank: referee.RANKS[rank] + referee.SUITS[suit]
    for suit in range(4)
    for rank in range(13)
}


@dataclass(frozen=True)
class LineUp:
    """Who plays (repeated round the table), how they sit, and where the numbering starts."""

    policies: tuple[str, ...]
    seating: str
    first_session: int


LINE_UPS = {
    "random": LineUp(("random",), "fixed", 0),
    "counting": LineUp(("counting:standard",), "rotate", 2**31),
    "mixed": LineUp(
        ("random", "counting:cautious", "counting:standard", "counting:bold"), "rotate", 12_345
    ),
}


def experiment_of(players: int, line_up: LineUp) -> Experiment:
    policies = itertools.islice(itertools.cycle(line_up.policies), players)
    lineup = tuple(
        Player(name=f"player {number}", policy=make_policy(policy))
        for number, policy in enumerate(policies)
    )
    return Experiment(
        rules=load_rules("basic", players), lineup=lineup, seating=line_up.seating, seed=SEED
    )


# What was simulated, in the words of the referee -------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """One deal as the simulator recorded it; the fields are what the referee is asked about."""

    number: int
    hands: list[set[str]]
    bids: list[str]
    plays: list[str]


def cards_of(mask: int) -> set[str]:
    held = set()
    while mask:
        lowest = mask & -mask
        held.add(CARD_OF_BIT[lowest.bit_length() - 1])
        mask ^= lowest
    return held


def deals_of(record: Record) -> Iterator[Deal]:
    rows = zip(record.hands.tolist(), record.bids.tolist(), record.cards.tolist(), strict=True)
    for number, (hands, bids, cards) in enumerate(rows, start=record.first_deal):
        passed_out = not any(bids)
        yield Deal(
            number=number,
            hands=[cards_of(hand) for hand in hands],
            bids=[CALLS[bid] for bid in bids],
            plays=[] if passed_out else [CARD_OF_BIT[card] for card in cards],
        )


@dataclass
class Case:
    """A simulation and what the referee found; `verdicts` stops short where there are fouls."""

    players: int
    line_up: LineUp
    record: Record
    deals_table: pa.Table
    sessions_table: pa.Table
    deals: list[Deal]
    verdicts: list[Verdict]
    fouls: list[str]

    def sessions(self) -> Iterator[tuple[int, list[Verdict]]]:
        """Yield each session's number and the verdicts of its deals."""
        for place in range(SESSIONS):
            start = place * BASIC.deals_per_session
            verdicts = self.verdicts[start : start + BASIC.deals_per_session]
            yield self.line_up.first_session + place, verdicts


def judged(players: int, line_up: LineUp) -> Case:
    experiment = experiment_of(players, line_up)
    record = play_sessions(experiment, line_up.first_session, SESSIONS)
    deals_table, sessions_table = simulate_shard(experiment, line_up.first_session, SESSIONS)
    case = Case(
        players, line_up, record, deals_table, sessions_table, list(deals_of(record)), [], []
    )
    for deal in case.deals:
        try:
            case.verdicts.append(referee.judge(BASIC, deal.hands, deal.bids, deal.plays))
        except Foul as foul:
            case.fouls.append(f"deal {deal.number}: {foul}")
    return case


@pytest.fixture(
    scope="module",
    params=itertools.product(range(3, 8), LINE_UPS),
    ids=lambda case: f"{case[0]} players, {case[1]}",
)
def case(request: pytest.FixtureRequest) -> Case:
    players, name = request.param
    return judged(players, LINE_UPS[name])


# Tests -------------------------------------------------------------------------------------------


def test_twenty_thousand_deals_are_judged(case: Case) -> None:
    assert len(case.deals) == len(case.deals_table) == DEALS
    assert len(case.sessions_table) == SESSIONS


def test_the_cards_are_those_of_the_seed(case: Case) -> None:
    """Every hand of every deal, dealt again by the referee from seed and number alone.

    Dealing without play (`deal_hands`) gives the same hands.
    """
    pack = referee.pack_of(BASIC.pack)
    for deal in case.deals:
        dealt = referee.deal_cards(SEED, deal.number, case.players, pack)
        assert deal.hands == dealt, f"deal {deal.number}"
    alone = deal_hands(SEED, case.record.first_deal, DEALS, case.players)
    assert (np.roll(alone, 1, axis=1) == case.record.hands).all()


def test_nobody_commits_a_foul(case: Case) -> None:
    assert case.fouls == []


def test_the_deal_passes_round_the_table(case: Case) -> None:
    """First dealer from seed and session; afterwards one seat clockwise, passed out or not."""
    dealers = [
        referee.dealer_of(SEED, deal.number, case.players, BASIC.deals_per_session)
        for deal in case.deals
    ]
    assert case.record.dealers.tolist() == dealers
    assert case.deals_table["dealer"].to_pylist() == dealers
    assert case.sessions_table["first_dealer"].to_pylist() == dealers[:: BASIC.deals_per_session]


def test_the_rows_say_what_was_played(case: Case) -> None:
    """Number, auction, trump and the declarer's tricks of every row ("none" and 0: passed out)."""
    rows = case.deals_table.select(["deal", "auction", "trump", "tricks"]).to_pylist()
    for row, deal, verdict in zip(rows, case.deals, case.verdicts, strict=True):
        assert row == {
            "deal": deal.number,
            "auction": " ".join(deal.bids),
            "trump": verdict.trump or "none",
            "tricks": verdict.tricks or 0,
        }


def test_the_balances_are_what_the_deals_paid(case: Case) -> None:
    """Units by player of the line-up and by position, session by session; always zero in sum."""
    rows = case.sessions_table.to_pylist()
    for row, (session, verdicts) in zip(rows, case.sessions(), strict=True):
        reckoning = referee.judge_session(
            [verdict.payments for verdict in verdicts],
            session,
            referee.first_dealer(SEED, session, case.players),
            case.line_up.seating,
        )
        assert row["session"] == session
        assert by_number(row, "player") == list(reckoning.by_player), f"session {session}"
        assert by_number(row, "position") == list(reckoning.by_position), f"session {session}"
        assert sum(by_number(row, "player")) == 0


def by_number(row: dict[str, int], name: str) -> list[int]:
    """List the columns name_0, name_1, ... of a row."""
    return [row[f"{name}_{number}"] for number in range(sum(key.startswith(name) for key in row))]


def test_the_deals_are_worth_judging(case: Case) -> None:
    """Random players pass out, make and fail every contract; the others at least to nap."""
    seen = {(verdict.contract, verdict.made) for verdict in case.verdicts}
    outcomes = {
        (None, None),
        *itertools.product([rung.name for rung in BASIC.ladder], [True, False]),
    }
    rare = {("wellington", True), ("wellington", False)}
    assert seen | rare == outcomes
    if case.line_up.policies == ("random",):
        assert seen == outcomes


def test_only_the_random_player_bids_on_nothing(case: Case) -> None:
    """Who decides is the player who sits there, wherever he sits that session.

    A hand without an honour and without three cards of a suit is bid by no counting player, and
    often by a random one.
    """
    bidders = Counter(
        referee.player_at_position(
            position,
            int(dealer),
            deal.number // BASIC.deals_per_session,
            case.players,
            case.line_up.seating,
        )
        for deal, dealer in zip(case.deals, case.record.dealers, strict=True)
        for position, bid in zip(referee.speaking_order(case.players), deal.bids, strict=True)
        if bid != referee.PASS and hopeless(deal.hands[position])
    )
    policies = case.line_up.policies
    random_players = {
        player for player in range(case.players) if policies[player % len(policies)] == "random"
    }
    assert set(bidders) == random_players
    assert all(count > 50 for count in bidders.values())


def hopeless(hand: set[str]) -> bool:
    suits = Counter(card[1] for card in hand)
    return max(suits.values()) < 3 and not any(card[0] in "AKQJ" for card in hand)


@pytest.fixture(scope="module")
def record() -> Record:
    """Four hundred deals of four random players."""
    return play_sessions(experiment_of(4, LINE_UPS["random"]), 0, 50)


class TestThatThisWouldBeSeen:
    """Small changes of a true record that the referee must not let pass."""

    @staticmethod
    def fouls(record: Record) -> int:
        found = 0
        for deal in deals_of(record):
            try:
                referee.judge(BASIC, deal.hands, deal.bids, deal.plays)
            except Foul:
                found += 1
        return found

    def test_the_true_record_is_clean(self, record: Record) -> None:
        assert self.fouls(record) == 0

    def test_cards_played_in_another_order(self, record: Record) -> None:
        changed = replace(record, cards=np.roll(record.cards, 1, axis=1))
        assert self.fouls(changed) == played(record)

    def test_a_trick_led_by_the_wrong_player(self, record: Record) -> None:
        cards = record.cards.copy()
        cards[:, 16:20] = np.roll(cards[:, 16:20], 1, axis=1)
        assert self.fouls(replace(record, cards=cards)) == played(record)

    def test_bids_in_falling_order(self, record: Record) -> None:
        """Two bids or more, read backwards, fall instead of rising."""
        changed = replace(record, bids=record.bids[:, ::-1])
        contested = np.count_nonzero(np.count_nonzero(record.bids, axis=1) >= 2)
        assert self.fouls(changed) >= contested > 50

    def test_hands_of_the_neighbours(self, record: Record) -> None:
        changed = replace(record, hands=np.roll(record.hands, 1, axis=1))
        assert self.fouls(changed) == played(record)


def played(record: Record) -> int:
    """The number of deals that were not passed out."""
    return int(np.count_nonzero(record.bids.any(axis=1)))
