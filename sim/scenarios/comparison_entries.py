"""From the keys of a comparison file without mistakes to what is compared.

The files of users' policies are looked for in the folder of the comparison file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sim.comparisons.comparison import Entry
from sim.comparisons.sweeps import Swept
from sim.game.rules import FEWEST_PLAYERS
from sim.scenarios.comparison_keys import ComparisonKeys
from sim.scenarios.planned_comparison import NamedPolicy
from sim.scenarios.policy_text import policy_of


def policies_of(keys: ComparisonKeys, folder: Path) -> tuple[NamedPolicy, ...]:
    """Return the policies that are compared, or the one that is swept, with their names."""
    if keys.sweep is not None:
        policy = policy_of(keys.sweep.policy or "", folder=folder)
        return ((policy.label, policy),)
    made = [
        (entry.name, policy_of(entry.policy or "", entry.parameters, folder))
        for entry in keys.policy
    ]
    return tuple((name or policy.label, policy) for name, policy in made)


def field_of(
    keys: ComparisonKeys, policies: Sequence[NamedPolicy], folder: Path
) -> NamedPolicy | None:
    """Return the policy of all others: that of the file, or the first that is compared."""
    if keys.field is not None:
        policy = policy_of(keys.field, folder=folder)
    elif keys.sweep is not None or (keys.design == "challenger" and policies):
        policy = policies[0][1]
    else:
        return None
    return policy.label, policy


def swept_of(keys: ComparisonKeys) -> list[Swept]:
    """Return the parameters of a sweep with their values; none where nothing is swept."""
    parameters = {} if keys.sweep is None else keys.sweep.parameters or {}
    return [Swept.of(parameter, written) for parameter, written in parameters.items()]


def lineups_of(keys: ComparisonKeys, folder: Path) -> tuple[Entry, ...]:
    """Return the line-ups that are compared."""
    names = lineup_names(keys)
    return tuple(
        Entry(
            label=name,
            policies=tuple(policy_of(text, folder=folder) for text in entry.players or ()),
        )
        for name, entry in zip(names, keys.lineup, strict=True)
    )


def lineup_names(keys: ComparisonKeys) -> list[str]:
    """Return what the line-ups are called; those without a name by their place."""
    return [entry.name or f"line-up {place + 1}" for place, entry in enumerate(keys.lineup)]


def sizes_of(keys: ComparisonKeys) -> tuple[int, ...]:
    """Return the table sizes that a file means, the smallest allowed if it says nothing."""
    of_lineups = [len(entry.players) for entry in keys.lineup if entry.players]
    return keys.players or tuple(of_lineups[:1]) or (FEWEST_PLAYERS,)
