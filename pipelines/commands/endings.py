"""How a command ends: exit status and last words.

=====  ====================================================
0      all is done
1      a fault of the program
2      something that the user can mend
130    stopped by ^C, SIGTERM or a closed terminal
=====  ====================================================

Where the same command goes on once all is well, the last line says how to type it.
"""

from __future__ import annotations

import logging
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from sim.errors import UserError
from sim.runs.files import refusal_of_the_system
from sim.runs.interrupts import STOP_SIGNALS
from sim.runs.run_errors import RunInterruptedError, WorkerError

FAULT = 1
USER_ERROR = 2
INTERRUPTED = 130


class Stopped(BaseException):
    """A stop signal came while nothing waited for one; files are whole or absent all the same."""


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn errors into messages on standard error and exit statuses."""
    logging.getLogger().addHandler(_Remarks(logging.WARNING))
    for name in STOP_SIGNALS:
        if signal.getsignal(name) != signal.SIG_IGN:  # by nohup, or in the background
            signal.signal(name, _stop)
    with _told([]):
        yield


@contextmanager
def resumable() -> Iterator[None]:
    """Say, where a command tells how to go on, that it takes ``--resume``."""
    with _told(["--resume"]):
        yield


@contextmanager
def _told(more: Sequence[str]) -> Iterator[None]:
    """Tell every known ending; ``more`` are the options that the command needs to go on."""
    try:
        yield
    except UserError as error:
        _tell(error, more)
    except OSError as error:
        refusal = refusal_of_the_system(error)
        if refusal is None:
            raise
        _tell(refusal, more)
    except WorkerError as error:
        if error.trace:
            print(error.trace, file=sys.stderr, end="")
        _say(f"error: {error}")
        _say(f"what is finished is safe; try again with: {_this_command(more)}")
        sys.exit(FAULT)
    except (RunInterruptedError, Stopped) as stop:
        for name in STOP_SIGNALS:
            signal.signal(name, signal.SIG_IGN)
        _say(str(stop) or "stopped")
        _say(f"go on with: {_this_command(more)}")
        sys.exit(INTERRUPTED)


def _tell(error: UserError, more: Sequence[str]) -> NoReturn:
    for line in str(error).splitlines():
        _say(f"error: {line}")
    if error.again:
        _say(f"go on with: {_this_command(more)}")
    sys.exit(USER_ERROR)


def _this_command(more: Sequence[str]) -> str:
    return command_again(sys.argv[0], sys.argv[1:], more)


def command_again(program: str, arguments: Sequence[str], more: Sequence[str] = ()) -> str:
    """Return what to type to go on with a command.

    >>> command_again("cli.py", ["run", "my scenario.toml", "--deals", "1M"], ["--resume"])
    "nap run 'my scenario.toml' --deals 1M --resume"
    """
    missing = [option for option in more if option not in arguments]
    return shlex.join([_as_typed(program), *arguments, *missing])


def _as_typed(program: str) -> str:
    """Return ``nap``, or its path where the shell would not find it under that name."""
    found = shutil.which("nap")
    if Path(program).name != "nap" or (found and Path(found).samefile(program)):
        return "nap"
    return os.path.relpath(program)


def _say(words: str) -> None:
    print(f"nap: {words}", file=sys.stderr)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise Stopped


class _Remarks(logging.Handler):
    """Writes warnings to what is standard error at that time: a progress bar may be on it."""

    def emit(self, record: logging.LogRecord) -> None:
        _say(record.getMessage())
