"""The page about deals with open hands: its commands print what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipelines.cli import app
from sim.replay import transcript
from sim.scenarios.scenario import load_scenario
from sim.scenarios.shipped import scenario_file
from tests.docs.pages import Command, agree, blocks_of, commands_of, wrong_in_session

PAGE = Path("docs/solving.md").read_text(encoding="utf-8")
COMMANDS = [command for block in blocks_of(PAGE) for command in commands_of(block)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: f"line {command.line}")
def test_commands_print_what_the_page_shows(command: Command) -> None:
    assert agree(command.output, printed(command))


def printed(command: Command) -> str:
    """What a command prints: in this process, and a deal of a run by the scenario of its name."""
    _, name, *arguments = command.words
    if name == "replay":
        run, deal, _ = arguments
        scenario = load_scenario(scenario_file(Path(run).name))
        return transcript(scenario.experiment, int(deal), solve=True)
    return CliRunner().invoke(app, [name, *arguments], catch_exceptions=False).stdout


def test_the_session_of_python_says_what_the_page_shows() -> None:
    [session] = [block for block in blocks_of(PAGE) if block.language == "pycon"]
    assert wrong_in_session(session, {}) == ""
