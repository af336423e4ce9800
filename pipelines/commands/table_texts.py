"""``nap tables``."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.commands.table_names import no_such_table
from pipelines.comparisons.files import load_comparison_tables
from pipelines.current_tables import tables_as_it_is
from reports.comparison.report import comparison_tables_for_reading
from reports.forms.table_texts import in_latex, in_markdown
from reports.language import speaking
from reports.reading import ReadingTable, reading_tables
from sim.comparisons.directory import COMPARISON_FILE
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.storage import Folder

_TEXTS: Final[Mapping[str, Callable[[ReadingTable], str]]] = {
    "markdown": in_markdown,
    "latex": in_latex,
}
_FULL: Final = ("csv", "json")
_INDEX: Final = "tables/tables.json"


@dataclass(frozen=True, kw_only=True)
class _Found:
    """The tables of a directory: for reading, and in full."""

    to_read: Mapping[str, ReadingTable]
    full: Mapping[str, pl.DataFrame]


def print_tables(path: Folder, table: str | None, kind: str, language: str) -> None:
    """Print one table, or all of them, as text for other documents or for programs.

    Parameters
    ----------
    path : Path or ObjectPath
        The directory of a run or of a comparison.
    table : str or None
        Name of the table; all if None.
    kind : str
        "markdown", "latex", "csv" or "json".
    language : str
        Code of the language of Markdown and LaTeX.

    Raises
    ------
    UserError
        If there are no tables, or none of that name, or no such kind.
    """
    if kind not in (*_TEXTS, *_FULL):
        raise UserError(f"--as {kind} is not one of {', '.join((*_TEXTS, *_FULL))}")
    with speaking(language):
        found = _tables_of(path)
    if isinstance(sys.stdout, io.TextIOWrapper):  # what documents and programs read is UTF-8
        sys.stdout.reconfigure(encoding="utf-8")
    if kind in _TEXTS:
        names = [_known(path, table, found.to_read)] if table else list(found.to_read)
        print("\n".join(_TEXTS[kind](found.to_read[name]) for name in names), end="")
    elif table is None and kind == "csv":
        first = next(iter(found.full))
        command = shlex.join(["nap", "tables", str(path), first, "--as", "csv"])
        raise UserError(f"--as csv prints one table; name it: {command}")
    elif kind == "csv":
        print(found.full[_known(path, str(table), found.full)].write_csv(), end="")
    else:
        _print_json(path, _known(path, table, found.full) if table else None)


def _tables_of(path: Folder) -> _Found:
    if (path / COMPARISON_FILE).exists():
        compared = load_comparison_tables(path)
        return _found(comparison_tables_for_reading(compared), compared.frames())
    tables = tables_as_it_is(RunDirectory.open(path))
    return _found(reading_tables(tables), tables.frames())


def _found(to_read: tuple[ReadingTable, ...], full: Mapping[str, pl.DataFrame]) -> _Found:
    return _Found(to_read={table.name: table for table in to_read}, full=full)


def _known(path: Folder, table: str, known: Mapping[str, object]) -> str:
    if table not in known:
        raise no_such_table(path, table, known)
    return table


def _print_json(path: Folder, table: str | None) -> None:
    """Print what ``tables.json`` says of all tables, or of one."""
    text = (path / _INDEX).read_text(encoding="utf-8")
    if table is None:
        print(text, end="")
        return
    index = json.loads(text)
    index["tables"] = {table: index["tables"][table]}
    print(json.dumps(index, ensure_ascii=False, allow_nan=False, indent=1))
