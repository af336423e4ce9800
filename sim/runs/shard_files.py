"""The files of a shard: its deals and its sessions row by row, and what is counted of them.

A shard that keeps its rows is there exactly when its deals and its sessions have their final
names. The file of deals is written last and completes it; counts come first, so that a shard
which was counted when it was simulated is never there without them. If they are missing or do not
belong to these rows, they are made again of the rows. Of other shards there are counts alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from sim.runs import parquet
from sim.runs.files import write_stamped
from sim.runs.parquet import DamagedFileError, FileFaultError, Footer
from sim.runs.shards import Shard
from sim.storage import Folder
from sim.storage.stamp import Stamp

DEALS = "deals"
SESSIONS = "sessions"
COUNTS = "counts"
FOLDERS = (SESSIONS, DEALS)
"""Folders of a run for rows, in the order in which a shard's files are written."""
ALL_FOLDERS = (COUNTS, *FOLDERS)
"""The same with that for counts, which come first."""

IDENTITY_KEY = "nap.identity"
FIRST_SESSION_KEY = "nap.first_session"
SESSIONS_KEY = "nap.sessions"

COUNTS_KEY: Final = "nap.counts"
COUNTS_FORMAT: Final = "3"
"""Raised whenever the same shard would give other counts, or other columns of them."""

POORER_FORMATS: Final = ("2",)
"""Older formats that hold less, and nothing else: good enough where no rows are left to count."""

_SEAL_KEYS: Final = {DEALS: "nap.seal.deals", SESSIONS: "nap.seal.sessions"}
_COUNTERS = {DEALS: "deal", SESSIONS: "session"}
_PLAIN = {DEALS: ("dealer",), SESSIONS: ()}


class ForeignFileError(FileFaultError):
    """A whole file that is not the one which belongs in its place."""


@dataclass(frozen=True)
class EncodedShard:
    """A simulated shard, ready to be written."""

    shard: Shard
    contents: dict[str, memoryview]
    """The bytes of its files by folder, in the order in which they are written."""


@dataclass(frozen=True)
class ExpectedFile:
    """What a file of a shard must say.

    Attributes
    ----------
    folder : str
        The folder of the run in which it is.
    entries : mapping of str to str
        Entries of its footer.
    rows : range or None
        How many rows it may have; None if any number.
    """

    folder: str
    entries: Mapping[str, str]
    rows: range | None


@dataclass(frozen=True)
class WrittenFile:
    """A file of a shard that was just written.

    Attributes
    ----------
    folder : str
        The folder of the run in which it is.
    stamp : Stamp
        What a listing says of it, as long as nobody changes it.
    seal : str
        Its seal.
    """

    folder: str
    stamp: Stamp
    seal: str


def encode_shard(
    shard: Shard,
    identity: str,
    deals: pa.Table,
    sessions: pa.Table,
    counts: pa.Table | None = None,
) -> EncodedShard:
    """Encode a shard's tables.

    Parameters
    ----------
    shard : Shard
        The range that was simulated.
    identity : str
        Digest of the experiment's identity.
    deals, sessions : pyarrow.Table
        What happened, sorted by deal and by session.
    counts : pyarrow.Table, optional
        What was counted of them.
    """
    entries = _entries(shard, identity)
    tables = {DEALS: deals, SESSIONS: sessions}
    rows = {
        folder: parquet.encode(tables[folder], _COUNTERS[folder], entries, _PLAIN[folder])
        for folder in FOLDERS
    }
    if counts is None:
        return EncodedShard(shard, rows)
    seals = {folder: parquet.seal_of(content) for folder, content in rows.items()}
    return EncodedShard(shard, {COUNTS: encode_counts(shard, identity, counts, seals), **rows})


def encode_counts(
    shard: Shard, identity: str, counts: pa.Table, seals: Mapping[str, str]
) -> memoryview:
    """Encode what was counted of a shard.

    Parameters
    ----------
    shard : Shard
        The range that was simulated.
    identity : str
        Digest of the experiment's identity.
    counts : pyarrow.Table
        What was counted. Texts and small numbers tell what, columns of Int64 how many.
    seals : mapping of str to str
        The seals of the files that hold its rows, by folder; empty if these are not kept.
    """
    numbers = [field.name for field in counts.schema if field.type == pa.int64()]
    return parquet.encode(counts, None, _stamp(shard, identity, seals), packed=numbers)


def read_counts(run: Folder, shard: Shard, identity: str, seals: Mapping[str, str]) -> pa.Table:
    """Read what was counted of a shard.

    Parameters
    ----------
    run : Folder or ObjectPath
        The run directory.
    shard : Shard
    identity : str
        Digest of the experiment's identity.
    seals : mapping of str to str
        The seals of the files that hold its rows now, by folder; empty if these are not kept.

    Raises
    ------
    DamagedFileError
        If it is missing, empty, cut short, changed, or was counted otherwise or of other rows.
    ForeignFileError
        If it is whole, but of another experiment or of other sessions.
    """
    path = run / COUNTS / shard.file_name
    whole = parquet.read_whole(path)
    for reason in _foreign_entries(whole.footer, _entries(shard, identity)):
        raise ForeignFileError(path, reason)
    _check_stamp(path, whole.footer, seals)
    return parquet.rows_of(whole.content)


def read_rows(run: Folder, folder: str, shard: Shard) -> pa.Table:
    """Read a shard's deals or sessions.

    Raises
    ------
    DamagedFileError
        If the file is missing, empty, cut short or changed.
    """
    whole = parquet.read_whole(run / folder / shard.file_name)
    return parquet.rows_of(whole.content)


def write_shard(run: Folder, encoded: EncodedShard) -> tuple[WrittenFile, ...]:
    """Write a shard's files into the folders of a run, each whole or not at all.

    Returns
    -------
    tuple of WrittenFile
        Those of which it is known how listings will describe them; none in a store.

    Raises
    ------
    UserError
        If the system refuses.
    """
    written = []
    for folder, content in encoded.contents.items():
        stamp = write_stamped(run / folder / encoded.shard.file_name, content)
        if stamp is not None:
            written.append(WrittenFile(folder, stamp, parquet.seal_of(content)))
    return tuple(written)


def expected_files(
    shard: Shard, identity: str, deals_per_session: range
) -> tuple[ExpectedFile, ...]:
    """Return what the files must say that a shard cannot do without.

    Parameters
    ----------
    shard : Shard
    identity : str
        Digest of the experiment's identity.
    deals_per_session : range
        How many deals a session may have: fewer than planned where players may leave.
    """
    entries = _entries(shard, identity)
    if not shard.keeps_rows:
        return (ExpectedFile(COUNTS, entries, rows=None),)
    fewest, most = deals_per_session[0], deals_per_session[-1]
    rows = {
        SESSIONS: range(shard.sessions, shard.sessions + 1),
        DEALS: range(shard.sessions * fewest, shard.sessions * most + 1),
    }
    return tuple(ExpectedFile(folder, entries, rows[folder]) for folder in FOLDERS)


def check_file(path: Folder, expected: ExpectedFile) -> parquet.WholeFile:
    """Read a file of a shard through.

    Returns
    -------
    WholeFile
        It is whole and the right one.

    Raises
    ------
    DamagedFileError
        If it is missing, empty, cut short or changed.
    ForeignFileError
        If it is whole, but of another experiment or of other sessions.
    """
    whole = parquet.read_whole(path)
    for reason in _strangeness(whole.footer, expected):
        raise ForeignFileError(path, reason)
    if expected.folder == COUNTS:
        _check_stamp(path, whole.footer, seals={})
    return whole


def _check_stamp(path: Folder, footer: Footer, seals: Mapping[str, str]) -> None:
    """See that counts were counted of these rows, and by this version where there are rows."""
    formats = (COUNTS_FORMAT,) if seals else (COUNTS_FORMAT, *POORER_FORMATS)
    if footer.entries.get(COUNTS_KEY) not in formats:
        raise DamagedFileError(path, "was counted by another version of nap")
    if any(footer.entries.get(key) != seals.get(folder) for folder, key in _SEAL_KEYS.items()):
        raise DamagedFileError(path, "was counted of other rows")


def _entries(shard: Shard, identity: str) -> dict[str, str]:
    return {
        IDENTITY_KEY: identity,
        FIRST_SESSION_KEY: str(shard.first_session),
        SESSIONS_KEY: str(shard.sessions),
    }


def counted_less(counts: pa.Table) -> bool:
    """Whether counts that were read come from a version that counted less than this one."""
    entries = counts.schema.metadata or {}
    return entries.get(COUNTS_KEY.encode(), b"").decode() in POORER_FORMATS


def _stamp(shard: Shard, identity: str, seals: Mapping[str, str]) -> dict[str, str]:
    """What a file of counts says of itself."""
    of_rows = {_SEAL_KEYS[folder]: seal for folder, seal in sorted(seals.items())}
    return {**_entries(shard, identity), COUNTS_KEY: COUNTS_FORMAT, **of_rows}


def _strangeness(footer: Footer, expected: ExpectedFile) -> Iterator[str]:
    """Say in what a file is not the expected one."""
    yield from _foreign_entries(footer, expected.entries)
    rows = expected.rows
    if rows is not None and footer.rows not in rows:
        allowed = f"{rows[0]}" if len(rows) == 1 else f"{rows[0]} to {rows[-1]}"
        yield f"has {footer.rows} rows, not {allowed}"


def _foreign_entries(footer: Footer, expected: Mapping[str, str]) -> Iterator[str]:
    for key, value in expected.items():
        found = footer.entries.get(key, "none")
        if found != value:
            yield f"belongs to another run or place ({key} is {found[:12]}, not {value[:12]})"
