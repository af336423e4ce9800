"""What best play with all hands open would have brought in an invented run: by coin tosses too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.reports.invented_estimates import mean_of, wilson
from tests.reports.invented_paths import PathBooks
from tests.reports.invented_run import CONTRACTS, HAND, TARGETS

MOST_TRICKS = (0.24, 0.37, 0.23, 0.11, 0.035, 0.015)
"""How probable it is that a hand takes so many tricks against best defence."""
MISTAKE = {"declarer's play": 0.05, "defence": 0.02}


def shares(successes: int, n: int, prefix: str = "") -> dict[str, Any]:
    share, low, high = wilson(successes, n)
    return {f"{prefix}share": share, f"{prefix}low": low, f"{prefix}high": high}


class SolvedBooks(PathBooks):
    """Books of the sessions that were solved: every so many of them."""

    def solve(self) -> dict[str, list[dict[str, Any]]]:
        """Return the tables of best play, by name; none where nothing was solved."""
        if not self.run.solve_every:
            return {}
        chance = np.random.default_rng(self.run.seed + 1)
        self.at = np.flatnonzero(self.session % self.run.solve_every == 0)
        self.most = chance.choice(HAND + 1, p=MOST_TRICKS, size=(self.at.size, self.n))
        self.could = np.where(
            self.made[self.at],
            chance.random(self.at.size) < 0.96,
            chance.random(self.at.size) < 0.3,
        )
        self.lost = self._lost(chance)
        return {
            "makeable": [self._makeable(contract) for contract in CONTRACTS],
            "makeable_by_position": [
                self._makeable_at(position, contract)
                for position in range(self.n)
                for contract in CONTRACTS
            ],
            "double_dummy_tricks": [*self._most_tricks()],
            "regret": [
                {
                    "policy": policy,
                    "players": self.policy.count(policy),
                    **self._regret(part, np.array(self.policy)[self.player_at[self.at]] == policy),
                }
                for policy in dict.fromkeys(self.policy)
                for part in self.lost
            ],
            "regret_by_position": [
                {"position": position, **self._regret(part, np.arange(self.n) == position)}
                for position in range(self.n)
                for part in self.lost
            ],
            "regret_by_trick": [*self._tricks_of(chance)],
        }

    def _lost(self, chance: np.random.Generator) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """For each part who could lose, and how many units he did: (deal, position)."""
        declares, played = self.is_declarer[self.at], self.contract[self.at] > 0
        stake = 2 * (self.n - 1) * np.array([0, 3, 4, 5, 10])[self.contract[self.at]]
        parts = {
            "bidding": np.ones_like(declares),
            "declarer's play": declares,
            "defence": played[:, None] & ~declares,
        }
        worse = 1 + np.array([len(policy) for policy in self.policy])[self.player_at[self.at]] / 40
        lost = {}
        for part, could in parts.items():
            turned = chance.random(could.shape) < worse * MISTAKE.get(part, 0.12)
            units = np.where(part == "bidding", 3 * (self.n - 1), stake[:, None])
            lost[part] = (could, np.where(could & turned, units, 0))
        return lost

    def _makeable(self, contract: str) -> dict[str, Any]:
        could, number = self.most >= TARGETS[contract], CONTRACTS.index(contract) + 1
        played = self.contract[self.at] == number
        counts = {
            "makeable": (int(could.sum()), could.size, ""),
            "somebody": (int(could.any(axis=1).sum()), self.at.size, "somebody_"),
            "bid": (
                int((self.call[self.at] == number).any(axis=1).sum()),
                self.at.size,
                "bid_",
            ),
            "kept_double_dummy": (
                int((played & self.could).sum()),
                int(played.sum()),
                "kept_double_dummy_",
            ),
            "made": (int((played & self.made[self.at]).sum()), int(played.sum()), "made_"),
        }
        row: dict[str, Any] = {"contract": contract, "deals": self.at.size, "hands": could.size}
        for name, (successes, n, prefix) in counts.items():
            row |= {name: successes, **shares(successes, n, prefix)}
        return {**row, "played": int(played.sum())}

    def _makeable_at(self, position: int, contract: str) -> dict[str, Any]:
        number, deals = CONTRACTS.index(contract) + 1, self.at.size
        could = int((self.most[:, position] >= TARGETS[contract]).sum())
        bid = int((self.call[self.at, position] == number).sum())
        played = (self.declarer[self.at] == position) & (self.contract[self.at] == number)
        made = int((played & self.made[self.at]).sum())
        return {
            "position": position,
            "contract": contract,
            "hands": deals,
            "makeable": could,
            **shares(could, deals),
            "bid": bid,
            **shares(bid, deals, "bid_"),
            "played": int(played.sum()),
            "made": made,
            **shares(made, int(played.sum()), "made_"),
        }

    def _most_tricks(self) -> Iterator[dict[str, Any]]:
        for position in range(self.n):
            for tricks in range(HAND + 1):
                hands = int((self.most[:, position] == tricks).sum())
                at = {"position": position, "tricks": tricks}
                dealt = self.at.size
                yield {**at, "hands": hands, "dealt": dealt, **shares(hands, dealt)}

    def _regret(self, part: str, who: np.ndarray) -> dict[str, Any]:
        could, units = (np.where(who, of_part, 0) for of_part in self.lost[part])
        deals, lost = int(could.sum()), int(units.sum())
        sums = np.bincount(self.session[self.at], weights=units.sum(axis=1))
        sums = sums[:: self.run.solve_every]
        mean, _, low, high = mean_of(sums, sums.size / deals) if deals else (None,) * 4
        played = part != "bidding"
        per_trick = None if mean is None or not played else mean / 12
        return {
            "part": part,
            "deals": deals,
            "sessions": int(sums.size),
            "mistakes": int((units > 0).sum()),
            "trick_deals": deals if played else None,
            "tricks_lost": lost // 12 if played else None,
            "units_lost": lost,
            "units_per_deal": mean,
            "low": low,
            "high": high,
            "tricks_per_deal": per_trick,
            "tricks_low": None if per_trick is None or low is None else low / 12,
            "tricks_high": None if per_trick is None or high is None else high / 12,
        }

    def _tricks_of(self, chance: np.random.Generator) -> Iterator[dict[str, Any]]:
        """The mistakes of each part, tossed among all tricks but the last, where none is free."""
        for part in MISTAKE:
            could, units = self.lost[part]
            trick = chance.choice(HAND - 1, p=(0.4, 0.3, 0.2, 0.1), size=units.shape)
            for number in range(HAND):
                mistakes = int(((units > 0) & (trick == number)).sum())
                cards = int(could.sum())
                yield {
                    "part": part,
                    "trick": number + 1,
                    "cards": cards,
                    "mistakes": mistakes,
                    **shares(mistakes, cards),
                    "tricks_lost": mistakes,
                    "units_lost": int(units[trick == number].sum()),
                }
