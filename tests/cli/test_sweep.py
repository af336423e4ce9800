"""``nap sweep`` from end to end, on few deals."""

from __future__ import annotations

from pathlib import Path

from pipelines.comparisons.files import load_comparison_tables
from tests.cli.command import assert_as_before, nap
from tests.cli.comparing import sweep


def test_every_point_is_compared_with_the_policy_as_it_is(tmp_path: Path) -> None:
    said = nap(
        *("sweep", "counting", "--parameter", "five=3.8:4.6:0.4", "--players", "3"),
        *("--deals", "20k", "--out", "swept"),
        folder=tmp_path,
    )
    assert said.status == 0, said.errors
    assert_as_before("sweep", said.output)
    swept = load_comparison_tables(tmp_path / "swept").sweep
    assert swept is not None
    assert swept["five"].to_list() == [3.8, 4.2, 4.6]
    default = swept.row(1, named=True)
    assert (default["difference"], default["low"], default["high"]) == (0, 0, 0)
    assert swept["is_best"].sum() == 1
    assert (tmp_path / "swept" / "report" / "index.html").is_file()


def test_two_parameters_make_a_grid(tmp_path: Path) -> None:
    sweep(
        tmp_path,
        *("counting", "five=4,4.4", "four=3,3.25,3.5"),
        players="3",
        deals="1k",
        field="random",
        out=Path("swept"),
    )
    swept = load_comparison_tables(tmp_path / "swept").sweep
    assert swept is not None
    assert swept.select("five", "four").rows() == [
        (five, four) for five in (4.0, 4.4) for four in (3.0, 3.25, 3.5)
    ]
