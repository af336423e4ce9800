"""The worked example of the rules, in simulated deals.

`basic`, four players: Four takes all five tricks: declarer +12, the others -4 each. Three tricks
only: -12, and +4 to each defender.
"""

from __future__ import annotations

import pytest

from tests.single_deals import PaidDeal, random_deals_of_basic

TARGETS_AND_STAKES = {"three": (3, 3), "four": (4, 4), "nap": (5, 5), "wellington": (5, 10)}


@pytest.fixture(scope="module")
def deals() -> list[PaidDeal]:
    return random_deals_of_basic(players=4, deals=40_000, seed=1815)


def test_four_takes_all_five_tricks(deals: list[PaidDeal]) -> None:
    fours = {deal for deal in deals if deal.contract == "four" and deal.tricks == 5}
    assert fours == {PaidDeal("four", 5, declarer=12, defenders=(-4, -4, -4))}


def test_four_takes_three_tricks_only(deals: list[PaidDeal]) -> None:
    fours = {deal for deal in deals if deal.contract == "four" and deal.tricks == 3}
    assert fours == {PaidDeal("four", 3, declarer=-12, defenders=(4, 4, 4))}


@pytest.mark.parametrize("contract", TARGETS_AND_STAKES)
def test_extra_tricks_and_depth_of_failure_change_nothing(
    contract: str, deals: list[PaidDeal]
) -> None:
    target, stake = TARGETS_AND_STAKES[contract]
    for made, units in ((True, stake), (False, -stake)):
        settled = {
            (deal.declarer, deal.defenders)
            for deal in deals
            if deal.contract == contract and (deal.tricks >= target) == made
        }
        assert settled == {(3 * units, (-units, -units, -units))}
