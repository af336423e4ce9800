"""Every mistake of the user: one line that says what is wrong and what to do, exit status 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Said, assert_as_before, nap

SCENARIO = """\
name = "tiny"
profile = "basic"
players = 3
policy = "random"
deals = 800
seed = 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working folder with a scenario in it."""
    (tmp_path / "tiny.toml").write_text(SCENARIO)
    return tmp_path


def refused(said: Said) -> str:
    """What was said, after checking that it is a message for people."""
    assert said.status == 2
    assert said.output == ""
    assert "Traceback" not in said.errors
    return said.errors


def test_mistakes_before_anything_is_simulated(folder: Path) -> None:
    (folder / "thesis").mkdir()
    (folder / "thesis" / "chapter.tex").touch()
    (folder / "broken.toml").write_text('profile = "basik"\nplayers = 9\nsed = 1\n')
    calls = (
        ("run", "quikstart"),
        ("run", "broken.toml"),
        ("run", "tiny.toml", "--deals", "1.5"),
        ("run", "tiny.toml", "--deals", "many"),
        ("run", "tiny.toml", "--seed", "-1"),
        ("run", "tiny.toml", "--workers", "0"),
        ("run", "tiny.toml", "--workers", "-2"),
        ("run", "tiny.toml", "--out", "thesis"),
        ("run", "tiny.toml", "--out", "tiny.toml"),
        ("run", "tiny.toml", "--out", "tiny.toml/run"),
        ("aggregate", "thesis"),
        ("report", "nowhere"),
        ("replay", "nowhere", "1"),
        ("verify", "nowhere"),
        ("profiles", "basics"),
        ("policies", "countin"),
        ("scenarios", "quick"),
    )
    told = [f"$ nap {' '.join(call)}\n{refused(nap(*call, folder=folder))}" for call in calls]
    assert_as_before("user-errors", "\n".join(told))
    assert sorted(path.name for path in folder.rglob("*")) == [
        "broken.toml",
        "chapter.tex",
        "thesis",
        "tiny.toml",
    ]


def test_mistakes_with_a_run_that_is_there(folder: Path) -> None:
    assert nap("simulate", "tiny.toml", "--out", "run", folder=folder).status == 0
    (folder / "run/deals/shard-000000.parquet").write_bytes(b"")
    calls = (
        ("run", "tiny.toml", "--out", "run"),
        ("run", "tiny.toml", "--out", "run", "--seed", "2", "--resume"),
        ("run", "tiny.toml", "--out", "run", "--deals", "80", "--resume"),
        ("aggregate", "run"),
        ("verify", "run"),
        ("verify", "run", "--deals", "none"),
        ("replay", "run", "800"),
        ("replay", "run", "first"),
        ("replay", "run", "--", "-1"),
        ("replay", "run", "--session", "100"),
        ("replay", "run"),
        ("replay", "run", "1", "--session", "1"),
        ("report", "run"),
    )
    told = [f"$ nap {' '.join(call)}\n{refused(nap(*call, folder=folder))}" for call in calls]
    assert_as_before("user-errors-with-a-run", "\n".join(told))


def test_unknown_commands_and_options_are_told() -> None:
    for call in (("rum",), ("run", "--deal", "5"), ("run", "--workers", "two")):
        said = nap(*call)
        assert said.status == 2
        assert "Error: " in said.errors and "Traceback" not in said.errors
