"""The parent's line to the scheduler: tasks go out, answers and news of the cluster come in.

Everything that waits for the cluster does so in the thread of Dask's client. The parent's own
thread waits for news and stop signals alone, so it hears both at once, whatever the cluster does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import threading
import uuid
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Final

from distributed import Client
from distributed.comm.addressing import get_address_host_port

from sim.cluster.answers import Report
from sim.errors import UserError
from sim.runs.worker import name_of

_PAUSE_SECONDS: Final = 0.5
"""Between two looks at the scheduler."""
_PATIENCE_SECONDS: Final = 60.0
"""A scheduler that does not answer for so long is gone."""
_LAST_WORDS_SECONDS: Final = 3.0
"""So long the end of a job waits for the cluster."""

_CANCELLED: Final = (asyncio.CancelledError, Exception)


@dataclass(frozen=True)
class Answered:
    """A member has answered; or the cluster has, with an exception, in its place."""

    question: Any
    answer: Report | BaseException


@dataclass(frozen=True)
class Members:
    """Who belongs to the cluster now: threads by address."""

    threads: Mapping[str, int]


@dataclass(frozen=True)
class Gone:
    """The scheduler does not answer any more."""

    reason: str


News = Answered | Members | Gone


@contextmanager
def connected(address: str, seconds: float) -> Iterator[Any]:
    """Connect to a scheduler.

    Raises
    ------
    UserError
        If there is none that answers within some seconds.
    """
    with _quiet():
        try:
            _see_that_somebody_speaks(address, seconds)
            client = _client_of(address, seconds)
        except Exception as error:
            words = getattr(error, "strerror", None) or str(error) or type(error).__name__
            reason = words.partition("\n")[0]
            raise UserError(
                f"{address}: no scheduler of a Dask cluster answers there within {seconds:g} s "
                f"({reason}); see that it runs there: dask scheduler --port 8786"
            ) from error
        try:
            yield client
        finally:
            with contextlib.suppress(*_CANCELLED):
                client.close(timeout=_LAST_WORDS_SECONDS)


def _see_that_somebody_speaks(address: str, seconds: float) -> None:
    """Call a scheduler, which speaks first; by TLS it does not."""
    if address.startswith("tls:"):
        return
    with socket.create_connection(get_address_host_port(address), timeout=seconds) as call:
        if not call.recv(1):
            raise ConnectionError("the call was ended")


def _client_of(address: str, seconds: float) -> Any:
    """Return a client that is connected, or raise what prevented it.

    The client waits for ever for somebody who takes its call and says nothing, whatever its own
    time limit is; hence a thread, which is given up then.
    """
    made: SimpleQueue[Any] = SimpleQueue()

    def connect() -> None:
        try:
            made.put(Client(address, timeout=seconds, set_as_default=False, name="nap"))
        except Exception as error:
            made.put(error)

    threading.Thread(target=connect, name="connect", daemon=True).start()
    try:
        client = made.get(timeout=seconds + _LAST_WORDS_SECONDS)
    except Empty:
        raise TimeoutError("somebody is there who says nothing") from None
    if isinstance(client, Exception):
        raise client
    return client


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask: what happens is told in the words of a run."""
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado", "asyncio")]
    before = [each.level for each in loggers]
    for each in loggers:
        each.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for each, level in zip(loggers, before, strict=True):
            each.setLevel(level)


def _loop_of(client: Any) -> asyncio.AbstractEventLoop:
    """Return the loop in whose thread a client lives."""
    loop: asyncio.AbstractEventLoop = client.loop.asyncio_loop
    return loop


class Line:
    """The line to a scheduler. Use it as a context.

    Parameters
    ----------
    client : Client
        Connected.
    """

    def __init__(self, client: Client) -> None:
        self._client: Any = client
        self._loop: asyncio.AbstractEventLoop = _loop_of(client)
        self._news: SimpleQueue[News] = SimpleQueue()
        self._heard, self._bell = os.pipe()
        os.set_blocking(self._heard, False)
        os.set_blocking(self._bell, False)
        self._batch = uuid.uuid4().hex
        self._asked = 0
        self._watching = self._begin(self._watch())

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._watching.cancel()
        # The thread of the client rings the bell no more once this has been done in it.
        with contextlib.suppress(*_CANCELLED):
            closing = asyncio.run_coroutine_threadsafe(self._close(), self._loop)
            closing.result(_LAST_WORDS_SECONDS)

    def fileno(self) -> int:
        """Return a descriptor that can be read from when there is news."""
        return self._heard

    def news(self) -> Iterator[News]:
        """Yield what has come since this was asked last."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._heard, 4096)
        with contextlib.suppress(Empty):
            while True:
                yield self._news.get_nowait()

    def ask(
        self, question: Any, function: Callable[..., Report], *arguments: Any, of: str | None = None
    ) -> None:
        """Have a function called by a member; its report will be news.

        Parameters
        ----------
        question : object
            By which the report will be known.
        function : callable
            One of :mod:`sim.cluster.member`.
        arguments
            Its arguments.
        of : str, optional
            Address of the member; any if not given.
        """
        # A name of its own each time: the cluster mixes up tasks of equal names, and a task that
        # has lost its workers too often is not taken again.
        self._asked += 1
        future = self._client.submit(
            function,
            *arguments,
            key=f"nap-{name_of(question)}-{self._batch}-{self._asked}",
            workers=None if of is None else [of],
            pure=False,
        )
        self._begin(self._fetch(question, future))

    def tell_all(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have a function called by all members that can be reached in a moment."""
        with contextlib.suppress(*_CANCELLED):
            self._client.run(
                function, *arguments, on_error="ignore", callback_timeout=_LAST_WORDS_SECONDS
            )

    def _begin(self, coroutine: Coroutine[Any, Any, None]) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    async def _close(self) -> None:
        self._tell = lambda news: None  # type: ignore[method-assign]
        os.close(self._bell)
        os.close(self._heard)

    async def _fetch(self, question: Any, future: Any) -> None:
        """Wait for a report and bring it here; the cluster forgets it then."""
        try:
            answer = await self._client.gather(future, asynchronous=True)
        except _CANCELLED as error:
            answer = error
        if self._client.status == "running":
            self._tell(Answered(question, answer))
        else:
            self._tell(Gone("the connection broke"))

    async def _watch(self) -> None:
        """Look who is there, again and again."""
        silent = 0.0
        while True:
            began = self._loop.time()
            try:
                threads = await asyncio.wait_for(self._client.scheduler.ncores(), 10)
                self._tell(Members(threads))
                silent = 0.0
            except Exception as error:
                silent += self._loop.time() - began + _PAUSE_SECONDS
                if self._client.status != "running":
                    self._tell(Gone("the connection broke"))
                elif silent > _PATIENCE_SECONDS:
                    self._tell(Gone(f"it has not answered for {silent:.0f} s: {error!r}"))
            await asyncio.sleep(_PAUSE_SECONDS)

    def _tell(self, news: News) -> None:
        self._news.put(news)
        with contextlib.suppress(BlockingIOError):  # it rings already
            os.write(self._bell, b"!")
