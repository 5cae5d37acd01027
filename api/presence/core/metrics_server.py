"""The page of metrics on a port of its own, served by few threads that wait for nobody long.

Invariant: whatever is sent, a connection ends within `LONGEST_S` and no more than `MOST` are open;
one too many is closed at once.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, make_wsgi_app

MOST = 16
SILENT_S = 5
LONGEST_S = 30.0


class _Handler(WSGIRequestHandler):
    """One connection; `timeout` is for each single read."""

    timeout = SILENT_S

    def setup(self) -> None:
        """Begin the time this connection has."""
        super().setup()
        self._end = threading.Timer(LONGEST_S, self._cut)
        self._end.daemon = True
        self._end.start()

    def finish(self) -> None:
        """It ended in time."""
        self._end.cancel()
        with contextlib.suppress(OSError, ValueError):
            super().finish()

    def handle(self) -> None:
        """Handle one request; a client that sends nonsense is dropped without a log entry."""
        with contextlib.suppress(OSError):
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: nobody reads who requested metrics."""

    def _cut(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)


class _Server(ThreadingMixIn, WSGIServer):
    """A thread for each connection, `MOST` at once."""

    daemon_threads = True

    def __init__(self, address: Any, handler: Any) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        self._free = threading.BoundedSemaphore(MOST)
        super().__init__(address, handler)

    def server_bind(self) -> None:
        """Without asking the name service who we are, which the base does."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Hand it to a thread, or close it."""
        if not self._free.acquire(blocking=False):  # guard: metrics.connections
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """In the thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader that went away is nothing to write about."""


def serve_registry(port: int, host: str, registry: CollectorRegistry) -> WSGIServer:
    """Begin to show `registry`; ends with the process. Raises OSError when the port is taken."""
    app = make_wsgi_app(registry)
    server = make_server(host, port, app, server_class=_Server, handler_class=_Handler)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server
