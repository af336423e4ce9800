"""How fast a pilot was and how much it wrote: what minutes and bytes are foretold from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

__all__ = ["Disk", "Pace", "bytes_in"]

_DONE: Final = re.compile(r": (?P<task>\S.*): (?P<deals>\d+) deals in (?P<seconds>\d+\.\d+) s$")
"""What a worker writes to the log when a shard is done."""


@dataclass(frozen=True)
class Pace:
    """How fast shards were simulated.

    Attributes
    ----------
    seconds_of_deal : float
        What a deal takes one worker, while the others work too.
    """

    seconds_of_deal: float

    @classmethod
    def of_log(cls, log: Path, of: str = "") -> Pace | None:
        """Return the pace that the log of a run tells; None if it tells none.

        Each worker writes down how long it was at each shard: starting and compiling are no part
        of it. The median over the shards is taken, so that a few that waited do not count.

        Parameters
        ----------
        log : Path
            ``run.log`` of a run or a comparison.
        of : str
            Only shards whose name begins with it.
        """
        try:
            with log.open(encoding="utf-8", errors="replace") as lines:
                paces = list(_paces(lines, of))
        except OSError:
            return None
        return cls(median(paces)) if paces else None

    def slower(self, times: float) -> Pace:
        """Return the pace at which a deal takes so many times as long."""
        return Pace(self.seconds_of_deal * times)

    def seconds(self, deals: int, workers: int) -> float:
        """Return how long some workers are at so many deals.

        >>> Pace(seconds_of_deal=2e-7).seconds(deals=10**9, workers=4)
        50.0
        """
        return deals * self.seconds_of_deal / workers


def _paces(lines: Iterable[str], of: str) -> Iterator[float]:
    for line in lines:
        found = _DONE.search(line.rstrip())
        if found and found["task"].startswith(of) and int(found["deals"]):
            yield float(found["seconds"]) / int(found["deals"])


@dataclass(frozen=True)
class Disk:
    """How many bytes a run takes.

    Attributes
    ----------
    a_deal : float
        Bytes of the outcomes of a deal, its part of a session included.
    a_shard : float
        Bytes of the counts of a shard, which grow little with its deals.
    """

    a_deal: float
    a_shard: float

    def bytes_of(self, *, deals: int, shards: int) -> float:
        """Return the bytes of a run of so many deals in so many shards.

        >>> Disk(a_deal=2.25, a_shard=10_000).bytes_of(deals=1_000_000, shards=4)
        2290000.0
        """
        return deals * self.a_deal + shards * self.a_shard


def bytes_in(folder: Path, names: Iterable[str]) -> int:
    """Return the size of these files of a folder; those that are not there have none.

    >>> bytes_in(Path("nowhere"), ["shard-000000.parquet"])
    0
    """
    files = (folder / name for name in names)
    return sum(file.stat().st_size for file in files if file.exists())
