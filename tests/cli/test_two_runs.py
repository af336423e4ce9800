"""The example of docs/after-nap.md: two runs side by side, as its page says to make them."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from pipelines.intervals import wilson
from pipelines.table_files import load_tables
from tests.cli.command import nap

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def two_runs() -> ModuleType:
    """The example as a module, though it stands outside every package."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        import two_runs
    finally:
        sys.path.remove(str(EXAMPLES))
    return two_runs


def test_the_interval_is_newcombe_s(two_runs: ModuleType) -> None:
    """Newcombe 1998, table II, example (a), method 10: 56/70 - 48/80 is in 0.0524 to 0.3339."""
    rates = []
    for successes, n in ((48, 80), (56, 70)):
        low, high = wilson(successes, n, 0.95)
        rates.append((successes / n, low, high))
    difference, low, high = two_runs.Difference("nap", "made", *rates).estimate
    assert difference == pytest.approx(0.2)
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def test_nap_is_bid_more_and_made_less_in_a_pack_that_is_only_cut(
    two_runs: ModuleType, tmp_path: Path
) -> None:
    """The finding of the page at a hundredth of its size; both are more than ten sigma there."""
    for scenario in ("quickstart", "traditional"):
        nap("simulate", scenario, "--out", tmp_path / scenario, "--deals", "100k")
        nap("aggregate", tmp_path / scenario)
    one, other = (load_tables(tmp_path / name) for name in ("quickstart", "traditional"))
    naps = {row.rate: row for row in two_runs.differences(one, other) if row.contract == "nap"}
    assert naps["bid"].estimate[1] > 0
    assert naps["made"].estimate[2] < 0
    table = two_runs.markdown(one, other).splitlines()
    assert table[0] == "| | quickstart | traditional | difference |"
    assert any(line.startswith("| nap, made, of the deals played in it |") for line in table)
