"""How fast a pilot was and how much it wrote: what minutes and bytes are foretold from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Final, NamedTuple

from sim.storage import Folder
from sim.storage.listing import entries

__all__ = ["Disk", "Pace", "bytes_in"]

_DONE: Final = re.compile(
    r"(?P<when>\S+ \S+) .*?(?P<worker>\d+) \S+: (?P<task>\S.*): (?P<deals>\d+) deals in "
    r"(?P<seconds>\d+\.\d+) s"
)
"""What a worker writes to the log when a shard is done; see `sim.runs.run_log`."""

_WHEN: Final = "%Y-%m-%d %H:%M:%S,%f"

_TOO_LONG: Final = 10
"""A worker that took so many times as long as usual was stopped, or the machine slept."""


class _Done(NamedTuple):
    """A shard that a worker has done, when, and how long it computed."""

    worker: str
    when: datetime
    deals: int
    seconds: float


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
    def of_log(cls, log: Folder, of: str = "") -> Pace | None:
        """Return the pace that the log of a run tells; None if it tells none.

        From one shard of a worker to its next one: that is all that a shard costs, writing and
        waiting included, but neither starting nor compiling. Of workers that did but one shard, how
        long they computed.

        Parameters
        ----------
        log : Path or ObjectPath
            ``run.log`` of a run or a comparison.
        of : str
            Only shards whose name begins with it.
        """
        try:
            lines = log.read_bytes().decode(errors="replace").splitlines()
        except OSError:
            return None
        done = list(_done(lines, of))
        spent = list(_between(done)) or [(each.seconds, each.deals) for each in done]
        if not spent:
            return None
        usual = median(seconds / deals for seconds, deals in spent)
        counted = [pair for pair in spent if pair[0] <= _TOO_LONG * usual * pair[1]]
        return cls(sum(s for s, _ in counted) / sum(deals for _, deals in counted))

    def slower(self, times: float) -> Pace:
        """Return the pace at which a deal takes so many times as long."""
        return Pace(self.seconds_of_deal * times)

    def seconds(self, deals: int, workers: int) -> float:
        """Return how long some workers are at so many deals.

        >>> Pace(seconds_of_deal=2e-7).seconds(deals=10**9, workers=4)
        50.0
        """
        return deals * self.seconds_of_deal / workers


def _done(lines: Iterable[str], of: str) -> Iterator[_Done]:
    for line in lines:
        found = _DONE.fullmatch(line.rstrip())
        if found and found["task"].startswith(of) and int(found["deals"]):
            when = datetime.strptime(found["when"], _WHEN)
            yield _Done(found["worker"], when, int(found["deals"]), float(found["seconds"]))


def _between(done: Iterable[_Done]) -> Iterator[tuple[float, int]]:
    """Yield seconds and deals from each shard to the next one of the same worker."""
    last: dict[str, datetime] = {}
    for each in done:
        if each.worker in last:
            seconds = (each.when - last[each.worker]).total_seconds()
            # Clocks are set now and then: time never runs backwards.
            if seconds > 0:
                yield seconds, each.deals
        last[each.worker] = each.when


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


def bytes_in(folder: Folder, names: Iterable[str]) -> int:
    """Return the size of these files of a folder; those that are not there have none.

    >>> from pathlib import Path
    >>> bytes_in(Path("nowhere"), ["shard-000000.parquet"])
    0
    """
    there = entries(folder)
    return sum(there[name][0] for name in names if name in there)
