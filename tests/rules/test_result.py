"""What a deal comes to where auction and tricks decide it (rules of Nap, sections 2, 3 and 6)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.game.result import (
    ImpossibleOutcomeError,
    highest_bid,
    position_of_turn,
    result_of,
    spoken_calls,
)
from sim.game.rules import Rules, load_rules


def at_table(profile: str, players: int, **options: Any) -> Rules:
    return load_rules(profile, players, options)


def test_with_the_dealer_out_the_others_speak_and_he_pays_and_receives() -> None:
    """Six at the table of `hoyle`: five calls, positions 1 to 5; the dealer is an opponent."""
    rules = at_table("hoyle", 6)
    assert [position_of_turn(turn, 6) for turn in range(rules.hands)] == [1, 2, 3, 4, 5]
    last_speaks = "pass three pass pass four"
    assert spoken_calls(last_speaks, rules) == (0, 1, 0, 0, 3)
    assert highest_bid(last_speaks, rules) == (3, 5)
    assert result_of(last_speaks, 4, rules).payments == (-4, -4, -4, -4, -4, 20)
    assert result_of(last_speaks, 3, rules).payments == (4, 4, 4, 4, 4, -20)
    with pytest.raises(ImpossibleOutcomeError, match="has 6 calls; 5 players speak"):
        spoken_calls(f"{last_speaks} pass", rules)
    assert result_of("pass pass pass pass pass", 0, rules).payments == (0,) * 6


@pytest.mark.parametrize(
    ("tricks", "made", "payments"),
    [
        (0, True, (-3, 9, -3, -3)),
        (1, False, (3, -9, 3, 3)),
        (5, False, (3, -9, 3, 3)),
    ],
)
def test_misere_is_made_by_no_trick_at_all(
    tricks: int, made: bool, payments: tuple[int, ...]
) -> None:
    ended = result_of("misere pass pass pass", tricks, at_table("hoyle", 4))
    assert (ended.made, ended.payments) == (made, payments)


@pytest.mark.parametrize(
    ("auction", "tricks", "declarers"),
    [
        ("pass nap pass pass", 5, 30),
        ("pass nap pass pass", 4, -15),
        ("nap wellington pass pass", 5, 60),
        ("nap wellington pass pass", 4, -30),
        ("nap wellington blucher pass", 5, 90),
        ("nap wellington blucher pass", 0, -45),
    ],
)
def test_made_and_failed_stakes_may_differ(auction: str, tricks: int, declarers: int) -> None:
    """Sheet C's stakes, where nobody has a limited stack: three opponents pay or receive each."""
    ended = result_of(auction, tricks, at_table("pub", 4, chips=0))
    assert ended.declarer is not None
    assert ended.payments[ended.declarer] == declarers
    assert sum(ended.payments) == 0


@pytest.mark.parametrize(
    ("auction", "tricks", "made", "stake"),
    [
        ("seven pass pass", 7, True, 24),
        ("seven pass pass", 6, False, 12),
        ("six pass pass", 7, True, 18),
        ("six pass pass", 5, False, 9),
        ("misere pass pass", 0, True, 10),
        ("misere pass pass", 7, False, 5),
        ("nap pass pass", 6, True, 10),
        ("nap pass pass", 4, False, 5),
    ],
)
def test_seven_cards_give_seven_tricks(auction: str, tricks: int, made: bool, stake: int) -> None:
    ended = result_of(auction, tricks, at_table("seven-card", 3))
    sign = 1 if made else -1
    assert (ended.made, ended.payments) == (made, (-sign * stake, 2 * sign * stake, -sign * stake))
    with pytest.raises(ImpossibleOutcomeError, match="with 8 tricks of 7"):
        result_of(auction, 8, at_table("seven-card", 3))


def test_a_contract_with_the_float_is_worth_what_it_is_worth_without() -> None:
    rules = at_table("float", 4, float_price=0)
    with_float = result_of("three-float three pass nap-float", 5, rules)
    assert rules.ladder[with_float.contract].name == "nap-float"
    assert (with_float.declarer, with_float.payments) == (0, (15, -5, -5, -5))
    with pytest.raises(ImpossibleOutcomeError, match='"three-float" is not legal there'):
        spoken_calls("three three-float pass pass", rules)


def test_where_they_do_not_decide_it_nobody_is_told_a_payment() -> None:
    for profile in ("pool", "peep", "float", "ecarte", "buy", "pub"):
        rules = at_table(profile, 3)
        assert highest_bid("three pass pass", rules)[1] == 1
        with pytest.raises(ValueError, match="do not say who pays what"):
            result_of("three pass pass", 3, rules)
