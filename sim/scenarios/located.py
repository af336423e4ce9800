"""The lines of a TOML file on which its keys stand; the parser itself does not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sim.errors import UserError
from sim.mistakes import KeyPath, Mistake, dotted
from sim.storage import Folder

_TOKEN: Final = re.compile(
    r'''(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
      | (?P<comment>\#[^\n]*)
      | (?P<newline>\n)
      | (?P<mark>[\[\]{}=,.])
      | (?P<bare>[^\s\[\]{}=,.\#"']+)''',
    re.VERBOSE | re.DOTALL,
)
_SYNTAX_ERROR: Final = re.compile(
    r"(?P<fault>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)"
)


def key_lines(text: str) -> dict[KeyPath, int]:
    r"""Return the line, counted from 1, on which each key and array entry of a document begins.

    Parameters
    ----------
    text : str
        A valid TOML document.

    Examples
    --------
    >>> key_lines('seed = 7\n[[player]]\npolicy = "random"\n')
    {('seed',): 1, ('player',): 2, ('player', 0): 2, ('player', 0, 'policy'): 3}
    """
    lines: dict[KeyPath, int] = {}
    for path, line in _Reader(text).document():
        for end in range(1, len(path) + 1):
            lines.setdefault(path[:end], line)
    return lines


def read_text(file: Folder) -> str:
    """Return the text of a file that a user wrote.

    Raises
    ------
    UserError
        If it cannot be read, or is no text.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{file}: not a text file in UTF-8") from None
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror}") from None


def parse_toml(text: str, file: str) -> dict[str, Any]:
    r"""Return the content of a TOML document.

    Raises
    ------
    UserError
        If the text is no TOML, with the file and line.

    Examples
    --------
    >>> parse_toml("seed = 7\ndeals = \n", "my.toml")
    Traceback (most recent call last):
    ...
    sim.errors.UserError: my.toml:2: not valid TOML: Invalid value (column 9)
    """
    try:
        return tomllib.loads(text)
    except ValueError as error:
        found = _SYNTAX_ERROR.fullmatch(str(error))
        if found is None:
            last = max(1, len(text.splitlines()))
            raise UserError(f"{file}:{last}: not valid TOML: {error}") from None
        line, fault, column = found["line"], found["fault"], found["column"]
        raise UserError(f"{file}:{line}: not valid TOML: {fault} (column {column})") from None


def located(mistakes: Iterable[Mistake], text: str, file: str) -> list[str]:
    """Return one line for each mistake, ``file:line: key: complaint``, in the file's order.

    A mistake is placed at the first of its keys that the document has. Where it has none of
    them, as with a key that is missing, it is placed at the table in which the first belongs.
    """
    lines = key_lines(text)
    placed = sorted({(*_place(mistake.keys, lines), mistake.complaint) for mistake in mistakes})
    return [f"{file}:{line}: {key}: {complaint}" for line, key, complaint in placed]


def told(
    mistakes: Iterable[Mistake], given: Mapping[str, Any], text: str, file: str
) -> Iterator[str]:
    """Yield each mistake with its place: an option of the command line, or a line of the file.

    Parameters
    ----------
    mistakes : iterable of Mistake
    given : mapping
        Keys that the command line has set, each by an option of its name.
    text, file : str
        The file's text, and what the messages call it.
    """
    in_file = []
    for mistake in mistakes:
        flag = next((keys[0] for keys in mistake.keys if keys[0] in given), None)
        if flag is None:
            in_file.append(mistake)
        else:
            yield f"--{str(flag).replace('_', '-')}: {mistake.complaint}"
    yield from located(in_file, text, file)


def _place(keys: tuple[KeyPath, ...], lines: Mapping[KeyPath, int]) -> tuple[int, str]:
    for path in keys:
        if path in lines:
            return lines[path], dotted(path)
    first = keys[0]
    above = [first[:end] for end in range(len(first) - 1, 0, -1)]
    line = next((lines[path] for path in above if path in lines), 1)
    return line, dotted(first)


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    line: int


class _Reader:
    """Walks over a valid document and names its keys; values are stepped over."""

    def __init__(self, text: str) -> None:
        self._tokens = [*_tokens(text), _Token("end", "", 0)]
        self._at = 0
        self._entries: dict[KeyPath, int] = {}

    def document(self) -> Iterator[tuple[KeyPath, int]]:
        """Yield every key path that is written down, with its line."""
        table: KeyPath = ()
        while self._next_after_newlines().kind != "end":
            if self._next.text == "[":
                line = self._next.line
                table = self._header()
                yield table, line
            else:
                yield from self._pair(table)

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _next_after_newlines(self) -> _Token:
        while self._next.kind == "newline":
            self._at += 1
        return self._next

    def _take(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _take_if(self, mark: str) -> bool:
        found = self._next.kind == "mark" and self._next.text == mark
        self._at += found
        return found

    def _key(self) -> tuple[str, ...]:
        parts = [_plain(self._take())]
        while self._take_if("."):
            parts.append(_plain(self._take()))
        return tuple(parts)

    def _header(self) -> KeyPath:
        """Read ``[table]`` or ``[[array of tables]]``; entries of arrays get their number."""
        self._take()
        of_array = self._take_if("[")
        key = self._key()
        self._at += 2 if of_array else 1
        path: KeyPath = ()
        for step in key[:-1]:
            path = self._last_entry((*path, step))
        path = (*path, key[-1])
        if not of_array:
            return path
        self._entries[path] = self._entries.get(path, -1) + 1
        return self._last_entry(path)

    def _last_entry(self, path: KeyPath) -> KeyPath:
        return (*path, self._entries[path]) if path in self._entries else path

    def _pair(self, table: KeyPath) -> Iterator[tuple[KeyPath, int]]:
        line = self._next.line
        path = (*table, *self._key())
        self._take()
        yield path, line
        yield from self._value(path)

    def _value(self, path: KeyPath) -> Iterator[tuple[KeyPath, int]]:
        if self._take_if("["):
            yield from self._array(path)
        elif self._take_if("{"):
            while not self._take_if("}"):
                self._next_after_newlines()
                yield from self._pair(path)
                self._next_after_newlines()
                self._take_if(",")
        else:
            while self._next.kind not in ("newline", "end") and self._next.text not in ",]}":
                self._take()

    def _array(self, path: KeyPath) -> Iterator[tuple[KeyPath, int]]:
        entry = 0
        while self._next_after_newlines() and not self._take_if("]"):
            yield (*path, entry), self._next.line
            yield from self._value((*path, entry))
            self._next_after_newlines()
            self._take_if(",")
            entry += 1


def _tokens(text: str) -> Iterator[_Token]:
    line, end = 1, 0
    for found in _TOKEN.finditer(text):
        line += text.count("\n", end, found.start())
        if found.lastgroup != "comment":
            yield _Token(str(found.lastgroup), found[0], line)
        end = found.start()


def _plain(token: _Token) -> str:
    """Return a part of a key without its quotes."""
    if token.kind == "bare":
        return token.text
    return str(tomllib.loads(f"key = {token.text}")["key"])
