"""``--until``: what can be asked for, what is refused, and what a run says of it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from pipelines.aggregate import aggregate_run
from pipelines.precision.targets import Precision, precision_of, targets_for
from pipelines.table_files import load_tables
from sim.errors import UserError
from sim.scenarios.scenario import load_scenario
from tests.cli.command import nap
from tests.statistics.synthetic_run import experiment

TABLE = experiment(4, policies=("random", "counting", "counting:bold", "random"))

SCENARIO = """\
name = "tiny"
profile = "basic"
policy = "random"
players = 3
deals = 40_000
until = ["contract made ±0.02"]
"""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("nap made ±0.001", "nap made ±0.001"),
        ("  nap   made +- 1e-3 ", "nap made ±0.001"),
        ("nap made +/-.001", "nap made ±0.001"),
        ("nap made ±0.1 %", "nap made ±0.001"),
        ("nap made ±0.1%", "nap made ±0.001"),
        ("nap made ±0.1 percent", "nap made ±0.001"),
        ("wellington bid ±0.00001", "wellington bid ±0.00001"),
        ("three played ±0.01", "three played ±0.01"),
        ("contract made ±0.01", "contract made ±0.01"),
        ("passed out ±0.01", "passed out ±0.01"),
        ("position 0 expectation ±2", "position 0 expectation ±2"),
        ("player A expectation ±0.01", "player A expectation ±0.01"),
        ("policy counting:bold expectation ±0.01", "policy counting:bold expectation ±0.01"),
    ],
)
def test_targets_are_read_as_people_write_them(written: str, meant: str) -> None:
    (target,) = targets_for([written], TABLE)
    assert str(target) == meant
    assert targets_for([meant, written], TABLE) == (target,)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("nap made", '"nap made" has no half-width; write "nap made ±0.001", or +-0.001 for '),
        ("nap made ±", '"nap made ±": "" is no half-width; allowed: 0.001, 1e-3 or 0.1 %'),
        ("nap made ±wide", '"wide" is no half-width; allowed: 0.001, 1e-3 or 0.1 %'),
        ("nap made ±0,001", '"0,001" is no half-width; write a point: 0.001'),
        ("nap made ±-0.1", '"-0.1" is no half-width'),
        ("nap made ±0", "the half-width of a rate lies between 0 and 0.5 (50 %), both left out"),
        ("nap made ±50 %", "the half-width of a rate lies between 0 and 0.5 (50 %), both left out"),
        ("nap won ±0.1", 'precision cannot be asked of "nap won"; allowed: <contract> made, '),
        ("±0.1", 'precision cannot be asked of ""; allowed: <contract> made, '),
        (
            "naps made ±0.1",
            '"naps made ±0.1": unknown "naps"; did you mean "nap"? allowed: three, ',
        ),
        ("position 4 expectation ±0.1", "no position 4; allowed: 0 (the dealer) to 3"),
        ("position one expectation ±0.1", '"one" is no position; allowed: 0 (the dealer), 1'),
        ("position 1 expectation ±1 %", "an expectation is in units per deal, not in percent"),
        ("position 1 expectation ±0", "a half-width in units per deal must be above 0"),
        ("player Z expectation ±0.1", 'unknown "Z"; allowed: A, B, C, D'),
        ("policy bold expectation ±0.1", 'unknown "bold"; allowed: random, counting:standard, c'),
    ],
)
def test_what_is_wrong_is_said_in_one_line(written: str, complaint: str) -> None:
    with pytest.raises(UserError) as caught:
        targets_for([written], TABLE)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_cannot_vary_is_refused() -> None:
    with pytest.raises(UserError, match="everybody follows it, and all players together win"):
        targets_for(["policy random expectation ±0.1"], experiment(4))


def test_precision_is_that_of_the_tables(runs_totals) -> None:
    """Each target's half-width is half the width of the interval that the tables print."""
    totals, tables = runs_totals
    rows = {row["measure"]: row for row in tables.overview.rows(named=True)}
    contracts = {row["contract"]: row for row in tables.contracts.rows(named=True)}
    for measure in ("passed out", "contract made"):
        row = rows[measure]
        assert found(f"{measure} ±0.1", totals) == half(row, "rate", "low", "high", row["n"])
    for name, row in contracts.items():
        for what, n in (("bid", "deals"), ("played", "deals"), ("made", "played")):
            ends = (f"{what}_{part}" for part in ("rate", "low", "high"))
            assert found(f"{name} {what} ±0.1", totals) == half(row, *ends, row[n])
    for frame, what, label in (
        (tables.expectation_by_position, "position", "position"),
        (tables.expectation_by_player, "player", "name"),
        (tables.expectation_by_policy, "policy", "policy"),
    ):
        for row in frame.rows(named=True):
            text = f"{what} {row[label]} expectation ±0.1"
            assert found(text, totals) == half(
                row, "units_per_deal", "low", "high", row["sessions"]
            )


def half(row, estimate: str, low: str, high: str, n: int) -> Precision:
    if row[estimate] is None:
        return Precision(None, None, 0)
    return Precision(row[estimate], (row[high] - row[low]) / 2, n)


def found(text: str, totals) -> Precision:
    (target,) = targets_for([text], totals.experiment)
    return precision_of(target, totals)


@pytest.fixture(params=["basic", "pool", "pub"])
def runs_totals(request, tmp_path):
    """The totals and the tables of a small run: plain, with a pool, with chips."""
    from pipelines.dimension import Dimension
    from pipelines.intervals import LEVEL
    from pipelines.partial_tables import PartialTables
    from pipelines.partials import partial_of_shard
    from pipelines.totals import Totals
    from sim.runs.directory import RunDirectory
    from tests.statistics.synthetic_run import synthetic_run

    chosen = experiment(4, policies=("random", "counting") * 2, profile=request.param)
    synthetic_run(tmp_path / "run", chosen, 60)
    tables = aggregate_run(tmp_path / "run")
    run = RunDirectory.open(tmp_path / "run")
    parts = [
        partial_of_shard(run, shard, chosen, Dimension(chosen.rules))
        for shard in run.finished_shards()
    ]
    return Totals.of(PartialTables.total(parts), chosen, LEVEL), tables


def test_the_scenario_in_full_asks_for_the_same(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(SCENARIO)
    overrides = {"until": ["nap made +-1 %", "passed out ±0.2"]}
    asked = load_scenario(file, overrides)
    assert [*map(str, asked.until)] == ["nap made ±0.01", "passed out ±0.2"]
    assert [*map(str, load_scenario(file).until)] == ["contract made ±0.02"]
    file.write_text(asked.to_toml())
    assert load_scenario(file) == asked


def test_a_run_from_asking_to_going_on(tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(SCENARIO)
    refused = nap("run", "tiny.toml", "--until", "naps made ±0.1", folder=tmp_path)
    assert refused.status == 2
    assert refused.errors.startswith('nap: error: --until: "naps made ±0.1": unknown "naps"')
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiny.toml"]

    run = tmp_path / "run"
    done = nap("run", "tiny.toml", "--out", run, folder=tmp_path)
    assert done.status == 0
    assert done.errors.startswith("until contract made ±0.02, with 40,000 deals at most\n")
    assert "; contract made ±0." in done.errors
    (line,) = [line for line in done.output.splitlines() if line.startswith("asked ")]
    assert line.startswith("asked contract made ±0.02: reached ±0.0")
    assert line.endswith("with 10,000 deals")
    provenance = load_tables(run).provenance
    assert provenance.complete and provenance.stopped_by_precision
    assert (provenance.deals, provenance.most_deals) == (10_000, 40_000)
    page = (run / "report/success.html").read_text()
    assert "asked contract made ±0.02, reached: ±0.0" in page
    assert "The run ended by its own precision." in page
    assert "sequential stop" in page

    tighter = ("--until", "contract made ±0.002", "--until", "position 1 expectation ±1")
    capped = nap("simulate", "tiny.toml", "--out", run, "--resume", *tighter, folder=tmp_path)
    assert capped.status == 0
    assert "stopped_after" not in json.loads((run / "run.json").read_text())
    first, second, go_on, _ = capped.output.splitlines()
    assert first.startswith("asked contract made ±0.002: not reached: ±0.00")
    assert " with all 40,000 deals; about " in first
    assert second.startswith("asked position 1 expectation ±1: reached ±0.")
    words = shlex.split(go_on.removeprefix("go on with: nap "))
    assert words[:-1] == ["run", f"{run}/scenario.toml", "--out", str(run), "--resume", "--deals"]

    stale = nap("report", run)
    assert stale.status == 2
    assert "make the tables again: nap aggregate" in stale.errors

    longer = nap("simulate", *words[1:])
    assert longer.status == 0
    assert all(": reached ±" in line for line in longer.output.splitlines()[:2])
