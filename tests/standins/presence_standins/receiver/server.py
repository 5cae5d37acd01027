"""The receiver, on a thread of its own. What it answers is in the path:

    /ok            204            /status/500    that status      /slow/3     204 after 3 s
    /trickle       200, never ending                              /to?URL     302 to URL
    /flaky/2       500 twice, then 204              /later/30     503 with Retry-After

Invariant: it knows nothing of the product: signatures are checked from the published
specification alone (Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, five minutes).
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import ssl
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

TOLERANCE_S = 300


@dataclass(frozen=True)
class Taken:
    """One request."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float

    @property
    def id(self) -> str:
        """The message's id; the same for every try."""
        return self.headers.get("webhook-id", "")

    @property
    def json(self) -> Any:
        """The body."""
        return json.loads(self.body)


def verified(taken: Taken, secret: str, now: float | None = None) -> bool:
    """Whether a signature of the request was made with the secret, lately."""
    stamp = taken.headers.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs((now or time.time()) - int(stamp)) > TOLERANCE_S:
        return False
    prefix, _, encoded = secret.partition("_")
    if prefix != "whsec":
        return False
    signed = b".".join((taken.id.encode(), stamp.encode(), taken.body))
    digest = hmac.new(base64.b64decode(encoded), signed, hashlib.sha256).digest()
    own = base64.b64encode(digest).decode()
    versions = (part.split(",", 1) for part in taken.headers["webhook-signature"].split(" "))
    return any(v == "v1" and hmac.compare_digest(own, given) for v, given in versions)


@dataclass
class Receiver:
    """What was taken, oldest first."""

    origin: str = ""
    taken: list[Taken] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    _tries: Counter[str] = field(default_factory=Counter)

    def url(self, path: str) -> str:
        """An address of it."""
        return f"{self.origin}{path}"

    def at(self, path: str) -> list[Taken]:
        """Requests of a path."""
        return [one for one in self.taken if one.path == path]

    def answer(self, path: str) -> tuple[int, dict[str, str]]:
        """Status and headers for a request of `path`, after waiting if that is its way."""
        head, _, query = path.partition("?")
        name, _, number = head.strip("/").partition("/")
        self._tries[head] += 1
        match name:
            case "status":
                return int(number), {}
            case "slow":
                self.stopping.wait(float(number))
                return 204, {}
            case "to":
                return 302, {"Location": query}
            case "flaky":
                return (500 if self._tries[head] <= int(number) else 204), {}
            case "later":
                return 503, {"Retry-After": number}
            case "trickle":
                return 200, {"Content-Length": "1000000"}
            case _:
                return 204, {}


@contextmanager
def receiver(port: int = 0, certificate: tuple[Path, Path] | None = None) -> Iterator[Receiver]:
    """A running receiver; with a certificate and its key it speaks TLS."""
    state = Receiver()

    class Handler(BaseHTTPRequestHandler):
        """One request."""

        def do_POST(self) -> None:
            """Keep it and answer."""
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            headers = {name.lower(): value for name, value in self.headers.items()}
            state.taken.append(Taken(self.path, headers, body, time.time()))
            status, extra = state.answer(self.path)
            with contextlib.suppress(OSError):
                self.send_response(status)
                for name, value in extra.items():
                    self.send_header(name, value)
                if "Content-Length" not in extra:
                    self.send_header("Content-Length", "0")
                self.end_headers()
                if self.path.startswith("/trickle"):
                    self._trickle()

        def _trickle(self) -> None:
            while not state.stopping.wait(0.1):
                self.wfile.write(b".")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    scheme = "http"
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    state.origin = f"{scheme}://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
