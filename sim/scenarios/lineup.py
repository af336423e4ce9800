"""From the players of a scenario file to a line-up of policies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.experiment import Player
from sim.game.rules import FEWEST_PLAYERS
from sim.mistakes import KeyPath, Mistake
from sim.policies import make_policy
from sim.scenarios.file import PlayerEntry, ScenarioFile


def players_at_table(file: ScenarioFile) -> int:
    """Return the number of players that a file means, the fewest allowed if it says nothing."""
    return len(file.player) or (FEWEST_PLAYERS if file.players is None else file.players)


def lineup_of(file: ScenarioFile, folder: Path | None = None) -> tuple[Player, ...]:
    """Return the line-up of a file without mistakes.

    Policies of users' files are looked for in ``folder``.

    Players without a name are called by their place: "player 1", "player 2", ...

    Examples
    --------
    >>> [player.name for player in lineup_of(ScenarioFile(players=3, policy="random"))]
    ['player 1', 'player 2', 'player 3']
    """
    everybody = PlayerEntry(policy=file.policy, parameters=file.parameters)
    entries = file.player or [everybody] * players_at_table(file)
    return tuple(
        Player(
            name=_name(place, entry),
            policy=make_policy(entry.policy or "", entry.parameters, folder),
            revoke_rate=entry.revoke_rate,
        )
        for place, entry in enumerate(entries)
    )


def lineup_mistakes(file: ScenarioFile, folder: Path | None = None) -> Iterator[Mistake]:
    """Yield what is wrong with the players of a file."""
    entries = file.player
    if not entries:
        if file.policy is not None:
            yield from _policy_mistakes(file.policy, file.parameters, folder, ())
        return
    if file.players is not None and file.players != len(entries):
        complaint = f"{file.players}, but the number of [[player]] tables is {len(entries)}"
        yield Mistake(complaint, (("players",),))
    names = [_name(place, entry) for place, entry in enumerate(entries)]
    for place, entry in enumerate(entries):
        at: KeyPath = ("player", place)
        if names.index(names[place]) < place:
            yield Mistake(f'a second player "{names[place]}"', ((*at, "name"), at))
        if entry.policy is None:
            yield Mistake('missing; give a policy, such as "counting"', ((*at, "policy"),))
        else:
            yield from _policy_mistakes(entry.policy, entry.parameters, folder, at)


def _policy_mistakes(
    policy: str, parameters: Mapping[str, Any], folder: Path | None, at: KeyPath
) -> Iterator[Mistake]:
    """Yield what is wrong with a policy, or with each of its parameters."""
    try:
        make_policy(policy, folder=folder)
    except UserError as error:
        yield Mistake(str(error), ((*at, "policy"),))
        return
    for name, value in parameters.items():
        try:
            make_policy(policy, {name: value}, folder)
        except UserError as error:
            yield Mistake(str(error), ((*at, "parameters", name),))


def _name(place: int, entry: PlayerEntry) -> str:
    return entry.name or f"player {place + 1}"
