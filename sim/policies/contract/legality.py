"""Legal: a policy answers every question, in time and within the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from sim.engine.calls import BID, DISCARD, ESTIMATE, LOOK, PEEP, TAKE
from sim.errors import UserError
from sim.experiment import Experiment
from sim.game.rules import Rules
from sim.policies import Policy, make_policy
from sim.policies.contract.candidate import (
    DEALS_PER_SESSION,
    Candidate,
    alone,
    among_random,
    everything,
    plain_rules,
    rules_in_words,
)
from sim.policies.contract.findings import Checked, Finding
from sim.policies.contract.trial import Breach, try_sessions
from sim.policies.contract.witness import hear
from sim.policies.estimates import PER_TRICK, estimated_tricks
from sim.records import play_sessions
from sim.watch import PolicyFailedError

_MOST_FINDINGS: Final = 5
_HANDS: Final = 64
"""Sessions whose hands estimates are asked for."""

_ONE_ACT: Final = "answer with one bit of view.legal, such as lowest(view.legal)"
_REMEDIES: Final = {
    BID: "answer with one bit of view.legal; call(view, game.three) passes where it must",
    DISCARD: "answer with view.fewest to view.most of the cards in view.hand",
    LOOK: "answer NO, or YES where view.legal has it",
    PEEP: "answer NO, or YES where view.legal has it",
    TAKE: "answer NO, or YES where view.legal has it",
}
_RAISES: Final = "look at that line; as a Python object the policy can be tried with print() in it"
_HANGS: Final = "see that every loop comes to its end; most_seconds says how long one may take"
_CANNOT: Final = "see that a table can be set up: nothing else can be checked before"


def check_legality(candidate: Candidate, tables: tuple[Rules, ...], deals: int) -> Checked:
    """Play deals at each of some tables, in every preset, alone and beside random."""
    findings: dict[tuple[int, bool], Finding] = {}
    remarks: list[str] = []
    played = 0
    for policy in candidate.policies:
        for rules in tables:
            for experiment in (alone(policy, rules), among_random(policy, rules)):
                try:
                    breach = _breach(experiment, deals // DEALS_PER_SESSION)
                except UserError as error:
                    return _checked(played, [*findings.values(), _failure(error, rules)])
                played += deals
                if breach is not None:
                    kind = (breach.decision, breach.unanswered)
                    findings.setdefault(kind, _finding(breach, experiment))
        faults, said = ([], []) if findings else _try_estimates(policy)
        for each in faults:
            findings.setdefault((ESTIMATE, False), each)
        remarks += said
    return _checked(played, [*findings.values()], remarks)


def _checked(deals: int, findings: Sequence[Finding], remarks: Sequence[str] = ()) -> Checked:
    return Checked(
        check="legal",
        told=f"{deals:,} deals under plain rules and with every option, alone and beside random",
        findings=tuple(findings[:_MOST_FINDINGS]),
        remarks=tuple(remarks),
    )


def _breach(experiment: Experiment, sessions: int) -> Breach | None:
    return try_sessions(experiment, 0, max(sessions, 1)).breach


def _finding(breach: Breach, experiment: Experiment) -> Finding:
    """What was done against the rules, with what the player held."""
    heard = next((each for each in hear(experiment, breach.deal) if not each.lawful), None)
    holding = f", {heard.in_words(experiment.rules)}" if heard else ""
    words = f"{breach.words}{holding} ({rules_in_words(experiment.rules)})"
    remedy = _RAISES if breach.unanswered else _REMEDIES.get(breach.decision, _ONE_ACT)
    return Finding(words, remedy)


def _failure(error: UserError, rules: Rules) -> Finding:
    """What keeps a table from being played at all."""
    remedy = _HANGS if isinstance(error, PolicyFailedError) else _CANNOT
    return Finding(f"{error} ({rules_in_words(rules)})", remedy)


def not_playing(error: UserError, rules: Rules) -> Checked:
    """What the check comes to where not a single table can be played."""
    return _checked(0, [_failure(error, rules)])


def _try_estimates(policy: Policy) -> tuple[list[Finding], list[str]]:
    """Ask for estimates, if the policy gives any: findings and remarks."""
    remarks = []
    for rules in (plain_rules("basic", 4), everything(3)):
        hands = play_sessions(alone(make_policy("random"), rules), 0, _HANDS).hands[:, 0]
        contracts = (np.arange(len(hands)) % len(rules.ladder) + 1).astype(np.uint8)
        positions = (np.arange(len(hands)) % rules.players).astype(np.uint8)
        try:
            tricks = estimated_tricks(
                policy, rules, np.ascontiguousarray(hands), contracts, positions
            )
        except UserError as error:
            return [Finding(f"{error} ({rules_in_words(rules)})", _RAISES)], []
        if tricks is not None and not 0 <= tricks.min() <= tricks.max() <= _most(rules):
            least, most = tricks.min() / PER_TRICK, tricks.max() / PER_TRICK
            remarks.append(
                f"{policy.label} expects {least:.2f} to {most:.2f} tricks of {rules.hand_size} "
                f"({rules_in_words(rules)})"
            )
    return [], remarks


def _most(rules: Rules) -> int:
    return rules.hand_size * PER_TRICK
