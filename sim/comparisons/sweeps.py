"""Sweeps: one policy with one or two parameters over a grid, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import product
from typing import Any, Final

from sim.comparisons.comparison import Contrast, Entry
from sim.errors import UserError
from sim.mistakes import shown
from sim.policies import Policy

MOST_PARAMETERS: Final = 2
MOST_POINTS: Final = 400

WAYS_TO_WRITE: Final = "low:high:step, as in 3.6:4.8:0.2, or single values, as in 3.6,4.2,4.8"
"""How the values of a parameter are written, for messages and help texts."""


@dataclass(frozen=True)
class Swept:
    """A parameter and the values that it takes in turn.

    Attributes
    ----------
    parameter : str
        Its name.
    values : tuple of float
        Different values, in the order in which they are tried.
    """

    parameter: str
    values: tuple[float, ...]

    @classmethod
    def of(cls, parameter: str, written: object) -> Swept:
        """Return a parameter with its values as they were written.

        Parameters
        ----------
        parameter : str
        written : str or list of numbers
            "low:high:step", both ends included, or "a,b,c"; a file may give a list of numbers.

        Raises
        ------
        UserError
            If the values are not understood, too many, or one comes twice.

        Examples
        --------
        >>> Swept.of("five", "3.6:4.8:0.2").values
        (3.6, 3.8, 4.0, 4.2, 4.4, 4.6, 4.8)
        >>> Swept.of("five", "3.6:4.8:0.5")
        Traceback (most recent call last):
        ...
        sim.errors.UserError: "3.6:4.8:0.5" does not end with a whole step; \
the last value below is 4.6
        """
        values = tuple(map(float, _values(written)))
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise UserError(f"the value {twice!r} comes twice")
        return cls(parameter, values)


def points(
    swept: Sequence[Swept],
) -> list[tuple[str, dict[str, float]]]:
    """Return every point of a grid: what it is called, and the value of each parameter.

    Raises
    ------
    UserError
        If there are too many parameters or points, or a parameter comes twice.

    Examples
    --------
    >>> points([Swept("five", (4.0, 4.2)), Swept("four", (3.0,))])
    [('five=4.0, four=3.0', {'five': 4.0, 'four': 3.0}), \
('five=4.2, four=3.0', {'five': 4.2, 'four': 3.0})]
    """
    names = [each.parameter for each in swept]
    if not 1 <= len(names) <= MOST_PARAMETERS or len(set(names)) < len(names):
        raise UserError(
            f"a sweep is over one parameter or two different ones, not {', '.join(names) or 'none'}"
        )
    size = 1
    for each in swept:
        size *= len(each.values)
    if size > MOST_POINTS:
        raise UserError(f"the grid has {size} points; allowed: up to {MOST_POINTS}")
    grid = [dict(zip(names, values, strict=True)) for values in product(*(s.values for s in swept))]
    return [(", ".join(f"{name}={value!r}" for name, value in at.items()), at) for at in grid]


def swept_entries(
    candidates: Sequence[tuple[str, Policy]], field: tuple[str, Policy], players: int
) -> tuple[tuple[Entry, ...], tuple[Contrast, ...]]:
    """Each point of a grid alone among players of the field, and the field itself as the last.

    Points are compared with the field only: which is the best, and how sure that is, follows from
    the products of all scores.
    """
    named = [*candidates, field]
    entries = tuple(
        Entry(label=label, policies=(policy, *[field[1]] * (players - 1)))
        for label, policy in named
    )
    return entries, against_last([label for label, _ in named])


def against_last(labels: Sequence[str]) -> tuple[Contrast, ...]:
    """Return the difference of every entry from the last one.

    >>> [(c.first, c.second, c.weights) for c in against_last(["a", "b", "field"])]
    [('a', 'field', (1, 0, -1)), ('b', 'field', (0, 1, -1))]
    """
    *tried, last = labels
    return tuple(
        Contrast(
            first=label,
            second=last,
            weights=(*(int(entry == place) for entry in range(len(tried))), -1),
        )
        for place, label in enumerate(tried)
    )


def _values(written: object) -> list[Decimal]:
    """Return the values of a parameter as exact decimal numbers."""
    if isinstance(written, str):
        parts = written.split(":")
        return _range(written, parts) if len(parts) > 1 else _numbers(written, written.split(","))
    if isinstance(written, list):
        return _numbers(written, written)
    return _numbers(written, [written])


def _range(written: str, parts: Sequence[str]) -> list[Decimal]:
    if len(parts) != 3:
        raise _refused(written)
    low, high, step = _numbers(written, parts)
    if step <= 0 or high < low:
        raise UserError(f"{shown(written)} goes nowhere; the step is positive, and low comes first")
    steps, rest = divmod(high - low, step)
    if steps >= MOST_POINTS:
        raise UserError(f"{shown(written)} are {steps + 1} values; allowed: up to {MOST_POINTS}")
    if rest:
        last = low + steps * step
        raise UserError(
            f"{shown(written)} does not end with a whole step; the last value below is {last}"
        )
    return [low + number * step for number in range(int(steps) + 1)]


def _numbers(written: object, parts: Sequence[Any]) -> list[Decimal]:
    values = [_number(part) for part in parts]
    if not values or None in values:
        raise _refused(written)
    return [value for value in values if value is not None]


def _number(part: object) -> Decimal | None:
    if isinstance(part, bool) or not isinstance(part, str | int | float):
        return None
    try:
        value = Decimal(str(part).strip())
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value) < 10**12 else None


def _refused(written: object) -> UserError:
    return UserError(f"{shown(written)} are no values; write {WAYS_TO_WRITE}")
