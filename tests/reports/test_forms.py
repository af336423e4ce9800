"""The forms of a report: what is written, where, and what is left alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import polars as pl
import pytest

from reports import write_report
from reports.forms import FORMS, USUAL
from reports.forms.pgf import pgf_file
from reports.forms.table_texts import in_latex, in_markdown
from reports.forms.tex import in_tex
from reports.reading import Cell, ReadingTable, reading_tables
from sim.errors import UserError
from tests.reports.conftest import tables_of
from tests.reports.test_figures import charts_of
from tests.reports.test_report import contents

ENDINGS = {
    "html": {".html", ".svg", ".png"},
    "pdf": {".pdf"},
    "svg": {".svg"},
    "png": {".png"},
    "pgf": {".pgf"},
    "tables": {".md", ".tex", ".csv", ".parquet", ".json"},
}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_each_form_is_written_alone(form, run_directory):
    run = run_directory("one session")
    first = write_report(run, forms=[form])
    names = contents(run / "report")
    assert {name[name.rindex(".") :] for name in names} == ENDINGS[form]
    assert first.exists() and first.is_relative_to(run / "report")


def test_pages_come_with_the_files_they_link_to(run_directory):
    run = run_directory("one session")
    write_report(run, forms=["html"])
    for page in (run / "report").glob("*.html"):
        for link in re.findall(r'href="(figures/[^"]+)"', page.read_text()):
            assert (run / "report" / link).exists()


def test_a_form_more_leaves_the_others_as_they_are(run_directory):
    run = run_directory("one session")
    write_report(run)
    before = contents(run / "report")
    write_report(run, forms=["pgf"])
    after = contents(run / "report")
    assert before.items() <= after.items()
    assert {name for name in after if name not in before} == {
        f"figures/{chart.name}.pgf" for chart in charts_of("one session")
    }
    assert USUAL == ("html", "pdf")


def test_what_an_earlier_report_had_and_the_reader_s_own_files_are_told_apart(run_directory):
    run = run_directory("one session")
    write_report(run, forms=["html", "tables"])
    report = run / "report"
    stale = ("question-of-old.html", "figures/old.png", "tables/old.tex")
    (report / stale[0]).write_bytes((report / "index.html").read_bytes())
    for name in stale[1:]:
        (report / name).write_text("old")
    own = ("notes.html", "figures/all.tex", "figures/notes.md", "tables/mine.svg")
    for name in own:
        (report / name).write_text("the reader's own")
    write_report(run, forms=["html", "tables"])
    names = set(contents(report))
    assert not names & set(stale) and set(own) <= names


def test_other_languages_have_their_own_folders(run_directory):
    run = run_directory("one session")
    assert write_report(run, language="fr", forms=["html"]) == run / "report/fr/index.html"
    assert set(contents(run / "report")) == {
        f"fr/{name}" for name in contents(run / "report" / "fr")
    }


def test_a_chosen_folder_holds_the_same_bytes(run_directory, tmp_path):
    run = run_directory("one session")
    write_report(run, forms=["pdf", "tables"])
    out = tmp_path / "paper" / "nap"
    assert write_report(run, forms=["pdf", "tables"], out=out) == out / "report.pdf"
    assert contents(out) == contents(run / "report")
    write_report(run, forms=["html"], out=out)


@pytest.mark.parametrize("name", ["index.html", "report.pdf", "thesis.tex"])
def test_a_chosen_folder_with_other_files_is_refused_and_left_alone(name, run_directory, tmp_path):
    run = run_directory("one session")
    out = tmp_path / "thesis"
    out.mkdir()
    (out / name).write_text("mine")
    with pytest.raises(UserError, match=f"holds {name}, which no report has; choose an empty"):
        write_report(run, out=out)
    with pytest.raises(UserError, match=r"holds run\.json"):
        write_report(run, out=run)
    assert contents(out) == {name: b"mine"}


def test_what_a_killed_report_left_in_a_chosen_folder_does_not_matter(run_directory, tmp_path):
    run = run_directory("one session")
    out = tmp_path / "paper"
    out.mkdir()
    (out / ".tmp-nap-report.pdf-1").write_text("half")
    write_report(run, forms=["pdf"], out=out)
    assert set(contents(out)) == {"report.pdf"}


def test_unknown_forms_and_languages_are_refused_before_anything_is_written(run_directory):
    run = run_directory("one session")
    with pytest.raises(UserError, match="--form docx is not one of html, pdf"):
        write_report(run, forms=["html", "docx"])
    with pytest.raises(UserError, match="'de' is not one of en, es, fr, ru"):
        write_report(run, language="de")
    assert not (run / "report").exists()


# --- tables


@pytest.mark.parametrize("name", ["[bot] A", "*star", "[2cm]"])
def test_a_row_of_latex_never_begins_with_what_belongs_to_the_row_before(name):
    row = (Cell(text=name), Cell(text="1"))
    table = ReadingTable(
        name="t", title="T", columns=("player", "n"), rows=(row, row), names=1, note=""
    )
    rows = in_latex(table).partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    assert rows.splitlines() == [f"{{}}{name} & 1 \\\\"] * 2


def test_every_table_can_be_read_in_markdown(tables):
    for table in reading_tables(tables):
        lines = in_markdown(table).splitlines()
        rows = [line for line in lines if line.startswith("|")]
        assert lines[0] == f"### {table.title}"
        assert len(rows) == 2 + len(table.rows)
        cells = {len(re.findall(r"(?<!\\)\|", row)) for row in rows}
        assert cells == {len(table.columns) + 1}
        for cell in (cell for row in table.rows for cell in row if cell.interval):
            assert f"({cell.interval})" in in_markdown(table).replace("\\", "")


def test_every_table_can_be_set_by_latex(tables):
    for table in reading_tables(tables):
        text = in_latex(table)
        assert_is_balanced(text)
        rows = text.partition("\\midrule\n")[2].partition("\\bottomrule")[0].splitlines()
        assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {len(table.columns) - 1}
        assert len(re.findall(r"\\scriptsize", text)) == sum(
            bool(cell.interval) for row in table.rows for cell in row
        )


def test_full_tables_are_those_of_the_run(run_directory):
    run = run_directory("one session")
    write_report(run, forms=["tables"])
    for name, content in contents(run / "tables").items():
        assert (run / "report" / "tables" / name).read_bytes() == content
    index = json.loads((run / "report" / "tables" / "tables.json").read_text())
    for name, described in index["tables"].items():
        frame = pl.read_parquet(run / "report" / "tables" / f"{name}.parquet")
        assert [column["name"] for column in described["columns"]] == frame.columns
        assert len(described["rows"]) == frame.height


# --- PGF


def assert_is_balanced(text: str) -> None:
    """Every brace of TeX that opens is closed, line by line of what is not a comment."""
    depth = 0
    for line in text.splitlines():
        code = re.sub(r"(?<!\\)%.*", "", re.sub(r"\\[{}\\%]", "", line))
        depth += code.count("{") - code.count("}")
        assert depth >= 0, line
    assert depth == 0


def texts_set(pgf: str) -> list[str]:
    return re.findall(r"\\selectfont (.*)\}%", pgf)


@pytest.mark.parametrize("name", ["usual", "hostile names"])
def test_pgf_figures_hold_every_text_escaped_and_nothing_but_commands_of_pgf(name):
    for chart in charts_of(name)[:3]:
        pgf = pgf_file(chart)
        assert_is_balanced(pgf)
        body = [line for line in pgf.splitlines() if not line.startswith("%")]
        assert all(re.match(r"\\[A-Za-z]+|\}", line) and line.endswith("%") for line in body)
        assert pgf.count(r"\begin{pgfscope}") == pgf.count(r"\end{pgfscope}")
        assert pgf.count(r"\begin{pgfpicture}") == pgf.count(r"\end{pgfpicture}") == 1
        for text in texts_set(pgf):
            assert not re.search(r"(?<!\\)[$&#%_^]", text), text


def test_texts_of_pgf_figures_are_those_of_the_drawing():
    chart = charts_of("usual")[0]
    written = texts_set(pgf_file(chart))
    for row in tables_of("usual").contracts.rows(named=True):
        assert in_tex(f"{row['made']:,} of {row['played']:,}") in written
    assert "break-even" in written


def test_pgf_needs_no_latex():
    program = (
        "import os, shutil; os.environ['PATH'] = '/nonexistent';"
        "from tests.reports.test_figures import charts_of;"
        "from reports.forms.pgf import pgf_file;"
        "assert pgf_file(charts_of('one session')[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
