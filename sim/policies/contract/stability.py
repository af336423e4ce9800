"""Stable: the same deals come out the same, however and whenever they are simulated."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Final

import numpy as np

from sim.course import Words
from sim.engine.calls import DECISIONS
from sim.experiment import Experiment
from sim.game.rules import Rules
from sim.policies.contract.blindness import difference_in_words, spied_answers, tables_of
from sim.policies.contract.candidate import DEALS_PER_SESSION, Candidate, rules_in_words
from sim.policies.contract.findings import Checked, Finding
from sim.policies.contract.spy import NOTHING
from sim.policies.contract.trial import try_sessions
from sim.policies.contract.witness import Statement, act_in_words, hear

_MOST_SPIED: Final = 512

REMEDY: Final = (
    "keep nothing from one decision to the next, and draw lots by draw(view, number) alone: an "
    "answer may depend on the view, the settings and the game, and on nothing else"
)


def check_stability(candidate: Candidate, rules: tuple[Rules, ...], sessions: int) -> Checked:
    """Ask everything twice, and play again: in parts, backwards, with generators disturbed."""
    findings: list[Finding] = []
    for experiment in tables_of(candidate, rules):
        findings += list(_asked_twice(experiment, sessions))
        findings = findings or list(_played_twice(experiment, sessions))
        if findings:
            break
    return Checked(
        check="stable",
        told=f"{sessions * DEALS_PER_SESSION:,} deals a table, everything asked again, and played "
        "again: in parts and backwards, with the generators of random and NumPy disturbed",
        findings=tuple(findings),
    )


def _asked_twice(experiment: Experiment, sessions: int) -> Iterator[Finding]:
    """Whether it answers otherwise when it is asked the same again at once."""
    with disturbed_generators():
        seen = spied_answers(experiment, min(sessions, _MOST_SPIED), NOTHING)
    if seen.changed.any():
        yield Finding(difference_in_words(seen, experiment, "when asked the same again"), REMEDY)


def _played_twice(experiment: Experiment, sessions: int) -> Iterator[Finding]:
    """The first way of simulating that makes a difference, if there is one."""
    first = try_sessions(experiment, 0, sessions).outcomes
    for how, play in _WAYS.items():
        again = play(experiment, sessions)
        if (again != first).any():
            deal = int(np.flatnonzero((again != first).ravel())[0])
            table = rules_in_words(experiment.rules)
            label = experiment.lineup[0].policy.label
            told = f"{label}: deal {deal} came out otherwise {how} ({table})"
            yield Finding(told + _difference(experiment, deal), REMEDY)
            return


def _again(experiment: Experiment, sessions: int) -> Words:
    return try_sessions(experiment, 0, sessions).outcomes


def _disturbed(experiment: Experiment, sessions: int) -> Words:
    with disturbed_generators():
        return try_sessions(experiment, 0, sessions).outcomes


def _in_parts(experiment: Experiment, sessions: int) -> Words:
    """In three parts, the last one first."""
    cuts = [0, 1, sessions // 3, sessions]
    parts = [
        try_sessions(experiment, start, end - start).outcomes
        for start, end in reversed(list(pairwise(cuts)))
    ]
    return np.concatenate(parts[::-1])


_WAYS: dict[str, Callable[[Experiment, int], Words]] = {
    "when it was played again": _again,
    "when the generators of random and NumPy had another state": _disturbed,
    "when the sessions were played in parts, the last ones first": _in_parts,
}


@contextmanager
def disturbed_generators() -> Iterator[None]:
    """Let the global generators of Python and NumPy stand elsewhere, and put them back."""
    before, numpy_before = random.getstate(), np.random.get_state()
    random.seed(1729)
    np.random.seed(1729)
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(numpy_before)


def _difference(experiment: Experiment, deal: int) -> str:
    """Where two plays of the deal part, in words; empty if they do not this time."""
    one = hear(experiment, deal)
    with disturbed_generators():
        other = hear(experiment, deal)
    for before, after in zip(one, other, strict=False):
        if before != after:
            return f": {_parting(before, after, experiment.rules)}"
    return ""


def _parting(before: Statement, after: Statement, rules: Rules) -> str:
    first, second = (act_in_words(each.answer, each.decision, rules) for each in (before, after))
    said = before.in_words(rules)
    return f"{DECISIONS[before.decision]}, {said}, answered {first}, and then {second}"
