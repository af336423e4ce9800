"""A store that cannot be used is told in one line, within seconds, and nothing is written."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.storage import ObjectPath, folder_at
from sim.storage.store_errors import store_error
from tests.cli.command import assert_as_before, nap
from tests.storage.faulty_proxy import FaultyProxy
from tests.storage.s3_server import environment, silent_port, variables

SCENARIO = """\
name = "tiny"
profile = "basic"
players = 3
policy = "random"
deals = 800
seed = 1
"""


def refused(folder: Path, surroundings: Mapping[str, str], *call: str) -> str:
    """What a call of the command says that is refused, ports and times left out."""
    with variables(surroundings):
        said = nap(*call, folder=folder, seconds=60)
    assert (said.status, said.output) == (2, ""), said.errors
    assert said.errors.count("\n") == 1
    return shown(f"$ nap {' '.join(call)}\n{said.errors}")


def shown(text: str) -> str:
    text = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:PORT", text)
    return re.sub(r"after \d+ ms", "after N ms", text)


def test_stores_that_cannot_be_used(tmp_path: Path, port: int, proxy: FaultyProxy) -> None:
    (tmp_path / "tiny.toml").write_text(SCENARIO)
    proxy.fault_of = lambda method, path: "deny"
    begin = ("simulate", "tiny.toml", "--out")
    with silent_port() as silent:
        unanswered = refused(tmp_path, environment(silent), "report", "s3://bucket/run")
    told = [
        refused(tmp_path, environment(port), *begin, "s3://no-such-bucket/run"),
        refused(tmp_path, environment(port), "report", "s3://bucket/nothing/here"),
        "Where the store does not know the credentials:\n",
        refused(tmp_path, environment(proxy.port), *begin, "s3://bucket/run"),
        "Where nothing answers:\n",
        unanswered,
    ]
    assert_as_before("store-errors", "\n".join(told))
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.toml"]
    assert {request.split()[0] for request in proxy.requests} == {"HEAD"}


def test_places_that_are_none(store: str) -> None:
    told = []
    for uri in (
        "ftp://server/run",
        "abfs://container@account/run",
        "s3:///run",
        "s3://key:secret@bucket/run",
        "s3://bucket/run?colour=red",
        "s3://bucket/a/../run",
        "s3://no-such-bucket",
    ):
        with pytest.raises(UserError) as refused:
            folder_at(uri).exists()
        told.append(f"{refused.value}\n")
    assert_as_before("store-places", "\n".join(told))


def test_what_stores_answer_is_told_in_words() -> None:
    """Answers as pyarrow words them, of stores that no test has."""
    answers = (
        "AWS Error EXPIRED_TOKEN during GetObject operation: The provided token has expired.",
        "AWS Error SLOW_DOWN during PutObject operation: Please reduce your request rate.",
        "AWS Error UNKNOWN (HTTP status 500) during HeadBucket operation: No response body.",
        "AWS Error UNKNOWN (HTTP status 301) during HeadBucket operation: PermanentRedirect",
        "google::cloud::Status(UNAVAILABLE: Retry policy exhausted, with a last message of "
        "PerformWork() - CURL error [7]=Could not connect to server",
        "google::cloud::Status(UNAVAILABLE: Retry policy exhausted, with a last message of Could "
        "not create a OAuth2 access token to authenticate the request.",
        "google::cloud::Status(PERMISSION_DENIED: does not have storage.objects.create access",
        "something new\nin two lines",
    )
    told = [f"{store_error('s3://bucket/run', OSError(answer))}\n" for answer in answers]
    assert_as_before("store-answers", "\n".join(told))


def test_a_store_that_accepts_and_never_answers_is_told() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with (
            variables(environment(silent.getsockname()[1])),
            pytest.raises(UserError, match="cannot be reached"),
        ):
            ObjectPath.at("s3://bucket/run").exists()
