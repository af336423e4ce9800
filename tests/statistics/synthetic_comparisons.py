"""Comparisons without cards: outcomes drawn from a known law, added up as a simulation would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sim.comparisons.comparison import Comparison, challengers
from sim.comparisons.sums import (
    CALIBRATION_BINS,
    MOMENTS,
    ComparisonSums,
    ContractRatio,
    Ratio,
)
from sim.game.rules import load_rules
from sim.policies import make_policy

NAMES = ("random", "counting:careful", "counting:standard", "counting:bold")


def comparison(players: int = 4, names: Sequence[str] = ("counting", "random"), **changes):
    """A comparison of challengers among the last policy named."""
    named = [(f"{place}: {name}", make_policy(name)) for place, name in enumerate(names)]
    entries, contrasts = challengers(named[:-1], named[-1], players)
    of = Comparison(
        name="synthetic",
        design="challenger",
        rules=load_rules("basic", players),
        seed=1,
        entries=entries,
        contrasts=contrasts,
    )
    return replace(of, **changes)


def sums_of(of: Comparison, won: np.ndarray) -> ComparisonSums:
    """Add up what studied players won.

    Parameters
    ----------
    of : Comparison
    won : int array, shape (units, entries, rotations)
    """
    scores = won.sum(axis=2)
    differing = [_differing(contrast.weights, won) for contrast in of.contrasts]
    return replace(
        nothing(of),
        units=len(won),
        deals=len(won),
        scores=scores.sum(axis=0),
        products=scores.T @ scores,
        squares=(won * won).sum(axis=(0, 2)),
        differing=np.array(differing, np.int64),
    )


def _differing(weights: Sequence[int], won: np.ndarray) -> int:
    of_entries = won[:, np.flatnonzero(weights)]
    return int((of_entries != of_entries[:, :1]).any(axis=(1, 2)).sum())


def nothing(of: Comparison) -> ComparisonSums:
    """The sums of no deal at all."""
    entries, players, calls = len(of.entries), of.players, len(of.rules.ladder) + 1

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.int64)

    return ComparisonSums(
        units=0,
        deals=0,
        scores=zeros(entries),
        products=zeros(entries, entries),
        squares=zeros(entries),
        differing=zeros(len(of.contrasts)),
        ratios=zeros(entries, len(Ratio), MOMENTS),
        contract_ratios=zeros(entries, calls, len(ContractRatio), MOMENTS),
        calls=zeros(entries, players, calls),
        played=zeros(entries, players, calls),
        made=zeros(entries, players, calls),
        position_units=zeros(entries, players),
        position_squares=zeros(entries, players),
        calibration=zeros(entries, CALIBRATION_BINS, 5),
    )
