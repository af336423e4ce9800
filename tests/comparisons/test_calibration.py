"""Calibration: which contracts are counted, with which hands, in which bins."""

from __future__ import annotations

import numpy as np
import pytest

from sim.comparisons import calibration
from sim.comparisons.calibration import contracts_of
from sim.comparisons.sums import CALIBRATION_BINS
from sim.comparisons.tally import tally
from sim.game.cards import JOKER
from sim.policies.estimates import PER_TRICK, estimated_tricks
from sim.records import Record, play_sessions
from tests.comparisons.small import against_standard, differing_fields

SESSIONS = 30


def contracts_in(record: Record, seat: int) -> list[tuple[int, int, int, int]]:
    """Hand as dealt, contract, position and tricks of each contract of the player at a seat."""
    rules = record.rules
    found = []
    for place in range(len(record.tricks)):
        acts = record.acts(place)
        if acts.declarer is not None:
            position = (acts.declarer + 1) % rules.players
            if (int(record.dealers[place]) + position) % rules.players == seat:
                found.append((acts.hands[acts.declarer], acts.contract, position, acts.tricks))
    return found


@pytest.mark.parametrize("players", [3, 4])
def test_bins_are_those_of_a_plain_count(players: int) -> None:
    comparison = against_standard("counting:bold", "random", players=players)
    sums = tally(comparison, 0, SESSIONS)
    entry = comparison.entries[0]
    expected = np.zeros((CALIBRATION_BINS, 5), np.int64)
    for seat in range(players):
        record = play_sessions(comparison.experiment(entry.seated(seat)), 0, SESSIONS)
        for hand, contract, position, tricks in contracts_in(record, seat):
            estimate = estimate_of(comparison, hand, contract, position)
            made = comparison.rules.ladder[contract].keeps(tricks)
            quarter = int(estimate / PER_TRICK * 4)
            expected[quarter] += [1, estimate, tricks, tricks * tricks, made]
    assert sums.calibration[0].tolist() == expected.tolist()
    assert sums.calibration[0, :, 0].sum() == sums.played[0].sum() > 50
    assert sums.calibration[0, :, 4].sum() == sums.made[0].sum()


def estimate_of(comparison, hand: int, contract: int, position: int) -> int:
    estimates = estimated_tricks(
        comparison.entries[0].studied,
        comparison.rules,
        np.array([hand], np.uint64),
        np.array([contract], np.uint8),
        np.array([position], np.uint8),
    )
    assert estimates is not None
    return int(estimates[0])


def test_a_policy_without_estimates_leaves_zeros() -> None:
    sums = tally(against_standard("random"), 0, 5)
    assert not sums.calibration[0].any()
    assert sums.played[0].any()
    assert sums.calibration[1].any()


@pytest.mark.parametrize(
    ("profile", "players"),
    [("basic", 3), ("hoyle", 6), ("ecarte", 3), ("float", 3), ("peep", 3), ("sir-garnet", 3)],
)
def test_hands_are_those_that_are_played(profile: str, players: int) -> None:
    """Exchanged and picked-up cards are in them, cards thrown are not: all are seen in the play."""
    comparison = against_standard("random", profile=profile, players=players)
    experiment = comparison.experiment(comparison.entries[0].policies)
    record = play_sessions(experiment, 0, SESSIONS)
    places = [place for place in range(len(record.tricks)) if record.bids[place].any()]
    found = 0
    for seat in range(players):
        played = contracts_of(comparison.rules, record.outcomes, seat)
        his = [place for place in places if declarers_seat(record, place) == seat]
        assert played.contracts.tolist() == [record.bids[place].max() for place in his]
        assert played.tricks.tolist() == [record.tricks[place] for place in his]
        for hand, place in zip(played.hands.tolist(), his, strict=True):
            cards = record.acts(place).cards
            assert hand.bit_count() == comparison.rules.hand_size
            assert hand >> cards[0] & 1 or hand & JOKER
            assert hand & ~sum(1 << card for card in cards) == 0
            found += 1
    assert found == len(places) > 0


def declarers_seat(record: Record, place: int) -> int:
    turn = int(record.bids[place].argmax())
    return (int(record.dealers[place]) + 1 + turn) % record.rules.players


def test_deals_are_calibrated_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever ranges are cut, the same deals are held against the estimates."""
    monkeypatch.setattr(calibration, "CALIBRATED_DEALS", 20 * 8)
    comparison = against_standard("random")
    whole = tally(comparison, 0, SESSIONS)
    parts = tally(comparison, 0, 7) + tally(comparison, 7, 15) + tally(comparison, 22, 8)
    assert differing_fields(whole, parts) == []
    contracts = whole.calibration[1, :, 0].sum()
    assert contracts == tally(comparison, 0, 20).played[1].sum() < whole.played[1].sum()


def test_deals_from_which_players_have_left_are_not_calibrated() -> None:
    comparison = against_standard(
        "counting:bold", profile="pub", players=4, changes={"chips": 10, "deals_per_session": 12}
    )
    sums = tally(comparison, 0, 10)
    assert 0 < sums.calibration[0, :, 0].sum() < sums.played[0].sum()
