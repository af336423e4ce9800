"""Extra deals: the tied players of a session play on, they alone, until one leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.referee.acts import Acts
from tests.referee.chance import (
    CARDS_STREAM,
    REVOKES_STREAM,
    extra_deal_dealer,
    extra_deal_shift,
)
from tests.referee.deal import Chance, judge_deal
from tests.referee.dealing import numbered_layout
from tests.referee.house import House
from tests.referee.pack import Foul
from tests.referee.play import Revokes
from tests.referee.reckoning import SeatedDeal
from tests.referee.seats import seats_from

MOST_EXTRA_DEALS = 20


def highest(units: dict[int, int]) -> list[int]:
    """List the seats that have the most, in ascending order."""
    return sorted(seat for seat in units if units[seat] == max(units.values()))


def judge_extra_deals(
    house: House,
    tied: Sequence[int],
    *,
    seed: int,
    session: int,
    rates: Mapping[int, float],
    acts_of_deals: Sequence[Acts],
) -> tuple[list[int], list[SeatedDeal]]:
    """Judge the extra deals among the tied seats; give the seats that win, and the deals.

    `rates` are the rates of revokes by seat.
    """
    tally = dict.fromkeys(tied, 0)
    deals: list[SeatedDeal] = []
    for number, acts in enumerate(acts_of_deals):
        if is_decided(tally, number):
            raise Foul(f"extra deal {number} was played although nothing was left to decide")
        deal = judge_extra_deal(house, tied, number, seed, session, rates, acts)
        deals.append(deal)
        for seat, units in zip(deal.seats, deal.verdict.payments, strict=True):
            tally[seat] += units
    if not is_decided(tally, len(deals)):
        raise Foul(f"after {len(deals)} extra deals the tie is not broken")
    return highest(tally), deals


def is_decided(tally: dict[int, int], extra_deals: int) -> bool:
    """Say whether one player leads, or so many extra deals were played that the tied share."""
    return len(highest(tally)) == 1 or extra_deals == MOST_EXTRA_DEALS


def judge_extra_deal(
    house: House,
    tied: Sequence[int],
    number: int,
    seed: int,
    session: int,
    rates: Mapping[int, float],
    acts: Acts,
) -> SeatedDeal:
    """Judge one extra deal: the pack is shuffled anew, there are no antes, chips or pool.

    Its cards and revokes belong to the number of the session, in streams of their own.
    """
    dealer = extra_deal_dealer(seed, session, number, tied)
    seats = seats_from(dealer, tied)
    if len(acts.hands) != len(seats):
        raise Foul(f"extra deal {number} has {len(acts.hands)} players, but {len(seats)} tied")
    extra = replace(house, dealer_sits_out=False, pool_ante=0)
    shift = extra_deal_shift(number)
    chance = Chance(
        numbered_layout(extra, seed, session, len(seats), stream=CARDS_STREAM + shift),
        Revokes(
            seed=seed,
            number=session,
            rates=[rates[seat] for seat in seats],
            stream=REVOKES_STREAM + shift,
        ),
    )
    verdict = judge_deal(extra, acts, purses=None, pool=None, chance=chance)
    return SeatedDeal(number=number, seats=tuple(seats), verdict=verdict)
