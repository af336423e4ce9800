"""The files of a shard: its deals and its sessions row by row, and what is counted of them.

A shard that keeps its rows is there exactly when its deals and its sessions have their final
names. The file of deals is written last and completes it; counts come first, so that a shard
which was counted when it was simulated is never there without them. If they are missing or do not
belong to these rows, they are made again of the rows. Of other shards there are counts alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from sim.runs import parquet
from sim.runs.files import write_whole
from sim.runs.parquet import DamagedFileError, FileFaultError, Footer
from sim.runs.shards import Shard

DEALS = "deals"
SESSIONS = "sessions"
COUNTS = "counts"
FOLDERS = (SESSIONS, DEALS)
"""Folders of a run for rows, in the order in which a shard's files are written."""

IDENTITY_KEY = "nap.identity"
FIRST_SESSION_KEY = "nap.first_session"
SESSIONS_KEY = "nap.sessions"

COUNTS_KEY: Final = "nap.counts"
COUNTS_FORMAT: Final = "2"
"""Raised whenever the same shard would give other counts, or other columns of them."""

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


def read_counts(run: Path, shard: Shard, identity: str, seals: Mapping[str, str]) -> pa.Table:
    """Read what was counted of a shard.

    Parameters
    ----------
    run : Path
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
    _check_counts(path, whole.footer, _entries(shard, identity), seals)
    return pq.read_table(pa.BufferReader(whole.content), use_threads=False)


def read_rows(run: Path, folder: str, shard: Shard) -> pa.Table:
    """Read a shard's deals or sessions.

    Raises
    ------
    DamagedFileError
        If the file is missing, empty, cut short or changed.
    """
    whole = parquet.read_whole(run / folder / shard.file_name)
    return pq.read_table(pa.BufferReader(whole.content))


def write_shard(run: Path, encoded: EncodedShard) -> None:
    """Write a shard's files into the folders of a run, each whole or not at all.

    Raises
    ------
    UserError
        If the system refuses.
    """
    for folder, content in encoded.contents.items():
        write_whole(run / folder / encoded.shard.file_name, content)


def check_shard(run: Path, shard: Shard, identity: str, deals_per_session: range) -> bool:
    """Read through the files that a shard cannot do without.

    Parameters
    ----------
    run : Path
        The run directory.
    shard : Shard
    identity : str
        Digest of the experiment's identity.
    deals_per_session : range
        How many deals a session may have: fewer than planned where players may leave.

    Returns
    -------
    bool
        Whether all are there. If so, they are whole and the right ones.

    Raises
    ------
    DamagedFileError
        If a file is empty, cut short or changed.
    ForeignFileError
        If a file is whole, but of another experiment or of other sessions.
    """
    if not shard.keeps_rows:
        return _check_shard_without_rows(run, shard, identity)
    rows = {
        SESSIONS: range(shard.sessions, shard.sessions + 1),
        DEALS: range(
            shard.sessions * deals_per_session[0], shard.sessions * deals_per_session[-1] + 1
        ),
    }
    present = [folder for folder in FOLDERS if (run / folder / shard.file_name).exists()]
    for folder in present:
        path = run / folder / shard.file_name
        footer = parquet.check(path)
        for reason in _strangeness(footer, _entries(shard, identity), rows[folder]):
            raise ForeignFileError(path, reason)
    return len(present) == len(FOLDERS)


def _check_shard_without_rows(run: Path, shard: Shard, identity: str) -> bool:
    path = run / COUNTS / shard.file_name
    if not path.exists():
        return False
    _check_counts(path, parquet.check(path), _entries(shard, identity), seals={})
    return True


def _check_counts(
    path: Path, footer: Footer, expected: Mapping[str, str], seals: Mapping[str, str]
) -> None:
    for reason in _foreign_entries(footer, expected):
        raise ForeignFileError(path, reason)
    if footer.entries.get(COUNTS_KEY) != COUNTS_FORMAT:
        raise DamagedFileError(path, "was counted by another version of nap")
    if any(footer.entries.get(key) != seals.get(folder) for folder, key in _SEAL_KEYS.items()):
        raise DamagedFileError(path, "was counted of other rows")


def _entries(shard: Shard, identity: str) -> dict[str, str]:
    return {
        IDENTITY_KEY: identity,
        FIRST_SESSION_KEY: str(shard.first_session),
        SESSIONS_KEY: str(shard.sessions),
    }


def _stamp(shard: Shard, identity: str, seals: Mapping[str, str]) -> dict[str, str]:
    """What a file of counts says of itself."""
    of_rows = {_SEAL_KEYS[folder]: seal for folder, seal in sorted(seals.items())}
    return {**_entries(shard, identity), COUNTS_KEY: COUNTS_FORMAT, **of_rows}


def _strangeness(footer: Footer, expected: Mapping[str, str], rows: range) -> Iterator[str]:
    """Say in what a file of rows is not the expected one."""
    yield from _foreign_entries(footer, expected)
    if footer.rows not in rows:
        allowed = f"{rows[0]}" if len(rows) == 1 else f"{rows[0]} to {rows[-1]}"
        yield f"has {footer.rows} rows, not {allowed}"


def _foreign_entries(footer: Footer, expected: Mapping[str, str]) -> Iterator[str]:
    for key, value in expected.items():
        found = footer.entries.get(key, "none")
        if found != value:
            yield f"belongs to another run or place ({key} is {found[:12]}, not {value[:12]})"
