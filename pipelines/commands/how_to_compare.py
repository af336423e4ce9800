"""How a comparison is carried out, as the command line says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.storage import Folder

if TYPE_CHECKING:
    from pipelines.commands.workforces import WhoSimulates


@dataclass(frozen=True)
class HowToCompare:
    """What was asked for on the command line, beside what is compared.

    Attributes
    ----------
    out : Path, ObjectPath or None
        The directory; None for one named like the comparison.
    who : WhoSimulates
        Processes of this machine, or a cluster.
    resume : bool
        Whether to go on with what is there.
    fixed : bool
        Whether to play all deals, decided or not, and look once at the end.
    """

    out: Folder | None
    who: WhoSimulates
    resume: bool
    fixed: bool
