"""The report on disk: whole files, the same bytes every time, nothing stale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipelines.aggregate import aggregate_run
from reports import write_report
from reports.questions import QUESTIONS
from sim.errors import UserError
from tests.statistics.synthetic_run import experiment, synthetic_run


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_page_and_figures_are_written(run_directory):
    run = run_directory("one session")
    page = write_report(run)
    assert page == run / "report" / "index.html"
    names = set(contents(run / "report"))
    assert "figures/success-by-contract.png" in names and "figures/balances.svg" in names
    assert not [name for name in names if ".tmp" in name]
    pages = {name for name in names if name.endswith(".html")}
    assert pages == {"index.html", *(question.file for question in QUESTIONS)}
    linked = {
        part.split('"')[0]
        for name in pages
        for part in (run / "report" / name).read_text().split('href="figures/')[1:]
    }
    assert {f"figures/{name}" for name in linked} == names - pages - {"report.pdf"}


def test_a_second_run_writes_the_same_bytes_and_clears_what_is_stale(run_directory):
    run = run_directory("three players")
    write_report(run)
    first = contents(run / "report")
    figures = run / "report" / "figures"
    (figures / "of-an-older-version.svg").write_text("<svg/>")
    (figures / "balances.png").write_bytes(b"half of a file")
    (run / "report" / "notes.txt").write_text("the reader's own")
    write_report(run)
    again = contents(run / "report")
    assert again.pop("notes.txt") == b"the reader's own"
    assert again == first


def test_what_options_add_has_the_same_bytes_again_too(run_directory):
    run = run_directory("peep")
    write_report(run)
    first = contents(run / "report")
    assert {"figures/acts-by-position.svg", "figures/success-by-peep.png"} <= set(first)
    write_report(run)
    assert contents(run / "report") == first


def test_neither_settings_nor_hash_seed_nor_threads_of_the_user_change_a_byte(
    run_directory, tmp_path
):
    run = run_directory("three players")
    write_report(run)
    here = contents(run / "report")
    settings = tmp_path / "settings"
    settings.mkdir()
    (settings / "matplotlibrc").write_text(
        "font.family: monospace\naxes.grid: True\nlines.linewidth: 9\nsavefig.dpi: 30\n"
        "axes.facecolor: red\nsvg.fonttype: path\nfigure.autolayout: True\n"
    )
    other = {
        "PYTHONHASHSEED": "17",
        "POLARS_MAX_THREADS": "1",
        "MATPLOTLIBRC": str(settings),
        "LC_ALL": "C",
        "TZ": "Asia/Tokyo",
        "SOURCE_DATE_EPOCH": "1",
        "RAYON_NUM_THREADS": "1",
    }
    program = "import sys, pathlib, reports; reports.write_report(pathlib.Path(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", program, str(run)], check=True, env={**os.environ, **other}
    )
    assert contents(run / "report") == here


def test_tables_of_a_real_aggregation_make_a_report(tmp_path):
    run = tmp_path / "run"
    policies = ("counting", "random", "counting:bold", "counting", "random")
    synthetic_run(run, experiment(5, "rotate", policies), 40)
    aggregate_run(run)
    text = write_report(run).read_text()
    assert "Simulated: 320 deals in 40 sessions; profile basic; five players (2 counting" in text


def test_a_run_without_tables_is_refused_with_the_way_out(tmp_path):
    with pytest.raises(UserError, match="nap aggregate"):
        write_report(tmp_path)


def test_a_run_without_record_is_refused(run_directory):
    run = run_directory("one session")
    (run / "run.json").unlink()
    with pytest.raises(UserError, match=r"run\.json: is not the record of a run"):
        write_report(run)
