"""docs/tables.md is what the descriptions of the tables make it, and names every column."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.comparisons.schema import COMPARISON_SCHEMAS
from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_guide import table_guide

PAGE = Path("docs/tables.md").read_text(encoding="utf-8")


def test_the_page_is_up_to_date() -> None:
    assert table_guide() == PAGE, "python -m pipelines.table_guide > docs/tables.md"


@pytest.mark.parametrize("schemas", [TABLE_SCHEMAS, COMPARISON_SCHEMAS], ids=["run", "comparison"])
def test_every_column_is_described(schemas) -> None:
    for schema in schemas.values():
        section = PAGE.partition(f"### {schema.name}\n")[2].partition("\n#")[0]
        assert schema.title in section
        for column in schema.columns:
            assert f"| `{column.name}` | {column.dtype} | {column.unit} |" in section
            assert column.meaning
