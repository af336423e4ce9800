"""What a position, a player, a policy wins: units per deal, clustered by session, in parts."""

from __future__ import annotations

import polars as pl

from pipelines.intervals import Mean
from pipelines.lineup import (
    Group,
    by_player,
    by_policy,
    by_position,
)
from pipelines.moments import balance, declarer_part, defender_part, win
from pipelines.sessions import shares_of_a_win
from pipelines.totals import RatioName, Totals

__all__ = [
    "expectation_by_player",
    "expectation_by_policy",
    "expectation_by_position",
    "expectation_of",
    "win_share_by_policy",
    "win_share_of",
]

_PART_OF_BALANCE = {"units": balance, "declarer": declarer_part, "defender": defender_part}
"""How a plain run's balances are taken apart."""


def expectation_by_position(totals: Totals) -> pl.DataFrame:
    """Return what each position is worth."""
    return _expectation(totals, by_position(totals.experiment))


def expectation_by_player(totals: Totals) -> pl.DataFrame:
    """Return what each player wins."""
    return _expectation(totals, by_player(totals.experiment))


def expectation_by_policy(totals: Totals) -> pl.DataFrame:
    """Return what the players of each policy win, per player and deal."""
    return _expectation(totals, by_policy(totals.experiment))


def _expectation(totals: Totals, groups: list[Group]) -> pl.DataFrame:
    who = groups[0].who
    declared = dict(totals.facts.played.group_by(who).agg(pl.col("deals").sum()).rows())
    parts = pl.DataFrame(
        [
            {
                "sessions": totals.sessions,
                "declarer_deals": as_declarer,
                "defender_deals": played - as_declarer,
                **_parts(totals, group),
            }
            for group in groups
            for as_declarer in [declared.get(group.labels[who], 0)]
            for _, played in [totals.at_table(group)]
        ],
        infer_schema_length=None,
    )
    return totals.described(groups).hstack(parts)


def _parts(totals: Totals, group: Group) -> dict[str, int | float | None]:
    """Return the units of a group, and their parts, each with mean and interval."""
    units, _ = _won("units", group, totals)
    whole = expectation_of(group, totals)
    columns: dict[str, int | float | None] = {
        "units": units,
        "units_per_deal": whole.estimate,
        "standard_error": whole.standard_error,
        "low": whole.low,
        "high": whole.high,
    }
    for part in ("declarer", "defender", *(["pool"] if totals.rules.has_pool else [])):
        units, mean = _won(part, group, totals)
        columns |= {
            f"{part}_units": units,
            f"{part}_per_deal": mean.estimate,
            f"{part}_low": mean.low,
            f"{part}_high": mean.high,
        }
    return columns


def expectation_of(group: Group, totals: Totals) -> Mean:
    """Return what a group wins, in units per player and deal at the table.

    All players together win exactly nothing where there is no pool.
    """
    _, whole = _won("units", group, totals)
    if len(group.members) == totals.rules.players and not totals.rules.has_pool:
        return _certain(whole)
    return whole


def _won(part: str, group: Group, totals: Totals) -> tuple[int, Mean]:
    """Return what a group won in all, and its mean per player and deal at the table."""
    if not totals.plain:
        name = RatioName(part, group.who, group.number)
        return totals.ratio(name).y, totals.mean(name)
    moments = totals.moments["position" if group.who == "position" else "player"]
    value = _PART_OF_BALANCE[part](group.members, totals.rules.players)
    deals = totals.rules.deals_per_session * len(group.members)
    return moments.total(value), moments.mean_of(value, totals.level).per(deals)


def _certain(mean: Mean) -> Mean:
    """Return the mean with an interval of no width: of all players together it cannot vary."""
    return Mean(
        clusters=mean.clusters,
        estimate=mean.estimate,
        standard_error=mean.standard_error,
        low=mean.estimate,
        high=mean.estimate,
    )


def win_share_of(group: Group, totals: Totals) -> dict[str, float | None]:
    """Return the sessions that some players won, per player, k winners of one getting 1/k each.

    Together they get between none and all of each session's win: the interval is that of
    `pipelines.intervals.bounded_interval`. All players together get all of it, without error.
    """
    players = totals.rules.players
    whole = shares_of_a_win(players)
    if totals.plain:
        shares = totals.moments["player"].mean_of(win(group.members, players), totals.level)
    else:
        shares = totals.mean(RatioName("win", group.who, group.number))
    mean = shares.within(whole, totals.level).per(whole * len(group.members))
    if len(group.members) == players:
        mean = _certain(mean)
    return {
        "win_share": mean.estimate,
        "win_share_standard_error": mean.standard_error,
        "win_share_low": mean.low,
        "win_share_high": mean.high,
    }


def win_share_by_policy(totals: Totals) -> pl.DataFrame:
    """Return the sessions won by the players of each policy, per player."""
    rows = [
        {**group.labels, "sessions": totals.sessions, **win_share_of(group, totals)}
        for group in by_policy(totals.experiment)
    ]
    return pl.DataFrame(rows, infer_schema_length=None)
