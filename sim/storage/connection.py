"""Reaching an object store: every process connects for itself, when it needs to, once.

The process of a command sees, when it connects, whether the store answers and has the bucket: that
is told within seconds. All else, and all that its workers ask, is tried for about a minute, so that
a run of many hours outlives a short breakdown.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from multiprocessing import parent_process
from threading import Lock
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from sim.errors import UserError
from sim.storage.store import GOOGLE, LOCAL, S3, Store
from sim.storage.store_errors import is_refusal, no_bucket, store_error

_S3_OPTIONS: Final = ("region", "endpoint_override", "scheme", "tls_ca_file_path")
"""What a query may say of an S3 store. Other stores have what pyarrow knows for them."""

_ENDPOINT_VARIABLES: Final = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
_REGION_VARIABLES: Final = ("AWS_REGION", "AWS_DEFAULT_REGION")


class _Patience(NamedTuple):
    """How long a store may take before it is given up."""

    attempts: int
    """Of each request, with pauses that double from a tenth of a second."""
    connect_seconds: float
    silent_seconds: float
    """Without a byte from the store."""
    google_seconds: int
    """All attempts together."""


_HASTY: Final = _Patience(attempts=2, connect_seconds=3, silent_seconds=5, google_seconds=8)
_PATIENT: Final = _Patience(attempts=10, connect_seconds=5, silent_seconds=30, google_seconds=70)


class Connection(NamedTuple):
    """A store that can be asked.

    Attributes
    ----------
    filesystem : pyarrow.fs.FileSystem
    bucket : str
        What paths in it begin with.
    """

    filesystem: Any
    bucket: str

    def path(self, key: str) -> str:
        """Return what the file system calls a key."""
        return f"{self.bucket}/{key}" if key else self.bucket


_connections: Final[dict[Hashable, Connection]] = {}
_connecting: Final = Lock()


def connection_to(store: Store) -> Connection:
    """Return this process's connection to a store.

    Raises
    ------
    UserError
        If the store does not answer, or has no such bucket. A process that was started by another
        one leaves looking to that, and hears of it when it asks for something.
    """
    surroundings = frozenset(pair for pair in os.environ.items() if pair[0].startswith("AWS_"))
    # A process that was forked cannot use what the other one had opened.
    name = (os.getpid(), store, surroundings)
    with _connecting:
        if name not in _connections:
            _connections[name] = _connected(store)
        return _connections[name]


def _connected(store: Store) -> Connection:
    hasty = _opened(store, _HASTY)
    if store.scheme != LOCAL and parent_process() is None:
        _see_that_it_answers(store, hasty)
    return hasty if store.hasty else _opened(store, _PATIENT)


def _see_that_it_answers(store: Store, connection: Connection) -> None:
    from pyarrow import ArrowException
    from pyarrow.fs import FileType

    try:
        bucket = connection.filesystem.get_file_info(connection.path(""))
    except (OSError, ArrowException) as error:
        # Who may not look at the bucket itself may yet be allowed all that a run needs.
        if not is_refusal(error):
            raise store_error(store.uri(""), error) from error
        return
    if bucket.type == FileType.NotFound:
        raise no_bucket(store.uri(""))


def _opened(store: Store, patience: _Patience) -> Connection:
    options = dict(parse_qsl(store.query, keep_blank_values=True))
    try:
        if store.scheme == S3:
            return Connection(_s3(store, options, patience), store.bucket)
        return _by_uri(store, options, patience)
    except (ValueError, OSError, NotImplementedError, ImportError) as error:
        raise store_error(store.uri(""), error) from error


def _s3(store: Store, options: Mapping[str, str], patience: _Patience) -> Any:
    """Return a file system whose small files are put at once, in a single request."""
    from pyarrow.fs import AwsStandardS3RetryStrategy, S3FileSystem

    unknown = next((name for name in options if name not in _S3_OPTIONS), None)
    if unknown:
        raise UserError(
            f"{store.uri('')}: {unknown!r} is no option of an S3 store; allowed: "
            f"{', '.join(_S3_OPTIONS)}"
        )
    endpoint = options.get("endpoint_override") or _first_set(_ENDPOINT_VARIABLES)
    # A scheme in front of the host is split off: the file system wants it by itself.
    scheme, separator, host = (endpoint or "").rpartition("://")
    return S3FileSystem(
        region=options.get("region") or _region(store, endpoint),
        endpoint_override=host.rstrip("/") or None,
        scheme=options.get("scheme") or (scheme if separator else None),
        tls_ca_file_path=options.get("tls_ca_file_path"),
        allow_delayed_open=True,
        connect_timeout=patience.connect_seconds,
        request_timeout=patience.silent_seconds,
        retry_strategy=AwsStandardS3RetryStrategy(max_attempts=patience.attempts),
    )


def _region(store: Store, endpoint: str | None) -> str | None:
    """Return where a bucket of Amazon's is; other stores do not care."""
    from pyarrow.fs import resolve_s3_region

    known = _first_set(_REGION_VARIABLES)
    return known if known or endpoint else str(resolve_s3_region(store.bucket))


def _by_uri(store: Store, options: Mapping[str, str], patience: _Patience) -> Connection:
    from pyarrow.fs import FileSystem

    if store.scheme in GOOGLE:
        options = {"retry_limit_seconds": str(patience.google_seconds), **options}
    query = f"?{urlencode(options)}" if options else ""
    filesystem, base = FileSystem.from_uri(f"{store.scheme}://{store.bucket}/{query}")
    return Connection(filesystem, base.rstrip("/"))


def _first_set(variables: tuple[str, ...]) -> str | None:
    return next((os.environ[name] for name in variables if os.environ.get(name)), None)
