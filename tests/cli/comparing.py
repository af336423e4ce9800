"""Comparisons in the tests' own process, as the command makes them, without the figures."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelines.commands import comparing, comparison_run
from pipelines.commands.how_to_compare import HowToCompare
from pipelines.commands.workforces import WhoSimulates


def compare(folder: Path, *policies: str, **options: Any) -> str:
    """Compare in a folder, and return what is printed."""
    how = how_to(options)
    with in_folder(folder) as printed:
        comparing.compare_policies(policies, options, how)
    return printed.getvalue()


def refusal(folder: Path, *policies: str, **options: Any) -> str:
    """Compare in a folder, which is refused with status 2, and return what is said."""
    how = how_to(options)
    with in_folder(folder), contextlib.redirect_stderr(io.StringIO()) as said:
        with pytest.raises(SystemExit) as ended:
            comparing.compare_policies(policies, options, how)
        assert ended.value.code == 2
    return said.getvalue()


def sweep(folder: Path, policy: str, *parameters: str, **options: Any) -> str:
    """Sweep in a folder, and return what is printed."""
    how = how_to(options)
    with in_folder(folder) as printed:
        comparing.sweep_policy(policy, parameters, options, how)
    return printed.getvalue()


def how_to(options: dict[str, Any]) -> HowToCompare:
    """Take out of the options what is none of a comparison file."""
    return HowToCompare(
        out=options.pop("out", None),
        who=WhoSimulates(options.pop("workers", 1)),
        resume=options.pop("resume", False),
        fixed=options.pop("fixed", False),
    )


@contextlib.contextmanager
def in_folder(folder: Path) -> Iterator[io.StringIO]:
    """Work in a folder without figures; gives what is printed there."""
    before = Path.cwd()
    with (
        contextlib.redirect_stdout(io.StringIO()) as printed,
        contextlib.redirect_stderr(io.StringIO()),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(comparison_run, "write_comparison_report", lambda path: path / "report")
        # Worker processes find the packages where the tests are run.
        patch.setenv("PYTHONPATH", os.pathsep.join([str(before), os.environ.get("PYTHONPATH", "")]))
        os.chdir(folder)
        try:
            yield printed
        finally:
            os.chdir(before)


def results(path: Path) -> dict[str, bytes]:
    """Return all files below a folder but logs and locks."""
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and file.name not in ("run.log", ".lock")
    }
