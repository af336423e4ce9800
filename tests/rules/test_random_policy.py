"""The policy `random` draws every act as the numbering of random words says.

Decision d of the player at position p in deal i (0 for the call, then 1, 2, ... for his cards, 8
to 14 for what the options ask) has a random word of its own: the first word of block d of stream
16 + p at index i. The draw takes one of the legal acts, in the order of the ladder (pass first),
of the pack (clubs, diamonds, hearts, spades, each from its lowest), or no before yes. Of cards to
throw, the first draw is how many, the next ones which, each among those left. The words come from
the referee, which shares nothing with the simulator.
"""

from __future__ import annotations

from itertools import combinations, islice
from math import comb

import numpy as np
import pytest
from scipy import stats

from sim.acts import Acts
from sim.experiment import Experiment, Player
from sim.game.cards import JOKER, parse_cards
from sim.game.rules import Rules, load_rules
from sim.policies import make_policy
from sim.records import Record, play_sessions
from tests import referee
from tests.views import Decider, discard_view

SEED = 0xFEDC_BA98_7654_3210
POLICY_STREAM = 16


def word_of(position: int, deal: int, decision: int) -> int:
    """The random word that a position has for a decision."""
    words = referee.random_words(SEED, POLICY_STREAM + position, deal)
    return next(islice(words, 2 * decision, None))


def lot(position: int, deal: int, decision: int, choices: int) -> int:
    """The number below ``choices`` that a position draws for a decision."""
    return referee.draw_below(choices, word_of(position, deal, decision))[0]


def thrown_by_lot(hand: int, fewest: int, most: int, word: int) -> int:
    """The cards that are thrown out of a hand by one random word."""
    more, word = referee.draw_below(most - fewest + 1, word)
    left = bits_of(hand)
    for _ in range(fewest + more):
        number, word = referee.draw_below(len(left), word)
        del left[number]
    return hand & ~sum(1 << bit for bit in left)


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


# What the options ask ---------------------------------------------------------------------------

EXCHANGE, LOOK, PEEP, TAKE, TAKER_THROWS, DECLARER_THROWS, NAME_TRUMP = range(8, 15)


@pytest.fixture(scope="module")
def optional() -> tuple[Rules, list[tuple[int, Acts]]]:
    """Deals with everything that can be asked, the joker in the pack, and their numbers."""
    named = {"contracts": {"blucher": {"trump": "named", "requires": "nothing"}}}
    switches = {"joker": True, "float": True, "peep": True, "sir_garnet": True}
    rules = load_rules("hoyle", 4, {"exchange_cards": 3, **switches, **named})
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy("random")) for place in range(4)
    )
    record = play_sessions(Experiment(rules, lineup, seating="rotate", seed=SEED), 7, 60)
    deals = [(record.first_deal + place, record.acts(place)) for place in range(60 * 8)]
    return rules, deals


def position_of(turn: int) -> int:
    """Four players: eldest is position 1 and speaks first, the dealer is 0 and speaks last."""
    return (turn + 1) % 4


def hands_after_exchange(acts: Acts) -> list[int]:
    return [
        (hand & ~thrown) | drawn
        for hand, (thrown, drawn) in zip(acts.hands, acts.exchanges, strict=True)
    ]


def test_exchanges(optional: tuple[Rules, list[tuple[int, Acts]]]) -> None:
    numbers = set()
    for deal, acts in optional[1]:
        for turn, (thrown, _) in enumerate(acts.exchanges):
            word = word_of(position_of(turn), deal, EXCHANGE)
            assert thrown == thrown_by_lot(acts.hands[turn], 0, 3, word)
            numbers.add(thrown.bit_count())
    assert numbers == {0, 1, 2, 3}


def test_looks_and_peeps(optional: tuple[Rules, list[tuple[int, Acts]]]) -> None:
    for deal, acts in optional[1]:
        for turn in range(4):
            assert acts.looked[turn] == lot(position_of(turn), deal, LOOK, 2)
            assert acts.peeped[turn] == lot(position_of(turn), deal, PEEP, 2)


def test_the_extra_hand(optional: tuple[Rules, list[tuple[int, Acts]]]) -> None:
    """Taken by the first who is offered it and draws yes; he throws five of his ten cards."""
    rules, deals = optional
    first_above = rules.ladder.number("nap-float")
    takers = 0
    for deal, acts in deals:
        taker = None
        for turn in range(4):
            offered = taker is None and max(acts.calls[:turn], default=0) < first_above
            if offered and lot(position_of(turn), deal, TAKE, 2):
                taker = turn
        assert acts.taker == taker
        if taker is not None:
            ten = hands_after_exchange(acts)[taker] | acts.extra_hand
            word = word_of(position_of(taker), deal, TAKER_THROWS)
            assert acts.taker_threw == thrown_by_lot(ten, 5, 5, word)
            takers += 1
    assert takers > 100


def test_what_the_declarer_throws(optional: tuple[Rules, list[tuple[int, Acts]]]) -> None:
    rules, deals = optional
    numbers = []
    for deal, acts in deals:
        if acts.declarer is None:
            continue
        got = acts.peep_card if acts.peeped[acts.declarer] else 0
        got |= acts.float_card if rules.ladder[acts.contract].with_float else 0
        hand = hands_after_exchange(acts)[acts.declarer]
        if acts.taker == acts.declarer:
            hand = (hand | acts.extra_hand) & ~acts.taker_threw
        number = got.bit_count()
        word = word_of(position_of(acts.declarer), deal, DECLARER_THROWS)
        assert acts.declarer_threw == thrown_by_lot(hand | got, number, number, word)
        numbers.append(number)
    assert set(numbers) == {0, 1, 2}


def test_the_trump_suit_that_is_named(optional: tuple[Rules, list[tuple[int, Acts]]]) -> None:
    rules, deals = optional
    named = 0
    for deal, acts in deals:
        if acts.declarer is not None and rules.ladder[acts.contract].trump == "named":
            assert acts.named == lot(position_of(acts.declarer), deal, NAME_TRUMP, 4)
            named += 1
    assert named > 50


# The law of discards -----------------------------------------------------------------------------

RANDOM_WORDS = np.random.Philox(1815).random_raw(20_000)


@pytest.mark.parametrize(("fewest", "most"), [(0, 3), (0, 5), (2, 2), (1, 4)])
def test_every_number_and_then_every_choice_of_cards_is_equally_likely(
    fewest: int, most: int
) -> None:
    """Chi-squared over all sets of cards; an honest policy fails once in a million such tests."""
    decider = Decider("random", load_rules("ecarte", 4, {"joker": True}))
    hand = "joker 2C AD 9H KS"
    counts = dict.fromkeys(sets_of_cards(parse_cards(hand), fewest, most), 0)
    for word in RANDOM_WORDS.tolist():
        counts[decider.answer("discard", discard_view(hand, fewest, most, chance=word))] += 1
    sizes = most - fewest + 1
    expected = [len(RANDOM_WORDS) / sizes / comb(5, cards.bit_count()) for cards in counts]
    observed = list(counts.values())
    assert stats.chisquare(observed, expected).pvalue > 1e-6


def sets_of_cards(hand: int, fewest: int, most: int) -> list[int]:
    """All sets of so many cards of a hand."""
    return [
        sum(1 << bit for bit in cards)
        for number in range(fewest, most + 1)
        for cards in combinations(bits_of(hand), number)
    ]


def test_the_joker_is_thrown_like_any_card() -> None:
    """It stands right after the ace of clubs."""
    decider = Decider("random", load_rules("ecarte", 4, {"joker": True}))
    last = discard_view("AC joker", 1, 1, chance=(1 << 64) - 1)
    assert decider.answer("discard", last) == JOKER


def bits_of(mask: int) -> list[int]:
    return [bit for bit in range(64) if mask >> bit & 1]
