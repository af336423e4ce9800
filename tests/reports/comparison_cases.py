"""The invented comparisons that pages and figures are tried on."""

from __future__ import annotations

from functools import lru_cache

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.page import compared_from, render_comparison_page
from reports.comparison.record import ComparisonRecord
from reports.comparison.sections import comparison_sections
from tests.reports.comparison_builder import InventedComparison, build_comparison, swept

RECORD = ComparisonRecord(versions={"numpy": "2.0.0"}, parameters=({"five": 4.2, "four": 3},))
AUTHORS = {
    "foster": 0.02,
    "hoffmann": 0.012,
    "counting:standard": 0.0,
    "sure-tricks": -0.001,
    "peel": -0.03,
    "random": -0.6,
}
LONG = {
    f"blend (policy=counting:standard, errors={share}, overbid={tricks})": -share - tricks / 20
    for share in (0.0, 0.05, 0.1)
    for tricks in (0.0, 0.25)
} | {'<b>my_bots.py:Sly</b> & "friends" {{ 7*7 }} $x^2$': 0.03}

COMPARISONS = {
    "two": InventedComparison(worth={"foster": 0.02, "peel": -0.02}),
    "two undecided": InventedComparison(worth={"foster": 0.002, "peel": 0.001}, cap=200_000),
    "two equal": InventedComparison(worth={"foster": 0.0, "peel": 0.0}, noiseless=True),
    "authors": InventedComparison(
        worth=AUTHORS,
        field="counting:standard",
        sizes=(3, 4, 5),
        without_estimate=("random",),
    ),
    "one size": InventedComparison(worth=AUTHORS, field="counting:standard", deals=2_000_000),
    "round robin": InventedComparison(worth=AUTHORS, sizes=(4,)),
    "all sizes": InventedComparison(
        worth={"foster": 0.02, "peel": -0.01, "counting:standard": 0.0},
        field="counting:standard",
        sizes=(3, 4, 5, 6, 7),
    ),
    "twelve": InventedComparison(
        worth={f"policy number {i:02d}": 0.01 * (i % 7) for i in range(11)} | {"field": 0.0},
        field="field",
        sizes=(3, 5),
    ),
    "long names": InventedComparison(worth=LONG, sizes=(4,), deals=50_000),
    "curve": swept({"five": [3.6, 3.8, 4.0, 4.2, 4.4, 4.6, 4.8]}, [4.2], 0.3, sizes=(4,)),
    "heat map": swept(
        {"five": [3.6, 3.8, 4.0, 4.2, 4.4, 4.6, 4.8], "four": [2.8, 3.0, 3.2, 3.4, 3.6]},
        [4.25, 3.2],
        0.2,
        sizes=(4,),
    ),
    "small heat map": swept(
        {"five": [4.0, 4.2, 4.4], "four": [3.0, 3.2]},
        [4.2, 3.2],
        0.3,
        without_estimate=("counting:standard",),
    ),
    "two sizes": InventedComparison(
        worth={"foster": 0.03, "random": -0.6, "counting:standard": 0.0},
        field="counting:standard",
        sizes=(3, 5),
        without_estimate=("random",),
    ),
}


@lru_cache
def comparison_of(name: str) -> ComparisonTables:
    return build_comparison(COMPARISONS[name])


@lru_cache
def charts_of_comparison(name: str) -> dict[str, Chart]:
    parts = comparison_sections(compared_from(comparison_of(name)))
    return {chart.name: chart for part in parts for chart in part.charts}


@lru_cache
def page_of_comparison(name: str) -> str:
    compared = compared_from(comparison_of(name))
    return render_comparison_page(compared, comparison_sections(compared), RECORD)
