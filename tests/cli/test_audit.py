"""``nap audit``: what it says of a sound run, and how it ends where a fault lost or bent a sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from pipelines import partials
from pipelines.aggregate import aggregate_run
from pipelines.commands.auditing import audit_run
from tests.statistics.audited import table_of
from tests.statistics.synthetic_run import write_simulated

SESSIONS = 12_500
"""Two shards of fifty thousand deals."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("audit") / "run"
    write_simulated(path, table_of(), SESSIONS)
    aggregate_run(path)
    return path


def audited(run: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Return the exit status, and what is said."""
    status = 0
    try:
        audit_run(run)
    except SystemExit as ended:
        status = int(ended.code or 0)
    said = capsys.readouterr()
    assert said.err == ""
    return status, said.out.replace(str(run), "RUN").splitlines()


def test_a_sound_run(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = stamps(run)
    status, said = audited(run, capsys)
    assert status == 0
    assert said[0].startswith("RUN: Sound: 69 sums agree exactly, and 84 counts")
    assert "The hands of 100,000 deals were dealt again and counted." in said[0]
    assert said[0].endswith("A sound run is called unsound in at most 1 of 1,000 reports.")
    assert len(said) == 1
    assert stamps(run) == before


def stamps(run: Path) -> dict[str, int]:
    """When each file was last written; what is known of files may be noted at any time."""
    files = [path for path in run.rglob("*") if path.is_file() and path.name != ".checked"]
    return {str(path): path.stat().st_mtime_ns for path in files}


AddingUp = Callable[[Sequence[pa.Table]], pa.Table]


def losing_a_shard(added_up: AddingUp) -> AddingUp:
    return lambda counts: added_up(counts[:-1])


def losing_the_wins_of_a_shard(added_up: AddingUp) -> AddingUp:
    def broken(counts: Sequence[pa.Table]) -> pa.Table:
        is_a_win = pc.fill_null(pc.equal(counts[-1]["quantity"], "winners"), False)
        return added_up([*counts[:-1], counts[-1].filter(pc.invert(is_a_win))])

    return broken


@pytest.mark.parametrize(
    ("fault", "said_first", "said_next"),
    [
        (
            losing_a_shard,
            "RUN: unsound: 6250 sessions and 50000 deals were counted, not 12500 and 100000",
            [],
        ),
        (
            losing_the_wins_of_a_shard,
            "RUN: Unsound: 5 of 153 checks failed",
            [
                *(
                    f"failed: sessions in the histogram of a player’s wins, {name}: 6,250, but it "
                    "must be 12,500"
                    for name in "ABCD"
                ),
                "failed: shares of wins that all sessions give: 75,000, but it must be 150,000",
            ],
        ),
    ],
)
def test_a_sum_that_loses_a_shard(
    fault: Callable[[AddingUp], AddingUp],
    said_first: str,
    said_next: list[str],
    run: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(partials, "added_up", fault(partials.added_up))
    status, said = audited(run, capsys)
    assert status == 1
    assert said[0].startswith(said_first)
    assert said[1:] == said_next
