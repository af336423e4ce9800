"""Pages of documentation as examples that run: their blocks of code in order, in one folder.

A block says what it is in the line that opens it: ```` ```python my_bots.py ```` is a file to be
written, ```` ```console ```` are commands after ``$`` with what they print, ```` ```pycon ```` is a
session of Python, and anything else is only shown.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cli.command import Said, nap

_BLOCK = re.compile(r"^```(?P<language>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.M | re.S)
_COMMAND = re.compile(r"^\$ (?P<command>.*\n)(?P<output>(?:(?!\$ ).*\n)*)", re.M)
_MEASURED = re.compile(r"[\d,]+ deals/s|usual for its way of writing: [\d,]+")
"""What differs from machine to machine."""

_REMARK_ON_SPEED = re.compile(r"^ +- less than half of that: .*\n(?: +[^-\s].*\n?)*", re.M)
"""What a slow machine says beside that."""

_MOST_SECONDS = 1200
"""A command that meets an engine that is not compiled yet takes minutes."""


@dataclass(frozen=True)
class Block:
    """A block of code: its language, the file that it is if it is one, its text and its line."""

    language: str
    file: str | None
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command, what the page says that it prints, and the line that it stands in."""

    words: list[str]
    output: str
    line: int


def blocks_of(page: str) -> Iterator[Block]:
    """The blocks of a page in order."""
    for found in _BLOCK.finditer(page):
        line = page.count("\n", 0, found.start()) + 1
        yield Block(found["language"], found["file"], found["text"], line)


def commands_of(block: Block) -> Iterator[Command]:
    """The commands of a block in order."""
    for found in _COMMAND.finditer(block.text):
        line = block.line + 1 + block.text.count("\n", 0, found.start())
        yield Command(shlex.split(found["command"]), found["output"], line)


def run(command: Command, folder: Path) -> Said:
    """Run a command of a page: ``nap`` or ``python``."""
    program, *arguments = command.words
    if program == "nap":
        return nap(*arguments, folder=folder, seconds=_MOST_SECONDS)
    assert program == "python", f"line {command.line}: {program} cannot be run here"
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONPATH": str(Path.cwd())},
        timeout=_MOST_SECONDS,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def agree(shown: str, printed: str) -> bool:
    r"""Whether a page shows what was printed: spaces and measured speeds aside, … is anything.

    >>> slow = "passed  speed  900 deals/s\n   - less than half of that: write it\n     otherwise\n"
    >>> agree("… speed 7,000 deals/s", slow)
    True
    """
    printed = _REMARK_ON_SPEED.sub("", printed)
    shown, printed = (_MEASURED.sub("#", " ".join(text.split())) for text in (shown, printed))
    parts = (re.escape(part.strip()) for part in shown.split("…"))
    return re.fullmatch(r"\s*.*?\s*".join(parts), printed) is not None


def wrong_in_session(block: Block, names: dict[str, object]) -> str:
    """What a session of Python prints otherwise than the page shows; empty if nothing.

    Three dots stand for anything.
    """
    examples = doctest.DocTestParser().get_doctest(block.text, names, "page", "page", block.line)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(
        examples, out=said.append, clear_globs=False
    )
    names.update(examples.globs)
    return "".join(said)


def with_output(page: str, command: Command, printed: str) -> str:
    """The page with what a command prints now."""
    lines = page.splitlines(keepends=True)
    old = command.output.count("\n")
    lines[command.line : command.line + old] = [*printed.rstrip().splitlines(keepends=True), "\n"]
    return "".join(lines)
