"""How many CPUs this process may use, which can be far fewer than the machine has."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from sim.errors import UserError

_MOST_WORKERS = 1024
_QuotaReader = Callable[[Path], float]


def usable_cpus(root: Path = Path("/")) -> int:
    """Return the CPUs of this process: its affinity, cut by the quotas of its control groups.

    Parameters
    ----------
    root : Path
        Where ``proc`` and ``sys`` are found.

    Returns
    -------
    int
        At least 1. A quota of one and a half CPUs counts as 2.
    """
    quotas = [math.ceil(quota) for quota in _quotas(root)]
    return max(1, min([_affinity(), *quotas]))


def checked_workers(wanted: int | None) -> int:
    """Return the number of worker processes: what was asked for, or all usable CPUs for None.

    Raises
    ------
    UserError
        If the number makes no sense.
    """
    if wanted is None:
        return usable_cpus()
    if not 1 <= wanted <= _MOST_WORKERS:
        raise UserError(
            f"--workers: {wanted} is out of range; allowed: 1 to {_MOST_WORKERS}, "
            "without it all CPUs of this process are used"
        )
    return wanted


def _affinity() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(root: Path) -> Iterator[float]:
    """CPU quotas of the control groups that hold this process, and of all groups above them."""
    try:
        memberships = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    mount = root / "sys/fs/cgroup"
    for line in memberships:
        _, controllers, group = line.split(":", 2)
        if controllers == "":
            yield from _quotas_upwards(mount, group, _quota_of_version_2)
        elif "cpu" in controllers.split(","):
            yield from _quotas_upwards(mount / controllers, group, _quota_of_version_1)


def _quotas_upwards(mount: Path, group: str, quota_of: _QuotaReader) -> Iterator[float]:
    place = PurePosixPath(group.lstrip("/"))
    for above in (place, *place.parents):
        try:
            quota = quota_of(mount / above)
        except (OSError, ValueError):  # no such file, or no limit written in it
            continue
        if quota > 0:
            yield quota


def _quota_of_version_2(folder: Path) -> float:
    quota, period = (folder / "cpu.max").read_text().split()
    return int(quota) / int(period)


def _quota_of_version_1(folder: Path) -> float:
    quota = int((folder / "cpu.cfs_quota_us").read_text())
    return quota / int((folder / "cpu.cfs_period_us").read_text())
