"""``nap show``."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from pipelines.commands.summary import answer_in_sentences, remarks
from pipelines.commands.table_names import no_such_table
from pipelines.commands.terminal.layout import paragraph, picture_lines, reading_lines
from pipelines.commands.terminal.main_tables import main_tables
from pipelines.commands.terminal.pictures import in_ascii
from pipelines.current_tables import tables_as_it_is
from pipelines.tables import Tables
from reports.audit.verdict import audit_verdict
from reports.conditions import footer_of
from reports.reading import ReadingTable, reading_tables
from sim.runs.directory import RunDirectory
from sim.storage import Folder

__all__ = ["show_tables", "shown_tables"]

_WIDTH: Final = 80


def show_tables(path: Folder, names: Sequence[str], *, colour: bool) -> None:
    """Print the main tables of a run, or those named; nothing is written, and no lock is taken.

    Parameters
    ----------
    path : Path or ObjectPath
        The run directory.
    names : sequence of str
        Of tables for reading; none for the main ones.
    colour : bool
        Whether a terminal gets colours, unless its environment says otherwise.

    Raises
    ------
    UserError
        If the tables are missing, damaged or not of the run as it is, or one has another name.
    """
    tables = tables_as_it_is(RunDirectory.open(path))
    console = _console(sys.stdout, colour=colour)
    lines = _lines(tables, str(path), names)
    knows_letters = console.encoding.startswith("utf")
    for line in lines:
        console.print(line if knows_letters else _in_ascii(line), soft_wrap=True)


def shown_tables(tables: Tables, run: str, names: Sequence[str] = ()) -> str:
    """Return what `nap show` prints of tables, without colours.

    Parameters
    ----------
    tables : Tables
    run : str
        What the run directory is called, for commands to type.
    names : sequence of str
        Of tables for reading; none for the main ones.
    """
    return "\n".join(line.plain for line in _lines(tables, run, names))


def _lines(tables: Tables, run: str, names: Sequence[str]) -> Iterator[Text]:
    if not names:
        return _main(tables, run)
    by_name = {table.name: table for table in reading_tables(tables)}
    for name in names:
        if name not in by_name:
            raise no_such_table(run, name, by_name)
    return _named([by_name[name] for name in names])


def _main(tables: Tables, run: str) -> Iterator[Text]:
    for sentence in answer_in_sentences(tables):
        yield from paragraph(sentence, _WIDTH)
        yield Text("")
    for table in main_tables(tables):
        yield from picture_lines(table, _WIDTH)
        yield Text("")
    for remark in remarks(tables):
        yield from paragraph(remark, _WIDTH)
        yield Text("")
    if tables.audit is not None:
        yield Text("Audit", style="bold")
        yield from paragraph(audit_verdict(tables), _WIDTH)
        yield Text("")
    yield from paragraph(f"{footer_of(tables)}.", _WIDTH, "dim")
    names = ", ".join(table.name for table in reading_tables(tables))
    command = shlex.join(["nap", "show", run])
    yield from paragraph(f"More tables: {command} TABLE…, of {names}.", _WIDTH, "dim")


def _named(tables: Sequence[ReadingTable]) -> Iterator[Text]:
    for number, table in enumerate(tables):
        if number:
            yield Text("")
        yield from reading_lines(table, _WIDTH)


def _console(stream: TextIO, *, colour: bool) -> Console:
    """Return a console that shows colours on a terminal that has them, if they are wanted."""
    wanted = colour and not os.environ.get("NO_COLOR")
    return Console(
        file=stream,
        color_system="auto" if wanted else None,
        highlight=False,
        markup=False,
        emoji=False,
    )


def _in_ascii(line: Text) -> Text:
    return Text(in_ascii(line.plain), style=line.style, spans=line.spans)
