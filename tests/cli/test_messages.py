"""Every message about runs: what is wrong, and what to type next.

The cases are in :mod:`tests.cli.message_cases`. The inventory below finds every message in the
source, so that a new one without a case does not go unnoticed.
"""

from __future__ import annotations

import ast
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import assert_as_before
from tests.cli.message_cases import CASES, SCENARIO, Case
from tests.forked import Forks

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    with Forks() as server:
        yield server


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory, forks: Forks) -> Path:
    """The folder in which every case begins."""
    folder = tmp_path_factory.mktemp("messages") / "folder"
    folder.mkdir()
    (folder / "tiny.toml").write_text(SCENARIO.format(deals=1600, seed=1))
    (folder / "other.toml").write_text(SCENARIO.format(deals=800, seed=2))
    for command in (
        "simulate tiny.toml --out run --workers 1 --deals 800",
        "simulate tiny.toml --out run --workers 1 --resume",
        "aggregate run",
        "simulate other.toml --out other --workers 1",
    ):
        ended = forks.nap(*shlex.split(command), folder=folder)
        assert ended.status == 0, ended.errors
    return folder


def told(case: Case, template: Path, folder: Path, forks: Forks) -> str:
    """What is said in a case, in which nothing of this machine or hour is left."""
    shutil.copytree(template, folder)
    kept = case.prepare(folder)
    text = f"# {case.title}\n"
    for command in case.commands:
        ended = forks.call(
            case.function,
            *shlex.split(command),
            folder=folder,
            signal_at=case.signal_at,
            largest_file=case.largest_file,
            environment=case.environment,
        )
        assert "Traceback" not in ended.errors or ended.status == 1, ended.errors
        text += f"$ nap {command}\n{masked(ended.errors, folder)}(exit status {ended.status})\n"
    del kept
    return text


def masked(errors: str, folder: Path) -> str:
    lines = [line for line in errors.splitlines() if not re.match(r"\d|[A-Z ]|compiling", line)]
    text = "".join(f"{line}\n" for line in lines).replace(f"{folder}/", "")
    return re.sub(r"\b[0-9a-f]{12,64}\b", "<digest>", text)


def test_messages_of_runs(template: Path, tmp_path: Path, forks: Forks) -> None:
    texts = [
        told(case, template, tmp_path / str(number), forks) for number, case in enumerate(CASES)
    ]
    assert_as_before("messages-of-runs", "\n".join(texts))


# --- the inventory


LOOKED_AT = ("sim/runs", "pipelines/commands")
"""Packages of which every message must be in a snapshot."""

RAISED = {"UserError", "WorkerError", "DamagedFileError", "ForeignFileError"}

EXCUSED = {
    "cannot be written": "files.py: in the snapshots with every reason that a test can bring about",
    "workers were lost over it": "takes ten workers: tests/crash/test_pool.py",
    "stopped at once": "needs a worker that hangs: tests/crash/test_resume.py",
    "breaks the contract of policies": "of nap check-policy: tests/policies/test_contract.py",
    "was counted by another version": "takes another version: tests/statistics",
    "it would not have counted": "takes a shard that fails: tests/crash/test_stopping.py",
    "the last one ended before it had heard": "a race with the system: tests/crash/test_pool.py",
}
"""Messages without a snapshot: a part of their words, and why."""


def test_every_message_has_a_snapshot() -> None:
    said = "\n".join(path.read_text() for path in sorted(SNAPSHOTS.glob("*.txt")))
    missing = [
        f"{file}: {words}"
        for package in LOOKED_AT
        for file in sorted(Path(package).rglob("*.py"))
        for words in messages_of(file)
        if not re.search(words, said) and not any(part in words for part in EXCUSED)
    ]
    assert not missing, "\n".join(missing)


def test_no_excuse_is_out_of_date() -> None:
    words = "\n".join(
        words
        for package in LOOKED_AT
        for file in sorted(Path(package).rglob("*.py"))
        for words in messages_of(file)
    )
    assert [part for part in EXCUSED if part not in words] == []


def messages_of(file: Path) -> Iterator[str]:
    """Each message that a file can give, as a pattern: anything where a value stands in it."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and (_raises(node) or _warns(node)):
            for argument in node.args:
                pattern = _pattern(argument)
                if len(re.findall(r"[a-z]", pattern)) >= 6:
                    yield pattern


def _raises(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in RAISED


def _warns(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Attribute)
        and node.func.attr in {"warning", "error"}
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "logger"
    )


def _pattern(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return re.sub("%[sdr]", ".*?", re.escape(re.sub(r"\s+", " ", text))).replace("\\ ", " ")
        case ast.JoinedStr(values=values):
            return "".join(
                _pattern(value) if isinstance(value, ast.Constant) else ".*?" for value in values
            )
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _pattern(left) + _pattern(right)
        case ast.IfExp(body=body):
            return _pattern(body)
    return ".*?"
