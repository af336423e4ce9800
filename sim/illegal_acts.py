"""Illegal acts: naming the player, the policy and the deal when the engine has noted a fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from sim.dealers import dealing_players, first_dealers
from sim.engine.block import FAULT_BITS
from sim.engine.philox import DEALS_OF_A_SEED
from sim.errors import UserError
from sim.game.cards import card_name, pack_of

if TYPE_CHECKING:
    from sim.experiment import Experiment, Player
    from sim.game.rules import Rules

_CARD_NAMES = {bit: card_name(bit) for bit in range(64) if pack_of(52) >> bit & 1}
_MOST_NAMED = 4


class IllegalActError(UserError):
    """A policy has answered with something that the rules forbid."""


def illegal_act(experiment: Experiment, deal: int, fault: int, answer: int) -> IllegalActError:
    """The error that says who did what against the rules, and where.

    Parameters
    ----------
    deal, fault, answer : int
        As the kernel returned them.
    """
    players = experiment.rules.players
    decision = fault % (1 << FAULT_BITS) - 1
    trick, turn = divmod(decision - players, players)
    if trick < 0:
        speaker = decision
        act = f"call {_named(answer, _call_names(experiment.rules))}"
        where = f"speaking as number {speaker + 1}"
    else:
        speaker = ((fault >> FAULT_BITS) + turn) % players
        act = f"card {_named(answer, _CARD_NAMES)}"
        where = f"in trick {trick + 1}, as number {turn + 1} to play"
    number = deal % DEALS_OF_A_SEED
    player = _speaking_player(experiment, number, speaker)
    return IllegalActError(
        f"{player.name} ({player.policy.label}): illegal {act} in deal {number}, {where}"
    )


def _speaking_player(experiment: Experiment, deal: int, turn: int) -> Player:
    """The player of the line-up who speaks at a turn of a deal."""
    rules = experiment.rules
    session, place = divmod(deal, rules.deals_per_session)
    number = np.array([session], np.uint64)
    dealers = first_dealers(experiment.seed, number, rules.players)
    dealing = int(dealing_players(experiment, number, dealers)[0]) + place
    return experiment.lineup[(dealing + turn + 1) % rules.players]


def _call_names(rules: Rules) -> dict[int, str]:
    return dict(enumerate(rules.ladder.calls))


def _named(answer: int, names: Mapping[int, str]) -> str:
    """An answer in words; a bit that stands for nothing by its number."""
    bits = [bit for bit in range(64) if answer >> bit & 1]
    if len(bits) > _MOST_NAMED:
        return f"of {len(bits)} bits"
    return " and ".join(names.get(bit, f"bit {bit}") for bit in bits) or "none"
