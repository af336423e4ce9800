"""Parquet files that carry their own checksum.

A Parquet footer lies at the end of its file, so a reader notices when the end is missing, but not
when bytes elsewhere have changed. Each file is therefore encoded in memory and sealed: an entry
of its footer holds the CRC-32 of the whole file, worked out while the entry was all zeros.
Checking a file reads it once, a hundred times faster than simulating it again.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from sim.storage import Folder, ObjectPath

CHECKSUM_KEY = "nap.crc32"
"""Footer key of the seal: CRC-32 of the file as eight hexadecimal digits."""

_UNSEALED = b"00000000"
_VALUE_OFFSET = len(CHECKSUM_KEY) + 2
"""From a footer key to its value: the format puts a field header and a length between them."""


class FileFaultError(Exception):
    """A file that cannot be counted; the message names it and says what is wrong."""

    def __init__(self, path: Folder, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


class DamagedFileError(FileFaultError):
    """A file that is not whole."""


@dataclass(frozen=True)
class Footer:
    """What a whole Parquet file says of itself."""

    rows: int
    entries: Mapping[str, str]
    """The entries of this project (``nap.…``)."""

    @property
    def checksum(self) -> str:
        """The seal; files of equal seals hold the same rows."""
        return self.entries[CHECKSUM_KEY]


@dataclass(frozen=True)
class WholeFile:
    """A file that was read and found whole."""

    footer: Footer
    content: memoryview
    """The bytes that were checked: who parses these need not trust the disk twice."""


def encode(
    table: pa.Table,
    counter: str | None,
    entries: Mapping[str, str],
    plain: Collection[str] = (),
    packed: Collection[str] = (),
) -> memoryview:
    """Encode a table as one sealed Parquet file in memory.

    Parameters
    ----------
    table : pyarrow.Table
        Any table.
    counter : str or None
        The column that counts up through the file, if there is one. It is stored as packed
        differences, a few bytes a thousand rows, with its lowest and highest number; all other
        columns are stored through dictionaries.
    entries : mapping of str to str
        Goes to the footer, beside the seal.
    plain : collection of str
        Columns in so regular an order that plain numbers compress best.
    packed : collection of str
        Columns of many different numbers, stored as packed differences too.

    Returns
    -------
    memoryview
        The file. Equal tables and entries give equal bytes.
    """
    file = io.BytesIO()
    counters = [] if counter is None else [counter]
    differences = [*counters, *packed]
    with pq.ParquetWriter(
        file,
        table.schema,
        compression="zstd",
        use_dictionary=[name for name in table.column_names if name not in (*differences, *plain)],
        column_encoding=dict.fromkeys(differences, "DELTA_BINARY_PACKED"),
        write_statistics=counters,
    ) as writer:
        writer.write_table(table, row_group_size=max(1, table.num_rows))
        writer.add_key_value_metadata({**entries, CHECKSUM_KEY: _UNSEALED.decode()})
    content = file.getbuffer()
    seal = _place_of_seal(content)
    content[seal] = _checksum(content, seal)
    return content


def readable(path: Folder) -> Any:
    """Return what the functions of ``pyarrow.parquet`` take for a file; of a store, only those
    parts are fetched that are read.
    """  # noqa: D205
    return path.opened() if isinstance(path, ObjectPath) else path


def check(path: Folder) -> Footer:
    """Read a file through and see that it is whole.

    Raises
    ------
    DamagedFileError
        If it is missing, empty, cut short, changed, or was not written by this project.
    """
    return read_whole(path).footer


def read_whole(path: Folder) -> WholeFile:
    """Read a file once, see that it is whole, and return what was read.

    Raises
    ------
    DamagedFileError
        As :func:`check`.
    """
    content = _content(path)
    try:
        footer = _footer(pq.read_metadata(pa.BufferReader(content)))
        seal = _place_of_seal(content)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _cut_short(path, error) from error
    if footer.entries.get(CHECKSUM_KEY, "").encode() != _checksum(content, seal):
        raise DamagedFileError(path, "has changed since it was written (its checksum differs)")
    return WholeFile(footer, content)


def rows_of(content: memoryview) -> pa.Table:
    """Return all rows of a file in memory.

    They are read by the thread that asks for them. Arrow's own threads would let go of the bytes a
    little later, and where Python ends meanwhile, the whole process would be aborted.
    """
    with pq.ParquetFile(pa.BufferReader(content), pre_buffer=False) as file:
        return file.read(use_threads=False)


def seal_of(content: memoryview) -> str:
    """Return the seal of an encoded file."""
    return bytes(content[_place_of_seal(content)]).decode()


def footer_of(path: Folder) -> Footer:
    """Read what a file says of itself, and nothing else of it: its bytes may have changed.

    Raises
    ------
    DamagedFileError
        If it is missing, or has no footer of this project.
    """
    try:
        footer = _footer(pq.read_metadata(readable(path)))
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _cut_short(path, error) from error
    if CHECKSUM_KEY not in footer.entries:
        raise DamagedFileError(path, "has no checksum of ours")
    return footer


def _footer(metadata: Any) -> Footer:
    entries = {
        key.decode(): value.decode()
        for key, value in (metadata.metadata or {}).items()
        if key.startswith(b"nap.")
    }
    return Footer(rows=metadata.num_rows, entries=entries)


def _cut_short(path: Folder, error: Exception) -> DamagedFileError:
    reason = str(error).partition("\n")[0]
    return DamagedFileError(path, f"is cut short or damaged ({reason})")


def _content(path: Folder) -> memoryview:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DamagedFileError(path, f"cannot be read ({error.strerror or error})") from error
    if not content:
        raise DamagedFileError(path, "is empty")
    return memoryview(content)


def _place_of_seal(content: memoryview) -> slice:
    """Where in a file the digits of its seal lie."""
    footer_bytes = int.from_bytes(content[-8:-4], "little")
    footer_start = len(content) - 8 - footer_bytes
    place = bytes(content[footer_start:]).rfind(CHECKSUM_KEY.encode())
    if place < 0:
        raise ValueError("it has no checksum of ours")
    start = footer_start + place + _VALUE_OFFSET
    return slice(start, start + len(_UNSEALED))


def _checksum(content: memoryview, seal: slice) -> bytes:
    """CRC-32 of a file, its own seal counted as zeros; eight hexadecimal digits."""
    checksum = zlib.crc32(content[: seal.start])
    checksum = zlib.crc32(_UNSEALED, checksum)
    checksum = zlib.crc32(content[seal.stop :], checksum)
    return b"%08x" % checksum
