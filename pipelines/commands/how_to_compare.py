"""How a comparison is carried out, as the command line says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelines.commands.workforces import WhoSimulates


@dataclass(frozen=True)
class HowToCompare:
    """What was asked for on the command line, beside what is compared.

    Attributes
    ----------
    out : Path or None
        The directory; None for one named like the comparison.
    who : WhoSimulates
        Processes of this machine, or a cluster.
    resume : bool
        Whether to go on with what is there.
    fixed : bool
        Whether to play all deals, decided or not, and look once at the end.
    """

    out: Path | None
    who: WhoSimulates
    resume: bool
    fixed: bool
