"""How a command ends: exit status and last words.

=====  =============================================
0      all is done
1      a fault of the program
2      something that the user can mend
130    stopped by ^C or SIGTERM; can be resumed
=====  =============================================
"""

from __future__ import annotations

import logging
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from sim.errors import UserError
from sim.runs.run_errors import OutOfReachError, RunInterruptedError, WorkerError

FAULT = 1
USER_ERROR = 2
INTERRUPTED = 130


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn errors into messages on standard error and exit statuses."""
    logging.getLogger().addHandler(_Remarks(logging.WARNING))
    signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    except UserError as error:
        for line in str(error).splitlines():
            _say(f"error: {line}")
        sys.exit(USER_ERROR)
    except WorkerError as error:
        if error.trace:
            print(error.trace, file=sys.stderr, end="")
        _say(f"error: {error}")
        sys.exit(FAULT)


@contextmanager
def resumable() -> Iterator[None]:
    """End a command that ^C, SIGTERM or the loss of a cluster stopped by telling how to go on."""
    with resumable_by(resume_command(sys.argv[0], sys.argv[1:])):
        yield


@contextmanager
def resumable_by(command: str) -> Iterator[None]:
    """End a command that was stopped by telling which command goes on."""
    try:
        yield
    except (RunInterruptedError, KeyboardInterrupt) as stop:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _say(str(stop) or "stopped")
        _say(f"go on with: {command}")
        sys.exit(INTERRUPTED)
    except OutOfReachError as error:
        _say(f"error: {error}")
        _say(f"go on with: {command}")
        sys.exit(USER_ERROR)


def resume_command(program: str, arguments: list[str]) -> str:
    """Return what to type to go on with a command.

    >>> resume_command("cli.py", ["run", "my scenario.toml", "--deals", "1M"])
    "nap run 'my scenario.toml' --deals 1M --resume"
    """
    resume = [] if "--resume" in arguments else ["--resume"]
    return shlex.join([_as_typed(program), *arguments, *resume])


def _as_typed(program: str) -> str:
    """Return ``nap``, or its path where the shell would not find it under that name."""
    found = shutil.which("nap")
    if Path(program).name != "nap" or (found and Path(found).samefile(program)):
        return "nap"
    return os.path.relpath(program)


def _say(words: str) -> None:
    print(f"nap: {words}", file=sys.stderr)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


class _Remarks(logging.Handler):
    """Writes warnings to what is standard error at that time: a progress bar may be on it."""

    def emit(self, record: logging.LogRecord) -> None:
        _say(record.getMessage())
