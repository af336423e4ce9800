"""This project's engine with the `random` policy at a table of four."""

from __future__ import annotations

import numpy as np

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.records import play_sessions
from sim.simulation import simulate_sessions

PLAYERS = 4


def play(games: int, seed: int) -> float:
    """Play deals, rounded down to sessions; return the first player's units over all of them."""
    experiment = _experiment(seed)
    sessions = games // experiment.rules.deals_per_session
    return float(simulate_sessions(experiment, 0, sessions).player_units[:, 0].sum())


def decisions_of_a_game(sessions: int = 500) -> float:
    """Return the mean number of acts in a deal: a call each, and every card if anybody bids."""
    experiment = _experiment(seed=0)
    played = play_sessions(experiment, 0, sessions).bids.any(axis=1)
    cards = PLAYERS * experiment.rules.hand_size
    return float(PLAYERS + cards * np.mean(played))


def _experiment(seed: int) -> Experiment:
    random = make_policy("random")
    lineup = tuple(Player(f"player {number}", random) for number in range(1, PLAYERS + 1))
    return Experiment(load_rules("basic", PLAYERS), lineup, "rotate", seed)
