"""``nap merge``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence

from pipelines.commands.reading import LinesOfReading
from sim.runs.directory import resume_command
from sim.runs.merge import merge_runs
from sim.storage import Folder


def merge_into(runs: Sequence[str], out: Folder) -> None:
    """Join runs into a new one, and say what it holds and which command comes next."""
    merged = merge_runs(runs, out, told=LinesOfReading(sys.stderr, "shards copied"))
    numbers = merged.plan.deal_numbers
    missing = merged.look().missing
    print(f"{out} holds deals {numbers[0]:,} to {numbers[-1]:,} in {len(merged.plan):,} shards")
    if missing:
        print(
            f"in none of these runs: {len(missing):,} of them; simulate what is missing: "
            f"{resume_command(out)}"
        )
    command = shlex.join(["nap", "aggregate", str(out)])
    print(f"its tables are made by: {command}")
