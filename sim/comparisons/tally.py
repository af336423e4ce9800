"""From a range of sessions to the sums of a comparison."""

from __future__ import annotations

import numpy as np

from sim.comparisons.calibration import calibrated_sessions, calibration_of
from sim.comparisons.comparison import Comparison, Contrast
from sim.comparisons.study import (
    FEWEST_TO_MAKE,
    HIGHER_WAS_THERE,
    LOWER_WAS_THERE,
    MOST_TO_MAKE,
    PROMISES,
    Counted,
    compiled_study,
)
from sim.comparisons.sums import (
    MOMENTS,
    ComparisonSums,
    ContractRatio,
    Integers,
    Ratio,
)
from sim.comparisons.tables_played import TablesPlayed, stacked
from sim.game.ladder import Contract
from sim.game.rules import Rules
from sim.simulation import Outcomes


def tally(comparison: Comparison, first_session: int, sessions: int) -> ComparisonSums:
    """Simulate sessions ``first_session`` … of all line-ups, and add up what they come to.

    Sums of ranges that follow each other add up to those of the whole range, whatever the ranges.

    Raises
    ------
    IllegalActError
        If a policy breaks the rules; the message names seat, policy and deal.
    UserError
        If there are no such sessions.
    """
    calibrated = calibrated_sessions(comparison.rules, first_session, sessions)
    others = sessions - calibrated
    if not others:
        return _tally(comparison, first_session, calibrated, calibrate=True)
    sums = _tally(comparison, first_session + calibrated, others, calibrate=False)
    if not calibrated:
        return sums
    return _tally(comparison, first_session, calibrated, calibrate=True) + sums


def _tally(
    comparison: Comparison, first_session: int, sessions: int, *, calibrate: bool
) -> ComparisonSums:
    """Do so for sessions that are all calibrated, or none of them."""
    rules = comparison.rules
    played = TablesPlayed(comparison, first_session, sessions, logs=calibrate)
    studied, calibration = [], []
    for entry in comparison.entries:
        tables = played.of_entry(entry)
        studied.append(_studied(comparison, tables))
        calibration.append(
            calibration_of(rules, promises_of(rules), entry, tables if calibrate else ())
        )
    won = np.stack([entry.won for entry in studied])
    scores = won.sum(axis=1)
    return ComparisonSums(
        units=scores.shape[1],
        deals=sessions * rules.deals_per_session,
        scores=scores.sum(axis=1),
        products=scores @ scores.T,
        squares=np.einsum("esu,esu->e", won, won),
        differing=np.array([_differing(contrast, won) for contrast in comparison.contrasts]),
        ratios=np.stack([entry.ratios for entry in studied]),
        contract_ratios=np.stack([_with_all_calls(entry) for entry in studied]),
        calls=np.stack([entry.calls for entry in studied]),
        played=np.stack([entry.played for entry in studied]),
        made=np.stack([entry.made for entry in studied]),
        position_units=np.concatenate([entry.position_units for entry in studied]),
        position_squares=np.concatenate([entry.position_squares for entry in studied]),
        calibration=np.stack(calibration),
    )


def deals_of_unit(comparison: Comparison) -> int:
    """How many deals of a table make one unit of analysis."""
    return comparison.rules.deals_per_session if comparison.unit == "session" else 1


def _studied(comparison: Comparison, tables: list[Outcomes]) -> Counted:
    """What the studied player of an entry did, and what he won in every unit."""
    rules = comparison.rules
    per_unit = deals_of_unit(comparison)
    counted = _nothing_counted(rules, tables[0].kept.outcomes.size // per_unit)
    compiled_study()(
        stacked(rules, tables), promises_of(rules), per_unit, rules.dealer_sits_out, counted
    )
    if comparison.unit == "session":
        counted.won[:] += np.stack([table.splits for table in tables])
    return counted


def _nothing_counted(rules: Rules, units: int) -> Counted:
    seats, calls = rules.players, len(rules.ladder) + 1

    def zeros(*shape: int) -> Integers:
        return np.zeros(shape, np.int64)

    return Counted(
        won=zeros(seats, units),
        ratios=zeros(len(Ratio), MOMENTS),
        contract_ratios=zeros(calls, len(ContractRatio), MOMENTS),
        spoken=zeros(MOMENTS),
        calls=zeros(seats, calls),
        played=zeros(seats, calls),
        made=zeros(seats, calls),
        position_units=zeros(1, seats),
        position_squares=zeros(1, seats),
    )


def _with_all_calls(counted: Counted) -> Integers:
    """The moments by contract, units without a call counted in those of that call too."""
    moments: Integers = counted.contract_ratios.copy()
    bid = moments[:, ContractRatio.BID]
    x, xx, some, rest = 1, 4, 5, 7
    bid[:, rest] += counted.spoken[some] - bid[:, some]
    bid[:, [x, xx, some]] = counted.spoken[[x, xx, some]]
    return moments


def _differing(contrast: Contrast, won: Integers) -> int:
    """In how many units the entries of a contrast differ in what is won at any rotation."""
    first, *others = np.flatnonzero(contrast.weights)
    differs = np.zeros(won.shape[2], np.bool_)
    for other in others:
        for one, another in zip(won[first], won[other], strict=True):
            differs |= one != another
    return int(np.count_nonzero(differs))


def promises_of(rules: Rules) -> Integers:
    """The ladder as the compiled study reads it.

    Returns
    -------
    int64 array, shape (contracts + 1, PROMISES)
    """
    ladder = rules.ladder
    never = rules.hand_size + 1
    rows = np.full((len(ladder) + 1, PROMISES), never, np.int64)
    for number, contract in enumerate(ladder, start=1):
        exactly = contract.judged == "exactly"
        rows[number, FEWEST_TO_MAKE] = contract.target
        rows[number, MOST_TO_MAKE] = contract.target if exactly else rules.hand_size
        if not exactly:
            lower = [
                c.target
                for c in _of_tricks(ladder.contracts[: number - 1])
                if c.target < contract.target
            ]
            higher = [
                c.target
                for c in _of_tricks(ladder.contracts[number:])
                if c.target > contract.target
            ]
            rows[number, LOWER_WAS_THERE] = lower[-1] if lower else never
            rows[number, HIGHER_WAS_THERE] = higher[0] if higher else never
    return rows


def _of_tricks(contracts: tuple[Contract, ...]) -> list[Contract]:
    """Those that further tricks keep."""
    return [contract for contract in contracts if contract.judged == "at least"]
