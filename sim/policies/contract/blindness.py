"""Blind: a policy answers the same whatever cards it cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from sim.engine.calls import DECISIONS
from sim.experiment import Experiment
from sim.game.cards import format_cards
from sim.game.rules import Rules
from sim.policies.contract.candidate import Candidate, alone, among_random, rules_in_words
from sim.policies.contract.findings import Checked, Finding
from sim.policies.contract.spy import CARDS, FACE_DOWN, HANDS, LEFT_OVER, NUMBERS
from sim.policies.contract.spying import Seen, spy_on_sessions
from sim.policies.contract.witness import act_in_words

_WHERE: Final = {
    HANDS: "other cards are in the other hands and the stock",
    FACE_DOWN: "other cards lie face down",
    LEFT_OVER: "something else is left over from earlier steps",
}
"""What is changed, one after the other, to find out what a policy looks at."""

_REMEDIES: Final = {
    HANDS: "read nothing but the fields of the view: no other array, no memory of the engine",
    FACE_DOWN: "read nothing but the fields of the view: no other array, no memory of the engine",
    LEFT_OVER: "fields such as best, winner and card_3 mean something only once that turn has "
    "played: look at view.turn first (0 leads)",
}


def check_blindness(candidate: Candidate, rules: tuple[Rules, ...], sessions: int) -> Checked:
    """Ask at every decision again with other hidden cards, alone and beside other policies."""
    compared = 0
    findings: list[Finding] = []
    draws: set[int] = set()
    for experiment in tables_of(candidate, rules):
        seen = spied_answers(experiment, sessions, CARDS | NUMBERS)
        compared += int(seen.asked.sum())
        if seen.changed.any():
            if spied_answers(experiment, sessions, CARDS).changed.any():
                findings += _leaks(experiment, sessions)
                break
            draws |= set(np.flatnonzero(seen.changed[0]).tolist())
    names = ", ".join(DECISIONS[decision] for decision in sorted(draws))
    remark = (
        f"draws lots ({names}): answers change with the seed and the number of the deal, so these "
        "were kept while the hidden cards were changed"
    )
    return Checked(
        check="blind",
        told=f"{compared:,} answers, each compared with one where other cards are hidden",
        findings=tuple(findings),
        remarks=(remark,) if draws and not findings else (),
    )


def tables_of(candidate: Candidate, rules: tuple[Rules, ...]) -> Iterator[Experiment]:
    """The tables at which a policy is watched; it has the first slot at each of them."""
    for policy in candidate.policies:
        for each in rules:
            yield alone(policy, each)
            yield among_random(policy, each)


def spied_answers(experiment: Experiment, sessions: int, hides: int) -> Seen:
    """What the spies saw of the policy of the first player."""
    _, seen = spy_on_sessions(experiment, 0, sessions, hides=hides)
    examples = {place: each for place, each in seen.examples.items() if place[0] == 0}
    return Seen(seen.asked[:1], seen.moved[:1], seen.changed[:1], examples)


def _leaks(experiment: Experiment, sessions: int) -> Iterator[Finding]:
    """One finding for each kind of hidden thing on which answers depend."""
    for hides, what in _WHERE.items():
        seen = spied_answers(experiment, sessions, hides)
        if seen.changed.any():
            yield Finding(difference_in_words(seen, experiment, f"when {what}"), _REMEDIES[hides])


def difference_in_words(seen: Seen, experiment: Experiment, when: str) -> str:
    """At which decision answers differ most often, how often, and an example."""
    decision = int(seen.changed[0].argmax())
    share = seen.changed[0, decision] / seen.asked[0, decision]
    rules = experiment.rules
    told = (
        f"{experiment.lineup[0].policy.label}: {DECISIONS[decision]} answers otherwise {when} "
        f"({share:.1%} of all cases; {rules_in_words(rules)})"
    )
    example = seen.examples.get((0, decision))
    if example is None:
        return told
    answer, other = (
        act_in_words(act, decision, rules) for act in (example.answer, example.other_answer)
    )
    hand = format_cards(example.hand)
    return f"{told}; in deal {example.deal}, holding {hand}: first {answer}, then {other}"
