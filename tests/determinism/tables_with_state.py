"""Tables at which something passes from deal to deal: chips, pool, pack, extra deals."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy

SEED = 0x0123_4567_89AB_CDEF


@dataclass(frozen=True)
class Table:
    """A profile, what is changed of it, and how often a player revokes."""

    profile: str
    changes: dict[str, Any] = field(default_factory=dict)
    players: int = 4
    revoke_rate: float = 0.0


TABLES = {
    "pub": Table("pub", {"chips": 12, "deals_per_session": 6}, players=5),
    "pool": Table("pool"),
    "traditional": Table("traditional"),
    "ecarte": Table("ecarte"),
    "peep": Table("peep"),
    "rebuy": Table("pool", {"chips": 5, "when_broke": "rebuy", "pool_end": "stay"}),
    "everything": Table(
        "hoyle",
        {
            "joker": True,
            "shuffle": "after-nap",
            "exchange_cards": 3,
            "peep": True,
            "float": True,
            "sir_garnet": True,
            "pool_ante": 1,
            "chips": 20,
            "deals_per_session": 4,
            "ties": "extra deal",
        },
        revoke_rate=0.02,
    ),
}


@cache
def experiment_of(name: str) -> Experiment:
    table = TABLES[name]
    policies = itertools.cycle(("random", "counting:bold", "counting"))
    lineup = tuple(
        Player(f"player {place}", make_policy(policy), table.revoke_rate)
        for place, policy in zip(range(table.players), policies, strict=False)
    )
    rules = load_rules(table.profile, table.players, table.changes)
    return Experiment(rules=rules, lineup=lineup, seating="rotate", seed=SEED)
