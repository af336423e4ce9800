"""The log file of a run: lines of this process and of its workers, with their times.

In a store nothing can be appended. There the log is written on this machine and put as a whole now
and then, behind what earlier commands had written. What came after the last time is lost when the
process is killed; nothing else rests on it.
"""

from __future__ import annotations

import contextlib
import logging
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any, Final

from sim.errors import UserError
from sim.runs.files import write_error
from sim.storage import Folder, ObjectPath

_LOGGED: Final = ("sim", "pipelines", "reports", "py.warnings")
_LINE: Final = "%(asctime)s %(levelname)s %(processName)s %(process)d %(name)s: %(message)s"

_SECONDS_BETWEEN_PUTS: Final = 30.0
_SHARE_OF_TIME: Final = 0.02
"""A long log is put so seldom that it takes no larger share of the time."""


@contextmanager
def run_log(path: Folder, level: int = logging.INFO) -> Iterator[None]:
    """Append what the project's loggers say to a file, while the context lasts.

    The program's own handlers get no more than they did before, however much goes to the file.

    Raises
    ------
    UserError
        If the file cannot be opened.
    """
    file = _log_of(path)
    file.setFormatter(logging.Formatter(_LINE))
    with closing(file), ExitStack() as stack:
        for name in _LOGGED:
            stack.enter_context(_logged_to(file, logging.getLogger(name), level))
        yield


def _log_of(path: Folder) -> logging.Handler:
    if isinstance(path, ObjectPath):
        return _LogInStore(path)
    try:
        return _LogFile(path, encoding="utf-8")
    except OSError as error:
        raise write_error(path, error) from error


@contextmanager
def _logged_to(file: logging.Handler, logger: logging.Logger, level: int) -> Iterator[None]:
    before = logger.level, logger.propagate
    handlers = [file]
    if logger.propagate:
        handlers.append(_Upwards(logger.getEffectiveLevel()))
    logger.setLevel(level)
    logger.propagate = False
    for handler in handlers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            logger.removeHandler(handler)
        logger.setLevel(before[0])
        logger.propagate = before[1]


class _LogFile(logging.FileHandler):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Drop the line: a full disk is reported once, by who writes the results."""

    def close(self) -> None:
        """Close the file; what a full disk refuses is dropped here too."""
        with suppress(OSError):
            super().close()


class _LogInStore(logging.StreamHandler[Any]):
    """A log of this machine that is put into a store now and then, and at the end."""

    def __init__(self, path: ObjectPath) -> None:
        self._path = path.hasty
        self._file = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        # Lines of earlier commands are waited for; later puts are tried again by and by.
        with contextlib.suppress(FileNotFoundError):
            self._file.write(path.read_bytes().decode(errors="replace"))
        self._ended = threading.Event()
        self._putting = threading.Thread(target=self._put_now_and_then, name="log", daemon=True)
        super().__init__(self._file)
        self._putting.start()

    def close(self) -> None:
        """Put the whole log, even if a signal came before its thread was running."""
        if not self._ended.is_set():
            self._ended.set()
            if self._putting.is_alive():
                self._putting.join()
            self._put()
            self._file.close()
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Drop the line, as in a file."""

    def _put_now_and_then(self) -> None:
        pause = _SECONDS_BETWEEN_PUTS
        while not self._ended.wait(pause):
            began = time.monotonic()
            self._put()
            pause = max(_SECONDS_BETWEEN_PUTS, (time.monotonic() - began) / _SHARE_OF_TIME)

    def _put(self) -> None:
        with self.lock or contextlib.nullcontext():
            self._file.seek(0)
            content = self._file.read()
        # A store that fails is reported once, by who writes the results.
        with contextlib.suppress(UserError):
            self._path.write_bytes(content.encode())


class _Upwards(logging.Handler):
    """Hands records of its level and above to the handlers of the root logger."""

    def emit(self, record: logging.LogRecord) -> None:
        logging.getLogger().callHandlers(record)
