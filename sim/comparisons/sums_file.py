"""The file of a shard of a comparison: its sums, and what tells that they are whole and its own."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

import numpy as np

from sim.comparisons.sums import ComparisonSums
from sim.runs.parquet import DamagedFileError
from sim.runs.shard_files import ForeignFileError
from sim.runs.shards import Shard
from sim.storage import Folder

_CHECKSUM: Final = "checksum"
_PLAIN_NUMBERS: Final = ("units", "deals")


def file_name(shard: Shard) -> str:
    """The name of a shard's file.

    >>> file_name(Shard(number=7, first_session=0, sessions=1))
    'shard-000007.json'
    """
    return f"{shard.name}.json"


def encode_sums(sums: ComparisonSums, shard: Shard, identity: str) -> bytes:
    """Encode the sums of a shard as a JSON file; equal sums give equal bytes.

    Parameters
    ----------
    sums : ComparisonSums
    shard : Shard
        The range that was simulated.
    identity : str
        Digest of the comparison's identity.
    """
    content = {
        **_place(shard, identity),
        "sums": {field.name: _plain(getattr(sums, field.name)) for field in fields(sums)},
    }
    return _text({**content, _CHECKSUM: _checksum(content)}).encode()


def read_sums(path: Folder, shard: Shard, identity: str) -> ComparisonSums:
    """Read the sums of a shard.

    Raises
    ------
    DamagedFileError
        If the file is empty, cut short or changed.
    ForeignFileError
        If it is whole, but of another comparison or another range.
    """
    content = _content(path)
    for key, expected in _place(shard, identity).items():
        if content[key] != expected:
            reason = f"belongs to another comparison or place ({key} is {_shown(content[key])}"
            raise ForeignFileError(path, f"{reason}, not {_shown(expected)})")
    sums: dict[str, Any] = {
        name: value if name in _PLAIN_NUMBERS else np.array(value, np.int64)
        for name, value in content["sums"].items()
    }
    return ComparisonSums(**sums)


def _content(path: Folder) -> dict[str, Any]:
    """What a file says, once its checksum has shown that it is whole."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DamagedFileError(path, f"cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise DamagedFileError(path, "has changed since it was written (it is no text)") from error
    if not text:
        raise DamagedFileError(path, "is empty")
    try:
        content = json.loads(text)
        checksum = content.pop(_CHECKSUM)
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise DamagedFileError(path, "is cut short or damaged") from error
    if checksum != _checksum(content):
        raise DamagedFileError(path, "has changed since it was written (its checksum differs)")
    return dict(content)


def _place(shard: Shard, identity: str) -> dict[str, Any]:
    """Where sums belong."""
    return {
        "identity": identity,
        "shard": shard.number,
        "first_session": shard.first_session,
        "sessions": shard.sessions,
    }


def _checksum(content: Mapping[str, Any]) -> str:
    """CRC-32 of the content without its checksum; eight hexadecimal digits."""
    return f"{zlib.crc32(_text(content).encode()):08x}"


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":")) + "\n"


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def _shown(value: object) -> str:
    return str(value)[:12]
