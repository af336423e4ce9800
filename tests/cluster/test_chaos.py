"""A run of 200 shards on a cluster that is taken apart again and again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import sim.runs.shards
from sim.cluster.workforce import DaskCluster
from sim.runs.crew import LocalProcesses
from sim.runs.run_errors import OutOfReachError
from sim.runs.simulate import simulate_run
from tests.cluster.clusters import Cluster, wait_until
from tests.crash.runs import contents, kill, scenario

SHARDS = 200
SESSIONS = SHARDS * 6_250
"""Shards of 50,000 deals."""

EVERY = {"child": 5, "member": 8, "nanny": 25, "scheduler": 40}
"""Something is killed each time so many shards are done."""


@dataclass
class Chaos:
    """A progress that kills something whenever it is told of a shard."""

    cluster: Cluster
    generator: random.Random
    shards: int = 0
    kills: Counter[str] = field(default_factory=Counter)

    def advance(self, deals: int) -> None:
        self.shards += 1
        for what, every in EVERY.items():
            if self.shards % every == 0:
                self._kill(what)

    def _kill(self, what: str) -> None:
        victims: dict[str, Callable[[], list[int]]] = {
            "child": self.cluster.children,
            "member": self.cluster.members,
            "nanny": self.cluster.nannies,
            "scheduler": lambda: [self.cluster.scheduler.pid],
        }
        with suppress(IndexError):  # none is alive at the moment
            kill(self.generator.choice(victims[what]()))
            self.kills[what] += 1
            if what == "nanny":
                self.cluster.start_worker()

    @contextmanager
    def shown(self, deals: int, already: int) -> Iterator[Chaos]:
        yield self


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs Linux")
def test_chaos_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim.runs.shards, "SHARDS_WANTED", SHARDS)
    wanted = scenario(sessions=SESSIONS)
    undisturbed, disturbed = tmp_path / "undisturbed", tmp_path / "disturbed"
    simulate_run(undisturbed, wanted, workforce=LocalProcesses(2))
    with Cluster(tmp_path / "cluster") as cluster:
        chaos = Chaos(cluster, random.Random(7))
        for _ in range(SHARDS // EVERY["scheduler"] + 1):
            workforce = DaskCluster.of_file(cluster.file)
            try:
                simulate_run(
                    disturbed, wanted, workforce=workforce, resume=True, progress=chaos.shown
                )
                break
            except OutOfReachError:
                assert wait_until(lambda: not cluster.processes())
                cluster.start_scheduler()
                cluster.start_worker()
                cluster.start_worker()
    assert not cluster.processes()
    assert contents(disturbed) == contents(undisturbed)
    assert len(list((disturbed / "deals").iterdir())) == SHARDS
    assert chaos.kills["child"] + chaos.kills["member"] >= 50
    assert chaos.kills["nanny"] >= 5 and chaos.kills["scheduler"] >= 3, chaos.kills
