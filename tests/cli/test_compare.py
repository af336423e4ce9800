"""``nap compare`` from end to end, on few deals."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from pipelines.comparisons.files import load_comparison_tables
from tests.cli.command import Said, assert_as_before, nap

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

PAIR = ("counting:bold", "counting:cautious", "--players", "3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with a finished comparison in it, and a file of another."""
    folder = tmp_path_factory.mktemp("compare")
    (folder / "twice.toml").write_text(TWICE, encoding="utf-8")
    said = compare(folder, *PAIR, "--deals", "4k", "--fixed", "--out", "there", "--workers", "1")
    (folder / "said.txt").write_text(said.output, encoding="utf-8")
    return folder


def compare(folder: Path, *arguments: str) -> Said:
    said = nap("compare", *arguments, folder=folder)
    assert said.status == 0, said.errors
    return said


def results(path: Path) -> dict[str, bytes]:
    """Return all files but the log and the note of what was begun with which versions when."""
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and file.name not in ("run.log", ".lock")
    }


def test_the_result_is_told_and_the_report_is_there(folder: Path) -> None:
    told = (folder / "said.txt").read_text(encoding="utf-8")
    assert max(map(len, told.splitlines())) <= 80
    assert_as_before("compare", told)
    assert (folder / "there" / "report" / "index.html").is_file()


def test_two_workers_find_what_one_finds(folder: Path) -> None:
    said = compare(folder, *PAIR, "--deals", "4k", "--fixed", "--out", "two", "--workers", "2")
    told = (folder / "said.txt").read_text(encoding="utf-8")
    assert said.output == told.replace("there/", "two/")
    assert results(folder / "two") == results(folder / "there")


def test_swapped_policies_change_every_sign_and_nothing_else(folder: Path) -> None:
    swapped = (PAIR[1], PAIR[0], *PAIR[2:])
    said = compare(folder, *swapped, "--deals", "4k", "--fixed", "--out", "swapped")
    there, back = (
        load_comparison_tables(folder / name).differences for name in ("there", "swapped")
    )
    signs_changed = back.with_columns(
        pl.col("second").alias("first"),
        pl.col("first").alias("second"),
        -pl.col("difference"),
        (-pl.col("high")).alias("low"),
        (-pl.col("low")).alias("high"),
        (-pl.col("anytime_high")).alias("anytime_low"),
        (-pl.col("anytime_low")).alias("anytime_high"),
        pl.col("verdict").replace({"better": "worse", "worse": "better"}),
    )
    assert signs_changed.equals(there)
    told = (folder / "said.txt").read_text(encoding="utf-8")
    assert sorted(numbers(said.output)) == sorted(-number for number in numbers(told))


def numbers(told: str) -> list[float]:
    return [float(word) for word in told.split() if word[0] in "+-" and word[1:2].isdigit()]


def test_a_policy_against_itself_is_exactly_equal(folder: Path) -> None:
    said = compare(folder, "twice.toml")
    assert "  one vs other         0   exactly  equal\n" in said.output
    (row,) = load_comparison_tables(folder / "data/comparisons/twice").differences.rows(named=True)
    assert (row["difference"], row["low"], row["high"]) == (0, 0, 0)
    assert (row["differing"], row["verdict"]) == (0, "equal")


def test_a_longer_comparison_is_that_begun_anew(folder: Path) -> None:
    short = (*PAIR, "--fixed", "--out", "grown", "--deals")
    compare(folder, *short, "1k")
    compare(folder, *short, "4k", "--resume")
    assert results(folder / "grown") == results(folder / "there")


def test_what_is_written_down_gives_the_same_again(folder: Path) -> None:
    compare(folder, "there/comparison.toml", "--fixed", "--out", "again")
    assert results(folder / "again") == results(folder / "there")


def test_it_stops_when_all_is_decided(folder: Path) -> None:
    said = compare(folder, "counting", "random", "--players", "3", "--deals", "10M", "--out", "r")
    assert "deals, all is decided\n" in said.output
    assert load_comparison_tables(folder / "r").provenance.deals[3] < 1_000_000


def test_what_ships_is_listed_with_its_question() -> None:
    listed = nap("compare").output
    assert [line.split()[0] for line in listed.splitlines()] == [
        "authors",
        "nap-threshold",
        "styles",
    ]
    assert listed.count("?\n") == 3


def test_every_mistake_is_told_in_a_line_and_nothing_is_written(folder: Path) -> None:
    before = results(folder)
    (folder / "thesis").mkdir()
    (folder / "thesis" / "chapter.tex").touch()
    calls = (
        ("compare", "counting", "counting:standard"),
        ("compare", "counting"),
        ("compare", "countin", "random"),
        ("compare", "stiles"),
        ("compare", "counting{five}", "random"),
        ("compare", "counting", "random", "--players", "2"),
        ("compare", "counting", "random", "--players", "3,3"),
        ("compare", "counting", "random", "--deals", "some"),
        ("compare", "counting", "random", "--seed", "-1"),
        ("compare", "counting", "random", "--design", "pairs"),
        ("compare", "counting", "random", "--design", "round-robin", "--field", "random"),
        ("compare", "counting", "random", "--field", "best"),
        ("compare", "counting", "random", "--profile", "basik"),
        ("compare", "counting", "random", "--workers", "0"),
        ("compare", "counting", "random", "--out", "thesis"),
        ("compare", "counting", "random", "--out", "there"),
        ("compare", "counting", "random", "--players", "3", "--out", "there", "--resume"),
        ("sweep", "counting", "--parameter", "five"),
        ("sweep", "counting", "--parameter", "five=3:9:1"),
        ("sweep", "random", "--parameter", "five=3:4:1"),
    )
    told = []
    for call in calls:
        said = nap(*call, folder=folder)
        assert (said.status, said.output) == (2, "")
        assert "Traceback" not in said.errors
        told.append(f"$ nap {' '.join(call)}\n{said.errors}")
    assert_as_before("user-errors-comparing", "\n".join(told))
    after = results(folder)
    assert after.pop("thesis/chapter.tex") == b""
    assert after == before
