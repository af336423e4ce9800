"""What is said in the auction: by position, given the highest bid before, by player."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from pipelines.facts import Facts
from pipelines.lineup import by_player, by_position, described
from pipelines.rates import with_bare_rate
from sim.experiment import Experiment
from sim.game.ladder import PASS
from sim.game.result import position_of_turn
from sim.game.rules import Rules

__all__ = [
    "NO_BID",
    "calls_by_player",
    "calls_by_position",
    "calls_by_position_given_bid",
    "possible_calls",
]

NO_BID = "none"
"""What stands for the highest bid where all have passed so far."""


def calls_by_position(facts: Facts, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return how often each position says what."""
    who = described(by_position(experiment))
    return _calls(facts, who, ["position"], experiment.rules, level)


def calls_by_player(facts: Facts, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return how often each player says what."""
    return _calls(facts, described(by_player(experiment)), ["player"], experiment.rules, level)


def calls_by_position_given_bid(facts: Facts, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return how often each position says what, given the highest bid before."""
    rules = experiment.rules
    schema = {"position": pl.Int64(), "highest": pl.Int64(), "call": pl.Int64()}
    possible = pl.DataFrame(possible_calls(rules), schema=schema, orient="row")
    highest_names = (NO_BID, *rules.ladder.names)
    return _counted(facts, possible, ["position", "highest"], rules, level).with_columns(
        pl.col("highest").replace_strict(range(len(highest_names)), highest_names)
    )


def possible_calls(rules: Rules) -> list[tuple[int, int, int]]:
    """Return every (position, highest bid before, call) that some legal auction has, sorted.

    Positions stand in speaking order within the sort by number; bids are contract numbers.
    """
    return sorted(
        {
            (position_of_turn(turn, rules.players), max(said, default=PASS), call)
            for turn in range(rules.players)
            for said in _auctions_so_far(rules, turn)
            for call in rules.ladder.legal_bids(said)
        }
    )


def _auctions_so_far(rules: Rules, turns: int) -> Iterable[tuple[int, ...]]:
    """Return one legal beginning of an auction for each set of bids that it can contain.

    What may follow depends on nothing else, and a ladder has few such sets.
    """
    beginnings: dict[frozenset[int], tuple[int, ...]] = {frozenset(): ()}
    for _ in range(turns):
        longer = [
            (*said, call) for said in beginnings.values() for call in rules.ladder.legal_bids(said)
        ]
        beginnings = {frozenset(said) - {PASS}: said for said in longer}
    return beginnings.values()


def _calls(
    facts: Facts, who: pl.DataFrame, keys: list[str], rules: Rules, level: float
) -> pl.DataFrame:
    every_call = pl.DataFrame({"call": range(len(rules.ladder.calls))}, schema={"call": pl.Int64()})
    rows = who.join(every_call, how="cross", maintain_order="left_right")
    return _counted(facts, rows, keys, rules, level)


def _counted(
    facts: Facts, rows: pl.DataFrame, keys: list[str], rules: Rules, level: float
) -> pl.DataFrame:
    """Count the calls of every row, and all calls of rows with the same keys; name the calls."""
    counts = facts.spoken.group_by([*keys, "call"]).agg(calls=pl.col("deals").sum())
    table = rows.join(counts, on=[*keys, "call"], how="left", maintain_order="left").with_columns(
        pl.col("calls").fill_null(0)
    )
    table = table.with_columns(
        pl.col("call").replace_strict(range(len(rules.ladder.calls)), rules.ladder.calls),
        spoken=pl.col("calls").sum().over(keys),
    )
    return with_bare_rate(table, "calls", "spoken", level)
