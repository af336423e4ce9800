"""The page about runs side by side: typed along in an empty folder, it comes to what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.beside.files import load_beside_tables
from pipelines.beside.schema import BESIDE_SCHEMAS
from tests.docs.pages import agree, blocks_of, commands_of, run

PAGE = Path("docs/side-by-side.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where everything that the page types was typed."""
    folder = tmp_path_factory.mktemp("side-by-side")
    for block in blocks_of(PAGE):
        for command in commands_of(block):
            said = run(command, folder)
            assert said.status == 0, f"line {command.line}: {said.errors}"
            assert agree(command.output, said.output), said.output
    return folder


def test_the_page_comes_to_a_report_that_begins_with_the_answer(folder: Path) -> None:
    page = (folder / "runs/three-beside-four/index.html").read_text(encoding="utf-8")
    answer = page.partition('<p class="answer">')[2].partition("</p>")[0]
    assert "Nap is made" in answer and "percentage points" in answer


def test_three_and_four_players_of_one_seed_are_paired(folder: Path) -> None:
    tables = load_beside_tables(folder / "runs/three-beside-four")
    [other] = tables.provenance.others
    assert (other.dependence, other.unit, other.common) == ("paired", 1, 20_000)
    assert set(tables.conditions["condition"].to_list()) == {"players", "policies"}


def test_the_page_names_every_table() -> None:
    assert [name for name in BESIDE_SCHEMAS if f"`{name}`" not in PAGE] == []
