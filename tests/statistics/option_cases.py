"""Runs with every option, each alone and all together, for tests of their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pipelines.schema import TABLE_SCHEMAS
from pipelines.tables import Tables
from sim.experiment import Experiment
from tests.statistics import plain_tables as plain
from tests.statistics.synthetic_play import Deal, Session, promises
from tests.statistics.synthetic_run import experiment

POLICIES = ("counting", "random", "counting", "counting:bold", "random", "counting", "random")
SESSIONS = 300


@dataclass(frozen=True)
class Case:
    """A run: where it starts from, what it changes, and which tables it must have."""

    name: str
    players: int
    profile: str = "basic"
    options: dict[str, Any] = field(default_factory=dict)
    revoke_rates: tuple[float, ...] = ()
    seating: str = "rotate"
    tables: tuple[str, ...] = ()

    @property
    def experiment(self) -> Experiment:
        policies = POLICIES[: self.players]
        return experiment(
            self.players, self.seating, policies, self.profile, self.options, self.revoke_rates
        )


OF_EVERY_NEW_RUN = ("balances_after", "ruin", "convergence", "examples", "audit")
"""Optional tables, because older counts do not tell them."""
ALWAYS = [
    name
    for name, schema in TABLE_SCHEMAS.items()
    if not schema.optional or name in OF_EVERY_NEW_RUN
]
OF_BASIC_RUNS = [name for name in TABLE_SCHEMAS if name in {*ALWAYS, "hands"}]
ACTS = ("acts_by_position", "acts_by_player", "success_by_act")
REVOKES = ("revokes_by_position", "revokes_by_player")
OUT = ("session_lengths", "players_left", "broke_by_player")
OF_SESSIONS = ("balance", "broke", "rebuys", "ruin")
"""Tables whose rates are of sessions, which are independent."""

EVERYTHING = {
    "deals_per_session": 12,
    "dealer_sits_out": True,
    "ties": "extra deal",
    "pool_ante": 2,
    "exchange_cards": 2,
    "peep": True,
    "float": True,
    "float_price": 2,
    "sir_garnet": True,
    "chips": 40,
}
CASES = [
    Case("misere and blucher", 4, "hoyle", tables=("hands",)),
    Case("the dealer sits out", 6, "hoyle", tables=("hands",)),
    Case("seven cards", 3, "seven-card", tables=("hands",)),
    Case("two and joker", 3, "two", {"joker": True}, tables=("hands",)),
    Case("shuffled after nap", 4, "traditional"),
    Case("a pool that stays", 4, "pool", {"pool_end": "stay"}, tables=("pool",)),
    Case("out of chips", 5, "pub", {"chips": 30}, tables=(*OUT, "extra_deals")),
    Case(
        "new chips", 3, options={"chips": 10, "when_broke": "rebuy"}, tables=("rebuys_by_player",)
    ),
    Case(
        "new chips and a pool", 4, "peep", {"chips": 15, "when_broke": "rebuy"}, seating="fixed",
        tables=(*ACTS, "pool", "rebuys_by_player"),
    ),
    Case("an extra hand", 4, "sir-garnet", tables=ACTS),
    Case("a float", 4, "float", tables=(*ACTS, "pool")),
    Case("a float for nothing", 3, "float", {"float_price": 0}, tables=ACTS),
    Case("ecarte", 4, "ecarte", tables=(*ACTS, "exchange_by_position", "pool")),
    Case(
        "buy nap with chips", 3, "buy", {"chips": 25}, seating="fixed",
        tables=(*ACTS, "exchange_by_position", "pool", *OUT),
    ),
    Case("revokes", 4, "hoyle", revoke_rates=(0.0, 0.2, 0.05, 0.0), tables=REVOKES),
    Case("ties", 3, options={"ties": "extra deal"}, tables=("extra_deals", "hands")),
    Case(
        "everything", 5, "hoyle", EVERYTHING, (0.1, 0.0, 0.02, 0.0, 0.3),
        tables=(*ACTS, "exchange_by_position", "pool", *REVOKES, *OUT, "extra_deals"),
    ),
]  # fmt: skip


def cases_with(table: str) -> list[Case]:
    """The cases that must have a table."""
    return [case for case in CASES if table in case.tables]


@dataclass(frozen=True)
class Made:
    """A case, its sessions and the tables made of them."""

    case: Case
    chosen: Experiment
    sessions: list[Session]
    tables: Tables

    @property
    def policies(self) -> list[str]:
        return [player.policy.label for player in self.chosen.lineup]

    @property
    def clustered(self) -> bool:
        rules = self.chosen.rules
        return rules.has_pool or rules.chips > 0 or rules.shuffle == "after-nap"

    @property
    def contracts(self) -> list[str]:
        return list(promises(self.chosen))

    @property
    def positions(self) -> list[int]:
        """Those that get cards."""
        return list(range(self.chosen.rules.dealer_sits_out, self.chosen.rules.players))

    @property
    def players(self) -> list[int]:
        return list(range(self.chosen.rules.players))

    def labels(self, who: str) -> list:
        found = {"": [None], "position": self.positions, "player": self.players}
        return found[who] if who in found else list(dict.fromkeys(self.policies))

    def deals(self) -> Iterator[tuple[Session, Deal]]:
        return plain.deals_of(self.sessions)

    def each(self, count: Callable[[list[Session]], Any]) -> dict[object, list[int]]:
        """Count something in each session."""
        return plain.by_session(self.sessions, count)
