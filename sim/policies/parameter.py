"""A parameter of a policy: a number that a user may set, with its range and its meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.errors import UserError


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A number that a user may set.

    Attributes
    ----------
    name, meaning : str
        As written in scenarios, and in one sentence, with its unit.
    default, low, high : float
        The value if nothing is said, and the range allowed, ends included.
    whole : bool
        Whether only whole numbers are allowed; a switch is a whole number from 0 to 1.

    Raises
    ------
    UserError
        If the name is no word, or the default is not allowed.

    Examples
    --------
    >>> rank = Parameter(name="rank", meaning="rank", default=10, low=0, high=12, whole=True)
    >>> rank.allowed
    'a whole number from 0 to 12'
    >>> rank.allows(9.5), rank.allows(9.0), rank.allows(True)
    (False, True, False)
    """

    name: str
    meaning: str
    default: float
    low: float
    high: float
    whole: bool = False

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name.isidentifier()):
            raise UserError(f"parameter {self.name!r}: a name is one word of letters, digits and _")
        if not self.allows(self.default):
            raise UserError(
                f"parameter {self.name}: its default is {self.default!r}; allowed: {self.allowed}"
            )

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.low:g} to {self.high:g}"

    def allows(self, value: Any) -> bool:
        """Whether a value is a number in the range."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return self.low <= value <= self.high and not (self.whole and value != int(value))
