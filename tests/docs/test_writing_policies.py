"""The guide to writing policies: typed along in an empty folder, it comes to what it shows."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from sim.engine.view import BidView, DiscardView, PlayView
from sim.policies import Game, kit
from sim.policies.policy import Decisions
from tests.docs.pages import agree, blocks_of, commands_of, run, with_output, wrong_in_session

PAGE = Path("docs/writing-policies.md")
RENEW = "NAP_RENEW_SNAPSHOTS"
"""If set in the environment, what commands print now is written into the page."""


ALL = ("check-policy", "run", "replay", "policies", "compare", "sweep", "calibration.py")
QUICK = ALL[:4]
"""What is typed in the quick size: no comparisons, which take a minute."""


@pytest.mark.parametrize("typed", [QUICK, pytest.param(ALL, marks=pytest.mark.slow)])
def test_everything_runs_and_prints_what_is_shown(typed: tuple[str, ...], tmp_path: Path) -> None:
    differing = []
    for block in blocks_of(PAGE.read_text(encoding="utf-8")):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        if block.language != "console":
            continue
        for command in commands_of(block):
            assert command.words[1] in ALL
            if command.words[1] not in typed:
                continue
            said = run(command, tmp_path)
            assert said.status == 0, f"line {command.line}: {said.errors}"
            if not agree(command.output, said.output):
                differing.append((command, said.output))
    if os.environ.get(RENEW):
        renewed = PAGE.read_text(encoding="utf-8")
        for command, printed in reversed(differing):
            renewed = with_output(renewed, command, printed)
        PAGE.write_text(renewed, encoding="utf-8")
    assert not differing, "\n".join(
        f"line {command.line} prints otherwise:\n{printed}" for command, printed in differing
    )


def test_sessions_of_python_print_what_is_shown() -> None:
    names: dict[str, object] = {}
    sessions = [b for b in blocks_of(PAGE.read_text(encoding="utf-8")) if b.language == "pycon"]
    assert sessions
    assert "".join(wrong_in_session(block, names) for block in sessions) == ""


def test_the_reference_names_everything() -> None:
    """All decisions, fields of views, facts of the game, and functions of the kit."""
    page = PAGE.read_text(encoding="utf-8")
    fields = [*BidView._fields, *DiscardView._fields, *PlayView._fields, *Game._fields]
    ranges = {f"{name}_{turn}" for name in ("played", "card") for turn in range(1, 6)}
    decisions = Decisions.__dataclass_fields__
    missing = [
        name
        for name in (*fields, *decisions, *kit.__all__)
        if name not in ranges and f"`{name}`" not in page and f"`{name}(" not in page
    ]
    assert sorted(set(missing)) == []


def test_the_entry_point_is_in_the_group_that_is_looked_in() -> None:
    from sim.policies.loading import ENTRY_POINTS

    tables = [
        tomllib.loads(block.text)
        for block in blocks_of(PAGE.read_text(encoding="utf-8"))
        if block.language == "toml" and "project" in block.text
    ]
    assert [list(table["project"]["entry-points"]) for table in tables] == [[ENTRY_POINTS]]
