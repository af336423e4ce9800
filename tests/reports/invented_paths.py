"""The books of an invented run: how balances move within sessions, how rates settle."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.reports.invented_estimates import columns, family, location
from tests.reports.invented_run import CONTRACTS, InventedRun


class PathBooks(InventedRun):
    """Keeps the books deal by deal."""

    def player(self, player: int) -> dict[str, Any]:
        return {"player": player, "name": self.run.names[player], "policy": self.policy[player]}

    def _paths(self) -> np.ndarray:
        """Balances after each deal, shape (sessions, deals of a session, players)."""
        won = np.zeros((self.deals, self.n), dtype=np.int64)
        np.put_along_axis(won, self.player_at, self.units, axis=1)
        return won.reshape(self.run.sessions, -1, self.n).cumsum(axis=1)

    def balances_after(self) -> list[dict[str, Any]]:
        paths = self._paths()
        return [
            {
                **self.player(player),
                "deals": deals,
                **location(paths[:, deals - 1, player]),
            }
            for player in range(self.n)
            for deals in range(1, self.run.deals_per_session + 1)
        ]

    def ruin(self) -> list[dict[str, Any]]:
        lowest = np.minimum(self._paths().min(axis=1), 0)
        rows: list[dict[str, Any]] = [
            {
                **self.player(player),
                "stack": int(stack),
                "sessions": self.run.sessions,
                **family("ruined", int((lowest[:, player] <= -stack).sum()), self.run.sessions),
            }
            for player in range(self.n)
            for stack in np.unique(-lowest[lowest < 0])
        ]
        return rows

    def convergence(self) -> list[dict[str, Any]]:
        ends = sorted({*(int(10 ** (i / 8)) for i in range(40)), self.run.sessions})
        nap = CONTRACTS.index("nap") + 1
        played = self.contract == nap
        happened = {"bid": (self.call == nap).any(axis=1), "played": played}
        rows = []
        for measure in ("bid", "played", "made"):
            for sessions in (end for end in ends if end <= self.run.sessions):
                deals = sessions * self.run.deals_per_session
                among = played[:deals] if measure == "made" else np.ones(deals, dtype=bool)
                successes = {**happened, "made": self.made}[measure][:deals] & among
                rows.append(
                    {
                        "measure": measure,
                        "contract": "nap",
                        "sessions": sessions,
                        "deals": deals,
                        "successes": int(successes.sum()),
                        "n": int(among.sum()),
                        **columns(int(successes.sum()), int(among.sum())),
                    }
                )
        return rows
