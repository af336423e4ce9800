"""Something between a store and who uses it: counts requests, and lets some go wrong."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, Literal

Fault = Literal["", "cut", "deny", "fail", "lose the answer"]
"""What happens to a request: nothing; its body is cut in the middle, on the way to the store; the
store denies it; the store fails; it is done, but nobody hears of it."""

_HOP: Final = ("connection", "transfer-encoding", "keep-alive")
_ERROR: Final = "<?xml version='1.0'?><Error><Code>{code}</Code><Message>No.</Message></Error>"


@dataclass
class FaultyProxy:
    """The proxy, as tests see it."""

    port: int
    fault_of: Callable[[str, str], Fault] = lambda method, path: ""
    """What happens to a request, by its method and its path with the query."""
    requests: list[str] = field(default_factory=list)
    """Every request: ``PUT /bucket/key``."""


@contextmanager
def faulty_proxy(store: int) -> Iterator[FaultyProxy]:
    """A proxy to the store at a port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_request(self) -> None:
            body = self.body()
            proxy.requests.append(f"{self.command} {self.path}")
            fault = proxy.fault_of(self.command, self.path)
            if fault == "cut":
                with self.sent(body[: len(body) // 2]):
                    self.close_connection = True
            elif fault in ("deny", "fail"):
                status, code = (403, "AccessDenied") if fault == "deny" else (500, "InternalError")
                self.answer(status, {}, _ERROR.format(code=code).encode())
            else:
                answer = self.forwarded(body)
                if fault == "lose the answer":
                    self.close_connection = True
                else:
                    self.answer(*answer)

        def body(self) -> bytes:
            """The body as it came, with the lengths between its pieces if it came in pieces."""
            if "chunked" not in self.headers.get("transfer-encoding", ""):
                return self.rfile.read(int(self.headers.get("content-length", 0)))
            pieces = []
            size = -1
            while size:
                pieces.append(self.rfile.readline())
                size = int(pieces[-1].split(b";")[0], 16)
                if size:
                    pieces.append(self.rfile.read(size + len(b"\r\n")))
            while pieces[-1] != b"\r\n":  # fields that come last, and the empty line
                pieces.append(self.rfile.readline())
            return b"".join(pieces)

        def forwarded(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
            with self.sent(body) as connection:
                answer = http.client.HTTPResponse(connection, method=self.command)
                answer.begin()
                return answer.status, dict(answer.getheaders()), answer.read()

        def sent(self, body: bytes) -> socket.socket:
            """A connection to the store, to which the request has gone with this body."""
            del self.headers["expect"]
            fields = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
            head = f"{self.command} {self.path} HTTP/1.1\r\n{fields}\r\n"
            connection = socket.create_connection(("127.0.0.1", store), timeout=30)
            connection.sendall(head.encode() + body)
            return connection

        def answer(self, status: int, headers: dict[str, str], content: bytes) -> None:
            self.send_response_only(status)
            kept = {name.lower(): value for name, value in headers.items()}
            kept.setdefault("content-length", str(len(content)))
            for name, value in kept.items():
                if name not in _HOP:
                    self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

    for method in ("GET", "PUT", "POST", "DELETE", "HEAD"):
        setattr(Handler, f"do_{method}", Handler.handle_request)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    proxy = FaultyProxy(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
