"""A kill just before any one write, and what is on the disk then.

Whatever has a final name is whole: the bytes of the undisturbed run. Nothing that is half made is
taken for something else, and the same command goes on to the same end.
"""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.runs import contents
from tests.forked import Forks

SCENARIO = """\
name = "small"
profile = "basic"
players = 3
policy = "counting"
deals = 400
seed = 1815
"""
FEW, MANY = 400, 800
"""Deals before and after the run is made longer; two shards then."""

SIMULATE, AGGREGATE, TABLES, REPORT = (
    f"tests.crash.in_one_process:{step}" for step in ("simulate", "aggregate", "tables", "report")
)


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    with Forks() as server:
        yield server


class Step:
    """A step of a run, as it is undisturbed: from what folder to what folder."""

    def __init__(self, forks: Forks, folder: Path, function: str, *arguments: object) -> None:
        self._forks = forks
        self._folder = folder
        self._before = folder.parent / f"{folder.name}-before"
        self._call = (function, *arguments)
        shutil.copytree(folder, self._before)
        ended = forks.call(function, *arguments, folder=folder)
        assert ended.status == 0, ended.errors
        self.writes = ended.writes
        self.undisturbed = contents(folder)
        self.old = contents(self._before)

    def killed_at(self, write: int) -> None:
        """Begin anew, and be killed before this write."""
        shutil.rmtree(self._folder)
        shutil.copytree(self._before, self._folder)
        self.killed_again_at(write)

    def killed_again_at(self, write: int) -> None:
        """Go on, and be killed before this write; then see that no file is half there."""
        ended = self._forks.call(
            *self._call, folder=self._folder, signal_at=(signal.SIGKILL, write)
        )
        assert ended.status == -signal.SIGKILL, (write, ended.errors)
        for name, content in contents(self._folder).items():
            if ".tmp-nap-" not in name:
                known = (self.undisturbed.get(name), self.old.get(name))
                assert content in known, (write, name)

    def goes_on(self) -> None:
        """Go on to the end, undisturbed."""
        ended = self._forks.call(*self._call, folder=self._folder)
        assert ended.status == 0, ended.errors
        assert contents(self._folder) == self.undisturbed

    def tables(self) -> str:
        return self._forks.call(TABLES, "run", folder=self._folder).output.strip()


@pytest.fixture
def new_run(forks: Forks, tmp_path: Path) -> Step:
    """Simulating from nothing."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "small.toml").write_text(SCENARIO)
    return Step(forks, folder, SIMULATE, "small.toml", "run", FEW)


@pytest.fixture
def longer_run(forks: Forks, new_run: Step, tmp_path: Path) -> Step:
    """Simulating more, where there are tables already."""
    folder = tmp_path / "work"
    forks.call(AGGREGATE, "run", folder=folder)
    shutil.rmtree(tmp_path / "work-before")
    return Step(forks, folder, SIMULATE, "small.toml", "run", MANY)


@pytest.fixture
def newer_tables(forks: Forks, longer_run: Step, tmp_path: Path) -> Step:
    """Making tables in the place of older ones."""
    shutil.rmtree(tmp_path / "work-before")
    return Step(forks, tmp_path / "work", AGGREGATE, "run")


def test_a_new_run_killed_at_some_writes(new_run: Step) -> None:
    for write in range(1, new_run.writes + 1, 3):
        new_run.killed_at(write)
        new_run.goes_on()


def test_a_longer_run_killed_at_some_writes(longer_run: Step) -> None:
    for write in range(2, longer_run.writes + 1, 3):
        longer_run.killed_at(write)
        longer_run.goes_on()


def test_newer_tables_killed_at_some_writes(newer_tables: Step) -> None:
    for write in range(3, newer_tables.writes + 1, max(1, newer_tables.writes // 8)):
        killed_tables(newer_tables, write)


def killed_tables(step: Step, write: int) -> None:
    """Tables of two makings are never taken for one."""
    step.killed_at(write)
    told = step.tables()
    assert told in (str(FEW), str(MANY)) or "make the tables again: nap aggregate run" in told
    step.goes_on()
    assert step.tables() == str(MANY)


@pytest.mark.slow
def test_killed_at_every_write(new_run: Step) -> None:
    for write in range(1, new_run.writes + 1):
        new_run.killed_at(write)
        new_run.goes_on()


@pytest.mark.slow
def test_a_longer_run_killed_at_every_write(longer_run: Step) -> None:
    for write in range(1, longer_run.writes + 1):
        longer_run.killed_at(write)
        longer_run.goes_on()


@pytest.mark.slow
def test_tables_killed_at_every_write(newer_tables: Step) -> None:
    for write in range(1, newer_tables.writes + 1):
        killed_tables(newer_tables, write)


@pytest.mark.slow
def test_a_report_killed_at_many_writes(forks: Forks, newer_tables: Step, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "work-before")
    step = Step(forks, tmp_path / "work", REPORT, "run")
    step.killed_at(1)
    for write in range(2, step.writes + 1, max(1, step.writes // 12)):
        step.killed_again_at(write)
    step.goes_on()
