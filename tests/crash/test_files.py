"""Files are whole or absent, whatever the system refuses."""

from __future__ import annotations

import errno
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sim.errors import UserError
from sim.runs import parquet
from sim.runs.files import make_folder, remove_temporaries, write_whole
from sim.runs.parquet import DamagedFileError

TABLE = pa.table({"deal": pa.array(range(1000), pa.uint64()), "tricks": [3, 5, None, 2] * 250})


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"old")
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert names(tmp_path) == ["file"]


@contextmanager
def limited_file_size() -> Iterator[None]:
    """A real refusal by the system: files may not grow above 4096 bytes.

    Not even the file that the output of the tests may go to: so the limit holds for one call only.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_write_that_breaks_off_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"old")
    refusal = r"file: cannot be written: File too large; .*ulimit -f.*, then go on$"
    with pytest.raises(UserError, match=refusal), limited_file_size():
        write_whole(tmp_path / "file", bytes(100_000))
    assert (tmp_path / "file").read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_named_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 7)
    (tmp_path / ".tmp-nap-file-7").symlink_to("/dev/full")
    with pytest.raises(UserError, match=r"file: cannot be written: No space left .*make room"):
        write_whole(tmp_path / "file", bytes(100_000))
    assert names(tmp_path) == []


def test_a_killed_writer_leaves_a_temporary_file_that_is_removed_later(tmp_path: Path) -> None:
    program = (
        "import os, sys, pathlib, sim.runs.files\n"
        "os.fsync = lambda descriptor: os.kill(os.getpid(), 9)\n"
        "sim.runs.files.write_whole(pathlib.Path(sys.argv[1]) / 'file', b'content')\n"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(tmp_path)])
    assert killed.returncode == -signal.SIGKILL
    [left] = names(tmp_path)
    assert left.startswith(".tmp-nap-file-")
    remove_temporaries(tmp_path)
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UserError, match=r"file/run: cannot be written: Not a directory; choose"):
        make_folder(tmp_path / "file" / "run")


def test_parquet_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "shard.parquet"
    write_whole(path, parquet.encode(TABLE, "deal", {"nap.identity": "abc"}))
    assert pq.read_table(path).equals(TABLE)
    footer = parquet.check(path)
    assert (footer.rows, footer.entries["nap.identity"]) == (1000, "abc")


def test_equal_tables_give_equal_bytes() -> None:
    first, second = (parquet.encode(TABLE, "deal", {"nap.identity": "abc"}) for _ in range(2))
    assert bytes(first) == bytes(second)


def test_a_counter_costs_next_to_nothing() -> None:
    numbers = pa.table({"deal": pa.array(range(10**12, 10**12 + 100_000), pa.uint64())})
    assert len(parquet.encode(numbers, "deal", {})) < 4_000


def test_one_changed_bit_anywhere_is_noticed(tmp_path: Path) -> None:
    content = bytes(parquet.encode(TABLE, "deal", {"nap.identity": "abc"}))
    path = tmp_path / "shard.parquet"
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        with pytest.raises(DamagedFileError, match=r"shard\.parquet: "):
            parquet.check(path)


def test_a_file_cut_short_anywhere_is_noticed(tmp_path: Path) -> None:
    content = bytes(parquet.encode(TABLE, "deal", {"nap.identity": "abc"}))
    path = tmp_path / "shard.parquet"
    for length in range(len(content)):
        path.write_bytes(content[:length])
        with pytest.raises(DamagedFileError, match=r"is empty|is cut short or damaged"):
            parquet.check(path)


def test_parquet_of_others_is_refused(tmp_path: Path) -> None:
    pq.write_table(TABLE, tmp_path / "theirs.parquet")
    with pytest.raises(DamagedFileError, match=r"theirs\.parquet: is cut short or damaged"):
        parquet.check(tmp_path / "theirs.parquet")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DamagedFileError, match=os.strerror(errno.ENOENT)):
        parquet.check(tmp_path / "gone.parquet")


def test_new_files_get_the_permissions_that_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "file", b"content")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640
