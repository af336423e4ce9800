"""The dimension table: contract, declarer, made and payments from auction and tricks."""

from __future__ import annotations

from itertools import product

import polars as pl
import pytest

from pipelines.dimension import Dimension
from sim.game.result import ImpossibleOutcomeError, result_of, spoken_calls
from sim.game.rules import load_rules

TABLES = range(3, 8)


def test_the_worked_example_of_the_rules():
    """rules.md section 6: four takes all five tricks, +12 and -4 each; three tricks only: -12."""
    rules = load_rules("basic", 4)
    assert result_of("pass four pass pass", 5, rules).payments == (-4, -4, 12, -4)
    assert result_of("pass four pass pass", 3, rules).payments == (4, 4, -12, 4)


def test_eldest_speaks_first_and_the_dealer_last():
    rules = load_rules("basic", 5)
    assert result_of("three pass pass pass pass", 3, rules).declarer == 1
    assert result_of("three pass pass pass nap", 5, rules).declarer == 0


def test_passed_out_pays_nothing():
    ended = result_of("pass pass pass", 0, load_rules("basic", 3))
    assert (ended.contract, ended.declarer, ended.made, ended.payments) == (
        0,
        None,
        None,
        (0, 0, 0),
    )


@pytest.mark.parametrize("players", TABLES)
def test_every_legal_outcome_follows_the_rules(players):
    rules = load_rules("basic", players)
    stakes = {"three": (3, 3), "four": (4, 4), "nap": (5, 5), "wellington": (10, 10)}
    targets = {"three": 3, "four": 4, "nap": 5, "wellington": 5}
    auctions = [auction for auction in legal_auctions(players) if set(auction) != {"pass"}]
    for auction, tricks in product(auctions, range(6)):
        ended = result_of(" ".join(auction), tricks, rules)
        bids = [call for call in auction if call != "pass"]
        last = len(auction) - 1 - auction[::-1].index(bids[-1])
        assert rules.ladder[ended.contract].name == bids[-1]
        assert ended.declarer == (last + 1) % players
        assert ended.made == (tricks >= targets[bids[-1]])
        won, lost = stakes[bids[-1]]
        each = won if ended.made else -lost
        expected = [-each] * players
        expected[ended.declarer] = each * (players - 1)
        assert list(ended.payments) == expected
        assert sum(ended.payments) == 0


def legal_auctions(players: int) -> list[tuple[str, ...]]:
    """Return them by trying every sequence of words."""
    ladder = ["three", "four", "nap", "wellington"]
    found = []
    for auction in product(["pass", *ladder], repeat=players):
        bids = [call for call in auction if call != "pass"]
        rising = bids == sorted(set(bids), key=ladder.index)
        if rising and ("wellington" not in bids or "nap" in bids):
            found.append(auction)
    return found


def test_a_failed_contract_costs_its_own_stake():
    rules = load_rules("basic", 4, {"stakes": {"nap": {"made": 10, "failed": 5}}})
    assert result_of("pass pass pass nap", 5, rules).payments == (30, -10, -10, -10)
    assert result_of("pass pass pass nap", 4, rules).payments == (-15, 5, 5, 5)


@pytest.mark.parametrize(
    ("auction", "tricks", "complaint"),
    [
        ("pass pass pass", 0, "3 calls; 4 players speak"),
        ("pass pass pass double", 3, '"double" is no call'),
        ("four three pass pass", 3, '"three" is not legal there'),
        ("pass wellington pass pass", 5, '"wellington" is not legal there'),
        ("three three pass pass", 3, '"three" is not legal there'),
        ("three pass pass pass", 6, "with 6 tricks of 5"),
        ("three pass pass pass", -1, "with -1 tricks"),
        ("pass pass pass pass", 3, "with 3 tricks of 0"),
        ("", 0, "1 calls"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(auction, tricks, complaint):
    with pytest.raises(ImpossibleOutcomeError, match=complaint):
        result_of(auction, tricks, load_rules("basic", 4))


def endings(rows: list[tuple], *more: str) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=["auction", "tricks", *more], orient="row")


def test_the_table_has_one_sorted_row_for_each_distinct_ending():
    dimension = Dimension(load_rules("basic", 3))
    table = dimension.table(
        endings(
            [
                ("pass pass nap", 5),
                ("pass pass pass", 0),
                ("pass pass nap", 5),
                ("nap pass pass", 2),
            ]
        )
    )
    assert table.columns == ["auction", "tricks", "contract", "declarer", "made"]
    assert table.rows() == [
        ("nap pass pass", 2, 3, 1, False),
        ("pass pass nap", 5, 3, 0, True),
        ("pass pass pass", 0, 0, None, None),
    ]


def test_a_revoke_decides_whatever_the_tricks():
    dimension = Dimension(load_rules("hoyle", 3))
    table = dimension.table(
        endings(
            [
                ("three pass pass", 4, 1),
                ("three pass pass", 0, 2),
                ("misere pass pass", 0, 1),
                ("misere pass pass", 2, 0),
                ("three pass pass", 3, -1),
            ],
            "revoked",
        )
    )
    assert {row[:3]: row[-1] for row in table.rows()} == {
        ("three pass pass", 4, 1): False,
        ("three pass pass", 0, 2): True,
        ("misere pass pass", 0, 1): False,
        ("misere pass pass", 2, 0): True,
        ("three pass pass", 3, -1): True,
    }


def test_misere_is_made_with_no_trick_only():
    dimension = Dimension(load_rules("hoyle", 3))
    table = dimension.table(endings([("misere pass pass", tricks) for tricks in range(6)]))
    assert table["made"].to_list() == [True, False, False, False, False, False]


def test_where_the_dealer_sits_out_all_others_call():
    dimension = Dimension(load_rules("basic", 4, {"dealer_sits_out": True}))
    table = dimension.table(endings([("pass pass four", 4)]))
    assert table.rows() == [("pass pass four", 4, 2, 3, True)]
    with pytest.raises(ImpossibleOutcomeError, match="4 calls; 3 players speak"):
        dimension.table(endings([("pass pass four pass", 4)]))


def test_where_players_can_leave_the_auction_tells_how_many_are_left():
    dimension = Dimension(load_rules("pub", 5))
    table = dimension.table(endings([("pass pass four", 4), ("pass pass four pass pass", 4)]))
    assert table["declarer"].to_list() == [0, 3]
    with pytest.raises(ImpossibleOutcomeError, match="2 calls; 5 players speak"):
        dimension.table(endings([("pass four", 4)]))


def test_calls_are_read_in_speaking_order():
    assert spoken_calls("pass three nap wellington", load_rules("basic", 4)) == (0, 1, 3, 4)
