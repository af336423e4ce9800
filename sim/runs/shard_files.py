"""The two files of a shard: its deals and its sessions.

Sessions are written first. The file of deals completes the shard: a shard is there exactly when
both files have their final names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from sim.runs import parquet
from sim.runs.files import write_stamped
from sim.runs.listing import Stamp
from sim.runs.parquet import FileFaultError, Footer
from sim.runs.shards import Shard

DEALS = "deals"
SESSIONS = "sessions"
FOLDERS = (SESSIONS, DEALS)
"""Folders of a run, in the order in which a shard's files are written."""

IDENTITY_KEY = "nap.identity"
FIRST_SESSION_KEY = "nap.first_session"
SESSIONS_KEY = "nap.sessions"

_COUNTERS = {DEALS: "deal", SESSIONS: "session"}
_PLAIN = {DEALS: ("dealer",), SESSIONS: ()}


class ForeignFileError(FileFaultError):
    """A whole file that is not the one which belongs in its place."""


@dataclass(frozen=True)
class EncodedShard:
    """A simulated shard, ready to be written."""

    shard: Shard
    contents: dict[str, memoryview]
    """The bytes of its files, by folder."""


@dataclass(frozen=True)
class ExpectedFile:
    """What a file of a shard must say.

    Attributes
    ----------
    folder : str
        The folder of the run in which it is.
    entries : mapping of str to str
        Entries of its footer.
    rows : range
        How many rows it may have.
    """

    folder: str
    entries: Mapping[str, str]
    rows: range


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


def encode_shard(shard: Shard, identity: str, deals: pa.Table, sessions: pa.Table) -> EncodedShard:
    """Encode a shard's tables.

    Parameters
    ----------
    shard : Shard
        The range that was simulated.
    identity : str
        Digest of the experiment's identity.
    deals, sessions : pyarrow.Table
        What happened, sorted by deal and by session.
    """
    entries = _entries(shard, identity)
    tables = {DEALS: deals, SESSIONS: sessions}
    return EncodedShard(
        shard,
        {
            folder: parquet.encode(tables[folder], _COUNTERS[folder], entries, _PLAIN[folder])
            for folder in FOLDERS
        },
    )


def write_shard(run: Path, encoded: EncodedShard) -> tuple[WrittenFile, ...]:
    """Write a shard's files into the folders of a run, each whole or not at all.

    Raises
    ------
    UserError
        If the system refuses.
    """
    written = []
    for folder in FOLDERS:
        content = encoded.contents[folder]
        stamp = write_stamped(run / folder / encoded.shard.file_name, content)
        written.append(WrittenFile(folder, stamp, parquet.seal_of(content)))
    return tuple(written)


def expected_files(
    shard: Shard, identity: str, deals_per_session: range
) -> tuple[ExpectedFile, ...]:
    """Return what a shard's files must say, in the order in which they are written.

    Parameters
    ----------
    shard : Shard
    identity : str
        Digest of the experiment's identity.
    deals_per_session : range
        How many deals a session may have: fewer than planned where players may leave.
    """
    fewest, most = deals_per_session[0], deals_per_session[-1]
    rows = {
        SESSIONS: range(shard.sessions, shard.sessions + 1),
        DEALS: range(shard.sessions * fewest, shard.sessions * most + 1),
    }
    entries = _entries(shard, identity)
    return tuple(ExpectedFile(folder, entries, rows[folder]) for folder in FOLDERS)


def check_file(path: Path, expected: ExpectedFile) -> parquet.WholeFile:
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
    for reason in _strangeness(whole.footer, expected.entries, expected.rows):
        raise ForeignFileError(path, reason)
    return whole


def _entries(shard: Shard, identity: str) -> dict[str, str]:
    return {
        IDENTITY_KEY: identity,
        FIRST_SESSION_KEY: str(shard.first_session),
        SESSIONS_KEY: str(shard.sessions),
    }


def _strangeness(footer: Footer, expected: Mapping[str, str], rows: range) -> Iterator[str]:
    """Say in what a file is not the expected one."""
    for key, value in expected.items():
        found = footer.entries.get(key, "none")
        if found != value:
            yield f"belongs to another run or place ({key} is {found[:12]}, not {value[:12]})"
    if footer.rows not in rows:
        allowed = f"{rows[0]}" if len(rows) == 1 else f"{rows[0]} to {rows[-1]}"
        yield f"has {footer.rows} rows, not {allowed}"
