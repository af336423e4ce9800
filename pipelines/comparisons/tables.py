"""The tables of a comparison, with where they come from.

Light on purpose: to load tables neither the statistics nor the simulator is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import polars as pl

__all__ = ["ComparedPolicy", "ComparisonProvenance", "ComparisonTables"]

_BY_SIZE: Final = ("deals", "cap", "stopped_early", "identities")


@dataclass(frozen=True, kw_only=True)
class ComparedPolicy:
    """One side of the differences: its name in the tables, the policy, and that one's version.

    A line-up names all its policies, the studied one first; the version is the studied one's.
    """

    label: str
    policy: str
    version: int


@dataclass(frozen=True, kw_only=True)
class ComparisonProvenance:
    """Where the tables of a comparison come from.

    Attributes
    ----------
    name, design, profile : str
    seed : int
    level : float
        Confidence level: of each fixed-n interval, and of all anytime intervals together.
    unit : str
        What is independent, "deal" or "session", each with all rotations.
    sizes : tuple of int
        Numbers of players, ascending.
    deals, cap : mapping of int to int
        Deals that were counted, and the most that were allowed, by number of players.
    stopped_early : mapping of int to bool
        Whether everything was decided before the cap, by number of players.
    identities : mapping of int to str
        SHA-256 of everything that defines the sums, hexadecimal, by number of players.
    field : str or None
        Label of the policy of all other players in the design "challenger".
    policies : tuple of ComparedPolicy
        What is compared.
    swept : tuple of str
        The swept parameters; empty if it is no sweep.
    """

    name: str
    design: str
    profile: str
    seed: int
    level: float
    unit: str
    sizes: tuple[int, ...]
    deals: Mapping[int, int]
    cap: Mapping[int, int]
    stopped_early: Mapping[int, bool]
    identities: Mapping[int, str]
    field: str | None
    policies: tuple[ComparedPolicy, ...]
    swept: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the provenance as values that JSON can hold: numbers of players become text."""
        by_size = {
            name: {str(players): value for players, value in getattr(self, name).items()}
            for name in _BY_SIZE
        }
        return {**asdict(self), **by_size}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> ComparisonProvenance:
        """Return the provenance that `to_json` described.

        Raises
        ------
        KeyError, TypeError
            If it is no such description.
        """
        by_size = {
            name: {int(players): value for players, value in values[name].items()}
            for name in _BY_SIZE
        }
        changed = {
            "sizes": tuple(values["sizes"]),
            "policies": tuple(ComparedPolicy(**policy) for policy in values["policies"]),
            "swept": tuple(values["swept"]),
        }
        return cls(**{**values, **by_size, **changed})


@dataclass(frozen=True, kw_only=True)
class ComparisonTables:
    """All tables of a comparison; `pipelines.comparisons.schema` describes every column."""

    provenance: ComparisonProvenance
    differences: pl.DataFrame
    scores: pl.DataFrame
    behaviour: pl.DataFrame
    positions: pl.DataFrame
    calibration: pl.DataFrame
    sweep: pl.DataFrame | None = None

    def frames(self) -> dict[str, pl.DataFrame]:
        """Return the tables that there are by name, in the order in which they are written."""
        frames = {
            "differences": self.differences,
            "scores": self.scores,
            "behaviour": self.behaviour,
            "positions": self.positions,
            "calibration": self.calibration,
            "sweep": self.sweep,
        }
        return {name: frame for name, frame in frames.items() if frame is not None}
