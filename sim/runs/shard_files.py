"""The two files of a shard: its deals and its sessions.

Sessions are written first. The file of deals completes the shard: a shard is there exactly when
both files have their final names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import pyarrow as pa

from sim.runs import parquet
from sim.runs.files import write_whole
from sim.runs.parquet import FileFaultError, Footer
from sim.runs.shards import Shard
from sim.storage import Folder

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


def write_shard(run: Folder, encoded: EncodedShard) -> None:
    """Write a shard's files into the folders of a run, each whole or not at all.

    Raises
    ------
    UserError
        If the system refuses.
    """
    for folder in FOLDERS:
        write_whole(run / folder / encoded.shard.file_name, encoded.contents[folder])


def check_shard(
    run: Folder,
    shard: Shard,
    identity: str,
    deals_per_session: range,
    there: Mapping[str, Collection[str]],
) -> bool:
    """Read a shard's files through.

    Parameters
    ----------
    run : Path or ObjectPath
        The run directory.
    shard : Shard
    identity : str
        Digest of the experiment's identity.
    deals_per_session : range
        How many deals a session may have: fewer than planned where players may leave.
    there : mapping of str to collection of str
        The names of the files in each folder of the run.

    Returns
    -------
    bool
        Whether both are there. If so, they are whole and the right ones.

    Raises
    ------
    DamagedFileError
        If a file is empty, cut short or changed.
    ForeignFileError
        If a file is whole, but of another experiment or of other sessions.
    """
    rows = {
        SESSIONS: range(shard.sessions, shard.sessions + 1),
        DEALS: range(
            shard.sessions * deals_per_session[0], shard.sessions * deals_per_session[-1] + 1
        ),
    }
    present = [folder for folder in FOLDERS if shard.file_name in there[folder]]
    for folder in present:
        path = run / folder / shard.file_name
        footer = parquet.check(path)
        for reason in _strangeness(footer, _entries(shard, identity), rows[folder]):
            raise ForeignFileError(path, reason)
    return len(present) == len(FOLDERS)


def _entries(shard: Shard, identity: str) -> dict[str, str]:
    return {
        IDENTITY_KEY: identity,
        FIRST_SESSION_KEY: str(shard.first_session),
        SESSIONS_KEY: str(shard.sessions),
    }


def _strangeness(footer: Footer, expected: dict[str, str], rows: range) -> Iterator[str]:
    """Say in what a file is not the expected one."""
    for key, value in expected.items():
        found = footer.entries.get(key, "none")
        if found != value:
            yield f"belongs to another run or place ({key} is {found[:12]}, not {value[:12]})"
    if footer.rows not in rows:
        allowed = f"{rows[0]}" if len(rows) == 1 else f"{rows[0]} to {rows[-1]}"
        yield f"has {footer.rows} rows, not {allowed}"
