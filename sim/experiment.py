"""An experiment: everything that defines the distribution that is sampled, and its identity."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Literal, get_args

from sim.conditions import Condition
from sim.errors import UserError
from sim.game.rules import Rules
from sim.policies import Policy

FORMAT: Final = 1
"""Version of the way from an experiment to its numbers: derivation of cards, schemas, identity."""

HIGHEST_SEED: Final = 2**64 - 1

Seating = Literal["fixed", "rotate"]
SEATINGS: Final[tuple[Seating, ...]] = get_args(Seating)

_ABSENT: Final = "absent"


@dataclass(frozen=True)
class Identity:
    """What makes two results results of the same experiment.

    Only results of equal identities may be added. Player names are labels and the number of deals
    is a size: neither is part of it.

    Attributes
    ----------
    canonical : str
        The defining fields as JSON, keys sorted, without spaces.

    Examples
    --------
    >>> one = Identity.of({"format": 1, "seed": 1815})
    >>> other = Identity.of({"seed": 7, "format": 1})
    >>> one == other, one.difference(other)
    (False, ['seed: 1815 != 7'])
    >>> Identity.of(one.fields) == one
    True
    """

    canonical: str

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Identity:
        """Return the identity with these fields, for instance as read from a file."""
        return cls(json.dumps(fields, sort_keys=True, separators=(",", ":"), allow_nan=False))

    @property
    def fields(self) -> dict[str, Any]:
        """The defining fields, as values that JSON can hold."""
        fields: dict[str, Any] = json.loads(self.canonical)
        return fields

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON, as 64 hexadecimal digits."""
        return hashlib.sha256(self.canonical.encode("ascii")).hexdigest()

    def difference(self, other: Identity) -> list[str]:
        """Return what differs in words, ``field: mine != the other's``; empty for equals."""
        mine, theirs = (dict(_named_values(identity.fields)) for identity in (self, other))
        names = [*mine, *(name for name in theirs if name not in mine)]
        pairs = [(name, mine.get(name, _ABSENT), theirs.get(name, _ABSENT)) for name in names]
        differing = {name: f"{a} != {b}" for name, a, b in pairs if a != b}
        return [
            f"{name}: {values}"
            for name, values in differing.items()
            if not _follows_from_the_policy(name, differing)
        ]


@dataclass(frozen=True)
class Player:
    """One entry of the line-up.

    Attributes
    ----------
    name : str
        What reports call him.
    policy : Policy
        How he bids and plays.
    revoke_rate : float
        Probability in [0, 1] that he fails to follow suit where he can do either.

    Raises
    ------
    UserError
        If the revoke rate is no probability.
    """

    name: str
    policy: Policy
    revoke_rate: float = 0.0

    def __post_init__(self) -> None:
        # A rate that is no number fails this comparison too.
        if not 0 <= self.revoke_rate <= 1:
            raise UserError(f"revoke rate {self.revoke_rate} is out of range; allowed: 0.0 to 1.0")


@dataclass(frozen=True)
class Experiment:
    """Everything that defines the distribution that is sampled.

    Attributes
    ----------
    rules : Rules
        The game.
    lineup : tuple of Player
        Who plays, one for each seat.
    seating : {"fixed", "rotate"}
        "fixed": player j sits at seat j in every session. "rotate": in session s he sits at seat
        (j + s) mod n. Neighbours stay the same: who speaks after whom belongs to the line-up.
    seed : int
        Master seed, 0 to 2^64 - 1.
    given : Condition, optional
        What must be true of a deal for it to count. Every deal is a session of its own then.

    Raises
    ------
    UserError
        If line-up, seating, seed or condition do not fit.
    """

    rules: Rules
    lineup: tuple[Player, ...]
    seating: Seating
    seed: int
    given: Condition | None = None

    def __post_init__(self) -> None:
        if len(self.lineup) != self.rules.players:
            raise UserError(
                f"{len(self.lineup)} players are named for a table of {self.rules.players}"
            )
        names = [player.name for player in self.lineup]
        if len(set(names)) < len(names):
            raise UserError(f"players need different names, not {', '.join(names)}")
        if self.seating not in SEATINGS:
            raise UserError(f'seating "{self.seating}" is unknown; allowed: {", ".join(SEATINGS)}')
        if not 0 <= self.seed <= HIGHEST_SEED:
            raise UserError(f"seed {self.seed} is out of range; allowed: 0 to 2^64 - 1")
        if self.given is not None:
            _check_condition(self.given, self.rules)

    @cached_property
    def identity(self) -> Identity:
        """What must agree before results may be added."""
        condition = {} if self.given is None else {"given": str(self.given)}
        return Identity.of(
            {
                "format": FORMAT,
                "seed": self.seed,
                "seating": self.seating,
                "rules": {"players": self.rules.players, **self.rules.options},
                "players": [player_fields(player) for player in self.lineup],
                **condition,
            }
        )

    @property
    def pays_by_ladder(self) -> bool:
        """Whether what everybody receives follows from the auction and the tricks alone."""
        return self.rules.pays_by_ladder and not self.may_revoke

    @property
    def needs_tries(self) -> bool:
        """Whether deals are tried until one satisfies the condition."""
        return self.given is not None and self.given.needs_tries

    @property
    def may_revoke(self) -> bool:
        """Whether any player revokes now and then."""
        return any(player.revoke_rate > 0 for player in self.lineup)

    def players_by_seat(self, session: int) -> tuple[int, ...]:
        """Return who sits where in a session: entry s is the line-up's index of seat s."""
        players = self.rules.players
        moved = session % players if self.seating == "rotate" else 0
        return tuple((seat - moved) % players for seat in range(players))


def rules_under_condition(rules: Rules) -> Rules:
    """Return rules by which every deal is a session of its own, as a condition needs them.

    Who wins a single deal is no question of extra deals.
    """
    return replace(rules, deals_per_session=1, ties="share")


def _check_condition(condition: Condition, rules: Rules) -> None:
    """Refuse rules that a condition does not go with."""
    for complaint in condition.complaints(rules):
        raise UserError(f"given {condition}: {complaint}")
    if rules != rules_under_condition(rules):
        raise UserError(
            f"given {condition}: every deal must be a session of its own: deals_per_session = 1, "
            'ties = "share"'
        )


def beyond_code(differences: Sequence[str]) -> list[str]:
    """Leave out the differences of identities that a later version of a policy explains.

    It may have other code and another version, and other values in its presets and defaults.

    Examples
    --------
    >>> beyond_code(["player 2 code: 3f2a != 9b1c", "player 2 parameters.five: 4.2 != 4.3"])
    []
    >>> beyond_code(["player 2 parameters.five: 4.2 != 4.3", "seed: 1815 != 7"])
    ['player 2 parameters.five: 4.2 != 4.3', 'seed: 1815 != 7']
    """
    newer = {match[1] for match in map(_CODE.match, differences) if match}
    return [
        difference
        for difference in differences
        if not ((match := _OF_A_POLICY.match(difference)) and match[1] in newer)
    ]


_CODE: Final = re.compile(r"(player \d+) (?:code|version):")
_OF_A_POLICY: Final = re.compile(r"(player \d+) (?:code|version|parameters\..+?):")


def player_fields(player: Player) -> dict[str, Any]:
    """What defines how a player decides."""
    return {**policy_fields(player.policy), "revoke_rate": float(player.revoke_rate)}


def policy_fields(policy: Policy) -> dict[str, Any]:
    """What defines a policy."""
    return {
        "policy": f"{policy.name}:{policy.preset}" if policy.preset else policy.name,
        "version": policy.version,
        "parameters": dict(policy.parameters),
        "code": policy.code_digest,
    }


def _named_values(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every field under the name that people know it by, with its value as text."""
    for name, value in _leaves(fields):
        if name[0] == "players":
            yield f"player {int(name[1]) + 1} {'.'.join(name[2:])}", value
        elif name[0] == "entries":
            line_up, player = (int(number) + 1 for number in name[1:3])
            yield f"line-up {line_up} player {player} {'.'.join(name[3:])}", value
        else:
            yield ".".join(name), value


def _leaves(value: Any, name: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from _leaves(below, (*name, key))
    elif isinstance(value, list) and any(isinstance(entry, Mapping | list) for entry in value):
        for number, entry in enumerate(value):
            yield from _leaves(entry, (*name, str(number)))
    else:
        yield name, " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _follows_from_the_policy(name: str, differing: Mapping[str, str]) -> bool:
    """Whether another line says it already.

    Other policies have other versions and parameters, and of a player who is not there nothing
    more need be said.
    """
    player, _, field = name.rpartition(" ")
    policies = differing.get(f"{player} policy")
    if policies is None or field == "policy":
        return False
    return field != "revoke_rate" or _ABSENT in policies.split(" != ")
