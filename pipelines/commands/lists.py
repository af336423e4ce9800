"""``nap profiles``, ``nap policies``, ``nap scenarios``, and the comparisons that ship."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_OTHER_POLICIES: Final = (
    ("blend:POLICY", "Any of these with faults: errs now and then, bids too much or too little."),
    ("FILE.py:NAME", "A policy of your own: see docs/writing-policies.md."),
    ("MODULE:NAME", "The same of a module that Python can import."),
)


def show_profiles(name: str | None) -> None:
    """Print all profiles with what is special about them, or one as a file to copy."""
    from pipelines.commands.profile_list import profile_list
    from sim.game.profiles import profile_text

    print(profile_list() if name is None else profile_text(name), end="")


def show_policies(name: str | None) -> None:
    """Print all policies with their ideas, or one in full."""
    from sim.policies import describe_policy, offered_names, policy_kind, policy_names

    if name is not None:
        print(describe_policy(name))
        return
    ideas = [(each, policy_kind(each).idea) for each in (*policy_names(), *offered_names())]
    _print_pairs([*ideas, *_OTHER_POLICIES])


def show_scenarios(name: str | None) -> None:
    """Print all shipped scenarios with their questions, or the file of one."""
    from sim.scenarios.shipped import scenario_file, scenario_names, scenario_question

    if name is not None:
        print(scenario_file(name).read_text(encoding="utf-8"), end="")
        return
    _print_pairs((each, scenario_question(each)) for each in scenario_names())


def show_comparisons() -> None:
    """Print all shipped comparisons with their questions."""
    from sim.scenarios.shipped import COMPARISONS

    _print_pairs((each, COMPARISONS.question(each)) for each in COMPARISONS.names)


def _print_pairs(pairs: Iterable[tuple[str, str]]) -> None:
    rows = list(pairs)
    width = max(len(name) for name, _ in rows)
    for name, meaning in rows:
        print(f"{name:{width}}  {meaning}")
