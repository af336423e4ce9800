"""What a position, a player, a policy wins: units per deal, clustered by session, in two parts."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from pipelines.facts import Facts
from pipelines.intervals import Mean
from pipelines.lineup import Group, by_player, by_policy, by_position
from pipelines.moments import Moments, balance, declarer_part, defender_part, win
from pipelines.sessions import shares_of_a_win
from sim.experiment import Experiment

__all__ = [
    "expectation_by_player",
    "expectation_by_policy",
    "expectation_by_position",
    "win_share_by_policy",
    "win_share_of",
]


def expectation_by_position(
    facts: Facts, sums: pl.DataFrame, experiment: Experiment, level: float
) -> pl.DataFrame:
    """Return what each position is worth."""
    groups = by_position(experiment)
    return _expectation(facts, sums, experiment, "position", groups, level)


def expectation_by_player(
    facts: Facts, sums: pl.DataFrame, experiment: Experiment, level: float
) -> pl.DataFrame:
    """Return what each player wins."""
    return _expectation(facts, sums, experiment, "player", by_player(experiment), level)


def expectation_by_policy(
    facts: Facts, sums: pl.DataFrame, experiment: Experiment, level: float
) -> pl.DataFrame:
    """Return what the players of each policy win, per player and deal."""
    return _expectation(facts, sums, experiment, "player", by_policy(experiment), level)


def _expectation(
    facts: Facts,
    sums: pl.DataFrame,
    experiment: Experiment,
    who: str,
    groups: list[Group],
    level: float,
) -> pl.DataFrame:
    moments = Moments.of(sums, who)
    as_declarer = dict(facts.played.group_by(who).agg(pl.col("deals").sum()).rows())
    rows = []
    for group in groups:
        declared = sum(as_declarer.get(member, 0) for member in group.members)
        played = len(group.members) * (facts.deals - facts.passed_out)
        rows.append(
            {
                **group.labels,
                "sessions": moments.sessions,
                "deals": facts.deals,
                "declarer_deals": declared,
                "defender_deals": played - declared,
                **_parts(moments, group, experiment, level),
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def _parts(
    moments: Moments, group: Group, experiment: Experiment, level: float
) -> dict[str, int | float | None]:
    """Return the columns of the whole and of both parts, per deal and member of the group."""
    rules = experiment.rules
    deals = rules.deals_per_session * len(group.members)
    whole = moments.mean_of(balance(group.members, rules.players), level).per(deals)
    if len(group.members) == rules.players:
        whole = _certain(whole)
    columns: dict[str, int | float | None] = {
        "units": moments.total(balance(group.members, rules.players)),
        "units_per_deal": whole.estimate,
        "standard_error": whole.standard_error,
        "low": whole.low,
        "high": whole.high,
    }
    for name, part_of in (("declarer", declarer_part), ("defender", defender_part)):
        part = part_of(group.members, rules.players)
        mean = moments.mean_of(part, level).per(deals)
        columns |= {
            f"{name}_units": moments.total(part),
            f"{name}_per_deal": mean.estimate,
            f"{name}_low": mean.low,
            f"{name}_high": mean.high,
        }
    return columns


def _certain(mean: Mean) -> Mean:
    """Return the mean with an interval of no width: of all players together it cannot vary."""
    return Mean(
        clusters=mean.clusters,
        estimate=mean.estimate,
        standard_error=mean.standard_error,
        low=mean.estimate,
        high=mean.estimate,
    )


def win_share_of(
    members: Sequence[int], sums: pl.DataFrame, experiment: Experiment, level: float
) -> dict[str, float | None]:
    """Return the sessions that some players won, per player, k winners of one getting 1/k each.

    Together they get between none and all of each session's win: the interval is that of
    `pipelines.intervals.bounded_interval`. All players together get all of it, without error.
    """
    players = experiment.rules.players
    whole = shares_of_a_win(players)
    shares = Moments.of(sums, "player").mean_of(win(members, players), level).within(whole, level)
    mean = shares.per(whole * len(members))
    if len(members) == players:
        mean = _certain(mean)
    return {
        "win_share": mean.estimate,
        "win_share_standard_error": mean.standard_error,
        "win_share_low": mean.low,
        "win_share_high": mean.high,
    }


def win_share_by_policy(sums: pl.DataFrame, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return the sessions won by the players of each policy, per player."""
    sessions = Moments.of(sums, "player").sessions
    rows = [
        {
            **group.labels,
            "sessions": sessions,
            **win_share_of(group.members, sums, experiment, level),
        }
        for group in by_policy(experiment)
    ]
    return pl.DataFrame(rows, infer_schema_length=None)
