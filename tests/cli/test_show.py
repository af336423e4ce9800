"""``nap show``: main tables with bars, 80 columns, plain letters in a pipe."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from pipelines.commands.show import shown_tables
from pipelines.commands.terminal.pictures import bar
from reports.reading import reading_tables
from tests.cli.command import assert_as_before, nap
from tests.reports.conftest import RUNS, tables_of

SNAPSHOTS = ("usual", "one session", "nap never bid", "everything")
ESCAPE = "\x1b"


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_the_main_tables_are_as_before(name: str) -> None:
    tables = tables_of(name)
    text = shown_tables(tables, "data/runs/mine")
    # A run's identity changes with every edit of its policies' code; what is shown of it does not.
    text = text.replace(tables.provenance.identity[:12], "0123456789ab")
    assert_as_before(f"show-{name.replace(' ', '-')}", f"{text}\n")


def test_tables_for_reading_are_as_before() -> None:
    names = ["contracts", "calls_by_position_given_bid", "win_shares"]
    text = shown_tables(tables_of("usual"), "data/runs/mine", names)
    assert_as_before("show-tables", f"{text}\n")


@pytest.mark.parametrize("name", RUNS)
def test_no_line_is_broader_than_80_columns(name: str) -> None:
    tables = tables_of(name)
    every = [table.name for table in reading_tables(tables)]
    for names in ((), every):
        for line in shown_tables(tables, "data/runs/mine", names).splitlines():
            assert cell_len(line) <= 80, line
            assert line == line.rstrip()


def test_names_are_cut_off_rather_than_numbers() -> None:
    text = shown_tables(tables_of("hostile names"), "mine")
    won = text.partition("Sessions won\n")[2]
    assert re.search(r"^<b>Ada</b> & Söhne, .*… +50 +9\s% +3–20", won, re.M)


def test_every_interval_of_the_page_is_in_the_terminal() -> None:
    tables = tables_of("everything")
    for table in reading_tables(tables):
        text = shown_tables(tables, "mine", [table.name])
        for row in table.rows:
            for cell in row[table.names :]:
                assert cell.text in text and cell.interval in text


@pytest.mark.parametrize("value", [0.0, 0.001, 0.25, 0.4999, 0.5, 0.999, 1.0])
def test_a_bar_is_as_long_as_its_value_to_an_eighth_of_a_letter(value: float) -> None:
    eighths = {"█": 8, **dict(zip("▏▎▍▌▋▊▉", range(1, 8), strict=True)), " ": 0}
    drawn = bar(value, 1)(20)
    assert len(drawn) == 20
    assert abs(sum(eighths[letter] for letter in drawn) - 160 * value) <= 0.5


# The command --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("show")
    assert nap("run", "quickstart", "--deals", "8k", "--out", "run", folder=folder).status == 0
    return folder / "run"


def on_a_terminal(run: Path, *options: str, **environment: str) -> str:
    """What the command writes to a terminal of 80 columns with 256 colours."""
    here = {
        name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS"}
    }
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "pipelines.cli", "show", "run", *options]
    defaults = {"TERM": "xterm-256color", "COLUMNS": "80", "PYTHONPATH": str(Path.cwd())}
    process = subprocess.Popen(
        command, stdout=child, cwd=run.parent, env={**here, **defaults, **environment}
    )
    os.close(child)
    said = b""
    while True:
        try:
            part = os.read(parent, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
    os.close(parent)
    assert process.wait() == 0
    return said.decode().replace("\r\n", "\n")


def test_colours_are_for_terminals_and_can_be_declined(run: Path) -> None:
    piped = nap("show", "run", folder=run.parent)
    assert piped.status == 0
    assert ESCAPE not in piped.output and "█" in piped.output
    coloured = on_a_terminal(run)
    assert ESCAPE in coloured
    assert re.sub(rf"{ESCAPE}\[[\d;]*m", "", coloured) == piped.output
    assert on_a_terminal(run, "--no-color") == piped.output
    assert on_a_terminal(run, NO_COLOR="1") == piped.output
    assert on_a_terminal(run, TERM="dumb") == piped.output


def test_a_terminal_without_unicode_gets_plain_letters(run: Path) -> None:
    said = on_a_terminal(run, "--no-color", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert said.isascii() and "#####" in said and "?" not in said


def test_nothing_is_written_and_the_answer_is_that_of_the_aggregate(run: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in run.rglob("*")}
    shown = nap("show", "run", folder=run.parent)
    assert {file: file.stat().st_mtime_ns for file in run.rglob("*")} == before
    made = nap("aggregate", "run", folder=run.parent)
    assert shown.output.partition("\n\n")[0] == made.output.partition("\n\n")[0]
