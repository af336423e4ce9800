"""The guide to all tables, made from the descriptions of their columns.

``python -m pipelines.table_guide > docs/tables.md`` brings the page up to date.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pipelines.beside.files import BESIDE_TABLES_FORMAT
from pipelines.beside.schema import BESIDE_SCHEMAS
from pipelines.comparisons.files import COMPARISON_TABLES_FORMAT
from pipelines.comparisons.schema import COMPARISON_SCHEMAS
from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_files import TABLES_FORMAT
from pipelines.table_schema import Column, TableSchema

__all__ = ["table_guide"]

_PARQUET: Final = {
    "Int64": "INT64",
    "Float64": "DOUBLE",
    "String": "BYTE_ARRAY (UTF-8)",
    "Boolean": "BOOLEAN",
}
_JSON: Final = {
    "Int64": "number without a fraction",
    "Float64": "number",
    "String": "string",
    "Boolean": "true or false",
}

_BEGINNING: Final = """\
# Tables

`nap aggregate` writes every table of a run into its folder `tables/`, `nap compare` those of a
comparison, `nap report RUN RUN` those of runs side by side: each as Parquet and as CSV, and all of
them in `tables.json`. They are not rounded. Whole numbers are exact. This page is made from the
same descriptions as the tables (`python -m pipelines.table_guide > docs/tables.md`).

```sh
nap tables data/runs/quickstart                                   # all, as Markdown
nap tables data/runs/quickstart contracts --as latex              # one, for a paper
nap tables data/runs/quickstart contracts --as csv                # one in full
nap tables data/runs/quickstart --as json                         # all in full
nap report data/runs/quickstart --form tables --out paper         # all of this as files
```

Markdown and LaTeX are for readers: rounded to what the intervals support, intervals in parentheses
or below. LaTeX needs the package `booktabs`.

## Files

| type here | Parquet | JSON | CSV |
|---|---|---|---|
{types}
Parquet files are compressed with zstd. A value that is not known (a share of nothing, a mean
without a sample) is null in Parquet and JSON, and empty in CSV. CSV is UTF-8 with a line of
headings, commas, and quotes where they are needed.

`tables.json` is one object:

* `format`: `{run_format}` of a run, `{comparison_format}` of a comparison, `{beside_format}` of
  runs side by side; raised whenever a column changes its name or meaning;
* `provenance`: where the tables come from, such as identity, scenario, profile, players, seed,
  line-up, stakes, deals, sessions, confidence level and options;
* `tables`: by name, each with `title`; `sha256` of the Parquet file; `columns`, each with `name`,
  `dtype`, `unit` and `meaning`; `rows`, each a list in the order of the columns.

Equal tables give equal bytes, in every file. Rows are sorted; intervals are at the confidence level
that `provenance` names. [numbers.md](numbers.md) tells how they are made.
"""


def table_guide() -> str:
    """Write the page."""
    types = "".join(f"| {name} | {_PARQUET[name]} | {_JSON[name]} | text |\n" for name in _PARQUET)
    beginning = _BEGINNING.format(
        types=types,
        run_format=TABLES_FORMAT,
        comparison_format=COMPARISON_TABLES_FORMAT,
        beside_format=BESIDE_TABLES_FORMAT,
    )
    return (
        f"{beginning}\n## Tables of a run\n\n{_sections(TABLE_SCHEMAS.values())}"
        f"\n## Tables of a comparison\n\n{_sections(COMPARISON_SCHEMAS.values())}"
        f"\n## Tables of runs side by side\n\n{_sections(BESIDE_SCHEMAS.values())}"
    )


def _sections(schemas: Iterable[TableSchema]) -> str:
    return "\n".join(map(_section, schemas))


def _section(schema: TableSchema) -> str:
    only = f" Only with {schema.only_with}." if schema.only_with else ""
    rows = "".join(map(_row, schema.columns))
    return (
        f"### {schema.name}\n\n{schema.title}.{only}\n\n"
        f"| column | type | unit | meaning |\n|---|---|---|---|\n{rows}"
    )


def _row(column: Column) -> str:
    meaning = column.meaning.replace("|", "\\|")
    return f"| `{column.name}` | {column.dtype} | {column.unit} | {meaning} |\n"


if __name__ == "__main__":
    print(table_guide(), end="")
