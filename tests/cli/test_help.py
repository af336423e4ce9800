"""Help: complete, stable, with examples, and at once."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

from tests.cli.command import assert_as_before, nap

COMMANDS = (
    "run",
    "simulate",
    "plan",
    "aggregate",
    "report",
    "tables",
    "show",
    "merge",
    "status",
    "replay",
    "verify",
    "audit",
    "solve",
    "compare",
    "sweep",
    "check-policy",
    "profiles",
    "policies",
    "scenarios",
)


def test_help_lists_all_commands() -> None:
    said = nap("--help")
    assert said.status == 0
    listed = said.output.partition("Commands:\n")[2].partition("\n\n")[0]
    assert tuple(line.split()[0] for line in listed.splitlines()) == COMMANDS
    assert_as_before("help", said.output)


def test_without_a_command_help_is_shown() -> None:
    said = nap()
    assert said.status == 2
    assert said.errors == nap("--help").output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    said = nap(command, "--help")
    assert said.status == 0
    assert f"\n    nap {command}" in said.output
    assert max(map(len, said.output.splitlines())) <= 80
    assert_as_before(f"help-{command}", said.output)


def test_help_imports_nothing_heavy() -> None:
    """Elsewhere slow imports made help slow; what is not imported takes no time."""
    program = (
        "import sys\n"
        "sys.argv = ['nap', '--help']\n"
        "from pipelines.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "numba", "pyarrow", "polars", "matplotlib", "pydantic", "rich", "jinja2"}
    assert heavy.isdisjoint(done.stderr.split())


def test_completion_can_be_shown() -> None:
    """For the shell among the parents of the process; here it is one of the test's own."""
    command = shlex.join([sys.executable, "-m", "pipelines.cli", "--show-completion"])
    done = subprocess.run(["bash", "-c", f"{command}; exit $?"], capture_output=True, text=True)
    assert "_NAP_COMPLETE" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("listing", "name", "word"),
    [
        ("profiles", "basic", "ladder ="),
        ("policies", "counting", "counting:bold"),
        ("scenarios", "quickstart", "seed = 1815"),
    ],
)
def test_what_ships_is_listed_and_shown(listing: str, name: str, word: str) -> None:
    assert f"{name} " in nap(listing).output
    assert word in nap(listing, name).output
