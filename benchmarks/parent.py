"""How many shards a second the parent can hand out and collect from a thousand workers.

The parent is the real one: :class:`sim.runs.pool.Pool`, with one pipe for each worker, its tasks
and its answers. The workers are not: a thousand Python processes of 0.1 GB each do not fit into a
small machine. In their place a few processes, each a thread of execution that speaks the workers'
protocol on many pipes at once, answer every task after the time that a shard takes, without doing
anything. What is measured is thus the parent alone: its time for a shard, and its memory.
"""

from __future__ import annotations

import contextlib
import heapq
import logging
import multiprocessing
import os
import resource
import selectors
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from typing import Annotated, Any, Final

import typer

from benchmarks.measuring import describe_machine
from sim.runs import pool as pool_module
from sim.runs.interrupts import Interrupts
from sim.runs.pool import Pool
from sim.runs.shards import Shard
from sim.runs.worker import Done, Equipment, Ready
from sim.runs.worker_process import Ending

DEALS_A_SHARD: Final = 1_000_000
DEALS_A_SECOND: Final = 2_760_000
"""Of one core, simulated and written: benchmarks/README.md, End to end, a billion deals."""

SECONDS_A_SHARD: Final = DEALS_A_SHARD / DEALS_A_SECOND


class StandIns:
    """Processes that each stand in for many workers."""

    def __init__(self, processes: int, seconds_a_shard: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._hirers: list[Connection] = []
        self._processes = []
        self._hired = 0
        for _ in range(processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=stand_in, args=(theirs, seconds_a_shard), daemon=True)
            process.start()
            theirs.close()
            self._hirers.append(ours)
            self._processes.append(process)

    def hire(self) -> Connection:
        """Return the pipe of one more worker."""
        ours, theirs = Pipe()
        self._hirers[self._hired % len(self._hirers)].send(theirs)
        theirs.close()
        self._hired += 1
        return ours

    def end(self) -> None:
        for hirer in self._hirers:
            hirer.close()
        for process in self._processes:
            process.join()


def stand_in(hirer: Connection, seconds_a_shard: float) -> None:
    """Be many workers: answer each task of each of them when its time has passed."""
    raise_limit_of_files()
    ears = selectors.DefaultSelector()
    ears.register(hirer, selectors.EVENT_READ)
    due: list[tuple[float, int, Connection, Any]] = []
    number = 0
    while True:
        patience = max(0.0, due[0][0] - time.monotonic()) if due else None
        for key, _ in ears.select(patience):
            pipe: Connection = key.fileobj  # type: ignore[assignment]
            try:
                heard = pipe.recv()
            except EOFError:
                if pipe is hirer:
                    return
                heard = None
            if pipe is hirer:
                ears.register(heard, selectors.EVENT_READ)
                with contextlib.suppress(OSError):  # the pool may have ended already
                    heard.send(Ready())
            elif heard is None:
                ears.unregister(pipe)
                pipe.close()
            else:
                number += 1
                heapq.heappush(due, (time.monotonic() + seconds_a_shard, number, pipe, heard))
        while due and due[0][0] <= time.monotonic():
            _, _, pipe, task = heapq.heappop(due)
            pipe.send(Ready())
            pipe.send(Done(task, DEALS_A_SHARD))


@dataclass(eq=False)
class FarWorker:
    """What the pool needs of a worker, with nobody behind it but a stand-in."""

    pipe: Connection

    def __post_init__(self) -> None:
        self.started = False
        self.in_hand: list[Any] = []

    def give(self, task: object) -> None:
        self.in_hand.append(task)
        self.pipe.send(task)

    def hear(self) -> Any:
        return self.pipe.recv()

    def dismiss(self) -> None:
        self.pipe.send(None)

    def kill(self) -> None:
        self.pipe.close()

    def bury(self) -> Ending:
        self.pipe.close()
        return Ending(0)


@contextmanager
def stood_in_for(stand_ins: StandIns) -> Iterator[None]:
    """Let pools hire stand-ins instead of starting processes."""
    true = pool_module.WorkerProcess
    pool_module.WorkerProcess = lambda equipment, method: FarWorker(stand_ins.hire())  # type: ignore
    try:
        yield
    finally:
        pool_module.WorkerProcess = true  # type: ignore[misc]


@dataclass(frozen=True)
class Measured:
    """What the parent took for some shards."""

    shards: int
    wall: float
    cpu: float
    memory: float


def measure(workers: int, shards: int, seconds_a_shard: float, processes: int) -> Measured:
    tasks = [Shard(n, n * DEALS_A_SHARD, DEALS_A_SHARD) for n in range(shards)]
    stand_ins = StandIns(processes, seconds_a_shard)
    nothing: Any = None
    with stood_in_for(stand_ins), Interrupts() as interrupts:
        equipment = Equipment(b"", nothing, logging.INFO)
        with Pool[Shard, int](equipment, workers=workers, interrupts=interrupts) as pool:
            results = pool.results(tasks)
            done = sum(1 for _, _ in zip(range(workers), results, strict=False))  # all have begun
            wall, cpu = time.perf_counter(), time.process_time()
            counted = sum(1 for _ in results)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    stand_ins.end()
    if done + counted != shards:
        raise RuntimeError(f"{done + counted} of {shards} shards came back")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measured(counted, wall, cpu, peak)


def raise_limit_of_files() -> None:
    """Each worker has a pipe: allow as many as the system lets this process open."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main(
    workers: Annotated[str, typer.Option(help="Numbers of workers.")] = "10,100,1000",
    shards: Annotated[int, typer.Option(help="Shards a worker.")] = 30,
    processes: Annotated[int, typer.Option(help="Stand-ins' processes.")] = 1,
    busy: Annotated[bool, typer.Option(help="Shards that take no time at all.")] = False,
) -> None:
    """Measure the parent with more and more workers."""
    raise_limit_of_files()
    seconds = 0.0 if busy else SECONDS_A_SHARD
    print(describe_machine(), f"; {os.cpu_count()} CPUs", sep="")
    print(f"a shard takes a worker {seconds:.3f} s")
    for number in map(int, workers.split(",")):
        found = measure(number, shards * number, seconds, processes)
        a_shard = found.cpu / found.shards
        needed = number * DEALS_A_SECOND / DEALS_A_SHARD
        print(
            f"{number:5d} workers: {found.shards:,} shards in {found.wall:.1f} s, "
            f"{found.shards / found.wall:,.0f} shards/s; "
            f"parent {1e6 * a_shard:.0f} µs of CPU a shard = at most {1 / a_shard:,.0f} shards/s, "
            f"needed {needed:,.0f}; peak memory {found.memory:.0f} MB"
        )


if __name__ == "__main__":
    typer.run(main)
