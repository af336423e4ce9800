"""Calls at little cost, each in a process of its own that may be killed before any write.

A server process imports the program once, and is forked for each call: what takes seconds in a new
interpreter takes a fraction of one here. The call's last words and exit status come back, and how
often it wrote. On demand it gets a signal just before one of its writes.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from sim.runs.interrupts import STOP_SIGNALS

IMPORTED = (
    "numpy",
    "polars",
    "pyarrow.parquet",
    "pydantic",
    "matplotlib.figure",
    "pipelines.cli",
    "pipelines.aggregate",
    "pipelines.commands.running",
    "pipelines.commands.results",
    "pipelines.commands.comparing",
    "reports.report",
    "sim.outcomes",
    "sim.runs.simulate",
)
"""Imported, but not used, before the first fork: no thread of a library has been started then."""


@dataclass(frozen=True)
class Ended:
    """A call that has ended.

    Attributes
    ----------
    status : int
        Exit status; negative for a signal.
    output, errors : str
        What it said.
    writes : int
        How often it opened a file to write, forced one to the disk, renamed, removed or made one;
        -1 if it did not live to tell.
    """

    status: int
    output: str
    errors: str
    writes: int


class Forks:
    """The server, as a context."""

    def __enter__(self) -> Forks:
        environment = {
            **os.environ,
            "COLUMNS": "80",
            "NO_COLOR": "1",
            "PYTHONPATH": str(Path.cwd()),
        }
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.forked"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait(60)

    def nap(
        self,
        *arguments: object,
        folder: Path,
        signal_at: tuple[int, int] = (0, 0),
        environment: dict[str, str] | None = None,
    ) -> Ended:
        """Run the command in a folder."""
        return self.call(
            "pipelines.cli:main",
            *arguments,
            folder=folder,
            signal_at=signal_at,
            environment=environment,
        )

    def call(
        self,
        function: str,
        *arguments: object,
        folder: Path,
        signal_at: tuple[int, int] = (0, 0),
        largest_file: int | None = None,
        environment: dict[str, str] | None = None,
    ) -> Ended:
        """Call ``module:function``; it finds its arguments in ``sys.argv``.

        Parameters
        ----------
        function : str
            What to call.
        arguments : object
            Texts are made of them.
        folder : Path
            Where it works; writes below this folder are counted.
        signal_at : (int, int)
            A signal that it gets, and just before which of its writes, from 1; 0 for never.
        largest_file : int, optional
            No file can grow above so many bytes.
        environment : dict of str to str, optional
            Variables beside those of the server.
        """
        assert self._server.stdin is not None and self._server.stdout is not None
        request = {
            "function": function,
            "arguments": [str(argument) for argument in arguments],
            "folder": str(folder),
            "signal_at": signal_at,
            "largest_file": largest_file,
            "environment": environment or {},
        }
        print(json.dumps(request), file=self._server.stdin, flush=True)
        return Ended(**json.loads(self._server.stdout.readline()))


def serve() -> None:
    """Answer requests until there are no more."""
    for name in IMPORTED:
        importlib.import_module(name)
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        ended = _forked(json.loads(line))
        print(json.dumps(asdict(ended)), file=answers, flush=True)


def _forked(request: dict[str, Any]) -> Ended:
    with (
        tempfile.TemporaryFile("w+") as output,
        tempfile.TemporaryFile("w+") as errors,
        tempfile.TemporaryFile("w+") as writes,
    ):
        process = os.fork()
        if process == 0:
            status = 1
            try:
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                os.dup2(output.fileno(), 1)
                os.dup2(errors.fileno(), 2)
                status = _called(request, lambda number: os.pwrite(writes.fileno(), number, 0))
            except BaseException:
                os.write(2, traceback.format_exc().encode())
            finally:
                os._exit(status)
        _, status = os.waitpid(process, 0)
        for file in (output, errors, writes):
            file.seek(0)
        return Ended(
            os.waitstatus_to_exitcode(status), output.read(), errors.read(), int(writes.read() or 0)
        )


def _called(request: dict[str, Any], tell: Callable[[bytes], object]) -> int:
    for name in STOP_SIGNALS:  # some are ignored where tests run in the background, or by nohup
        signal.signal(name, signal.SIG_DFL)
    os.chdir(request["folder"])
    os.environ.update(request["environment"])
    if request["largest_file"] is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["largest_file"],) * 2)
    sys.argv = ["nap", *request["arguments"]]
    module, _, name = request["function"].partition(":")
    function = getattr(importlib.import_module(module), name)
    writes = _Writes(request["folder"], *request["signal_at"])
    writes.watch()
    try:
        function()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        tell(str(writes.number).encode())
    return 0


class _Writes:
    """Counts the writes of this process, and sends it a signal before one of them."""

    def __init__(self, folder: str, signal_number: int, write: int) -> None:
        self.number = 0
        self._folder = Path(folder).resolve()
        self._signal = signal_number
        self._write = write
        self._counting = threading.Lock()

    def watch(self) -> None:
        fsync = os.fsync

        def watched_fsync(descriptor: Any) -> None:
            self._count(torn=descriptor)
            fsync(descriptor)

        os.fsync = watched_fsync  # it has no audit event
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        match event:
            case "open":
                path, _, flags = arguments
                if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and self._is_ours(path):
                    self._count()
            case "os.rename" | "os.remove" | "os.mkdir" | "os.rmdir" | "os.truncate":
                if self._is_ours(arguments[0]):
                    self._count()

    def _is_ours(self, path: Any) -> bool:
        if not isinstance(path, str | os.PathLike):
            return False
        return Path(path).absolute().is_relative_to(self._folder)

    def _count(self, torn: int | None = None) -> None:
        with self._counting:
            self.number += 1
            if self.number == self._write:
                if (
                    self._signal == signal.SIGKILL
                    and torn is not None
                    and stat.S_ISREG(os.fstat(torn).st_mode)
                ):
                    # Stopped while the content was on its way: half of it has come.
                    os.truncate(torn, os.fstat(torn).st_size // 2)
                os.kill(os.getpid(), self._signal)


if __name__ == "__main__":
    serve()
