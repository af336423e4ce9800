"""A run in a notebook: typed frames, figures drawn when asked for, and nothing imported early."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib.figure import Figure

import pipelines
from pipelines.loaded_run import Figures, LoadedRun
from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_files import write_tables
from reports.figures import all_charts
from sim.errors import UserError
from tests.reports.conftest import RUNS, tables_of


def loaded(name: str) -> LoadedRun:
    tables = tables_of(name)
    return LoadedRun(provenance=tables.provenance, **tables.frames())


@pytest.mark.parametrize("name", ["usual", "everything"])
def test_every_table_is_an_attribute_with_the_dtypes_of_its_schema(name: str) -> None:
    run, tables = loaded(name), tables_of(name)
    for table, frame in tables.frames().items():
        assert getattr(run, table).equals(frame)
        told = dict(run.schema.filter(table=table).select("column", "dtype").rows())
        assert {column: str(dtype) for column, dtype in frame.schema.items()} == told
        assert told.items() <= {c.name: c.dtype for c in TABLE_SCHEMAS[table].columns}.items()


def test_a_table_that_the_rules_do_not_have_is_none() -> None:
    assert loaded("usual").pool is None
    assert loaded("everything").pool is not None


def test_every_figure_of_the_report_is_drawn_when_asked_for() -> None:
    figures = loaded("seven players").figures
    assert list(figures) == [chart.name for chart in all_charts(tables_of("seven players"))]
    assert len(figures) == len(list(figures))
    for name in figures:
        assert isinstance(figures[name], Figure)
    assert figures["balances"] is not figures["balances"], "one may be changed, the next is whole"


def test_a_figure_has_the_same_bytes_however_often_it_is_drawn() -> None:
    def png(figures: Figures) -> bytes:
        file = io.BytesIO()
        figures["win-shares"].savefig(file, format="png")
        return file.getvalue()

    run = loaded("usual")
    first = png(run.figures)
    run.figures["balances"].savefig(io.BytesIO())
    assert png(run.figures) == first == png(loaded("usual").figures)


def test_an_unknown_figure_is_told_which_there_are() -> None:
    with pytest.raises(KeyError, match="no figure balance; there are success-by-contract, "):
        loaded("usual").figures["balance"]


@pytest.mark.parametrize("name", RUNS)
def test_a_run_says_what_it_is(name: str) -> None:
    run = loaded(name)
    text, page = repr(run), run._repr_html_()
    assert f"{run.provenance.deals:,} deals" in text
    for table in run.frames():
        assert f"  {table} " in text
        assert f"<code>{table}</code>" in page


def test_importing_pipelines_imports_nothing_heavy() -> None:
    program = "import sys, pipelines; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "numba", "pyarrow", "polars", "matplotlib", "pydantic", "pipelines.tables"}
    assert heavy.isdisjoint(done.stdout.split())
    assert {"load", "LoadedRun"} <= set(dir(pipelines))


def test_drawing_opens_no_display(tmp_path: Path) -> None:
    write_tables(tmp_path, tables_of("one session"))
    program = (
        "import sys\n"
        "from pipelines.loaded_run import Figures\n"
        "from pipelines.table_files import load_tables\n"
        "figures = Figures(load_tables(sys.argv[1]))\n"
        "assert 'matplotlib' not in sys.modules\n"
        "assert figures['balances'].axes\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no run"):
        pipelines.load(tmp_path)
