"""The page about notebooks: typed along in an empty folder, it comes to what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import agree, blocks_of, commands_of, run, wrong_in_session

PAGE = Path("docs/notebook.md")


def test_everything_runs_and_prints_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = list(blocks_of(PAGE.read_text(encoding="utf-8")))
    for command in (each for block in blocks for each in commands_of(block)):
        said = run(command, tmp_path)
        assert said.status == 0, said.errors
        assert agree(command.output, said.output), said.output
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    sessions = [block for block in blocks if block.language == "pycon"]
    assert len(sessions) >= 6
    assert "".join(wrong_in_session(block, names) for block in sessions) == ""
    assert (tmp_path / "success.png").stat().st_size > 10_000
