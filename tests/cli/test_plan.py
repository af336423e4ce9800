"""``nap plan`` from end to end: what it says, that it leaves nothing behind, what it refuses."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from pipelines.cli import app
from pipelines.commands.comparison_plan import ComparisonPlan
from pipelines.planning.comparison_pilot import SizePilot
from pipelines.planning.pace import Disk
from pipelines.planning.pilot import default_pilot_deals
from sim.comparisons.comparison import Comparison, all_pairs
from sim.errors import UserError
from sim.scenarios.scenario import load_scenario
from tests.cli.command import Said, assert_as_before, nap
from tests.statistics.synthetic_comparisons import comparison, sums_of

SCENARIO = """\
name = "tiny"
profile = "basic"
players = 3
policy = "counting"
deals = 800
seed = 1
"""

PAIR = ("counting:bold", "counting:cautious")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working folder with a scenario in it, and an empty one for what is temporary."""
    (tmp_path / "tiny.toml").write_text(SCENARIO)
    (tmp_path / "tmp").mkdir()
    return tmp_path


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))


def masked(text: str) -> str:
    """Return a plan with its times, the speed and what Parquet's version packs left out."""
    text = re.sub(r"[\d.]+( [kM])? deals/s", "X deals/s", text)
    text = re.sub(r"[\d.]+ bytes a deal", "X bytes a deal", text)
    text = re.sub(r"(≥ )?[\d.]+ (s|min|h|days|years)\b", "TIME", text)
    text = re.sub(r"(≥ )?[\d.]+ [kMGTP]?B\b", "SIZE", text)
    first, between, rest = text.partition("\n\n")
    if first.startswith("Pilot:"):  # where its lines end depends on the speed
        first = first.replace("\n", " ")
    return re.sub(r" +", " ", first + between + rest)


def planned(said: Said) -> str:
    """What was planned, after checking that all is well."""
    assert said.status == 0, said.errors
    told = said.output.partition("\nNext:\n")
    assert max(map(len, told[0].splitlines())) <= 80
    return said.output


def test_a_run_is_planned_and_nothing_is_left(folder: Path) -> None:
    said = nap(
        *("plan", "tiny.toml", "--until", "nap made ±0.01", "--until", "wellington made ±0.05"),
        *("--until", "position 1 expectation ±0.01", "--deals", "1M", "--pilot", "4k"),
        *("--workers", "1"),
        folder=folder,
    )
    assert_as_before("plan", masked(planned(said)))
    assert sorted(path.name for path in folder.rglob("*")) == ["tiny.toml", "tmp"]


def test_deals_alone_tell_how_precise_the_main_figures_will_be(folder: Path) -> None:
    said = nap(
        "plan", "tiny.toml", "--deals", "10M", "--pilot", "4k", "--workers", 1, folder=folder
    )
    assert_as_before("plan-deals", masked(planned(said)))


def test_a_run_that_is_there_is_a_pilot_too(folder: Path) -> None:
    """What it has already is not planned again, and the command goes on with it."""
    run = ("simulate", "tiny.toml", "--out", "there", "--deals", "4k", "--workers", "1")
    assert nap(*run, folder=folder).status == 0
    asked = ("--until", "nap made ±0.01")
    said = nap("plan", "there", *asked, "--workers", "1", folder=folder)
    assert_as_before("plan-of-a-run", masked(planned(said)))
    fresh = nap("plan", "tiny.toml", *asked, "--pilot", "4k", "--workers", "1", folder=folder)
    assert nap_made(said) == nap_made(fresh)


def nap_made(said: Said) -> list[str]:
    """Pilot and deals in the line of the target."""
    (line,) = re.findall(r"^nap made ±0.01 .*$", planned(said), re.MULTILINE)
    return line.split()[3:5]


def test_a_comparison_is_planned(folder: Path) -> None:
    said = nap(
        *("plan", "--compare", *PAIR, "--field", "counting", "--players", "3"),
        *("--effect", "0.05", "--pilot", "4k", "--workers", "1"),
        folder=folder,
    )
    assert_as_before("plan-compare", masked(planned(said)))
    assert sorted(path.name for path in folder.rglob("*")) == ["tiny.toml", "tmp"]


def test_policies_that_never_differ_are_told_so() -> None:
    """The rule of three: fewer than 3 in 800 units differ, and a verdict wants 200 that do."""
    assert "not one of 800 deals differed: no verdict before 53.5k deals" in told_of_nothing(
        comparison()
    )


def test_the_same_policy_twice_is_told_so() -> None:
    of = comparison()
    twice = (replace(of.entries[0], label="one"), replace(of.entries[0], label="other"))
    of = replace(of, entries=twice, contrasts=all_pairs(["one", "other"]))
    assert "the same by design: exactly zero, without a deal" in told_of_nothing(of)


def told_of_nothing(of: Comparison) -> str:
    """A plan by 800 deals in which nothing differed."""
    sums = sums_of(of, np.zeros((800, len(of.entries), of.players), np.int64))
    pilot = SizePilot(comparison=of, sums=sums, pace=None, disk=Disk(0.0, 1_000.0))
    command = ("nap", "compare", "these")
    plan = ComparisonPlan(pilots=[pilot], effect=0.01, workers=1, command=command)
    return " ".join(plan.told().split())


def test_what_cannot_be_planned_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    compare = ("--compare", *PAIR)
    calls = (
        ("tiny.toml",),
        ("tiny.toml", "--until", "nap made"),
        ("tiny.toml", "--until", "blucher made ±0.01"),
        ("tiny.toml", "--deals", "0"),
        ("tiny.toml", "--deals", "1M", "--pilot", "some"),
        ("tiny.toml", "--deals", "1M", "--workers", "0"),
        ("tiny.toml", "--effect", "0.01"),
        ("tiny.toml", "quickstart", "--deals", "1M"),
        ("quikstart", "--deals", "1M"),
        ("tmp", "--deals", "1M"),
        ("--compare", "--effect", "0.01"),
        compare,
        (*compare, "--effect", "0"),
        (*compare, "--effect", "-0.01"),
        (*compare, "--effect", "nan"),
        (*compare, "--effect", "0.01", "--deals", "1M"),
        (*compare, "--effect", "0.01", "--until", "nap made ±0.01"),
        ("--compare", "countin", "random", "--effect", "0.01"),
    )
    told = []
    for call in calls:
        error = CliRunner().invoke(app, ["plan", *call]).exception
        assert isinstance(error, UserError), call
        told.append(f"$ nap plan {' '.join(call)}\nnap: error: {error}\n")
    assert_as_before("plan-errors", "\n".join(told))


@pytest.mark.parametrize(
    "name", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_plan_that_is_stopped_leaves_nothing(folder: Path, name: signal.Signals) -> None:
    arguments = ["plan", "tiny.toml", "--deals", "1B", "--pilot", "1B", "--workers", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "pipelines.cli", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        while not [*folder.glob("tmp/nap-plan-*/run/deals/shard-*.parquet")]:
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(name)
        output, errors = running.communicate(timeout=120)
    assert (running.returncode, output) == (130, "")
    assert errors.endswith("nap: stopped; the pilot is removed\n")
    assert not [*(folder / "tmp").iterdir()]


def test_the_usual_pilot_of_large_tables_solves_fewer_deals(folder: Path) -> None:
    """All take seconds: a deal of seven players is solved a thousand times as slowly."""
    (folder / "tiny.toml").write_text(f"solve = true\n{SCENARIO}")
    four, seven = (
        default_pilot_deals(load_scenario(folder / "tiny.toml", {"players": players}))
        for players in (4, 7)
    )
    assert four == 50_000
    assert 0 < seven <= four / 500
