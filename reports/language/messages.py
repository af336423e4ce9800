"""Bringing the catalogues up to date with the texts of the reports.

``python -m reports.language.messages`` takes every text out of the sources and merges it into each
catalogue: new ones come in without a translation, those that are gone leave.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from reports.language.speaking import CATALOGUES, ENGLISH, LANGUAGES

__all__ = ["catalogue_of", "texts"]

_SOURCES: Final = Path(__file__).parents[1]
_OPTIONS: Final = {"templates/**.j2": {"trimmed": "true", "silent": "false"}}
_KEYWORDS: Final = {
    "tr": None,
    "trn": (1, 2),
    "trc": ((1, "c"), 2),
    "marked": None,
    "marked_many": (1, 2),
    "gettext": None,
    "ngettext": (1, 2),
    "_": None,
}
_WIDTH: Final = 100


def calls_in_python(
    file: IO[bytes], keywords: Collection[str], tags: Any, options: Any
) -> Iterator[tuple[int, str, tuple[str | None, ...], list[str]]]:
    """Yield line, function and literal arguments of the calls that name texts.

    Babel's own way loses the plural of a call that has another call among its arguments.
    """
    for node in ast.walk(ast.parse(file.read())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in keywords:
            yield node.lineno, node.func.id, tuple(map(_literal, node.args)), []


def _literal(argument: ast.expr) -> str | None:
    said = argument.value if isinstance(argument, ast.Constant) else None
    return said if isinstance(said, str) else None


_METHODS: Final = [
    ("templates/**.j2", "jinja2"),
    ("**.py", f"{__package__}.messages:calls_in_python"),
]


def texts() -> Catalog:
    """Return every text of the reports that can be translated."""
    found = Catalog(fuzzy=False)
    for file, _line, message, _comments, context in extract_from_dir(
        _SOURCES, _METHODS, _OPTIONS, _KEYWORDS, strip_comment_tags=True
    ):
        found.add(message, locations=[(file, 0)], context=context)
    return found


def catalogue_of(code: str) -> Catalog:
    """Read the catalogue of a language, empty if there is none yet."""
    path = CATALOGUES / f"{code}.po"
    with io.BytesIO(path.read_bytes() if path.exists() else b"") as file:
        return read_po(file, locale=code)


def main() -> None:
    """Merge the texts into the catalogue of every language."""
    template = texts()
    for code in LANGUAGES:
        if code == ENGLISH.code:
            continue
        catalogue = catalogue_of(code)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        (CATALOGUES / f"{code}.po").write_bytes(_as_file(catalogue))
        missing = sum(not _is_translated(message) for message in catalogue if message.id)
        print(f"{code}: {len(catalogue)} texts, {missing} of them without a translation")


def _as_file(catalogue: Catalog) -> bytes:
    """Write a catalogue, sorted, with a header that says no more than readers need."""
    content = io.BytesIO()
    write_po(content, catalogue, width=_WIDTH, no_location=True, sort_output=True, omit_header=True)
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    return header.encode() + content.getvalue()


def _is_translated(message: Message) -> bool:
    said = message.string
    return all(said) if isinstance(said, (list, tuple)) else bool(said)


if __name__ == "__main__":
    main()
