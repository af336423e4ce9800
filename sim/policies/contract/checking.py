"""The whole contract: check after check, those that build on others after them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sim.errors import UserError
from sim.policies.contract.blindness import check_blindness
from sim.policies.contract.candidate import (
    DEALS_PER_SESSION,
    Candidate,
    all_rules,
    alone,
    everything,
    plain_rules,
)
from sim.policies.contract.declared import check_declaration
from sim.policies.contract.findings import Checked
from sim.policies.contract.fresh import check_freshness
from sim.policies.contract.legality import check_legality, not_playing
from sim.policies.contract.speed import check_speed, is_hopeless
from sim.policies.contract.stability import check_stability

DEALS: Final = {"compiled": 4_000, "numpy": 1_000, "object": 500}
"""Deals that are played at every table, by the way in which a policy is written."""

_SPIED: Final = {"compiled": 512, "numpy": 128, "object": 64}
"""Sessions in which the hidden cards are changed: every decision is asked four times then."""


def check_policy(
    text: str,
    *,
    players: int = 4,
    profile: str = "basic",
    deals: int | None = None,
    folder: Path | None = None,
) -> Iterator[Checked]:
    """Check that a policy keeps to the contract.

    Parameters
    ----------
    text : str
        What the policy is called by; see :mod:`sim.policies.loading`. Without a preset it is
        checked in each of its presets.
    players : int
        Players at the tables at which it is watched closely. It plays at tables of 3 to 7.
    profile : str
        Their rules; beside them it is watched under rules with every option.
    deals : int, optional
        How many deals are played at each table.
    folder : Path, optional
        Where files are looked for; the current folder if not given.

    Yields
    ------
    Checked
        The checks, as soon as each is done: declared, legal, stable, blind, fresh, speed.

    Raises
    ------
    UserError
        If the policy cannot be loaded, or there is no such profile for so many players.
    """
    candidate = Candidate.called(text, folder)
    rules = (plain_rules(profile, players), everything(players))
    deals = deals or DEALS[candidate.way]
    sessions = max(deals // DEALS_PER_SESSION, 1)
    yield check_declaration(candidate)
    try:
        slow = is_hopeless(candidate, alone(candidate.policies[0], rules[0]))
    except UserError as error:
        yield not_playing(error, rules[0])
        yield from _skipped("stable", "blind", "fresh", "speed")
        return
    if slow is not None:
        yield from _skipped("legal", "stable", "blind", "fresh")
        yield slow
        return
    legal = check_legality(candidate, all_rules(), deals)
    yield legal
    if not legal.passed:
        yield from _skipped("stable", "blind", "fresh", "speed")
        return
    stable = check_stability(candidate, rules, sessions)
    yield stable
    if stable.passed:
        yield check_blindness(candidate, rules, min(_SPIED[candidate.way], sessions))
    else:
        yield from _skipped("blind")
    fresh, answered = check_freshness(candidate, rules, sessions, compares=stable.passed)
    yield fresh
    if answered is None:
        yield from _skipped("speed")
    else:
        yield check_speed(candidate, answered.speed, answered.bundled)


def _skipped(*checks: str) -> Iterator[Checked]:
    for check in checks:
        yield Checked(check=check, told="not checked: mend the failure first", skipped=True)
