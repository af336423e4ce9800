"""The auction: who may say what."""

from __future__ import annotations

from collections.abc import Sequence

from tests.referee.acts import PASS
from tests.referee.dealing import speaking_order
from tests.referee.house import House, Rung
from tests.referee.pack import Foul

SIR_GARNET_BID = "nap"
"""What a player who has taken the extra hand must bid."""


def legal_calls(house: House, calls: Sequence[str], looked: bool = True) -> list[str]:
    """List what may be said after these calls: pass, or a contract above the highest bid.

    A contract that requires another may be bid only where the other, with the float or without,
    has been bid before. Only who has looked at the float may bid with it.
    """
    return [PASS] + [
        rung.name for rung in house.rungs if call_mistake(house, calls, rung.name, looked) is None
    ]


def call_mistake(house: House, calls: Sequence[str], call: str, looked: bool) -> str | None:
    """Say what is wrong with a call after others, None if it is legal."""
    if call == PASS:
        return None
    rung = house.rung(call)
    bids = [house.rung(earlier) for earlier in calls if earlier != PASS]
    if bids and house.height(call) <= house.height(bids[-1].name):
        return f"bid {call}, which is not above {bids[-1].name}"
    if rung.requires and rung.requires not in [bid.base for bid in bids]:
        return f"bid {call} before anybody had bid {rung.requires}"
    if rung.with_float and not looked:
        return f"bid {call} without having looked at the float"
    return None


def check_call(house: House, position: int, calls: Sequence[str], call: str, looked: bool) -> None:
    """Refuse a call that the calls before it do not allow."""
    mistake = call_mistake(house, calls, call, looked)
    if mistake:
        raise Foul(f"position {position} {mistake}")


def extra_hand_is_offered(house: House, calls: Sequence[str]) -> bool:
    """Say whether, after these calls, the extra hand may be taken by who has to bid nap on it.

    No bid of nap or more may stand, and nap with the float is a bid of nap.
    """
    bid_of_nap = SIR_GARNET_BID in [house.rung(call).base for call in calls if call != PASS]
    return not bid_of_nap and SIR_GARNET_BID in legal_calls(house, calls)


def all_auctions(house: House, players: int) -> list[tuple[str, ...]]:
    """List every legal auction of one round, the one of passes alone included."""
    auctions: list[tuple[str, ...]] = [()]
    for _ in range(players):
        auctions = [(*calls, call) for calls in auctions for call in legal_calls(house, calls)]
    return auctions


def hear_auction(house: House, calls: Sequence[str], players: int) -> tuple[Rung, int] | None:
    """Judge an auction in speaking order; give contract and declarer, or None if passed out.

    Everybody counts as having looked at the float, if there is one.
    """
    speakers = speaking_order(players, house.dealer_sits_out)
    if len(calls) != len(speakers):
        raise Foul(f"{len(speakers)} players spoke {len(calls)} times")
    for turn, position in enumerate(speakers):
        check_call(house, position, calls[:turn], calls[turn], looked=True)
    return highest_bid(house, calls, players)


def highest_bid(house: House, calls: Sequence[str], players: int) -> tuple[Rung, int] | None:
    """Give contract and declarer of an auction that was legal: its last bid."""
    speakers = speaking_order(players, house.dealer_sits_out)
    bids = [
        (house.rung(call), position)
        for position, call in zip(speakers, calls, strict=True)
        if call != PASS
    ]
    return bids[-1] if bids else None
