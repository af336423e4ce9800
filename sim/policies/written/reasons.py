"""Why a scalar function cannot be compiled, in one line out of the many that Numba writes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

_OURS: Final = Path(__file__).parents[2]

_WORDS_FOR_TYPES: Final = (
    (r"^none$", "nothing: a path through it returns no number"),
    (r"^(float\d+)$", r"\1"),
    (r"unicode_type|^Literal\[str\]", "text"),
    (r"Tuple", "a tuple"),
    (r"^(list|set|array|DictType)\b.*", r"a \1"),
)


def _answer_of_a_kind(match: re.Match[str]) -> str:
    kind = match[1]
    for pattern, words in _WORDS_FOR_TYPES:
        found = re.search(pattern, kind)
        if found:
            return f"an answer must be a whole number, not {found.expand(words)}"
    return f"an answer must be a whole number, not {kind}"


def _untyped_name(match: re.Match[str]) -> str:
    name, kind = match[1], match[2]
    if kind == "function":
        return f"{name} is a plain Python function: decorate it with numba.njit"
    if kind == "builtin_function_or_method":
        return f"compiled functions cannot call {name}"
    return f"{name} is of type {kind.rpartition('.')[2]}, which compiled functions cannot use"


def _unknown_attribute(match: re.Match[str]) -> str:
    name, kind = match[1], match[2]
    owners = {"BidView": "the view", "DiscardView": "the view", "PlayView": "the view"}
    owners |= {"Settings": "settings", "Game": "game"}
    return f"{owners.get(kind, kind)} has no {name!r}"


_SAYINGS: Final[tuple[tuple[str, Callable[[re.Match[str]], str]], ...]] = (
    (r"an answer must be a whole number, not (.+)", _answer_of_a_kind),
    (r"NameError: (name '.+' is not defined)", lambda match: match[1]),
    (r"Untyped global name '(\w+)':.*<class '([\w.]+)'>", _untyped_name),
    (r"Unknown attribute '(\w+)' of type (\w+)", _unknown_attribute),
    (
        r"Cannot unify .* for '(\w+?)(?:\.\d+)?'",
        lambda match: f"{match[1]} is a number of one kind here and something else there",
    ),
    (
        r"(?s)Function\((?:<function |<built-in function )?(\w+).*due to \"TypeError: (.+?)\"",
        lambda match: f"{match[1]}: {match[2]}",
    ),
    (r"Use of unsupported opcode \((\w+)\)", lambda match: _opcode(match[1])),
    (
        r"No implementation of function Function\((?:<\S+ function |<function )?(\w+)",
        lambda match: f"{match[1]} cannot be called like that in a compiled function",
    ),
)
"""What Numba says, and what it means for an author; the first that fits is told."""


def _opcode(name: str) -> str:
    words = {"IMPORT_NAME": "import", "IMPORT_FROM": "import"}.get(name, name)
    return f"a compiled function cannot do this: {words}"


def reason_of(error: Exception) -> str:
    """Return what is wrong, with the author's line if the compiler tells it.

    Parameters
    ----------
    error : Exception
        What the compiler raised.

    Examples
    --------
    >>> reason_of(ValueError("NameError: name 'lowst' is not defined"))
    "name 'lowst' is not defined"
    """
    text = str(error)
    where = _line_of_author(text)
    return f"{where}{_saying(text)}"


def _saying(text: str) -> str:
    for pattern, words in _SAYINGS:
        match = re.search(pattern, text)
        if match:
            return words(match)
    noise = re.compile(r"Failed in|During:|File |- |There are|>>>|Overload|With argument")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if not noise.match(line)]
    return (telling or lines or ["the compiler gives no reason"])[0]


def _line_of_author(text: str) -> str:
    """The first line named that is not one of ours, as ``file:line: ``."""
    places = re.findall(r'File "([^"]+\.py)", line (\d+)|(\S+\.py) \((\d+)\)', text)
    for written, line, other, other_line in places:
        file = Path(written or other)
        if not _is_ours(file):
            return f"{file.name}:{line or other_line}: "
    return ""


def _is_ours(file: Path) -> bool:
    if "numba" in file.parts:
        return True
    return file.is_relative_to("sim") or file.resolve().is_relative_to(_OURS)
