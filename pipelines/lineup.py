"""Who is told apart in a table: positions, players of the line-up, policies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from sim.experiment import Experiment

__all__ = ["Group", "by_player", "by_policy", "by_position", "described", "policy_of_player"]


@dataclass(frozen=True)
class Group:
    """Those whose results make one row of a table.

    Attributes
    ----------
    labels : dict
        The row's first columns: position; or player, name, policy; or policy, players.
    members : tuple of int
        The positions, or indices into the line-up.
    """

    labels: dict[str, int | str]
    members: tuple[int, ...]


def by_position(experiment: Experiment) -> list[Group]:
    """Return every position on its own."""
    return [Group({"position": place}, (place,)) for place in range(experiment.rules.players)]


def by_player(experiment: Experiment) -> list[Group]:
    """Return every player on his own."""
    return [
        Group({"player": place, "name": player.name, "policy": player.policy.label}, (place,))
        for place, player in enumerate(experiment.lineup)
    ]


def by_policy(experiment: Experiment) -> list[Group]:
    """Return the players of every policy together, in order of first appearance."""
    return list(_policies(experiment))


def _policies(experiment: Experiment) -> Iterator[Group]:
    labels = [player.policy.label for player in experiment.lineup]
    for label in dict.fromkeys(labels):
        members = tuple(place for place, other in enumerate(labels) if other == label)
        yield Group({"policy": label, "players": len(members)}, members)


def policy_of_player(experiment: Experiment) -> pl.DataFrame:
    """Return the policy's label for each player: player Int64, policy String."""
    labels = [player.policy.label for player in experiment.lineup]
    return pl.DataFrame({"player": range(len(labels)), "policy": labels}).cast({"player": pl.Int64})


def described(groups: list[Group]) -> pl.DataFrame:
    """Return the labels of groups as a table, in order."""
    return pl.DataFrame([group.labels for group in groups])
