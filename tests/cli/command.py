"""Calling the command as a user does, and comparing what it says with what it said before."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_SNAPSHOTS = Path(__file__).parent / "snapshots"

_COLD_START = re.compile(
    "compiling the (engine|solver) for this machine, once: about half a minute\n"
)
"""What a command says only where the engine or the solver has not been compiled yet."""


@dataclass(frozen=True)
class Said:
    """What a command said, and how it ended."""

    status: int
    output: str
    errors: str


def nap(*arguments: object, folder: Path | None = None, seconds: float = 300) -> Said:
    """Run the command in a folder, on a terminal of 80 columns without colours."""
    environment = {
        **os.environ,
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PYTHONPATH": str(Path.cwd()),
    }
    done = subprocess.run(
        [sys.executable, "-m", "pipelines.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        timeout=seconds,
    )
    return Said(done.returncode, done.stdout, _COLD_START.sub("", done.stderr))


def assert_as_before(name: str, text: str) -> None:
    """Compare a text with its snapshot; NAP_RENEW_SNAPSHOTS=1 writes a new one instead."""
    path = _SNAPSHOTS / f"{name}.txt"
    if os.environ.get("NAP_RENEW_SNAPSHOTS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path} says something else"
