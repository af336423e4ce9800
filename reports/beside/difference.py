"""One difference between a run and the first one, as the tables state it and as readers meet it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from pipelines.beside.tables import BesideTables
from reports.language import marked, tr
from reports.style import AMBER, BLUE, INK, MUTED, Colour
from reports.wording import NOTHING, contract_name, decimals_for, position_name, signed
from sim.game.rules import MOST_PLAYERS

Ends = tuple[float, float]

_USUAL_DECIMALS: Final = 3

_NAMES: Final = {
    "passed out": marked("passed out"),
    "contract made": marked("any contract"),
}

_VERDICTS: Final = {
    ("rate", "higher"): marked("more often"),
    ("rate", "lower"): marked("less often"),
    ("mean", "higher"): marked("worth more"),
    ("mean", "lower"): marked("worth less"),
    ("rate", "equal"): marked("never differs"),
    ("mean", "equal"): marked("never differs"),
    ("rate", "not told"): marked("cannot be told"),
    ("mean", "not told"): marked("cannot be told"),
}

COLOURS: Final[Mapping[str, Colour]] = {
    "higher": BLUE,
    "lower": AMBER,
    "equal": INK,
    "not told": MUTED,
}
"""Of verdicts; never alone, their words stand beside them."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What is higher in a run than in the first one, by how much.

    Attributes
    ----------
    run, label
        The other run's number and name.
    what, contract, position
        What is compared.
    first, other, value
        Both numbers, and the other less the first: probabilities, or units per deal. None where
        nothing is known.
    alone, at_once
        Ends of the interval of this difference alone, and of that which holds for all at once.
    first_n, other_n
        What both numbers are counted among.
    gain
        How many times as many deals it would take unpaired; None where it is unpaired.
    verdict
        "higher", "lower", "equal" or "not told".
    """

    run: int
    label: str
    what: str
    contract: str | None
    position: int | None
    first: float | None
    other: float | None
    value: float | None
    alone: Ends | None
    at_once: Ends | None
    first_n: int
    other_n: int
    gain: float | None
    verdict: str

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Self:
        """Read a row of the table ``differences``."""
        return cls(
            run=row["run"],
            label=row["label"],
            what=row["what"],
            contract=row["contract"],
            position=row["position"],
            first=row["first"],
            other=row["other"],
            value=row["difference"],
            alone=_ends(row["low"], row["high"]),
            at_once=_ends(row["all_low"], row["all_high"]),
            first_n=row["first_n"],
            other_n=row["other_n"],
            gain=row["gain"],
            verdict=row["verdict"],
        )

    @property
    def is_rate(self) -> bool:
        """Whether it is a difference of shares, shown in percentage points; else of units."""
        return self.position is None

    @property
    def factor(self) -> int:
        """What its numbers are multiplied by where they are shown."""
        return 100 if self.is_rate else 1

    @property
    def name(self) -> str:
        """Name what is compared: a contract, a position, or all contracts."""
        if self.contract is not None:
            return contract_name(self.contract)
        if self.position is not None:
            return position_name(self.position)
        return tr(_NAMES[self.what])

    @property
    def decimals(self) -> int:
        """Decimals that its own interval supports, in the unit in which it is shown."""
        if self.alone is None or self.alone[0] == self.alone[1]:
            return _USUAL_DECIMALS
        return decimals_for(self.factor * (self.alone[1] - self.alone[0]) / 2)

    @property
    def number(self) -> str:
        """The difference with its sign; a dash where there is none."""
        if self.value is None:
            return NOTHING
        return signed(self.factor * self.value, self.decimals)

    @property
    def interval(self) -> str:
        """The ends of its own interval."""
        return self._in_words(self.alone)

    @property
    def interval_at_once(self) -> str:
        """The ends of the interval that holds for all differences at once."""
        return self._in_words(self.at_once)

    @property
    def verdict_in_words(self) -> str:
        """What can be told, shortly."""
        if self.value is None:
            return tr("never played in one")
        return tr(_VERDICTS["rate" if self.is_rate else "mean", self.verdict])

    @property
    def hinted(self) -> bool:
        """Whether its own interval excludes zero, but not that for all differences at once."""
        if self.verdict != "not told" or self.alone is None:
            return False
        return self.alone[0] > 0 or self.alone[1] < 0

    def _in_words(self, ends: Ends | None) -> str:
        if self.value is None:
            return ""
        if ends is None:
            return tr("no interval")
        least, most = (signed(self.factor * end, self.decimals) for end in ends)
        return tr("{least} to {most}", least=least, most=most)


def differences_of(tables: BesideTables) -> tuple[Difference, ...]:
    """Read all differences; those of positions in speaking order."""
    read = [Difference.from_row(row) for row in tables.differences.rows(named=True)]
    return tuple(sorted(read, key=lambda each: (each.run, _turn(each.position))))


def _turn(position: int | None) -> int:
    """Return the place of a position among differences: the dealer last, all else before."""
    if position is None:
        return 0
    return position if position else MOST_PLAYERS


def _ends(low: float | None, high: float | None) -> Ends | None:
    return None if low is None or high is None else (low, high)
