"""The policy that is checked, and the tables at which it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sim.experiment import Experiment, Player
from sim.game.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules, load_rules
from sim.policies import Kind, Policy, make_policy
from sim.policies.blend import Blend
from sim.policies.loading import find_kind
from sim.policies.written.blocks import NumpyPolicy
from sim.policies.written.objects import ObjectPolicy

SEED: Final = 2011
DEALS_PER_SESSION: Final = 2
"""More than one, so that a deal follows on another."""

_RANDOM: Final = "random"
_NO_CHANGE_OF_SEATS: Final = {"chips": 0, "ties": "share", "deals_per_session": DEALS_PER_SESSION}
"""Nobody leaves the table, so that every deal is played by everybody."""


@dataclass(frozen=True)
class Candidate:
    """A policy that is to be checked.

    Attributes
    ----------
    kind : Kind
    policies : tuple of Policy
        The policy in the preset that was called for, or in each of its presets.
    """

    kind: Kind
    policies: tuple[Policy, ...]

    @classmethod
    def called(cls, text: str, folder: Path | None = None) -> Candidate:
        """The policy of that name; see :mod:`sim.policies.loading`.

        Raises
        ------
        UserError
            If it cannot be loaded, or a preset of it is out of range.
        """
        found = find_kind(text, folder)
        if found.preset or not found.kind.presets:
            return cls(found.kind, (make_policy(text, folder=folder),))
        name = text.rstrip(":")
        presets = (f"{name}:{preset}" for preset in found.kind.presets)
        return cls(found.kind, tuple(make_policy(each, folder=folder) for each in presets))

    @property
    def way(self) -> str:
        """The way in which it is written: ``compiled``, ``numpy`` or ``object``."""
        kind = self.kind.inner if isinstance(self.kind, Blend) else self.kind
        if isinstance(kind, ObjectPolicy):
            return "object"
        return "numpy" if isinstance(kind, NumpyPolicy) else "compiled"


def plain_rules(profile: str, players: int) -> Rules:
    """The rules of a profile at a table that nobody leaves, in short sessions.

    Raises
    ------
    UserError
        If there is no such profile, or it is not for so many players.
    """
    return load_rules(profile, players, _NO_CHANGE_OF_SEATS)


def everything(players: int) -> Rules:
    """Rules under which every decision is asked: all that a profile can add to the game.

    >>> rules = everything(4)
    >>> rules.joker, rules.float_card, rules.peep, rules.sir_garnet, rules.exchange_cards
    (True, True, True, True, 2)
    """
    switches = {"joker": True, "float": True, "peep": True, "sir_garnet": True}
    named = {"contracts": {"blucher": {"trump": "named", "lead": "lowest non-trump"}}}
    further = {"exchange_cards": 2, "dealer_sits_out": False, **switches, **named}
    return load_rules("hoyle", players, {**further, **_NO_CHANGE_OF_SEATS})


def all_rules() -> tuple[Rules, ...]:
    """Rules from the plainest to those that ask everything, for 3 to 7 players."""
    sizes = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    plain = [plain_rules("basic", players) for players in sizes]
    return (*plain, plain_rules("seven-card", 4), *map(everything, sizes))


def alone(policy: Policy, rules: Rules) -> Experiment:
    """A table at which everybody plays by the policy."""
    return table_of([policy] * rules.players, rules)


def among_random(policy: Policy, rules: Rules) -> Experiment:
    """A table at which every other player knows nothing, and bids what nobody else would."""
    return table_of([policy, make_policy(_RANDOM)] * rules.players, rules)


def table_of(policies: Sequence[Policy], rules: Rules) -> Experiment:
    """A table of the first of some policies; the seats rotate."""
    lineup = tuple(
        Player(f"player {place}", policy) for place, policy in enumerate(policies[: rules.players])
    )
    return Experiment(rules=rules, lineup=lineup, seating="rotate", seed=SEED)


def rules_in_words(rules: Rules) -> str:
    """Which rules these are, for messages.

    >>> rules_in_words(everything(5)), rules_in_words(plain_rules("basic", 3))
    ('5 players, every option', '3 players, basic')
    """
    options = "every option" if rules.sir_garnet and rules.float_card else rules.profile
    return f"{rules.players} players, {options}"
