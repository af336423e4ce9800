"""What is said in the auction: by position, given the highest bid before, by player."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from pipelines.lineup import Group, by_player, by_speaker, described
from pipelines.rates import RateColumn, with_rate
from pipelines.totals import Totals
from sim.game.ladder import PASS
from sim.game.result import position_of_turn
from sim.game.rules import FEWEST_PLAYERS, Rules

__all__ = [
    "NO_BID",
    "calls_by_player",
    "calls_by_position",
    "calls_by_position_given_bid",
    "possible_calls",
]

NO_BID = "none"
"""What stands for the highest bid where all have passed so far."""


def calls_by_position(totals: Totals) -> pl.DataFrame:
    """Return how often each position says what."""
    return _calls(totals, by_speaker(totals.experiment))


def calls_by_player(totals: Totals) -> pl.DataFrame:
    """Return how often each player says what."""
    return _calls(totals, by_player(totals.experiment))


def calls_by_position_given_bid(totals: Totals) -> pl.DataFrame:
    """Return how often each position says what, given the highest bid before."""
    rules = totals.rules
    schema = {"position": pl.Int64(), "highest": pl.Int64(), "call": pl.Int64()}
    possible = pl.DataFrame(possible_calls(rules), schema=schema, orient="row")
    numbers = ["position", "highest", "call"]
    table = _counted(totals, possible, ["position", "highest"])
    table = _with_rate(table, "call given bid", "position", numbers, totals)
    highest_names = (NO_BID, *rules.ladder.names)
    return table.with_columns(
        pl.col("highest").replace_strict(range(len(highest_names)), highest_names)
    ).pipe(_with_names, rules)


def possible_calls(rules: Rules) -> list[tuple[int, int, int]]:
    """Return every (position, highest bid before, call) that some legal auction has, sorted.

    Positions stand in speaking order within the sort by number; bids are contract numbers.
    """
    return sorted(
        {
            (position_of_turn(turn, players), max(said, default=PASS), call)
            for players in _tables(rules)
            for turn in range(players - rules.dealer_sits_out)
            for said in _auctions_so_far(rules, turn)
            for call in rules.ladder.legal_bids(said)
        }
    )


def _tables(rules: Rules) -> range:
    """Return how many may be at the table."""
    fewest = FEWEST_PLAYERS if rules.may_end_early else rules.players
    return range(fewest, rules.players + 1)


def _auctions_so_far(rules: Rules, turns: int) -> Iterable[tuple[int, ...]]:
    """Return one legal beginning of an auction for each way in which it can go on.

    What may follow depends on the highest bid and on what may be bid next, and on nothing else.
    """
    beginnings: dict[object, tuple[int, ...]] = {(): ()}
    for _ in range(turns):
        longer = [
            (*said, call) for said in beginnings.values() for call in rules.ladder.legal_bids(said)
        ]
        beginnings = {(max(said), rules.ladder.legal_bids(said)): said for said in longer}
    return beginnings.values()


def _calls(totals: Totals, groups: list[Group]) -> pl.DataFrame:
    calls = range(len(totals.rules.ladder.calls))
    every_call = pl.DataFrame({"call": calls}, schema={"call": pl.Int64()})
    rows = described(groups).join(every_call, how="cross", maintain_order="left_right")
    who = groups[0].who
    table = _counted(totals, rows, [who])
    return _with_rate(table, "call", who, ["member", "call"], totals).pipe(
        _with_names, totals.rules
    )


def _counted(totals: Totals, rows: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Count the calls of every row, and all calls of rows with the same keys."""
    counts = totals.facts.spoken.group_by([*keys, "call"]).agg(calls=pl.col("deals").sum())
    return (
        rows.join(counts, on=[*keys, "call"], how="left", maintain_order="left")
        .with_columns(pl.col("calls").fill_null(0))
        .with_columns(spoken=pl.col("calls").sum().over(keys))
    )


def _with_rate(
    table: pl.DataFrame, what: str, who: str, numbers: list[str], totals: Totals
) -> pl.DataFrame:
    rate = RateColumn(what=what, who=who, numbers=numbers, successes="calls", trials="spoken")
    return with_rate(table, rate, totals)


def _with_names(table: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    calls = rules.ladder.calls
    return table.with_columns(pl.col("call").replace_strict(range(len(calls)), calls))
