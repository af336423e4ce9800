"""Runs that begin at any deal, grow, are joined, tell how far they are, and are read through."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines.aggregate import aggregate_run
from pipelines.commands.merging import merge_into
from pipelines.commands.status import show_status
from pipelines.commands.verifying import verify_run_of
from reports.report import write_report
from sim.errors import UserError
from sim.outcomes import simulate_shard
from sim.runs.claim import claimed_run
from sim.runs.directory import RunDirectory
from sim.runs.run_lock import run_lock
from sim.runs.shard_files import encode_shard, write_shard
from sim.scenarios.scenario import load_scenario
from tests.cli.command import assert_as_before, nap

SCENARIO = """\
name = "tiny"
profile = "basic"
players = 3
policy = "random"
deals = 800
seed = 1
"""


def made(path: Path, **overrides: object) -> Path:
    """A finished run of the tiny scenario, simulated in this process."""
    file = path.parent / "tiny.toml"
    file.write_text(SCENARIO)
    scenario = load_scenario(file, overrides)
    with claimed_run(path, scenario, resume=path.exists()) as (run, _):
        for shard in run.look().missing:
            tables = simulate_shard(scenario.experiment, shard.first_session, shard.sessions)
            write_shard(path, encode_shard(shard, run.identity.digest, *tables))
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder, so that messages show short paths."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    yield Path()


@pytest.fixture
def run(folder: Path) -> Path:
    """A run of three shards: they were asked for one after the other."""
    for deals in (800, 1600, 2400):
        made(folder / "run", deals=deals)
    return folder / "run"


def said_of(run: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The status of a run, without what depends on code and libraries."""
    show_status(run, as_json=False)
    text = capsys.readouterr().out
    digest = RunDirectory.open(run).identity.digest
    text = text.replace(digest, "<identity>").replace(digest[:12], "<short>")
    return re.sub(r"(?m)^disk .*", "disk      <size>", text)


def told(what: str, error: pytest.ExceptionInfo[UserError]) -> str:
    return f"$ nap {what}\nnap: error: {error.value}\n"


# --- from any deal, and joined


def test_two_machines_and_one_get_the_same_tables(tmp_path: Path) -> None:
    """By the command itself: halves here and there, joined, against one run that was grown."""
    (tmp_path / "tiny.toml").write_text(SCENARIO)
    calls = (
        ("simulate", "tiny.toml", "--out", "here"),
        ("simulate", "tiny.toml", "--out", "there", "--first-deal", "800"),
        ("simulate", "there/scenario.toml", "--out", "there", "--resume"),
        ("merge", "there", "here", "--out", "both"),
        ("aggregate", "both"),
    )
    for call in calls:
        said = nap(*call, folder=tmp_path)
        assert said.status == 0, said.errors
    for deals in (800, 1600):
        made(tmp_path / "whole", deals=deals)
    aggregate_run(tmp_path / "whole")
    tables, others = (
        {
            path.name: path.read_bytes()
            for path in (tmp_path / run / "tables").iterdir()
            if path.is_file()
        }
        for run in ("both", "whole")
    )
    assert tables == others and "tables.json" in tables


def test_a_report_says_which_deals_it_is_of(folder: Path) -> None:
    run = made(folder / "late", first_deal="1600")
    tables = aggregate_run(run)
    assert tables.provenance.deal_numbers == range(1600, 2400)
    page = write_report(run).read_text()
    assert "numbers 1,600 to 2,399 of this seed" in page
    assert "800 deals in 100 sessions, from deal 1,600 on; seed 1" in page
    early = made(folder / "early")
    aggregate_run(early)
    assert "of this seed" not in write_report(early).read_text()


def test_what_is_wrong_with_a_first_deal_is_told(folder: Path) -> None:
    run = made(folder / "late", first_deal="1600")
    (folder / "late.toml").write_text(SCENARIO + "first_deal = 12\n")
    calls = {
        "simulate tiny.toml --first-deal 1001": ({"first_deal": "1001"}, folder / "new"),
        "simulate tiny.toml --first-deal -8": ({"first_deal": "-8"}, folder / "new"),
        "simulate tiny.toml --out late --resume": ({}, run),
        "simulate tiny.toml --out late --first-deal 800 --resume": ({"first_deal": "800"}, run),
    }
    lines = []
    for call, (overrides, out) in calls.items():
        with pytest.raises(UserError) as error:
            made(out, **overrides)
        lines.append(told(call, error))
    with pytest.raises(UserError) as error:
        load_scenario(folder / "late.toml")
    lines.append(told("simulate late.toml", error))
    said = nap("replay", "late", "7", folder=Path.cwd())
    lines.append(f"$ nap replay late 7\n{said.errors}")
    assert_as_before("first-deal-errors", "\n".join(lines))
    assert not (folder / "new").exists()


def test_a_first_deal_of_zero_is_none(folder: Path) -> None:
    runs = [made(folder / "a"), made(folder / "b", first_deal="0")]
    texts = [(run / name).read_text() for run in runs for name in ("run.json", "scenario.toml")]
    assert texts[:2] == texts[2:]
    assert "first" not in texts[0] + texts[1]


def test_what_a_merge_says(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(folder / "here")
    made(folder / "there", first_deal="1600")
    merge_into(["here", "there"], folder / "both")
    assert_as_before("merge", capsys.readouterr().out)


def test_what_is_wrong_with_a_merge_is_told(folder: Path) -> None:
    made(folder / "here")
    made(folder / "there", first_deal="800")
    made(folder / "seed-2", seed=2)
    made(folder / "damaged", first_deal="1600")
    (folder / "damaged/sessions/shard-000000.parquet").write_bytes(b"")
    made(folder / "foreign", first_deal="2400")
    shutil.copy("here/deals/shard-000000.parquet", "foreign/deals/shard-000000.parquet")
    (folder / "thesis").mkdir()
    (folder / "thesis/chapter-1").touch()
    lines = []
    for runs, out in (
        ("here", "both"),
        ("here here", "both"),
        ("here nowhere", "both"),
        ("here thesis", "both"),
        ("here seed-2", "both"),
        ("here damaged", "both"),
        ("here foreign", "both"),
        ("here there", "there"),
        ("here there", "thesis"),
    ):
        with pytest.raises(UserError) as error:
            merge_into(runs.split(), folder / out)
        lines.append(told(f"merge {runs} --out {out}", error))
    assert_as_before("merge-errors", "\n".join(lines))
    assert not (folder / "both").exists()


# --- status


def test_the_status_of_a_finished_run(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said_of(run, capsys)
    assert max(map(len, text.splitlines())) <= 80
    assert_as_before("status", text)


def spoil(run: Path) -> None:
    """Leave a shard missing, one damaged, one foreign, and a file that belongs nowhere."""
    made(run, deals=3200)
    shards = [run / "deals" / f"shard-{number:06d}.parquet" for number in range(4)]
    shutil.copy(shards[0], shards[3])
    shutil.copy(shards[0], run / "deals" / "shard-copy.parquet")
    shards[1].write_bytes(b"")
    shards[2].unlink()


def test_the_status_of_a_run_in_a_bad_state(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(run)
    assert_as_before("status-of-a-bad-run", said_of(run, capsys))


def test_the_status_of_a_run_that_has_just_begun(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(run / "deals")
    with run_lock(run):
        text = said_of(run, capsys)
    assert "at work   another nap process, now\n" in text
    assert "shards    0 finished, 3 missing, of 3\n" in text
    assert text.endswith("figures   none yet: the first shard is not there\n")


def test_the_status_for_programs(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(run)
    show_status(run, as_json=True)
    status = json.loads(capsys.readouterr().out)
    assert (status["deals_planned"], status["deals_finished"]) == (3200, 800)
    assert (status["shards_planned"], status["shards_finished"]) == (4, 1)
    assert status["shards_missing"] == [[2, 2]]
    assert [len(status[kind]) for kind in ("damaged", "foreign", "strangers")] == [1, 1, 1]
    assert status["mend"] == "nap run run/scenario.toml --out run --resume"
    assert not status["at_work"]
    assert status["figures"]["deals"] == 800
    of_nap = next(row for row in status["figures"]["contracts"] if row["contract"] == "nap")
    assert of_nap["made_low"] <= of_nap["made_rate"] <= of_nap["made_high"]


def test_the_figures_of_a_status_are_those_of_the_tables(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show_status(run, as_json=True)
    figures = json.loads(capsys.readouterr().out)["figures"]["contracts"]
    assert figures == json.loads(json.dumps(aggregate_run(run).contracts.to_dicts()))


def test_a_status_writes_nothing(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def everything() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in run.rglob("*")}

    before = everything()
    with run_lock(run):  # which touches its file
        before = everything()
        said_of(run, capsys)
        assert everything() == before


def test_folders_that_hold_no_run_are_told_what_they_are(folder: Path) -> None:
    for name in ("empty", "comparison", "begun", "thesis"):
        (folder / name).mkdir()
    (folder / "comparison/comparison.json").touch()
    (folder / "begun/merge.json").write_text('{"command": "nap merge here there --out begun"}')
    (folder / "thesis/chapter-1").touch()
    lines = []
    for name in ("empty", "comparison", "begun", "thesis", "nowhere"):
        with pytest.raises(UserError) as error:
            show_status(folder / name, as_json=False)
        lines.append(told(f"status {name}", error))
    assert_as_before("status-errors", "\n".join(lines))


# --- reading everything


def verified(run: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """What ``nap verify --all`` ends with, and says."""
    status = 0
    try:
        verify_run_of(run, "8", 1, all_files=True)
    except SystemExit as end:
        status = int(str(end.code))
    return status, capsys.readouterr().out


def test_a_sound_run_is_read_through(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    aggregate_run(run)
    status, said = verified(run, capsys)
    assert status == 0
    assert_as_before("verify-all", re.sub(r"[\d,]+ bytes", "<size> bytes", said))


def change_in_secret(path: Path, place: int = 100) -> None:
    """Change a bit, and give the file its date again."""
    dates, content = path.stat(), bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(dates.st_atime_ns, dates.st_mtime_ns))


def test_everything_that_is_wrong_is_named(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where sizes and dates are those of sound files."""
    aggregate_run(run)
    change_in_secret(run / "deals/shard-000000.parquet")
    change_in_secret(run / "sessions/shard-000002.parquet")
    change_in_secret(run / "counts/shard-000001.parquet")
    change_in_secret(run / "tables/overview.parquet")
    change_in_secret(run / "tables/contracts.csv")
    text = (run / "scenario.toml").read_text()
    (run / "scenario.toml").write_text(text.replace("seed = 1\n", "seed = 2\n"))
    status, said = verified(run, capsys)
    assert status == 1
    assert_as_before("verify-all-errors", said)
    assert [str(path) for _, path in _named(said)] == [
        "run/deals/shard-000000.parquet",
        "run/sessions/shard-000002.parquet",
        "run/scenario.toml",
        *[str(path) for _, path in _named(said) if "counts" in str(path)],
        "run/tables/overview.parquet",
        "run/tables/contracts.csv",
    ]


def _named(said: str) -> list[tuple[int, Path]]:
    return [(n, Path(line.partition(": ")[0])) for n, line in enumerate(said.splitlines())]


def test_what_was_found_by_reading_everything_is_remembered(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    RunDirectory.open(run).finished_shards()
    change_in_secret(run / "deals/shard-000000.parquet")
    assert verified(run, capsys)[0] == 1
    with pytest.raises(UserError, match=r"shard-000000.parquet: has changed since it was written"):
        RunDirectory.open(run).finished_shards()


def test_tables_of_another_run_are_named(
    run: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aggregate_run(made(folder / "other", seed=2))
    shutil.copytree(folder / "other/tables", run / "tables")
    status, said = verified(run, capsys)
    assert status == 1
    assert re.search(r"run/tables: was made of another run .*: nap aggregate run", said)


def test_a_missing_shard_is_no_damage(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (run / "deals/shard-000001.parquet").unlink()
    status, said = verified(run, capsys)
    assert status == 0
    assert said.startswith("1 of 3 shards are missing; simulate them: nap run run/scenario.toml")


# --- going on with what is finished


def test_a_finished_run_has_nothing_left_to_do_and_grows(folder: Path) -> None:
    (folder / "tiny.toml").write_text(SCENARIO)
    run = made(folder / "run")
    before = {path: path.stat().st_mtime_ns for path in run.glob("*/shard-*")}
    again = nap("simulate", "tiny.toml", "--out", "run", "--resume", folder=Path.cwd())
    assert again.status == 0 and "simulated in" not in again.errors
    longer = nap(
        "simulate", "tiny.toml", "--out", "run", "--deals", "1600", "--resume", folder=Path.cwd()
    )
    assert longer.status == 0 and "800 deals simulated in" in longer.errors
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert len(RunDirectory.open(run).finished_shards()) == 2
