"""Targets of precision: what a run is to find out, and how precisely, as people write it.

A target reads ``what ±half-width``: "nap made ±0.001". The half-width is half the width of the
interval that the report prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal, get_args

from sim.errors import UserError
from sim.experiment import Experiment
from sim.mistakes import shown, unknown
from sim.scenarios.half_widths import as_written

WAYS_TO_ASK: Final = (
    "<contract> made, <contract> played, <contract> bid, contract made, passed out, "
    "position K expectation, player NAME expectation, policy LABEL expectation"
)
"""What precision can be asked of, for messages and help texts."""

TARGETS_ALLOWED: Final = 'a list of texts such as ["nap made ±0.001"]'

Kind = Literal[
    "made", "played", "bid", "contract made", "passed out", "position", "player", "policy"
]

_WHOLE: Final = ("contract made", "passed out")
_OF_CONTRACT: Final = ("made", "played", "bid")
_EXPECTATION: Final = "expectation"
_WHO: Final = ("position", "player", "policy")

_SIGN: Final = re.compile(r"±|\+/-|\+-")
_NUMBER: Final = re.compile(
    r"(?P<number>(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?)\s*(?P<percent>%|percent)?",
    re.IGNORECASE | re.ASCII,
)
_DECIMAL_COMMA: Final = re.compile(r"\d*,\d+\s*%?", re.ASCII)
_LONGEST: Final = 200


@dataclass(frozen=True, kw_only=True)
class Target:
    """How precisely one number of a report is wanted.

    Attributes
    ----------
    kind : {"made", "played", "bid", "contract made", "passed out", "position", "player", "policy"}
        What is measured: the rate at which a contract is made (among deals played in it), played
        or bid (among all deals); at which any contract is made (among deals not passed out), or
        a deal is passed out; or the expectation of a position, a player, a policy.
    of : str
        The contract, the position's number, the player's name, the policy's label; "" if none.
    half_width : float
        Half the width of the interval that is wanted: a probability below 0.5, or units per deal.

    Examples
    --------
    >>> str(Target.parse("nap made +- 0.1 %"))
    'nap made ±0.001'
    >>> Target.parse("player Anne expectation ±.01").of
    'Anne'
    """

    kind: Kind
    of: str
    half_width: float

    @classmethod
    def parse(cls, text: str) -> Target:
        """Return the target that somebody wrote; `check` sees whether an experiment has it.

        Raises
        ------
        UserError
            If it is no target: one line that says what is allowed.
        """
        what, sign, width = _cut_at_sign(text)
        if not sign:
            raise UserError(
                f'{shown(text)} has no half-width; write "nap made ±0.001", or +-0.001 for ±0.001'
            )
        kind, of = _measured(what, text)
        return cls(kind=kind, of=of, half_width=_half_width(width, text, rate=kind not in _WHO))

    @property
    def is_rate(self) -> bool:
        """Whether it is about a probability, not about units per deal."""
        return self.kind not in _WHO

    @property
    def measure(self) -> str:
        """What is measured, without how precisely: "nap made"."""
        if self.kind in _WHOLE:
            return self.kind
        return f"{self.of} {self.kind}" if self.is_rate else f"{self.kind} {self.of} {_EXPECTATION}"

    def __str__(self) -> str:
        """Return the target as it can be parsed again."""
        return f"{self.measure} {as_written(self.half_width)}"

    def check(self, experiment: Experiment) -> None:
        """See that an experiment can tell what is asked for.

        Raises
        ------
        UserError
            If it has no such contract, position, player or policy, or the answer is no question.
        """
        fault = self._fault(experiment)
        if fault:
            raise UserError(f"{shown(str(self))}: {fault}")

    def _fault(self, experiment: Experiment) -> str | None:
        """Return what an experiment lacks; None if it can tell."""
        if self.kind in _WHOLE:
            return None
        if self.kind == "position":
            return self._fault_of_position(experiment)
        names = {
            "player": [player.name for player in experiment.lineup],
            "policy": list(dict.fromkeys(player.policy.label for player in experiment.lineup)),
        }.get(self.kind, experiment.rules.ladder.names)
        if self.of not in names:
            return unknown(self.of, names)
        if self.kind == "policy" and len(names) == 1 and not experiment.rules.has_pool:
            return "everybody follows it, and all players together win exactly 0: ask of a position"
        return None

    def _fault_of_position(self, experiment: Experiment) -> str | None:
        last = experiment.rules.players - 1
        if int(self.of) <= last:
            return None
        return f"there is no position {self.of}; allowed: 0 (the dealer) to {last}"


def targets_for(texts: Iterable[str], experiment: Experiment) -> tuple[Target, ...]:
    """Return targets that an experiment can tell, each once, as they were written.

    Raises
    ------
    UserError
        For the first that is wrong.
    """
    targets = tuple(dict.fromkeys(map(Target.parse, texts)))
    for target in targets:
        target.check(experiment)
    return targets


def _cut_at_sign(text: str) -> tuple[str, str, str]:
    """Return what stands before the last ±, that sign, and what stands behind it."""
    found = list(_SIGN.finditer(text))
    if not found:
        return text, "", ""
    return text[: found[-1].start()], found[-1][0], text[found[-1].end() :]


def _measured(what: str, text: str) -> tuple[Kind, str]:
    """Return the kind of measure, and of what it is."""
    words = what.split()
    measure = " ".join(words)
    for whole in get_args(Kind):
        if whole in _WHOLE and measure == whole:
            return whole, ""
        if whole in _OF_CONTRACT and len(words) == 2 and words[1] == whole:
            return whole, words[0]
        if whole in _WHO and len(words) > 2 and (words[0], words[-1]) == (whole, _EXPECTATION):
            of = what.strip()[len(whole) : -len(_EXPECTATION)].strip()
            return whole, _position(of, text) if whole == "position" else of
    raise UserError(
        f"{shown(text)}: precision cannot be asked of {shown(measure)}; allowed: {WAYS_TO_ASK}"
    )


def _position(written: str, text: str) -> str:
    if not re.fullmatch(r"\d{1,3}", written, re.ASCII):
        raise UserError(
            f"{shown(text)}: {shown(written)} is no position; allowed: 0 (the dealer), 1 (eldest) "
            "and so on"
        )
    return str(int(written))


def _half_width(written: str, text: str, *, rate: bool) -> float:
    """Return the number behind the sign: a probability, or units per deal."""
    written = written.strip()
    found = _NUMBER.fullmatch(written)
    if found is None or len(written) > _LONGEST:
        comma = _DECIMAL_COMMA.fullmatch(written)
        way = (
            f"write a point: {written.replace(',', '.')}"
            if comma
            else "allowed: 0.001, 1e-3" + (" or 0.1 %" if rate else "")
        )
        raise UserError(f"{shown(text)}: {shown(written)} is no half-width; {way}")
    value = Decimal(found["number"].replace("_", ""))
    if rate:
        value = value / 100 if found["percent"] else value
        if not 0 < value < Decimal("0.5"):
            raise UserError(
                f"{shown(text)}: the half-width of a rate lies between 0 and 0.5 (50 %), "
                "both left out"
            )
    elif found["percent"]:
        raise UserError(
            f"{shown(text)}: an expectation is in units per deal, not in percent; "
            "write for instance ±0.01"
        )
    elif not 0 < value < Decimal(10) ** 9:
        raise UserError(f"{shown(text)}: a half-width in units per deal must be above 0")
    return float(value)
