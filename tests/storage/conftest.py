"""A store for all tests of a file, and one that can be made to fail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sim.storage import ObjectPath
from tests.storage.faulty_proxy import FaultyProxy, faulty_proxy
from tests.storage.s3_server import BUCKET, environment, s3_server, variables


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    """The port of a store."""
    with s3_server() as port:
        yield port


@pytest.fixture(scope="module")
def store(port: int) -> Iterator[str]:
    """The URI of its bucket; the environment says how it is reached."""
    with variables(environment(port)):
        yield f"s3://{BUCKET}"


@pytest.fixture
def place(store: str, request: pytest.FixtureRequest) -> ObjectPath:
    """A place of its own for each test."""
    return ObjectPath.at(f"{store}/{request.node.name}")


@pytest.fixture
def proxy(store: str, port: int) -> Iterator[FaultyProxy]:
    """Stands before the store."""
    with faulty_proxy(port) as proxy:
        yield proxy


@pytest.fixture
def through_proxy(proxy: FaultyProxy, request: pytest.FixtureRequest) -> ObjectPath:
    """A place of its own, reached through the proxy; failures are told soon."""
    endpoint = f"http://127.0.0.1:{proxy.port}"
    uri = f"s3://{BUCKET}/{request.node.name}?endpoint_override={endpoint}"
    return ObjectPath.at(uri).hasty
