"""How a comparison is carried out, as the command line says."""

from __future__ import annotations

from dataclasses import dataclass

from sim.storage import Folder


@dataclass(frozen=True)
class HowToCompare:
    """What was asked for on the command line, beside what is compared.

    Attributes
    ----------
    out : Path, ObjectPath or None
        The directory; None for one named like the comparison.
    workers : int or None
        How many worker processes; None for as many as there are CPUs.
    resume : bool
        Whether to go on with what is there.
    fixed : bool
        Whether to play all deals, decided or not, and look once at the end.
    """

    out: Folder | None
    workers: int | None
    resume: bool
    fixed: bool
