"""Runs that are played by coin tosses, not by the rules; only their bookkeeping is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

CONTRACTS = ("three", "four", "nap", "wellington")
TARGETS = {"three": 3, "four": 4, "nap": 5, "wellington": 5}
STAKES = {"three": (3, 3), "four": (4, 4), "nap": (5, 5), "wellington": (10, 10)}
BID_CHANCE = {"three": 0.14, "four": 0.045, "nap": 0.012, "wellington": 0.0008}
TRICK_CHANCE = {"three": 0.62, "four": 0.75, "nap": 0.85, "wellington": 0.86}
POLICIES = ("counting:standard", "counting:bold", "random")
NAMES = ("Ada", "Blaise", "Christiaan", "Pierre", "Abraham", "Jacob", "Siméon")
HAND = 5


@dataclass(frozen=True, kw_only=True)
class Invented:
    """How an invented run goes."""

    players: int = 4
    sessions: int = 20_000
    deals_per_session: int = 8
    policies: Sequence[str] = POLICIES[:1]
    names: Sequence[str] = NAMES
    stakes: dict[str, tuple[int, int]] | None = None
    always: dict[str, bool] | None = None
    never_bid: Sequence[str] = ()
    seed: int = 7
    missing: int = 0
    solve_every: int = 0


class InventedRun:
    """Arrays of an invented run: a row a deal, a column a position (balances: a player)."""

    def __init__(self, invented: Invented) -> None:
        self.run = invented
        self.n = invented.players
        self.policy = [invented.policies[j % len(invented.policies)] for j in range(self.n)]
        self.stakes = invented.stakes or STAKES
        self._play()

    def _play(self) -> None:
        run, n = self.run, self.n
        random = np.random.default_rng(run.seed)
        self.deals = deals = run.sessions * run.deals_per_session
        session = np.repeat(np.arange(run.sessions), run.deals_per_session)
        dealer_seat = (random.integers(0, n, run.sessions)[session] + np.arange(deals)) % n
        self.player_at = (dealer_seat[:, None] + np.arange(n) - session[:, None]) % n
        boldness = {"counting:standard": 1.0, "counting:bold": 1.8, "random": 2.5}
        bold = np.array([boldness.get(policy, 1.0) for policy in self.policy])
        self.call = np.zeros((deals, n), dtype=np.int64)
        self.before = np.zeros((deals, n), dtype=np.int64)
        highest = np.zeros(deals, dtype=np.int64)
        self.declarer = np.full(deals, -1)
        for position in (*range(1, n), 0):
            self.before[:, position] = highest
            draws = random.random(deals)
            eager = bold[self.player_at[:, position]] * (1 + 0.15 * (position == 0))
            call = np.zeros(deals, dtype=np.int64)
            edge = np.zeros(deals)
            for number, contract in enumerate(CONTRACTS, start=1):
                chance = 0.0 if contract in run.never_bid else BID_CHANCE[contract]
                next_edge = edge + chance * eager
                call[(draws >= edge) & (draws < next_edge) & (number > highest)] = number
                edge = next_edge
            self.call[:, position] = call
            self.declarer = np.where(call > 0, position, self.declarer)
            highest = np.where(call > 0, call, highest)
        self.contract = highest
        self._take_tricks(random)
        self.session = session
        self._settle()

    def _take_tricks(self, random: np.random.Generator) -> None:
        chance = np.array([0.5, *(TRICK_CHANCE[contract] for contract in CONTRACTS)])
        skill = {"counting:standard": 0.0, "counting:bold": -0.03, "random": -0.2}
        by_player = np.array([skill.get(policy, 0.0) for policy in self.policy])
        declarer = self.player_at[np.arange(self.deals), np.maximum(self.declarer, 0)]
        p = chance[self.contract] + by_player[declarer] - 0.012 * np.maximum(self.declarer, 0)
        self.tricks = random.binomial(HAND, np.clip(p, 0.02, 0.98))
        for contract, made in (self.run.always or {}).items():
            number = CONTRACTS.index(contract) + 1
            self.tricks[self.contract == number] = HAND if made else 1
        target = np.array([0, *(TARGETS[contract] for contract in CONTRACTS)])
        self.made = (self.contract > 0) & (self.tricks >= target[self.contract])

    def _settle(self) -> None:
        rows = np.arange(self.deals)
        won = np.array([0, *(self.stakes[contract][0] for contract in CONTRACTS)])
        lost = np.array([0, *(self.stakes[contract][1] for contract in CONTRACTS)])
        stake = np.where(self.made, won[self.contract], -lost[self.contract])
        self.units = np.repeat(-stake[:, None], self.n, axis=1)
        played = self.contract > 0
        self.units[rows[played], self.declarer[played]] = stake[played] * (self.n - 1)
        self.units[~played] = 0
        self.is_declarer = np.zeros((self.deals, self.n), dtype=bool)
        self.is_declarer[rows[played], self.declarer[played]] = True
        self.balance = np.zeros((self.run.sessions, self.n), dtype=np.int64)
        np.add.at(self.balance, (self.session[:, None], self.player_at), self.units)
