"""Files of policies that are written for one test, and tables at which they play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sim.experiment import Experiment, Player
from sim.game.rules import Rules, load_rules
from sim.policies import make_policy

SEED = 4711

HEAD = """\
import numpy as np
from numba.extending import register_jitable
from sim.policies import NumpyPolicy, Parameter, ScalarPolicy
from sim.policies.kit import *

@register_jitable
def bid(view, settings, game):
    return call(view, game.three)

def card(view):
    return lowest(view.legal)

def policy(way, **decisions):
    given = {"bid": bid, "opening_lead": card, "lead": card, "follow": card, **decisions}
    return way(version=1, idea="Bids three and plays low.", most_seconds=MOST_SECONDS, **given)

class Plain:
    '''Bids three and plays low.'''

    version = 1
    MOST

    def __init__(self, settings, game):
        self.game = game

    def bid(self, view):
        return bid(view, None, self.game)

    def opening_lead(self, view):
        return card(view)

    lead = follow = opening_lead

Scalar = policy(ScalarPolicy)
Numpy = policy(NumpyPolicy)
"""


def write_bots(folder: Path, code: str = "", *, seconds: float = 30.0, name: str = "bots") -> Path:
    """Write a file with plain policies in all three ways, followed by some code."""
    file = folder / f"{name}.py"
    head = HEAD.replace("MOST_SECONDS", str(seconds)).replace("MOST", f"most_seconds = {seconds}")
    file.write_text(head + code)
    return file


def table(
    policies: Sequence[str], folder: Path | None = None, rules: Rules | None = None
) -> Experiment:
    """A table of these policies; player 0 sits at seat 0 in every session."""
    lineup = tuple(
        Player(f"player {place}", make_policy(policy, folder=folder))
        for place, policy in enumerate(policies)
    )
    return Experiment(rules or load_rules("basic", len(policies)), lineup, "fixed", SEED)
