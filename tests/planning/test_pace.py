"""Speed, read from the log of a run as `sim.runs.run_log` writes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.planning.pace import Pace


def line(second: float, worker: int, shard: str, deals: int, seconds: float) -> str:
    when = f"2026-11-02 10:00:{second:06.3f}".replace(".", ",")
    who = f"INFO worker-{worker} {worker} sim.runs.shard_job"
    return f"{when} {who}: {shard}: {deals} deals in {seconds:.3f} s\n"


def pace(folder: Path, *lines: str, of: str = "") -> float | None:
    (folder / "run.log").write_text("begun\n" + "".join(lines), encoding="utf-8")
    found = Pace.of_log(folder / "run.log", of)
    return found and found.seconds_of_deal


def test_it_is_the_time_from_one_shard_of_a_worker_to_the_next(tmp_path: Path) -> None:
    """What is before a worker's first shard is no part of it; writing is."""
    lines = (
        line(9.0, 11, "shard-000000", 1_000, 0.5),
        line(9.5, 12, "shard-000001", 1_000, 0.5),
        line(11.0, 11, "shard-000002", 1_000, 1.5),
        line(12.5, 12, "shard-000003", 1_000, 1.5),
    )
    assert pace(tmp_path, *lines) == pytest.approx(5.0 / 2_000)


def test_a_pause_between_two_parts_of_a_run_does_not_count(tmp_path: Path) -> None:
    steady = [line(second, 11, "shard-000000", 1_000, 1.0) for second in (1, 2, 3, 4)]
    assert pace(tmp_path, *steady, line(50, 11, "shard-000009", 1_000, 1.0)) == pytest.approx(1e-3)


def test_workers_with_but_one_shard_say_how_long_they_computed(tmp_path: Path) -> None:
    lines = (
        line(3.0, 11, "shard-000000", 1_000, 0.5),
        line(3.0, 12, "shard-000001", 1_000, 0.7),
    )
    assert pace(tmp_path, *lines) == pytest.approx(0.6e-3)


def test_sizes_of_table_are_told_apart(tmp_path: Path) -> None:
    lines = (
        line(3.0, 11, "3 players, shard-000000", 1_000, 0.5),
        line(4.0, 11, "4 players, shard-000000", 1_000, 0.8),
    )
    assert pace(tmp_path, *lines, of="4 players") == pytest.approx(0.8e-3)


def test_without_a_log_nobody_knows(tmp_path: Path) -> None:
    assert pace(tmp_path) is None
    assert Pace.of_log(tmp_path / "nothing") is None
