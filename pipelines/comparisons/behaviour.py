"""Rows of what the studied player does: calls, success, and value by part and by position.

The rotations of a deal share its cards, so that counts over all rotations are ratios of sums over
units (`pipelines.ratios`). At a single position a deal counts once only, and deals are independent;
where only sessions are, counts by position tell no interval.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from pipelines.comparisons.contrasts import deals_per_unit
from pipelines.intervals import Mean, Rate, mean_of_clusters, rate
from pipelines.ratios import RatioSums, rate_of_clusters, ratio_of_clusters
from sim.comparisons.comparison import Comparison
from sim.comparisons.sums import ComparisonSums, ContractRatio, Integers, Ratio

__all__ = ["behaviour", "positions"]

Row = dict[str, Any]

_BY_CONTRACT: Final = {
    "bid": ContractRatio.BID,
    "made": ContractRatio.MADE,
    "overbid": ContractRatio.OVERBID,
    "underbid": ContractRatio.UNDERBID,
}


def behaviour(comparison: Comparison, sums: ComparisonSums, level: float) -> Iterator[Row]:
    """Yield rows by entry: over all positions first, then by position.

    Those by contract go up the ladder; `pipelines.comparisons.schema` describes the columns.
    """
    for number, entry in enumerate(comparison.entries):
        of_entry = {"players": comparison.players, "entry": entry.label}
        rows = (
            *_overall(sums, number, level),
            *_by_contract(comparison, sums, number, level),
            *_by_position(comparison, sums, number, level),
        )
        for row in rows:
            yield {**of_entry, **row}


def _overall(sums: ComparisonSums, entry: int, level: float) -> Iterator[Row]:
    declares = _ratio_sums(sums.ratios[entry, Ratio.DECLARES])
    yield _row("declares", declares.y, declares.x, rate_of_clusters(declares, level))
    for measure, part in (
        ("declarer value", Ratio.DECLARER_UNITS),
        ("defender value", Ratio.DEFENDER_UNITS),
    ):
        found = _ratio_sums(sums.ratios[entry, part])
        yield _row(measure, found.y, found.x, ratio_of_clusters(found, level))


def _by_contract(
    comparison: Comparison, sums: ComparisonSums, entry: int, level: float
) -> Iterator[Row]:
    for measure, part in _BY_CONTRACT.items():
        for number, call in enumerate(comparison.rules.ladder.calls):
            if number or part is ContractRatio.BID:
                found = _ratio_sums(sums.contract_ratios[entry, number, part])
                yield _row(measure, found.y, found.x, rate_of_clusters(found, level), call)


def _by_position(
    comparison: Comparison, sums: ComparisonSums, entry: int, level: float
) -> Iterator[Row]:
    calls, played, made = sums.calls[entry], sums.played[entry], sums.made[entry]
    spoken = calls.sum(axis=1)
    names = comparison.rules.ladder.calls
    counts: list[tuple[str, str | None, Integers, Integers]] = [
        ("declares", None, played.sum(axis=1), spoken),
        *(("bid", name, calls[:, number], spoken) for number, name in enumerate(names)),
        *(
            ("made", name, made[:, number], played[:, number])
            for number, name in enumerate(names[1:], start=1)
        ),
    ]
    with_cards = range(int(comparison.rules.dealer_sits_out), comparison.players)
    for measure, contract, successes, trials in counts:
        for position in with_cards:
            happened, among = int(successes[position]), int(trials[position])
            found = rate(happened, among, level)
            independent = comparison.unit == "deal"
            yield _row(measure, happened, among, found, contract, position, independent)


def _row(
    measure: str,
    numerator: int,
    denominator: int,
    found: Rate | Mean,
    contract: str | None = None,
    position: int | None = None,
    independent: bool = True,
) -> Row:
    return {
        "measure": measure,
        "contract": contract,
        "position": position,
        "numerator": numerator,
        "denominator": denominator,
        "value": found.estimate,
        "low": found.low if independent else None,
        "high": found.high if independent else None,
    }


def _ratio_sums(moments: Integers) -> RatioSums:
    y, x, yy, xy, xx, clusters, some, rest = np.asarray(moments).tolist()
    return RatioSums(y=y, x=x, yy=yy, xy=xy, xx=xx, clusters=clusters, some=some, rest=rest)


def positions(comparison: Comparison, sums: ComparisonSums, level: float) -> Iterator[Row]:
    """Yield a row for each entry and position: what the studied player wins there."""
    for number, entry in enumerate(comparison.entries):
        for position in range(comparison.players):
            mean = mean_of_clusters(
                clusters=sums.units,
                total=int(sums.position_units[number, position]),
                squares=int(sums.position_squares[number, position]),
                level=level,
            ).per(deals_per_unit(comparison))
            yield {
                "players": comparison.players,
                "entry": entry.label,
                "position": position,
                "deals": sums.deals,
                "value": mean.estimate,
                "low": mean.low,
                "high": mean.high,
            }
