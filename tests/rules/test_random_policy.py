"""The policy `random` draws every call and every card as the numbering of random words says.

Decision d of the player at position p in deal i (0 for the call, then 1, 2, ... for his cards) has
a random word of its own: the first word of block d of stream 16 + p at index i. The draw takes
one of the legal acts, in the order of the ladder (pass first) or of the pack (clubs, diamonds,
hearts, spades, each from its lowest). The words come from the referee, which shares nothing with
the simulator.
"""

from __future__ import annotations

from itertools import islice

import pytest

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.records import Record, play_sessions
from tests import referee

SEED = 0xFEDC_BA98_7654_3210
POLICY_STREAM = 16


def lot(position: int, deal: int, decision: int, choices: int) -> int:
    """The number below ``choices`` that a position draws for a decision."""
    words = referee.random_words(SEED, POLICY_STREAM + position, deal)
    word = next(islice(words, 2 * decision, None))
    return referee.draw_below(choices, word)[0]


@pytest.fixture(scope="module", params=[(3, 0), (4, 2**40), (7, 2**31)])
def table(request: pytest.FixtureRequest) -> tuple[Experiment, Record]:
    players, first_session = request.param
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy("random")) for place in range(players)
    )
    experiment = Experiment(load_rules("basic", players), lineup, seating="rotate", seed=SEED)
    return experiment, play_sessions(experiment, first_session, 30)


def test_calls(table: tuple[Experiment, Record]) -> None:
    experiment, record = table
    players = experiment.rules.players
    for deal, bids in enumerate(record.bids.tolist(), start=record.first_deal):
        for turn, bid in enumerate(bids):
            legal = experiment.rules.ladder.legal_bids(bids[:turn])
            assert bid == legal[lot((turn + 1) % players, deal, 0, len(legal))]


def test_cards(table: tuple[Experiment, Record]) -> None:
    experiment, record = table
    players = experiment.rules.players
    places = [place for place, bids in enumerate(record.bids) if bids.any()]
    assert len(places) > 50
    for place in places:
        hands = [bits_of(int(hand)) for hand in record.hands[place]]
        cards = [int(card) for card in record.cards[place]]
        trump = cards[0] // 16
        leader = (int(record.bids[place].argmax()) + 1) % players
        for trick in range(5):
            played = cards[trick * players : (trick + 1) * players]
            for turn, card in enumerate(played):
                position = (leader + turn) % players
                legal = [c for c in hands[position] if not turn or c // 16 == played[0] // 16]
                legal = legal or hands[position]
                number = lot(position, record.first_deal + place, trick + 1, len(legal))
                assert card == legal[number]
                hands[position].remove(card)
            trumps = [card for card in played if card // 16 == trump]
            best = max(trumps or [card for card in played if card // 16 == played[0] // 16])
            leader = (leader + played.index(best)) % players


def bits_of(mask: int) -> list[int]:
    return [bit for bit in range(64) if mask >> bit & 1]
