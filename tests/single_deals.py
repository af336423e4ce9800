"""What simulated deals pay: sessions of a single deal, so that a balance is a payment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.outcomes import simulate_shard
from sim.policies import make_policy


@dataclass(frozen=True)
class PaidDeal:
    """A deal as it was settled: units won by the declarer, and by each opponent in turn.

    A dealer who sits out is an opponent, too.
    """

    contract: str
    tricks: int
    declarer: int
    defenders: tuple[int, ...]


def random_deals_of_basic(players: int, deals: int, seed: int) -> list[PaidDeal]:
    """Give the deals of the profile `basic`."""
    return random_deals("basic", players, deals, seed)


def random_deals(
    profile: str, players: int, deals: int, seed: int, **changes: Any
) -> list[PaidDeal]:
    """Give the deals that random players did not pass out; a deal passed out pays nothing."""
    everybody = tuple(
        Player(name=f"player {number}", policy=make_policy("random")) for number in range(players)
    )
    experiment = Experiment(
        rules=load_rules(profile, players, {"deals_per_session": 1, **changes}),
        lineup=everybody,
        seating="fixed",
        seed=seed,
    )
    return list(settled(players, *simulate_shard(experiment, 0, deals)))


def settled(players: int, deals: pa.Table, sessions: pa.Table) -> Iterator[PaidDeal]:
    rows = zip(deals.to_pylist(), sessions.to_pylist(), strict=True)
    for deal, session in rows:
        won = [session[f"position_{position}"] for position in range(players)]
        bids = deal["auction"].split()
        places = [place for place, bid in enumerate(bids) if bid != "pass"]
        if not places:
            assert won == [0] * players
            continue
        declarer = (places[-1] + 1) % players
        yield PaidDeal(
            contract=bids[places[-1]],
            tricks=deal["tricks"],
            declarer=won[declarer],
            defenders=tuple(units for place, units in enumerate(won) if place != declarer),
        )
