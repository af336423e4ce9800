"""Faults for a whole process tree: Python imports this by itself where it is on the path.

The variable ``NAP_TEST_FAULT`` says which one.
"""

from __future__ import annotations

import importlib.abc
import os
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

_IN_WORKER = not {"--multiprocessing-fork", "sim.cluster.served"}.isdisjoint(sys.orig_argv)
_PATIENCE = 120.0


class _Missing(importlib.abc.MetaPathFinder):
    def __init__(self, module: str) -> None:
        self._module = module

    def find_spec(self, name, path, target=None):  # type: ignore[no-untyped-def]
        if name == self._module:
            raise ImportError(f"{name}: its library is missing on this machine")


class _Doing(importlib.abc.MetaPathFinder):
    """Does something when a worker gets ready for its first task."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do = do

    def find_spec(self, name, path, target=None):  # type: ignore[no-untyped-def]
        if name == "sim.outcomes":
            self._do()


def _hold(held: Path) -> None:
    """Let a shard be written only when the file that holds it is gone, or names a later one."""
    from sim.runs import shard_job

    write_shard = shard_job.write_shard

    def is_held(number: int) -> bool:
        try:
            return number >= int(held.read_text())
        except FileNotFoundError:
            return False

    def write_when_free(run, encoded):  # type: ignore[no-untyped-def]
        deadline = time.monotonic() + _PATIENCE
        while is_held(encoded.shard.number) and time.monotonic() < deadline:
            held.with_suffix(".reached").touch()
            time.sleep(0.005)
        return write_shard(run, encoded)

    shard_job.write_shard = write_when_free


def _jumping_clock() -> None:
    """Let the wall clock jump by years, to and fro, whenever somebody looks at it."""
    true_time, generator = time.time, random.Random(os.getpid())
    time.time = lambda: true_time() + generator.uniform(-3e8, 3e8)
    time.time_ns = lambda: int(1e9 * time.time())


match os.environ.get("NAP_TEST_FAULT", "").split(":", 1):
    case ["clock jumps"]:
        _jumping_clock()
    case ["missing in workers", module] if _IN_WORKER:
        sys.meta_path.insert(0, _Missing(module))
    case ["in workers", statement] if _IN_WORKER:
        sys.meta_path.insert(0, _Doing(partial(exec, statement, {"os": os})))
    case ["held shards", held] if _IN_WORKER:
        sys.meta_path.insert(0, _Doing(partial(_hold, Path(held))))
