"""How the benchmarks measure: CPU time, interleaved repeats, medians, and on which machine."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

from llvmlite import binding

TELLING_FEATURES = ("sse4.2", "avx", "avx2", "bmi2", "avx512f", "avx512vl", "avx512dq", "neon")


Clock = Callable[[], float]
"""Gives the CPU time so far in seconds: of this thread, or of the whole process."""


def cpu_seconds(work: Callable[[], object], clock: Clock = time.thread_time) -> float:
    """Return the CPU time, in seconds, that is spent on some work."""
    start = clock()
    work()
    return clock() - start


def median_seconds(
    works: Mapping[str, Callable[[], object]], repeats: int, clock: Clock = time.thread_time
) -> dict[str, float]:
    """Time several works turn by turn, and return the median CPU time of each in seconds.

    Interleaving lets a change of the processor's clock meet all of them alike, so that ratios
    hold where absolute numbers do not. One turn before the first is not counted.
    """
    for work in works.values():
        work()
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            seconds[name].append(cpu_seconds(work, clock))
    return {name: median(values) for name, values in seconds.items()}


def cpu_model() -> str:
    """Return the processor's name as the system gives it, with the compiler's name for its kind."""
    names = [
        line.partition(":")[2].strip()
        for line in _lines_of("/proc/cpuinfo")
        if line.startswith("model name")
    ]
    model = names[0] if names else platform.processor() or platform.machine()
    return f"{model} ({binding.get_host_cpu_name()})"


def cpu_features() -> tuple[str, ...]:
    """Return those of the telling vector features that this processor has."""
    features = binding.get_host_cpu_features()
    return tuple(name for name in TELLING_FEATURES if features.get(name))


def describe_machine() -> str:
    """Return one line about the processor for the head of a result."""
    return f"CPU: {cpu_model()}; {' '.join(cpu_features())}"


def _lines_of(path: str) -> list[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []
