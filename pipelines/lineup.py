"""Who is told apart in a table: positions, players of the line-up, policies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from sim.experiment import Experiment

__all__ = [
    "Group",
    "by_player",
    "by_policy",
    "by_position",
    "by_speaker",
    "described",
    "everybody",
    "policy_of_player",
]


@dataclass(frozen=True)
class Group:
    """Those whose results make one row of a table.

    Attributes
    ----------
    who : str
        "position", "player", "policy"; "" for all together.
    number : int
        The position; the player's place in the line-up; the policy's place among all policies.
    labels : dict
        The row's first columns: position; or player, name, policy; or policy, players.
    members : tuple of int
        The positions, or indices into the line-up.
    """

    who: str
    number: int
    labels: dict[str, int | str]
    members: tuple[int, ...]


def everybody() -> list[Group]:
    """Return one group for all together."""
    return [Group("", 0, {}, ())]


def by_position(experiment: Experiment) -> list[Group]:
    """Return every position on its own."""
    places = range(experiment.rules.players)
    return [Group("position", place, {"position": place}, (place,)) for place in places]


def by_speaker(experiment: Experiment) -> list[Group]:
    """Return every position that gets cards, and so bids and plays: not a dealer who sits out."""
    return by_position(experiment)[int(experiment.rules.dealer_sits_out) :]


def by_player(experiment: Experiment) -> list[Group]:
    """Return every player on his own."""
    return [
        Group(
            "player",
            place,
            {"player": place, "name": player.name, "policy": player.policy.label},
            (place,),
        )
        for place, player in enumerate(experiment.lineup)
    ]


def by_policy(experiment: Experiment) -> list[Group]:
    """Return the players of every policy together, in order of first appearance."""
    return list(_policies(experiment))


def _policies(experiment: Experiment) -> Iterator[Group]:
    labels = [player.policy.label for player in experiment.lineup]
    for number, label in enumerate(dict.fromkeys(labels)):
        members = tuple(place for place, other in enumerate(labels) if other == label)
        yield Group("policy", number, {"policy": label, "players": len(members)}, members)


def policy_of_player(experiment: Experiment) -> pl.DataFrame:
    """Return the policy's label for each player: player Int64, policy String."""
    labels = [player.policy.label for player in experiment.lineup]
    return pl.DataFrame({"player": range(len(labels)), "policy": labels}).cast({"player": pl.Int64})


def described(groups: list[Group]) -> pl.DataFrame:
    """Return the labels of groups as a table, in order, and ``member``, their numbers."""
    return pl.DataFrame([{**group.labels, "member": group.number} for group in groups])
