"""``nap compare`` from end to end, on few deals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pipelines.comparisons.files import load_comparison_tables
from tests.cli.command import assert_as_before, nap
from tests.cli.comparing import compare, refusal, results

TWICE = """\
name = "the same under two names"
profile = "basic"
players = 3
deals = "2k"

[[policy]]
name = "one"
policy = "counting"

[[policy]]
name = "other"
policy = "counting"
"""

OWN_BOT = '''\
class Lowest:
    """Plays the lowest card, and passes."""

    version = 1

    def bid(self, view):
        return view.legal & -view.legal

    opening_lead = lead = follow = bid
'''

PAIR = ("counting:bold", "counting:cautious")
SHORT: dict[str, Any] = {"players": "3", "deals": "4k", "fixed": True}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with a finished comparison in it, and what was said of it."""
    folder = tmp_path_factory.mktemp("compare")
    told = compare(folder, *PAIR, **SHORT, out=Path("there"))
    (folder / "said.txt").write_text(told, encoding="utf-8")
    return folder


def differences(path: Path) -> pl.DataFrame:
    return load_comparison_tables(path).differences


def numbers(told: str) -> list[float]:
    """Return all numbers with a sign."""
    return [float(word) for word in told.split() if word[0] in "+-" and word[1:2].isdigit()]


def test_the_command_tells_the_result_and_writes_the_report(folder: Path) -> None:
    said = nap(
        *("compare", *PAIR, "--players", "3", "--deals", "4k", "--fixed", "--out", "shell"),
        folder=folder,
    )
    assert said.status == 0, said.errors
    assert max(map(len, said.output.splitlines())) <= 80
    assert_as_before("compare", said.output)
    assert "4,000 of 4,000 deals (100 %)" in said.errors
    page = (folder / "shell" / "report" / "index.html").read_text(encoding="utf-8")
    assert "counting:cautious" in page

    again = nap("report", "shell", "--language", "fr", "--form", "html", folder=folder)
    assert (again.status, again.output) == (0, "report: shell/report/fr/index.html\n")
    in_french = (folder / "shell" / "report" / "fr" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="fr">' in in_french and "counting:cautious" in in_french
    assert (folder / "shell" / "report" / "index.html").read_text(encoding="utf-8") == page


def test_two_workers_find_what_one_finds(folder: Path) -> None:
    told = compare(folder, *PAIR, **SHORT, out=Path("two"), workers=2)
    assert told.replace("two/", "there/") == (folder / "said.txt").read_text(encoding="utf-8")
    assert results(folder / "two") == results(folder / "there")


def test_swapped_policies_change_every_sign_and_nothing_else(folder: Path) -> None:
    told = compare(folder, PAIR[1], PAIR[0], **SHORT, out=Path("swapped"))
    signs_changed = differences(folder / "swapped").with_columns(
        first=pl.col("second"),
        second=pl.col("first"),
        difference=-pl.col("difference"),
        low=-pl.col("high"),
        high=-pl.col("low"),
        anytime_low=-pl.col("anytime_high"),
        anytime_high=-pl.col("anytime_low"),
        verdict=pl.col("verdict").replace({"better": "worse", "worse": "better"}),
    )
    assert signs_changed.equals(differences(folder / "there"))
    before = (folder / "said.txt").read_text(encoding="utf-8")
    assert numbers(told)
    assert sorted(numbers(told)) == sorted(-number for number in numbers(before))


def test_a_policy_against_itself_is_exactly_equal(folder: Path) -> None:
    (folder / "twice.toml").write_text(TWICE, encoding="utf-8")
    told = compare(folder, "twice.toml")
    assert "one vs other         0   exactly  equal\n" in told
    (row,) = differences(folder / "data/comparisons/twice").rows(named=True)
    assert (row["difference"], row["low"], row["high"]) == (0, 0, 0)
    assert (row["differing"], row["verdict"]) == (0, "equal")


def test_a_comparison_made_longer_is_one_begun_so_long(folder: Path) -> None:
    compare(folder, *PAIR, **{**SHORT, "deals": "1k"}, out=Path("grown"))
    assert "go on with it by --resume" in refusal(folder, *PAIR, **SHORT, out=Path("grown"))
    compare(folder, *PAIR, **SHORT, out=Path("grown"), resume=True)
    assert results(folder / "grown") == results(folder / "there")


def test_what_is_written_down_gives_the_same_again(folder: Path) -> None:
    compare(folder, "there/comparison.toml", fixed=True, out=Path("again"))
    assert results(folder / "again") == results(folder / "there")


def test_it_stops_when_all_is_decided(folder: Path) -> None:
    told = compare(folder, "counting", "random", players="3", deals="10M", out=Path("decided"))
    assert told.splitlines()[0].endswith(" deals, all is decided")
    assert load_comparison_tables(folder / "decided").provenance.deals[3] < 1_000_000


def test_fixed_plays_all_deals_and_tells_other_intervals(folder: Path) -> None:
    told = compare(folder, "counting", "random", players="3", deals="40k", fixed=True)
    assert told.startswith("3 players: 40,000 deals, all that was asked for\n")
    (row,) = differences(folder / "data/comparisons/counting-standard-and-random-3-players").rows(
        named=True
    )
    assert f"{row['low']:+.4f} to {row['high']:+.4f}" in told
    assert row["anytime_low"] < row["low"] < row["high"] < row["anytime_high"]


def test_another_comparison_is_refused_and_nothing_is_touched(folder: Path) -> None:
    before = results(folder / "there")
    for change, complaint in (
        ({"seed": 8}, "holds a comparison of another identity (seed: 1815 != 8)"),
        ({"players": "4"}, "holds a comparison at tables of 3, not 4"),
        ({"deals": "2k"}, "it can only grow"),
    ):
        wanted = {**SHORT, **change}
        assert complaint in refusal(folder, *PAIR, **wanted, out=Path("there"), resume=True)
    assert results(folder / "there") == before


def test_what_ships_is_listed_with_its_question() -> None:
    listed = nap("compare").output
    assert max(map(len, listed.splitlines())) <= 80
    assert [line.split()[0] for line in listed.splitlines()] == [
        "authors",
        "ladder",
        "nap-threshold",
        "styles",
    ]
    assert listed.count("?\n") == 4


def test_mistakes_are_told_in_lines_with_status_2_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").touch()
    calls = (
        ("compare", "counting", "counting:standard", "--players", "2,x", "--deals", "some"),
        ("compare", "stiles"),
        ("compare", "counting", "random", "--workers", "0"),
        ("compare", "counting", "random", "--out", "thesis"),
        ("sweep", "counting", "--parameter", "five=3:9:1", "--players", "9"),
    )
    told = []
    for call in calls:
        said = nap(*call, folder=tmp_path)
        assert (said.status, said.output) == (2, "")
        assert "Traceback" not in said.errors
        told.append(f"$ nap {' '.join(call)}\n{said.errors}")
    assert_as_before("user-errors-comparing", "\n".join(told))
    assert list(results(tmp_path)) == ["thesis/chapter.tex"]


def test_a_policy_of_ones_own_is_kept_with_the_comparison(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(OWN_BOT, encoding="utf-8")
    short = {"players": "3", "deals": "500", "fixed": True}
    told = compare(tmp_path, "my_bots.py:Lowest", "random", **short, out=Path("own"))
    assert "  my_bots.py:Lowest vs random " in told
    (tmp_path / "my_bots.py").unlink()
    again = compare(tmp_path, "own/comparison.toml", fixed=True, out=Path("again"))
    assert numbers(again) == numbers(told)
    assert results(tmp_path / "again") == results(tmp_path / "own")


def test_a_comparison_that_is_stopped_tells_how_to_go_on(tmp_path: Path) -> None:
    arguments = ["compare", *PAIR, "--players", "3", "--deals", "1B", "--fixed", "--out", "long"]
    with subprocess.Popen(
        [sys.executable, "-m", "pipelines.cli", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        while not [*tmp_path.glob("long/3-players/sums/shard-*.json")]:
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        output, errors = running.communicate(timeout=120)
    assert (running.returncode, output) == (130, "")
    assert errors.endswith("--deals 1B --fixed --out long --resume\n")
    assert not (tmp_path / "long" / "tables").exists()
