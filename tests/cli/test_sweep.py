"""``nap sweep`` from end to end, on few deals."""

from __future__ import annotations

from pathlib import Path

from pipelines.comparisons.files import load_comparison_tables
from tests.cli.command import assert_as_before, nap


def test_every_point_is_compared_with_the_policy_as_it_is(tmp_path: Path) -> None:
    said = nap(
        *("sweep", "counting", "--parameter", "five=3.8:4.6:0.4", "--players", "3"),
        *("--deals", "4k", "--out", "swept"),
        folder=tmp_path,
    )
    assert said.status == 0, said.errors
    assert_as_before("sweep", said.output)
    tables = load_comparison_tables(tmp_path / "swept")
    assert tables.sweep is not None
    assert tables.sweep["five"].to_list() == [3.8, 4.2, 4.6]
    (default,) = tables.sweep.rows(named=True)[1:2]
    assert (default["difference"], default["low"], default["high"]) == (0, 0, 0)
    assert tables.sweep["is_best"].sum() == 1
    assert (tmp_path / "swept" / "report" / "index.html").is_file()


def test_two_parameters_make_a_grid(tmp_path: Path) -> None:
    said = nap(
        *("sweep", "counting", "--parameter", "five=4,4.4", "--parameter", "four=3,3.25,3.5"),
        *("--players", "3", "--deals", "1k", "--field", "random", "--out", "swept"),
        folder=tmp_path,
    )
    assert said.status == 0, said.errors
    sweep = load_comparison_tables(tmp_path / "swept").sweep
    assert sweep is not None
    assert sweep.select("five", "four").rows() == [
        (five, four) for five in (4.0, 4.4) for four in (3.0, 3.25, 3.5)
    ]
