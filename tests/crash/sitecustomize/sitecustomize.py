"""Faults for a whole process tree: Python imports this by itself where it is on the path.

The variable ``NAP_TEST_FAULT`` says which one.
"""

from __future__ import annotations

import importlib.abc
import os
import random
import sys
import time

_IN_WORKER = "--multiprocessing-fork" in sys.orig_argv


class _Missing(importlib.abc.MetaPathFinder):
    def __init__(self, module: str) -> None:
        self._module = module

    def find_spec(self, name, path, target=None):  # type: ignore[no-untyped-def]
        if name == self._module:
            raise ImportError(f"{name}: its library is missing on this machine")


class _Doing(importlib.abc.MetaPathFinder):
    """Executes a statement when a worker gets ready for its first task."""

    def __init__(self, statement: str) -> None:
        self._statement = statement

    def find_spec(self, name, path, target=None):  # type: ignore[no-untyped-def]
        if name == "sim.outcomes":
            exec(self._statement, {"os": os})


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
        sys.meta_path.insert(0, _Doing(statement))
