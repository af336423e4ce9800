"""What was asked of ``nap solve``, and what does not go together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sim.errors import UserError

KINDS: Final = ("text", "json")

_BY_HANDS: Final = 'nap solve --hands "AS KS QS 2H 3D / JS 9S 4H 3H 2C / AH KH AD KD 2D"'
_BY_NUMBER: Final = "nap solve quickstart 1234567"
_MID_DEAL: Final = "--declarer eldest --trump S --leader dealer --taken 1"


@dataclass(frozen=True, kw_only=True)
class SolveRequest:
    """What was asked for on the command line; None is what was not said.

    Attributes
    ----------
    run, deal : str or None
        A run or a scenario, and the number of a deal of it.
    hands : str or None
        Hands with / between them.
    profile, declarer, contract, trump, leader, table : str or None
    taken : int or None
        Tricks of the declarer so far.
    after : int or None
        Cards of a numbered deal that have been played.
    kind : str
        "text" or "json".
    """

    run: str | None = None
    deal: str | None = None
    hands: str | None = None
    profile: str | None = None
    declarer: str | None = None
    contract: str | None = None
    trump: str | None = None
    leader: str | None = None
    table: str | None = None
    taken: int | None = None
    after: int | None = None
    kind: str = "text"

    def check(self) -> None:
        """See that all goes together.

        Raises
        ------
        UserError
            With the command that does.
        """
        if self.kind not in KINDS:
            raise UserError(f"--as {self.kind} is not one of {', '.join(KINDS)}")
        if self.hands is None:
            self._check_number()
        elif self.run is not None:
            raise UserError(
                f"both hands and {self.run}: type one of them, such as {_BY_HANDS}, or {_BY_NUMBER}"
            )
        elif self.after is not None:
            raise UserError("--after goes with the number of a deal, not with --hands")

    def check_whole_deal(self) -> None:
        """See that nothing is said of a deal of which no card has been played.

        Raises
        ------
        UserError
            Who leads and has no trick yet is the declarer.
        """
        for name in ("leader", "taken"):
            if getattr(self, name) is not None:
                raise UserError(
                    f"--{name}: goes with hands that have lost cards; these are whole, so the "
                    "declarer leads and has no trick"
                )

    @property
    def says_position(self) -> bool:
        """Whether something was said that only positions in mid-deal have."""
        return not (self.leader is None and self.table is None and self.taken is None)

    def _check_number(self) -> None:
        if self.run is None:
            raise UserError(
                f"no deal to solve: type its hands, such as {_BY_HANDS}, or {_BY_NUMBER}"
            )
        if self.deal is None:
            raise UserError(f"{self.run}: which deal? Type its number too, such as {_BY_NUMBER}")
        for name in ("profile", "leader", "table", "taken"):
            if getattr(self, name) is not None:
                raise UserError(f"--{name} goes with --hands, not with the number of a deal")
        for name in ("declarer", "contract", "trump"):
            if self.after is not None and getattr(self, name) is not None:
                raise UserError(
                    f"--{name} does not go with --after: the cards were played in what was declared"
                )


def missing_in_mid_deal(option: str, what: str) -> UserError:
    """Return the refusal of a position of which something was not said."""
    return UserError(f"{option}: not given; {what}; in mid-deal say, for example, {_MID_DEAL}")
