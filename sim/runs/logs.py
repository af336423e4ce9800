"""Log lines of workers reach the parent's handlers, under every start method.

The library multiprocessing-logging brings the handler: it formats a record on the sending side,
receives on a thread, and drains what is left when it is closed. Its own transport, a
``multiprocessing.Queue``, works only with fork, and a worker that is killed while it holds the
queue's lock hangs everybody. Here the transport is a Unix datagram socket: one record is one
datagram, a line is in the kernel's hands when the logging call returns, and there is no lock to
leave behind.
"""

from __future__ import annotations

import contextlib
import json
import logging
import select
import socket
import threading
from queue import Empty
from types import TracebackType
from typing import Any

from multiprocessing_logging import MultiProcessingHandler

_LARGEST_DATAGRAM = 60_000
_SEND_BUFFER = 2 * _LARGEST_DATAGRAM
_RECEIVE_BUFFER = 4 << 20
_TEXT_KEPT = 2_000
"""Characters kept of each text of a record that is too large for a datagram."""
_PATIENCE_SECONDS = 10.0
"""A parent that does not read for so long costs log lines, never the simulation."""

_STANDARD_FIELDS = frozenset(logging.makeLogRecord({}).__dict__)
_WAKE_UP = b""


class SocketQueue:
    """The methods of ``multiprocessing.Queue`` that the library's handler calls, on a socket.

    Parameters
    ----------
    end : socket.socket
        One end of a pair of datagram sockets; it belongs to the queue from now on.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._arrivals = select.poll()
        self._arrivals.register(end, select.POLLIN)

    def put_nowait(self, record: logging.LogRecord) -> None:
        """Send a record; wait while the parent is behind."""
        self._end.send(_datagram(record))

    def get(self, timeout: float) -> logging.LogRecord:
        """Return the next record, or raise ``queue.Empty`` after so many seconds."""
        if not self._arrivals.poll(1000 * timeout):
            raise Empty
        datagram = self._end.recv(_SEND_BUFFER)
        if datagram == _WAKE_UP:
            raise Empty
        return _record(datagram)

    def qsize(self) -> int:
        """Return 0 if nothing waits to be received, and something else otherwise."""
        return len(self._arrivals.poll(0))

    def close(self) -> None:
        """Close this end."""
        self._end.close()

    def join_thread(self) -> None:
        """Do nothing: sending is finished when ``put_nowait`` returns."""


class LogReceiver:
    """The parent's side: hands the records of workers to the loggers of the same names.

    Use it as a context, give ``sender`` to every worker, and leave the context when the workers
    have ended: whatever they had sent has been logged then.

    Examples
    --------
    >>> with LogReceiver() as receiver:
    ...     receiver.sender.type is socket.SOCK_DGRAM
    True
    """

    def __init__(self) -> None:
        receiving, self.sender = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        receiving.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
        self.sender.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self.sender.settimeout(_PATIENCE_SECONDS)
        self._handler = _ReceivingHandler(SocketQueue(receiving))

    def __enter__(self) -> LogReceiver:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Log what still waits in the socket, and stop receiving."""
        self._handler.close_after(self.sender)
        self.sender.close()


def send_logs_to(sender: socket.socket, level: int) -> None:
    """Make a worker's root logger send everything from this level on to the parent.

    Parameters
    ----------
    sender : socket.socket
        The receiver's ``sender``, as it came with the start of this process.
    level : int
        One of logging's levels.
    """
    sender.settimeout(_PATIENCE_SECONDS)
    root = logging.getLogger()
    for handler in list(root.handlers):
        root.removeHandler(handler)
    root.addHandler(_SendingHandler(SocketQueue(sender)))
    root.setLevel(level)
    logging.captureWarnings(True)


def hand_over(record: logging.LogRecord) -> None:
    """Give a worker's record to the logger of its name here: levels and filters apply."""
    logger = logging.getLogger(record.name)
    if logger.isEnabledFor(record.levelno):
        logger.handle(record)


class _SocketHandler(MultiProcessingHandler):  # type: ignore[misc]
    """The library's handler on a socket.

    The library's own ``__init__`` is passed over: it would make a queue of the default start
    method, and so choose that method for the whole program.
    """

    def __init__(self, queue: SocketQueue, sub_handler: logging.Handler) -> None:
        logging.Handler.__init__(self)
        self.queue = queue
        self.sub_handler = sub_handler
        self._is_closed = False


class _ReceivingHandler(_SocketHandler):
    """The library's receiving thread."""

    def __init__(self, queue: SocketQueue) -> None:
        self._receive_thread = threading.Thread(
            target=self._receive, name="log-receiver", daemon=True
        )
        super().__init__(queue, sub_handler=_HandOver())
        self._receive_thread.start()

    def close_after(self, sender: socket.socket) -> None:
        """Close the handler; a last datagram wakes its thread, which would go on waiting."""
        self._is_closed = True
        with contextlib.suppress(OSError):
            sender.send(_WAKE_UP)
        self.close()

    def close(self) -> None:
        """Close the handler, even if a signal came before its thread was running."""
        self._is_closed = True
        if self._receive_thread.is_alive():
            self._receive_thread.join(_PATIENCE_SECONDS)
        logging.Handler.close(self)


class _SendingHandler(_SocketHandler):
    """The library's sending side."""

    def __init__(self, queue: SocketQueue) -> None:
        super().__init__(queue, sub_handler=logging.NullHandler())

    def _format_record(self, record: logging.LogRecord) -> Any:
        # The library expects a text and its arguments; logging allows any object as message.
        record.msg, record.args = record.getMessage(), None
        return super()._format_record(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Drop the line: a parent that is gone or stuck must not stop the simulation."""

    def close(self) -> None:
        logging.Handler.close(self)


class _HandOver(logging.Handler):
    """Gives a record to the parent's own logger of that name: its levels and filters apply."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            hand_over(record)
        except Exception:  # the library's thread would end with it
            self.handleError(record)


def _datagram(record: logging.LogRecord) -> bytes:
    """Encode a record; a very long one is cut, and says so."""
    fields = {key: _plain(value) for key, value in record.__dict__.items()}
    data = json.dumps(fields).encode()
    if len(data) <= _LARGEST_DATAGRAM:
        return data
    kept = {key: _cut(value) for key, value in fields.items() if key in _STANDARD_FIELDS}
    return json.dumps(kept).encode()


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | None) else str(value)


def _cut(value: Any) -> Any:
    if not isinstance(value, str) or len(value) <= _TEXT_KEPT:
        return value
    return f"{value[:_TEXT_KEPT]}… [cut, {len(value)} characters]"


def _record(datagram: bytes) -> logging.LogRecord:
    try:
        return logging.makeLogRecord(json.loads(datagram))
    except Exception as error:  # the library's thread would end with it
        message = f"a log line could not be read: {error!r}"
        fields = {"name": __name__, "levelno": logging.ERROR, "levelname": "ERROR", "msg": message}
        return logging.makeLogRecord(fields)
