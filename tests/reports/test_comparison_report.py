"""The report of a comparison on disk: whole files, the same bytes every time, nothing stale."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pipelines.comparisons.files import write_comparison_tables
from pipelines.comparisons.making import ComparedDeals, comparison_tables
from pipelines.comparisons.tables import ComparisonTables
from reports.comparison import write_comparison_report
from reports.comparison.answer import answers, conditions_in_words
from reports.comparison.page import compared_from
from reports.comparison.sections import comparison_sections
from reports.sheet import NARROW
from sim.errors import UserError
from tests.reports.comparison_cases import comparison_of
from tests.reports.test_report import contents
from tests.statistics.synthetic_comparisons import comparison, nothing, sums_of


def directory_of(tables: ComparisonTables, folder: Path) -> Path:
    folder.mkdir()
    write_comparison_tables(folder, tables)
    entries = [[{"parameters": {"five": 4.2}}]]
    record = {
        "versions": {"numpy": "2.0.0"},
        "comparisons": [{"identity": {"fields": {"entries": entries}}}],
    }
    (folder / "comparison.json").write_text(json.dumps(record))
    return folder


def real_tables(units: int, players: int = 4) -> ComparisonTables:
    """Tables made of sums, as a comparison makes them; what was bid is not in them."""
    of = comparison(players, ("counting", "counting:bold", "random"))
    random = np.random.default_rng(5)
    won = random.integers(-3, 4, (units, len(of.entries), players))
    sums = sums_of(of, won) if units else nothing(of)
    return comparison_tables([ComparedDeals(comparison=of, sums=sums, cap_units=10_000)])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = directory_of(comparison_of("two equal"), tmp_path_factory.mktemp("report") / "equal")
    assert write_comparison_report(folder) == folder / "report" / "index.html"
    return folder


def test_page_and_figures_are_written_and_nothing_else(written):
    names = set(contents(written / "report"))
    assert {"figures/differences.png", "figures/calibration-4.svg"} <= names
    assert not [name for name in names if ".tmp" in name]
    page = (written / "report" / "index.html").read_text()
    linked = {part.split('"')[0] for part in page.split('href="figures/')[1:]}
    assert {f"figures/{name}" for name in linked} == names - {"index.html", "report.pdf"}


def test_a_second_run_writes_the_same_bytes_and_clears_what_is_stale(written):
    first = contents(written / "report")
    (written / "report" / "figures" / "pairs-9.svg").write_text("<svg/>")
    environment = {"PYTHONHASHSEED": "17", "POLARS_MAX_THREADS": "1", "LC_ALL": "C"}
    program = (
        "import sys, pathlib; from reports.comparison import write_comparison_report;"
        "write_comparison_report(pathlib.Path(sys.argv[1]))"
    )
    subprocess.run(
        [sys.executable, "-c", program, str(written)],
        check=True,
        env={**os.environ, **environment},
    )
    assert contents(written / "report") == first


@pytest.mark.parametrize("units", [0, 1, 400])
def test_tables_of_real_sums_can_be_read_however_few_deals(units):
    compared = compared_from(real_tables(units, players=3))
    assert compared.standings[0].field == "2: random"
    (answer,) = answers(compared.tables, compared.standings)
    assert "not decided" in answer and ("no interval yet" in answer or units == 0)
    assert f"{units} deal" in conditions_in_words(compared.tables)
    for part in comparison_sections(compared):
        for chart in part.charts:
            chart.draw(NARROW)


def test_a_comparison_without_tables_is_refused_with_the_way_out(tmp_path):
    with pytest.raises(UserError, match="nap compare"):
        write_comparison_report(tmp_path)


def test_a_comparison_without_record_is_refused(tmp_path):
    folder = directory_of(comparison_of("two equal"), tmp_path / "equal")
    (folder / "comparison.json").unlink()
    with pytest.raises(UserError, match=r"comparison\.json: is not the record of a comparison"):
        write_comparison_report(folder)
