"""docs/comparing.md: its commands are accepted and its files are read, on few deals."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines.cli import app
from tests.cli.comparing import in_folder

GUIDE = (Path(__file__).parents[2] / "docs" / "comparing.md").read_text(encoding="utf-8")

FEW = {"--deals": "1k", "--players": "3", "--workers": "1"}
"""What every command gets, so that the guide is tested in seconds."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


def commands() -> Iterator[str]:
    for block in blocks("sh"):
        yield from (line for line in block.splitlines() if line.startswith("nap "))


def on_few_deals(command: str) -> list[str]:
    words = shlex.split(command)[1:]
    for option, value in FEW.items():
        if option in words:
            words[words.index(option) + 1] = value
        else:
            words += [option, value]
    return words


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with the file that the guide shows."""
    folder = tmp_path_factory.mktemp("guide")
    (file,) = blocks("toml")
    (folder / "my-comparison.toml").write_text(file, encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", [*commands()])
def test_every_command_of_the_guide_works(command: str, folder: Path) -> None:
    with in_folder(folder) as printed:
        # Commands of the guide may ask for the same directory.
        app([*on_few_deals(command), "--resume"], standalone_mode=False)
    assert "3 players: " in printed.getvalue()


def test_its_python_reads_the_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with in_folder(folder):
        app([*on_few_deals("nap compare my-comparison.toml"), "--resume"], standalone_mode=False)
    (program,) = blocks("python")
    path = folder / "data/comparisons/my-comparison"
    exec(program.replace("data/comparisons/my-comparison", str(path)), {})
    assert "shape: (3, 16)" in capsys.readouterr().out
