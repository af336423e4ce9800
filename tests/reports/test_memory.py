"""Many figures in one process: memory does not grow with their number."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, gc, sys
from dataclasses import replace
from reports.forms.writing import figure_files
from tests.reports.conftest import tables_of
from reports.figures import all_charts

charts = all_charts(tables_of("one session"))

trim = getattr(ctypes.CDLL(None), "malloc_trim", lambda kept: None)

def resident():
    gc.collect()
    trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

def draw(number):
    chart = replace(charts[number % len(charts)])
    assert all(content for _, content in figure_files(chart, ("svg", "png")))

first, last = map(int, sys.argv[1:])
for number in range(first):
    draw(number)
before = resident()
for number in range(first, last):
    draw(number)
print(resident() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(
    ("first", "last"),
    [(22, 88), pytest.param(44, 200, marks=pytest.mark.slow)],
    ids=["88 figures", "200 figures"],
)
def test_memory_stays_flat_over_many_figures(first, last):
    """A figure kept alive takes 1 MB, so that 66 MB and more would be found here.

    The half of it is allowed. One thread and one arena: what is free goes back to the system.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(first), str(last)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MALLOC_ARENA_MAX": "1", "POLARS_MAX_THREADS": "1"},
    )
    assert int(done.stdout) < 33_000_000
