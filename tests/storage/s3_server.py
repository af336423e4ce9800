"""A store of objects on this machine, as a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

BUCKET = "bucket"
PROGRAM = """
import threading
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
threading.Event().wait()
"""

NO_CREDENTIALS = {
    # Nothing of who runs the tests may have a say in them.
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_EC2_METADATA_DISABLED": "true",
}


def environment(port: int) -> dict[str, str]:
    """The variables by which a store on this machine is found."""
    return {
        **NO_CREDENTIALS,
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "tester",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_REGION": "us-east-1",
    }


@contextmanager
def s3_server() -> Iterator[int]:
    """A server with an empty bucket; yields its port, which the system has chosen."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        told = process.stdout.readline()
        assert told, "the server has ended"
        port = int(told)
        make_bucket(port, BUCKET)
        yield port
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextmanager
def silent_port() -> Iterator[int]:
    """A port on which nobody listens, and nobody else can meanwhile."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


def make_bucket(port: int, name: str) -> None:
    """Make a bucket; the server asks for no signature."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{name}", method="PUT")
    urllib.request.urlopen(request).close()


@contextmanager
def variables(values: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for a while; those of any store are forgotten."""
    before = dict(os.environ)
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
