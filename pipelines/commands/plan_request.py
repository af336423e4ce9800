"""What was asked of ``nap plan``, and what does not go together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from sim.errors import UserError
from sim.scenarios.quantities import parse_count

_TO_COMPARE: Final = "nap plan --compare counting:bold counting --effect 0.01"
_TO_RUN: Final = 'nap plan quickstart --until "nap made ±0.001"'


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """What was asked for on the command line.

    Attributes
    ----------
    what : tuple of str
        A scenario, a run directory, or what is to be compared.
    compare : bool
        Whether a comparison is planned.
    until : tuple of str
        Targets of precision.
    deals : str or None
        How many deals a run may have.
    effect : float or None
        The difference to be told, in units per deal.
    players, profile, design, field : str or None
        As ``nap compare`` has them.
    seed : int or None
    workers : int or None
        How many worker processes; None for as many as there are CPUs.
    pilot : str or None
        How many deals are simulated first.
    """

    what: tuple[str, ...] = ()
    compare: bool = False
    until: tuple[str, ...] = ()
    deals: str | None = None
    effect: float | None = None
    players: str | None = None
    profile: str | None = None
    design: str | None = None
    field: str | None = None
    seed: int | None = None
    workers: int | None = None
    pilot: str | None = None

    def check(self) -> None:
        """See that all goes together.

        Raises
        ------
        UserError
            With the command that does.
        """
        if self.compare:
            self._check_comparison()
        else:
            self._check_run()

    @property
    def pilot_deals(self) -> int | None:
        """How many deals are simulated first; None for the usual number."""
        return _count("--pilot", self.pilot)

    @property
    def most_deals(self) -> int | None:
        """How many deals a run may have; None if that was not said."""
        return _count("--deals", self.deals)

    def _check_comparison(self) -> None:
        for name, given in (("--until", self.until), ("--deals", self.deals)):
            if given:
                raise UserError(
                    f"{name} is for a run, not for a comparison; say which difference is to be "
                    f"told: {_TO_COMPARE}"
                )
        if not self.what:
            raise UserError(f"--compare: name the policies to be compared: {_TO_COMPARE}")
        if self.effect is None:
            raise UserError(
                "--compare: how great a difference is to be told? Give it in units per deal: "
                f"{_TO_COMPARE}"
            )
        if not (0 < self.effect < math.inf):
            raise UserError(
                f"--effect: {self.effect:g} is out of range; allowed: a difference above 0, in "
                "units per deal, such as 0.01"
            )

    def _check_run(self) -> None:
        for name in ("effect", "players", "profile", "design", "field"):
            if getattr(self, name) is not None:
                raise UserError(f"--{name} is for a comparison: {_TO_COMPARE}")
        if len(self.what) > 1:
            raise UserError(
                f"{' '.join(self.what)}: one scenario or run is planned at a time; policies are "
                f"compared with --compare: {_TO_COMPARE}"
            )


def _count(option: str, written: str | None) -> int | None:
    try:
        return None if written is None else parse_count(written)
    except UserError as error:
        raise UserError(f"{option}: {error}") from None


def nothing_asked(what: str) -> UserError:
    """Return the refusal of a plan without a target and without a number of deals."""
    return UserError(
        f"{what}: nothing is asked for; give a target, as in {_TO_RUN}, or a number of deals, as "
        "in nap plan quickstart --deals 100M"
    )
