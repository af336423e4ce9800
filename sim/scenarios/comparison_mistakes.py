"""What can be wrong with the policies, line-ups and sweeps of a comparison file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sim.comparisons.sweeps import Swept, points
from sim.errors import UserError
from sim.game.rules import FEWEST_PLAYERS, MOST_PLAYERS
from sim.mistakes import KeyPath, Mistake
from sim.policies import make_policy
from sim.scenarios.comparison_entries import field_of, lineup_names, policies_of, swept_of
from sim.scenarios.comparison_keys import ComparisonKeys
from sim.scenarios.policy_text import split_text, text_mistakes


def entry_mistakes(keys: ComparisonKeys, folder: Path) -> Iterator[Mistake]:
    """Yield what is wrong with single policies, line-ups and swept parameters."""
    if keys.field is not None:
        yield from text_mistakes(keys.field, {}, folder, at=("field",), in_table=("field",))
    for place, entry in enumerate(keys.policy):
        at: KeyPath = ("policy", place)
        if entry.policy is None:
            yield Mistake('missing; give a policy, such as "counting"', ((*at, "policy"),))
        else:
            where = {"at": (*at, "policy"), "in_table": (*at, "parameters")}
            yield from text_mistakes(entry.policy, entry.parameters, folder, **where)
    yield from _lineup_mistakes(keys, folder)
    yield from _sweep_mistakes(keys, folder)


def _lineup_mistakes(keys: ComparisonKeys, folder: Path) -> Iterator[Mistake]:
    allowed = keys.players[:1] if keys.players else None
    for place, entry in enumerate(keys.lineup):
        at: KeyPath = ("lineup", place, "players")
        if entry.players is None:
            yield Mistake("missing; give a list of policies, one for each player", (at,))
            continue
        for seat, text in enumerate(entry.players):
            here: KeyPath = (*at, seat)
            yield from text_mistakes(text, {}, folder, at=here, in_table=here)
        allowed = allowed or (len(entry.players),)
        if len(entry.players) not in allowed:
            complaint = f"{len(entry.players)} players; allowed: {allowed[0]}, as in the others"
            yield Mistake(complaint, (at,))
        elif not FEWEST_PLAYERS <= len(entry.players) <= MOST_PLAYERS:
            yield Mistake(f"{len(entry.players)} players; allowed: 3 to 7", (at,))
    if keys.lineup and keys.players and len(keys.players) > 1:
        yield Mistake("line-ups are for tables of one size", (("players",),))


def _sweep_mistakes(keys: ComparisonKeys, folder: Path) -> Iterator[Mistake]:
    if keys.sweep is None:
        return
    if keys.sweep.policy is None:
        yield Mistake('missing; give a policy, such as "counting"', (("sweep", "policy"),))
    if not keys.sweep.parameters:
        complaint = 'missing; give one parameter or two, such as { five = "3.6:4.8:0.2" }'
        yield Mistake(complaint, (("sweep", "parameters"),))
    wrong: list[Mistake] = []
    if keys.sweep.policy is not None:
        at: KeyPath = ("sweep", "policy")
        wrong += text_mistakes(keys.sweep.policy, {}, folder, at=at, in_table=at)
        yield from wrong
    for parameter, written in (keys.sweep.parameters or {}).items():
        policy = None if wrong else keys.sweep.policy
        yield from _value_mistakes(policy, parameter, written, folder)


def _value_mistakes(
    policy: str | None, parameter: str, written: object, folder: Path
) -> Iterator[Mistake]:
    """Yield what is wrong with the values of one parameter of a sweep, the first thing only."""
    at: KeyPath = ("sweep", "parameters", parameter)
    try:
        swept = Swept.of(parameter, written)
        for value in swept.values if policy is not None else ():
            make_policy(split_text(policy or "")[0], {parameter: value}, folder)
    except UserError as error:
        yield Mistake(str(error), (at,))


def mistakes_together(keys: ComparisonKeys, folder: Path) -> Iterator[Mistake]:
    """Yield what is wrong with entries beside each other, each of them being right alone."""
    policies = policies_of(keys, folder)
    if keys.sweep is not None:
        try:
            points(swept_of(keys))
        except UserError as error:
            yield Mistake(str(error), (("sweep", "parameters"),))
        return
    if keys.lineup:
        names = lineup_names(keys)
        yield from _names_twice("lineup", names)
        if len(names) < 2:
            yield Mistake("one line-up alone; give another to compare with", (("lineup",),))
        return
    names = [name for name, _ in policies]
    yield from _names_twice("policy", names)
    field = field_of(keys, policies, folder)
    if len(policies) < 2 and (field is None or field[1] == policies[0][1]):
        complaint = "one policy alone; give another to compare with, or another field"
        yield Mistake(complaint, (("policy",),))
    if field is not None and field[0] in names and policies[names.index(field[0])][1] != field[1]:
        complaint = f'a policy that is compared has the name of another, "{field[0]}"'
        yield Mistake(complaint, (("field",), ("policy", names.index(field[0]))))


def _names_twice(table: str, names: Sequence[str]) -> Iterator[Mistake]:
    for place, name in enumerate(names):
        if names.index(name) < place:
            complaint = f'a second "{name}"; what is compared needs different names'
            yield Mistake(complaint, ((table, place, "name"), (table, place)))
