"""`nap replay`: one deal of a run as people read it, and deals that a run does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Said, assert_as_before, nap

SCENARIO = """\
name = "short of chips"
profile = "pub"
policy = "random"
players = 3
sessions = 30
seed = 3

[rules]
chips = 20
deals_per_session = 6
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with a run of which some sessions ended early."""
    folder = tmp_path_factory.mktemp("replay")
    (folder / "short.toml").write_text(SCENARIO)
    assert nap("simulate", "short.toml", "--out", "run", folder=folder).status == 0
    return folder


def replay(folder: Path, deal: int | str) -> Said:
    return nap("replay", "run", deal, folder=folder)


def test_the_last_deal_of_a_session_tells_its_end(folder: Path) -> None:
    """Here a session that ended early, with a tie that was played off."""
    said = replay(folder, 1)
    assert (said.status, said.errors) == (0, "")
    assert_as_before("replay", said.output)


def test_deals_may_be_written_like_any_number(folder: Path) -> None:
    assert replay(folder, "0_0_6").output == replay(folder, 6).output != ""


def test_a_deal_that_was_not_played_is_told_in_one_line(folder: Path) -> None:
    """The session of deal 2 was over after deal 1."""
    said = replay(folder, 2)
    assert (said.status, said.output) == (2, "")
    assert said.errors == (
        "nap: error: deal 2 was not played: fewer than 3 players were left in session 0 after "
        "2 deals, so it ended with deal 1\n"
    )
    assert replay(folder, 5).status == 2
    assert replay(folder, 6).status == 0


def test_a_session_is_all_its_deals_and_its_end(folder: Path) -> None:
    """Deal by deal the same as when each is shown alone."""
    said = nap("replay", "run", "--session", 0, folder=folder)
    assert (said.status, said.errors) == (0, "")
    last = replay(folder, 1).output
    assert said.output == f"{replay(folder, 0).output}\n{last}"
    assert said.output.count("End of session 0") == 1
