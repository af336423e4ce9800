"""Success by what the declarer holds, of deals that were dealt again."""

from __future__ import annotations

import polars as pl

from pipelines.dealt.sample import cards_stay
from pipelines.intervals import rate
from pipelines.rates import rate_columns
from pipelines.totals import Totals
from sim.experiment import Experiment
from sim.game.cards import SUITS

__all__ = ["hands", "has_hands"]


def has_hands(experiment: Experiment) -> bool:
    """Whether hands can be told of an experiment, its deals being independent of each other."""
    return cards_stay(experiment) and not experiment.rules.session_matters


def hands(totals: Totals) -> pl.DataFrame:
    """Return how often contracts are made by lengths of suits and honours; see `pipelines.schema`.

    The counts are those of `pipelines.dealt.playing.PlayingCounts.rows`.
    """
    counted = totals.sums.filter(quantity="hand")
    made: dict[tuple[str, int, int], list[int]] = {}
    for contract, digits, result, deals in counted.select("of", "first", "second", "value").rows():
        by_success = made.setdefault((contract, digits, result // 2), [0, 0])
        by_success[result % 2] += deals
    rows = [
        {
            "contract": contract.name,
            "has_trump": contract.trump != "none",
            "lengths": "-".join(f"{digits:0{SUITS}d}"),
            "honours": honours,
            "played": sum(by_success),
            **rate_columns("made", rate(by_success[1], sum(by_success), totals.level)),
        }
        for contract in totals.rules.ladder
        for (name, digits, honours), by_success in sorted(made.items(), reverse=True)
        if name == contract.name
    ]
    return pl.DataFrame(rows, infer_schema_length=None) if rows else _nothing()


def _nothing() -> pl.DataFrame:
    """Return the table of a run in which nobody bid."""
    from pipelines.schema import TABLE_SCHEMAS

    return pl.DataFrame(schema=TABLE_SCHEMAS["hands"].dtypes)
