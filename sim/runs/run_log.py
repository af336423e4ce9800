"""The log file of a run: lines of this process and of its workers, with their times."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sim.runs.files import write_error

_LOGGED: Final = ("sim", "pipelines", "reports", "py.warnings")
_LINE: Final = "%(asctime)s %(levelname)s %(processName)s %(process)d %(name)s: %(message)s"


@contextmanager
def run_log(path: Path, level: int = logging.INFO) -> Iterator[None]:
    """Append what the project's loggers say to a file, while the context lasts.

    The program's own handlers get no more than they did before, however much goes to the file.

    Raises
    ------
    UserError
        If the file cannot be opened.
    """
    try:
        file = _LogFile(path, encoding="utf-8")
    except OSError as error:
        raise write_error(path, error) from error
    file.setFormatter(logging.Formatter(_LINE))
    with closing(file), ExitStack() as stack:
        for name in _LOGGED:
            stack.enter_context(_logged_to(file, logging.getLogger(name), level))
        yield


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


class _Upwards(logging.Handler):
    """Hands records of its level and above to the handlers of the root logger."""

    def emit(self, record: logging.LogRecord) -> None:
        logging.getLogger().callHandlers(record)
