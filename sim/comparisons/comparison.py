"""What is compared: line-ups, the differences asked for, and their identity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, get_args

from sim.errors import UserError
from sim.experiment import HIGHEST_SEED, Experiment, Identity, Player, policy_fields
from sim.game.rules import Rules
from sim.policies import Policy

FORMAT: Final = 1
"""Version of the way from a comparison to its sums."""

Design = Literal["challenger", "round robin", "line-ups"]
DESIGNS: Final[tuple[Design, ...]] = get_args(Design)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A line-up of which one player is studied.

    Attributes
    ----------
    label : str
        What reports call it.
    policies : tuple of Policy
        Who plays, clockwise; the player at place 0 is studied. The whole line-up is rotated, so
        that he sits at every seat once.
    """

    label: str
    policies: tuple[Policy, ...]

    @property
    def studied(self) -> Policy:
        """The policy of the player who is studied."""
        return self.policies[0]

    def seated(self, rotation: int) -> tuple[Policy, ...]:
        """The policies by seat when the studied player sits at seat ``rotation``."""
        start = len(self.policies) - rotation
        return self.policies[start:] + self.policies[:start]


@dataclass(frozen=True, kw_only=True)
class Contrast:
    """A difference to be estimated: a weighted sum of the scores of entries.

    The score of an entry in a deal is what its studied player wins there, over all rotations.

    Attributes
    ----------
    first, second : str
        Labels of what is compared; positive values are in favour of the first.
    weights : tuple of int
        One for each entry.
    divisor : int
        What the weighted sum is divided by.

    Examples
    --------
    >>> contrast = Contrast(first="a", second="b", weights=(1, -1, 0), divisor=2)
    >>> contrast.swapped().weights
    (-1, 1, 0)
    """

    first: str
    second: str
    weights: tuple[int, ...]
    divisor: int = 1

    def swapped(self) -> Contrast:
        """The same difference the other way round."""
        return Contrast(
            first=self.second,
            second=self.first,
            weights=tuple(-weight for weight in self.weights),
            divisor=self.divisor,
        )


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Line-ups that are compared at a table of one size.

    Attributes
    ----------
    name : str
        What reports call the comparison.
    design : {"challenger", "round robin", "line-ups"}
        Where the line-ups come from: see :func:`challengers` and :func:`round_robin`.
    rules : Rules
    seed : int
        Master seed of the deals, the same for all line-ups.
    entries : tuple of Entry
    contrasts : tuple of Contrast

    Raises
    ------
    UserError
        If there is nothing to compare, or labels, sizes or the seed do not fit.
    """

    name: str
    design: Design
    rules: Rules
    seed: int
    entries: tuple[Entry, ...]
    contrasts: tuple[Contrast, ...]

    def __post_init__(self) -> None:
        labels = [entry.label for entry in self.entries]
        if len(set(labels)) < len(labels):
            raise UserError(f"what is compared needs different names, not {', '.join(labels)}")
        if not self.contrasts:
            raise UserError("a comparison needs at least two different line-ups or policies")
        for entry in self.entries:
            if len(entry.policies) != self.rules.players:
                raise UserError(
                    f"line-up {entry.label} has {len(entry.policies)} players; "
                    f"allowed: {self.rules.players}, as the table has"
                )
        if not 0 <= self.seed <= HIGHEST_SEED:
            raise UserError(f"seed {self.seed} is out of range; allowed: 0 to 2^64 - 1")

    @property
    def players(self) -> int:
        """Seats at the table, and rotations of every line-up."""
        return self.rules.players

    @property
    def unit(self) -> Literal["deal", "session"]:
        """What is independent: a deal with all its rotations, or a session where deals depend."""
        return "session" if self.rules.session_matters else "deal"

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The policies of all line-ups, each once."""
        return tuple(dict.fromkeys(p for entry in self.entries for p in entry.policies))

    def experiment(self, policies: Sequence[Policy]) -> Experiment:
        """The experiment in which these policies sit at the seats, fixed."""
        lineup = tuple(Player(f"seat {seat}", policy) for seat, policy in enumerate(policies))
        return Experiment(self.rules, lineup, "fixed", self.seed)

    @cached_property
    def identity(self) -> Identity:
        """What must agree before sums may be added; names are labels and no part of it."""
        return Identity.of(
            {
                "format": FORMAT,
                "seed": self.seed,
                "rules": {"players": self.rules.players, **self.rules.options},
                "entries": [
                    [policy_fields(policy) for policy in entry.policies] for entry in self.entries
                ],
                "contrasts": [[*contrast.weights, contrast.divisor] for contrast in self.contrasts],
            }
        )


def challengers(
    candidates: Sequence[tuple[str, Policy]], field: tuple[str, Policy], players: int
) -> tuple[tuple[Entry, ...], tuple[Contrast, ...]]:
    """Each candidate alone among players of the field.

    The field itself is the last entry unless a candidate is the same policy. Every pair of entries
    is compared, so that a policy against itself is exactly zero.
    """
    named = list(candidates)
    if all(policy != field[1] for _, policy in named):
        named.append(field)
    entries = tuple(
        Entry(label=label, policies=(policy, *[field[1]] * (players - 1)))
        for label, policy in named
    )
    return entries, all_pairs([entry.label for entry in entries])


def all_pairs(labels: Sequence[str]) -> tuple[Contrast, ...]:
    """The difference of every pair of entries, the earlier one first.

    >>> [contrast.weights for contrast in all_pairs(["a", "b", "c"])]
    [(1, -1, 0), (1, 0, -1), (0, 1, -1)]
    """
    return tuple(
        Contrast(first=first, second=second, weights=_weights({one: 1, other: -1}, len(labels)))
        for (one, first), (other, second) in combinations(enumerate(labels), 2)
    )


def round_robin(
    policies: Sequence[tuple[str, Policy]], players: int
) -> tuple[tuple[Entry, ...], tuple[Contrast, ...]]:
    """Each policy alone among players of each other one.

    The difference of a pair is half of what the first wins alone among players of the second, less
    half of what the second wins alone among players of the first.
    """
    entries: list[Entry] = []
    pairs: list[tuple[str, str, dict[int, int]]] = []
    for (first, one), (second, other) in combinations(policies, 2):
        place = len(entries)
        pairs.append((first, second, {place: 1, place + 1: -1}))
        entries += [
            Entry(label=f"{first} among {second}", policies=(one, *[other] * (players - 1))),
            Entry(label=f"{second} among {first}", policies=(other, *[one] * (players - 1))),
        ]
    contrasts = tuple(
        Contrast(first=first, second=second, weights=_weights(weights, len(entries)), divisor=2)
        for first, second, weights in pairs
    )
    return tuple(entries), contrasts


def _weights(of: dict[int, int], entries: int) -> tuple[int, ...]:
    return tuple(of.get(entry, 0) for entry in range(entries))
