"""How processes end: no thread of a library may still hold what belongs to Python then.

Arrow's threads let go of the bytes that they were given a little after the table is there. If
Python is ending meanwhile, the process is aborted ("terminate called without an active exception",
status 134), once all its work is done.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sim.runs.crew import LocalProcesses
from tests.crash.runs import scenario, simulate_and_count

READS = """
import os, sys
from pathlib import Path

from pipelines.shard_reading import read_shard
from sim.runs.checked_files import CHECKED_FILE, CheckedFiles
from sim.runs.directory import RunDirectory
from sim.runs.parquet import rows_of
from sim.runs.shard_files import COUNTS, FOLDERS

run = RunDirectory.open(Path(sys.argv[1]))
(shard,) = run.plan.shards()
experiment = run.scenario().experiment
contents = [(run.path / folder / shard.file_name).read_bytes() for folder in (*FOLDERS, COUNTS)]
before = len(os.listdir("/proc/self/task"))
for content in contents:
    assert rows_of(memoryview(content)).num_rows
assert read_shard(run, shard, experiment).rows
assert (run.path / CHECKED_FILE).exists()
CheckedFiles.load(run.path, run.identity.digest, 1)
print(len(os.listdir("/proc/self/task")) - before)
"""


def test_files_of_a_run_are_read_by_the_thread_that_asks(tmp_path: Path) -> None:
    simulate_and_count(tmp_path / "run", scenario(sessions=100), workforce=LocalProcesses(1))
    done = subprocess.run(
        [sys.executable, "-c", READS, str(tmp_path / "run")],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stderr, done.stdout) == ("", "0\n")
