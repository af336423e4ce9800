"""How precisely the totals of a run tell what is asked for.

Every interval here is the one that the tables print: both come from the same functions.
"""

from __future__ import annotations

from typing import NamedTuple

from pipelines.contract_tables import rate_of_all
from pipelines.expectation_tables import expectation_of
from pipelines.lineup import Group, by_player, by_policy, by_position
from pipelines.totals import Totals
from sim.experiment import Experiment
from sim.scenarios.targets import Target, targets_for

__all__ = ["Precision", "Target", "precision_of", "targets_for"]


class Precision(NamedTuple):
    """What is known of a number that a target is about.

    Attributes
    ----------
    estimate : float or None
        A probability, or units per deal; None while nothing is known.
    half_width : float or None
        Half the width of its interval; None while there is none.
    n : int
        The trials of a rate, or the sessions of an expectation.
    """

    estimate: float | None
    half_width: float | None
    n: int


def precision_of(target: Target, totals: Totals) -> Precision:
    """Return how precisely the totals of a run tell what a target is about.

    Parameters
    ----------
    target : Target
        One that the experiment of the totals can tell: see `Target.check`.
    totals : Totals
        Of the shards that count.
    """
    if target.is_rate:
        rate = rate_of_all(target.kind, target.of, totals)
        if rate.estimate is None:
            return Precision(None, None, 0)
        return Precision(rate.estimate, (rate.high - rate.low) / 2, rate.trials)
    mean = expectation_of(_group(target, totals.experiment), totals)
    if mean.low is None or mean.high is None:
        return Precision(mean.estimate, None, mean.clusters)
    return Precision(mean.estimate, (mean.high - mean.low) / 2, mean.clusters)


def _group(target: Target, experiment: Experiment) -> Group:
    """Return whose expectation it is."""
    if target.kind == "position":
        return by_position(experiment)[int(target.of)]
    groups = by_player(experiment) if target.kind == "player" else by_policy(experiment)
    label = "name" if target.kind == "player" else "policy"
    return next(group for group in groups if group.labels[label] == target.of)
