"""Workers by default: the CPUs this process may use, not those of the machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.runs.cpus import checked_workers, usable_cpus


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which this process may use 16 CPUs, without control groups."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(16)), raising=False)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_without_quota_the_affinity_counts(machine: Path) -> None:
    assert usable_cpus(machine) == 16


def test_a_quota_of_control_groups_version_2(machine: Path) -> None:
    write(machine / "proc/self/cgroup", "0::/jobs/mine\n")
    write(machine / "sys/fs/cgroup/jobs/mine/cpu.max", "max 100000\n")
    write(machine / "sys/fs/cgroup/jobs/cpu.max", "300000 100000\n")
    assert usable_cpus(machine) == 3


def test_a_quota_inside_a_container_that_hides_its_group(machine: Path) -> None:
    write(machine / "proc/self/cgroup", "0::/not/mounted/here\n")
    write(machine / "sys/fs/cgroup/cpu.max", "150000 100000\n")
    assert usable_cpus(machine) == 2


def test_a_quota_of_control_groups_version_1(machine: Path) -> None:
    write(machine / "proc/self/cgroup", "5:memory:/jobs\n4:cpu,cpuacct:/jobs\n")
    write(machine / "sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_quota_us", "400000\n")
    write(machine / "sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_period_us", "100000\n")
    write(machine / "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n")
    write(machine / "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n")
    assert usable_cpus(machine) == 4


def test_a_tiny_quota_still_gives_one(machine: Path) -> None:
    write(machine / "proc/self/cgroup", "0::/\n")
    write(machine / "sys/fs/cgroup/cpu.max", "5000 100000\n")
    assert usable_cpus(machine) == 1


def test_this_machine_gives_at_least_one() -> None:
    assert 1 <= checked_workers(None) <= (os.cpu_count() or 1)


@pytest.mark.parametrize("wanted", [0, -3, 100_000])
def test_nonsense_is_refused(wanted: int) -> None:
    with pytest.raises(UserError, match=f"--workers: {wanted} is out of range; allowed: 1 to"):
        checked_workers(wanted)
