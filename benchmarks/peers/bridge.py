"""RLCard's bridge, the only game of tricks with an auction there, played by its random agents."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import numpy as np
import rlcard
from rlcard.agents import RandomAgent


def name() -> str:
    """Return the package's name and version."""
    return f"RLCard {version('rlcard')}"


def play(games: int, seed: int) -> float:
    """Play deals of bridge; return the first player's payoff over all of them."""
    table = _table(seed)
    return float(sum(table.run()[1][0] for _ in range(games)))


def decisions_of_a_game(games: int = 50) -> float:
    """Return the mean number of acts in a deal: 52 cards, and an auction of random length."""
    table = _table(0)
    acts = 0
    for _ in range(games):
        table.run()
        acts += len(table.action_recorder)
    return acts / games


def _table(seed: int) -> Any:
    # The agents draw from NumPy's global generator, whatever the table's seed.
    np.random.seed(seed)
    table = rlcard.make("bridge", config={"seed": seed})
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(4)])
    return table
