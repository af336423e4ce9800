"""docs/tables.md is what the descriptions of the tables make it, and names every column."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.beside.schema import BESIDE_SCHEMAS
from pipelines.comparisons.schema import COMPARISON_SCHEMAS
from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_guide import table_guide

PAGE = Path("docs/tables.md").read_text(encoding="utf-8")


def test_the_page_is_up_to_date() -> None:
    assert table_guide() == PAGE, "python -m pipelines.table_guide > docs/tables.md"


SCHEMAS = {
    "a run": TABLE_SCHEMAS,
    "a comparison": COMPARISON_SCHEMAS,
    "runs side by side": BESIDE_SCHEMAS,
}


@pytest.mark.parametrize("of", SCHEMAS)
def test_every_column_is_described(of: str) -> None:
    part = PAGE.partition(f"## Tables of {of}\n")[2].partition("\n## ")[0]
    for schema in SCHEMAS[of].values():
        section = part.partition(f"### {schema.name}\n")[2].partition("\n#")[0]
        assert schema.title in section
        for column in schema.columns:
            assert f"| `{column.name}` | {column.dtype} | {column.unit} |" in section
            assert column.meaning
