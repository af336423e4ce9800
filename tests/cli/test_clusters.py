"""Mistakes about clusters: one line, exit status 2, and nothing written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.command import assert_as_before, nap

SCENARIO = """\
name = "tiny"
profile = "basic"
players = 3
policy = "random"
deals = 800
seed = 1
"""


def test_mistakes_are_told_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(SCENARIO)
    (tmp_path / "no-scheduler.json").write_text('{"type": "Scheduler"')
    dask = ("--engine", "dask")
    calls = (
        ("run", "tiny.toml", "--engine", "ray"),
        ("run", "tiny.toml", "--scheduler", "tcp://node1:8786"),
        ("simulate", "tiny.toml", "--scheduler-file", "scheduler.json"),
        ("run", "tiny.toml", *dask),
        ("compare", "random", "counting", *dask, "--scheduler", "a", "--scheduler-file", "b"),
        ("run", "tiny.toml", *dask, "--scheduler", "tcp://node1:8786", "--workers", "4"),
        ("sweep", "counting", "--parameter", "five=4", *dask, "--scheduler-file", "missing.json"),
        ("run", "tiny.toml", *dask, "--scheduler-file", "no-scheduler.json"),
        ("run", "tiny.toml", *dask, "--scheduler", "tcp://127.0.0.1:1"),
        ("simulate", "tiny.toml", *dask, "--scheduler", "node1"),
    )
    told = []
    for call in calls:
        said = nap(*call, folder=tmp_path)
        assert (said.status, said.output) == (2, ""), said
        told.append(f"$ nap {' '.join(call)}\n{said.errors}")
    assert_as_before("user-errors-clusters", "\n".join(told))
    assert {path.name for path in tmp_path.iterdir()} == {"tiny.toml", "no-scheduler.json"}


def test_a_missing_extra_is_told(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "sys.modules['distributed'] = None\n"
        "sys.argv = ['nap', 'run', '--engine', 'dask', '--scheduler', 'tcp://node1:8786']\n"
        "from pipelines.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(Path.cwd())},
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("nap: error: --engine dask: Dask is not installed here (")
    assert done.stderr.endswith("install it: pip install 'nap-statistics[cluster]'\n")
    assert not list(tmp_path.iterdir())
