"""Illegal acts: naming the player, the policy and the deal when the engine has noted a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sim.engine.block import FAULT_BITS
from sim.engine.calls import BID, DECISIONS, DISCARD, LOOK, NAME_TRUMP, PEEP, TAKE
from sim.errors import UserError
from sim.game.cards import JOKER_RANK, SUIT_NAMES, SUIT_WIDTH, SUITS, card_name, pack_of
from sim.policies.written.failures import failure_in_words, take_failure

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.game.rules import Rules

_CARD_NAMES = {bit: card_name(bit) for bit in range(64) if pack_of(52) >> bit & 1}
_CARD_NAMES |= {JOKER_RANK + SUIT_WIDTH * suit: "joker" for suit in range(SUITS)}
_SUITS_BY_JOKER = {JOKER_RANK + SUIT_WIDTH * suit: SUIT_NAMES[suit] for suit in range(SUITS)}
_MOST_NAMED = 4

_KINDS_OF_ACT = ["card"] * len(DECISIONS)
_KINDS_OF_ACT[BID] = "call"
_KINDS_OF_ACT[DISCARD] = "discard"
_KINDS_OF_ACT[LOOK] = "answer to the float"
_KINDS_OF_ACT[PEEP] = "answer to the peep card"
_KINDS_OF_ACT[TAKE] = "answer to the extra hand"
_KINDS_OF_ACT[NAME_TRUMP] = "trump suit"


UNTOLD = -1
"""What :data:`sim.engine.calls.UNANSWERED` is as a signed number."""


class IllegalActError(UserError):
    """A policy has answered with something that the rules forbid, or has not answered at all."""


def illegal_act(
    experiment: Experiment, fault: int, answer: int, speakers: Sequence[int], deal: str
) -> IllegalActError:
    """The error that says who did what against the rules, and where.

    Parameters
    ----------
    fault, answer : int
        As the kernel returned them.
    speakers : sequence of int
        The players of the line-up by speaking turn.
    deal : str
        Which deal it was, in words.
    """
    decision, speaker, turn, trick = (
        fault >> (FAULT_BITS * place) & ((1 << FAULT_BITS) - 1) for place in range(4)
    )
    decision -= 1
    player = experiment.lineup[speakers[speaker]]
    act = f"{_KINDS_OF_ACT[decision]} {_named(answer, _names(experiment.rules, decision))}"
    if trick:
        where = f"in trick {trick}, as number {turn + 1} to play"
    else:
        where = f"speaking as number {speaker + 1}"
    done = f"illegal {act}"
    if answer == UNTOLD:
        failure = take_failure()
        asked = f"when asked for a {_KINDS_OF_ACT[decision]}"
        done = f"{failure_in_words(failure)}, {asked}" if failure else f"no answer {asked}"
    return IllegalActError(f"{player.name} ({player.policy.label}): {done} in {deal}, {where}")


def _names(rules: Rules, decision: int) -> Mapping[int, str]:
    """What the bits of an answer stand for."""
    if decision == BID:
        return dict(enumerate(rules.ladder.calls))
    if decision in (LOOK, PEEP, TAKE):
        return {0: "no", 1: "yes"}
    if decision == NAME_TRUMP:
        return _CARD_NAMES | _SUITS_BY_JOKER
    return _CARD_NAMES


def _named(answer: int, names: Mapping[int, str]) -> str:
    """An answer in words; a bit that stands for nothing by its number."""
    bits = [bit for bit in range(64) if answer >> bit & 1]
    if len(bits) > _MOST_NAMED:
        return f"of {len(bits)} bits"
    return " and ".join(names.get(bit, f"bit {bit}") for bit in bits) or "none"
