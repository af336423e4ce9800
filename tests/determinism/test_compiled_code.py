"""Compiled code on disk is never older than the source it was made of.

A measured trap: Numba's own cache looks only at the file that defines a function, and goes on with
old results when a helper in another file is edited.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sim
from sim.engine import compiled

COMPILES = re.compile(r"@lane_function|@intrinsic|compile_kernel\(|compile_pointer\(|njit\(")


def test_every_file_with_compiled_functions_counts() -> None:
    package = Path(sim.__file__).parent
    files = [file for file in package.rglob("*.py") if COMPILES.search(file.read_text())]
    assert len(files) > 10
    assert set(files) <= set(compiled.compiled_sources())


@pytest.mark.parametrize(
    "file", ["bits.py", "tricks.py", "exchange.py", "estimate.py", "further_cards.py", "cards.py"]
)
def test_an_edit_anywhere_asks_for_another_folder(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = compiled.engine_digest.__wrapped__()
    real = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: real(path) + (b"#" if path.name == file else b"")
    )
    assert compiled.engine_digest.__wrapped__() != before


def folder_with(environment: dict[str, str]) -> Path:
    """Where another process keeps compiled code under an environment."""
    program = "from sim.engine.compiled import cache_folder; print(cache_folder())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip())


def test_the_folder_is_the_users_cache(tmp_path: Path) -> None:
    assert folder_with({"XDG_CACHE_HOME": str(tmp_path)}).parent == tmp_path


def test_where_that_cannot_be_written_a_temporary_folder_serves(tmp_path: Path) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.touch()
    folder = folder_with({"XDG_CACHE_HOME": str(blocked), "TMPDIR": str(tmp_path)})
    assert folder.parent == tmp_path / f"nap-{os.getuid()}"
    assert folder.stat().st_mode & 0o077 == 0


def test_code_that_nobody_asked_for_in_a_month_is_removed(tmp_path: Path) -> None:
    old, recent = tmp_path / "nap-compiled-old", tmp_path / "nap-compiled-recent"
    for folder in (old, recent):
        folder.mkdir()
        (folder / "lock").touch()
    os.utime(old / "lock", (0, 0))
    folder_with({"XDG_CACHE_HOME": str(tmp_path)})
    assert not old.exists()
    assert recent.exists()


def test_code_in_use_stays_however_long_nobody_asked_for_it(tmp_path: Path) -> None:
    in_use = folder_with({"XDG_CACHE_HOME": str(tmp_path)})
    (in_use / "code").touch()
    os.utime(in_use / "lock", (0, 0))
    assert folder_with({"XDG_CACHE_HOME": str(tmp_path)}) == in_use
    assert (in_use / "code").exists()
