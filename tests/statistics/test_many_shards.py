"""Adding up shards takes the same memory for many as for few."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from pipelines.census import CENSUS_SCHEMA
from pipelines.counts_table import counts_table
from pipelines.partial_tables import PartialTables
from pipelines.sessions import SUMS_SCHEMA
from sim.runs.directory import RunDirectory
from sim.runs.files import make_folder
from sim.runs.kept_outcomes import KEEP_NONE
from sim.runs.plan import Plan, Stretch
from sim.runs.shard_files import encode_counts
from tests.crash.runs import scenario

ROOT = Path(__file__).parents[2]
CHOSEN = scenario().experiment
ROWS = 6_000
"""Different outcomes of a shard: five times as many as of 16 million deals at a table of four."""

PROGRAM = """
import re, sys
from itertools import islice
from pathlib import Path
from pipelines.partials import total_of_shards
from tests.statistics.test_many_shards import CHOSEN, run_of
run = run_of(Path(sys.argv[1]), int(sys.argv[2]))
total = total_of_shards(run, run.plan.shards(), CHOSEN, threads=2)
kilobytes = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]
print(int(kilobytes) * 1024, total.census["deals"].min(), total.census["deals"].max())
"""


def run_of(path: Path, shards: int) -> RunDirectory:
    plan = Plan(8, (Stretch(shards, 1, KEEP_NONE),))
    return RunDirectory(path, CHOSEN.identity, plan, {})


def a_shard() -> PartialTables:
    """Counts as large as they may be while 2,000 of them fit into 64 bits."""
    rows = [(0, f"auction {number}", 5, 2**52) for number in range(ROWS)]
    census = pl.DataFrame(rows, schema=CENSUS_SCHEMA, orient="row")
    return PartialTables(census, pl.DataFrame(schema=SUMS_SCHEMA))


def peak_bytes(run: RunDirectory, shards: int) -> int:
    """Add up so many shards in a process of its own, and return its peak memory.

    It is that since the program began; what ``getrusage`` tells is not less than the peak of the
    process that has started it.
    """
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(run.path), str(shards)],
        check=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
    ).stdout
    peak, least, most = map(int, said.split())
    assert least == most == shards * 2**52
    return peak


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
@pytest.mark.parametrize(
    ("few", "many"), [(64, 512), pytest.param(200, 2_000, marks=pytest.mark.slow)]
)
def test_memory_is_flat_against_the_number_of_shards(few: int, many: int, tmp_path: Path) -> None:
    """Kept in memory, the further shards would take several times what is allowed.

    A batch of 32 is in memory at a time, for few and for many. A quarter of what the others hold
    is left for the allocator's moods.
    """
    part = a_shard()
    table = counts_table(part)
    run = run_of(tmp_path, many)
    make_folder(run.path / "counts")
    for shard in run.plan.shards():
        content = encode_counts(shard, run.identity.digest, table, seals={})
        run.file("counts", shard).write_bytes(content)
    further = (many - few) * part.census.estimated_size()
    assert peak_bytes(run, many) - peak_bytes(run, few) < further / 4
