"""Writing TOML, as far as scenario files need it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


def toml_pair(key: str, value: Any) -> str:
    r"""Return one ``key = value`` line.

    Examples
    --------
    >>> toml_pair("stakes", {"made": 10, "names": ["a", 'b"c']})
    'stakes = { made = 10, names = ["a", "b\\"c"] }'
    """
    return f"{toml_key(key)} = {toml_value(value)}"


def toml_key(key: str) -> str:
    """Return a key, quoted where it must be."""
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def toml_value(value: Any) -> str:
    """Return a text, number, truth value, list or (inline) table as TOML."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        pairs = ", ".join(toml_pair(key, below) for key, below in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return f"{value:_}" if isinstance(value, int) else repr(value)


def _quoted(text: str) -> str:
    # JSON's escapes are TOML's, but for the one control character that JSON leaves alone.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
