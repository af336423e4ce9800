"""The ladder and the legality of auctions (rules of Nap, sections 3 and 4)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import UserError
from sim.game.ladder import MOST_CONTRACTS, Contract, Ladder
from sim.game.rules import load_rules

BASIC = load_rules("basic", 4).ladder


def contract(name: str, **changes: object) -> Contract:
    return Contract(**{"name": name, "target": 5, "made": 5, "failed": 5, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("players", "legal_auctions"), [(3, 25), (4, 50), (5, 91), (6, 154), (7, 246)]
)
def test_the_basic_ladder_has_the_known_numbers_of_auctions(
    players: int, legal_auctions: int
) -> None:
    assert len(BASIC.auctions(players)) == legal_auctions


@pytest.mark.parametrize("players", [2, 3, 4])
def test_auctions_are_those_that_the_rules_allow_and_no_others(players: int) -> None:
    """Every sequence of calls, kept if each bid is higher and wellington comes after nap."""

    def legal(calls: tuple[str, ...]) -> bool:
        ladder = ["three", "four", "nap", "wellington"]
        bids = [ladder.index(call) for call in calls if call != "pass"]
        rising = all(low < high for low, high in pairwise(bids))
        return rising and ("wellington" not in calls or "nap" in calls)

    words = ("pass", "three", "four", "nap", "wellington")
    expected = {" ".join(calls) for calls in product(words, repeat=players) if legal(calls)}
    written = [BASIC.auction_text(auction) for auction in BASIC.auctions(players)]
    assert set(written) == expected
    assert len(written) == len(expected)


def test_a_bid_must_be_higher_than_every_bid_before() -> None:
    three, four, nap = (BASIC.number(name) for name in ("three", "four", "nap"))
    assert BASIC.legal_bids([]) == (0, three, four, nap)
    assert BASIC.legal_bids([0, four, 0]) == (0, nap)


def test_wellington_needs_a_nap_in_the_same_auction() -> None:
    nap, wellington = BASIC.number("nap"), BASIC.number("wellington")
    assert wellington not in BASIC.legal_bids([0, 2])
    assert BASIC.legal_bids([0, nap]) == (0, wellington)
    assert BASIC.legal_bids([nap, wellington]) == (0,)


def test_a_requirement_holds_even_when_something_in_between_was_bid() -> None:
    """Blücher requires wellington, not merely a nap."""
    ladder = Ladder(
        (
            contract("nap"),
            contract("wellington", requires="nap"),
            contract("blucher", requires="wellington"),
        )
    )
    assert ladder.legal_bids([1]) == (0, 2)
    assert ladder.legal_bids([1, 2]) == (0, 3)


def test_with_the_float_every_contract_stands_directly_below_itself_without() -> None:
    floating = BASIC.with_float()
    assert floating.names == (
        "three-float",
        "three",
        "four-float",
        "four",
        "nap-float",
        "nap",
        "wellington-float",
        "wellington",
    )
    assert floating.without_float() == BASIC
    assert BASIC.without_float() == BASIC
    for number in range(1, len(floating) + 1):
        bid = floating[number]
        assert bid.with_float == (number % 2 == 1)
        assert replace(bid, name=bid.base, with_float=False) == BASIC[(number + 1) // 2]


def test_a_requirement_is_met_with_or_without_the_float() -> None:
    floating = BASIC.with_float()
    nap_float, nap = floating.number("nap-float"), floating.number("nap")
    wellingtons = (floating.number("wellington-float"), floating.number("wellington"))
    assert (nap_float, nap, *wellingtons) == (5, 6, 7, 8)
    assert floating.requirement_masks == (0, 0, 0, 0, 0, 0, 0, 0b110_0000, 0b110_0000)
    assert floating.legal_bids([nap_float]) == (0, nap, *wellingtons)
    assert floating.legal_bids([nap]) == (0, *wellingtons)
    assert floating.legal_bids([0, 4]) == (0, nap_float, nap)


def test_who_has_not_looked_may_not_bid_with_the_float() -> None:
    floating = BASIC.with_float()
    assert floating.legal_bids([], looked=False) == (0, 2, 4, 6)
    assert floating.legal_bids([], looked=True) == (0, 1, 2, 3, 4, 5, 6)
    assert floating.legal_bids([5], looked=False) == (0, 6, 8)
    assert BASIC.legal_bids([], looked=False) == BASIC.legal_bids([])


@pytest.mark.parametrize("players", [2, 3])
def test_auctions_with_the_float_are_those_that_the_rules_allow(players: int) -> None:
    names = ["nap-float", "nap", "wellington-float", "wellington"]
    ladder = Ladder((contract("nap"), contract("wellington", requires="nap"))).with_float()
    assert [*ladder.names] == names

    def legal(calls: tuple[str, ...]) -> bool:
        bids = [names.index(call) for call in calls if call != "pass"]
        rising = all(low < high for low, high in pairwise(bids))
        return rising and (not bids or bids[0] < 2)

    expected = {calls for calls in product(["pass", *names], repeat=players) if legal(calls)}
    written = [tuple(ladder.auction_text(said).split()) for said in ladder.auctions(players)]
    assert set(written) == expected and len(written) == len(expected)


def test_the_longest_ladder_of_a_profile_fits_with_the_float() -> None:
    longest = Ladder(tuple(contract(f"c{place}") for place in range(15)))
    assert len(longest.with_float()) == 30 < MOST_CONTRACTS


@st.composite
def ladders(draw: st.DrawFn) -> Ladder:
    size = draw(st.integers(1, 5))
    contracts: list[Contract] = []
    for place in range(size):
        below = [None, *(lower.name for lower in contracts)]
        contracts.append(contract(f"c{place}", requires=draw(st.sampled_from(below))))
    return Ladder(tuple(contracts))


@given(ladders(), st.integers(2, 5))
def test_auctions_of_any_ladder_are_legal_call_by_call_and_distinct(
    ladder: Ladder, players: int
) -> None:
    auctions = ladder.auctions(players)
    assert len(set(auctions)) == len(auctions)
    for auction in auctions:
        for turn, bid in enumerate(auction):
            assert bid in ladder.legal_bids(auction[:turn])


def test_columns_are_indexed_by_contract_number_with_the_pass_first() -> None:
    assert BASIC.calls == ("pass", "three", "four", "nap", "wellington")
    assert BASIC.targets == (0, 3, 4, 5, 5)
    assert BASIC.made == (0, 3, 4, 5, 10)
    assert BASIC.failed == (0, 3, 4, 5, 10)
    assert BASIC.requirement_numbers == (0, 0, 0, 0, 3)
    assert BASIC.requirement_masks == (0, 0, 0, 0, 0b1000)
    assert [BASIC[number].name for number in range(1, len(BASIC) + 1)] == list(BASIC.names)


def test_a_pass_is_no_contract() -> None:
    with pytest.raises(IndexError, match="1 to 4"):
        BASIC[0]


@pytest.mark.parametrize(
    ("target", "judged", "kept_by"),
    [(3, "at least", {3, 4, 5}), (0, "exactly", {0}), (5, "at least", {5})],
)
def test_a_contract_is_kept_by_the_right_numbers_of_tricks(
    target: int, judged: str, kept_by: set[int]
) -> None:
    bid = contract("bid", target=target, judged=judged)
    assert {tricks for tricks in range(6) if bid.keeps(tricks)} == kept_by


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"name": "pass"}, "other than pass"),
        ({"name": "Nap"}, "lower-case word"),
        ({"name": "two words"}, "one lower-case word"),
        ({"target": -1}, "target is -1"),
        ({"made": -1}, "made is -1; allowed: whole units from 0 to 10000"),
        ({"failed": 10_001}, "failed is 10001"),
        ({"lead": "lowest non-trump"}, 'needs trump = "named"'),
        ({"lead": "lowest trump", "trump": "none"}, 'needs trump = "suit led"'),
        ({"target": 0}, "at least 0 tricks cannot fail"),
        ({"name": "nap-float"}, "names that end in -float are kept for contracts with the float"),
        ({"with_float": True}, "names that end in -float"),
    ],
)
def test_a_contract_that_makes_no_sense_is_refused(
    changes: dict[str, object], complaint: str
) -> None:
    with pytest.raises(UserError, match=complaint):
        contract(**{"name": "nap", **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("names_and_requirements", "complaint"),
    [
        ([], "has 1 to 15 contracts, not 0"),
        ([(f"c{place}", None) for place in range(16)], "not 16"),
        ([("nap", None), ("nap", None)], "nap stands on the ladder twice"),
        ([("wellington", "nap")], "requires nap, which is not below it"),
        ([("wellington", "nap"), ("nap", None)], "requires nap, which is not below it"),
        ([("nap", "nap")], "requires nap, which is not below it"),
    ],
)
def test_contracts_that_form_no_ladder_are_refused(
    names_and_requirements: list[tuple[str, str | None]], complaint: str
) -> None:
    contracts = tuple(contract(name, requires=needed) for name, needed in names_and_requirements)
    with pytest.raises(UserError, match=complaint):
        Ladder(contracts)


def test_a_contract_with_the_float_stands_nowhere_else() -> None:
    nap, three = contract("nap"), contract("three")
    for contracts in ((nap, nap.taking_float()), (nap.taking_float(), three, nap)):
        with pytest.raises(UserError, match="nap-float does not stand directly below nap"):
            Ladder(contracts)


def test_an_unknown_contract_is_named_with_those_that_exist() -> None:
    with pytest.raises(UserError, match="no contract misere on the ladder; it has three, four"):
        BASIC.number("misere")
