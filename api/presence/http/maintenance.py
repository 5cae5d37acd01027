"""Maintenance mode: pages are served, while API calls are told to retry later.

Invariant: a closed service changes nothing; every call except the one that reports its state gets a
503 with the seconds to wait, so that a page can show when it will retry and keep what was typed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from starlette.types import ASGIApp, Receive, Scope, Send

from presence.core.errors import Closed
from presence.core.settings import MaintenanceSettings
from presence.http.errors import error_response

OPEN = ("/api/v1/meta",)
_OURS = ("/api/", "/auth/google")
_WAIT_S, _SHORTEST_S, _LONGEST_S = 60, 5, 600
_SENTENCE = "We are working on the service. It will be back shortly."


class MaintenanceMode:
    """Responds in place of the routes behind it while `maintenance.closed` is set."""

    def __init__(
        self, app: ASGIApp, maintenance: MaintenanceSettings, now: Callable[[], datetime]
    ) -> None:
        self._app = app
        self._maintenance = maintenance
        self._now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, or ask the client to retry later."""
        app = self._app
        if self._maintenance.closed and scope["type"] == "http" and _is_shut(scope["path"]):
            headers = {"retry-after": str(self._wait())}
            sentence = self._maintenance.message or _SENTENCE
            app = error_response(Closed(sentence, headers=headers), scope)
        await app(scope, receive, send)

    def _wait(self) -> int:
        """Seconds until the announced end, limited to a reasonable wait for a page."""
        ends_at = self._maintenance.ends_at
        if ends_at is None:
            return _WAIT_S
        left = (ends_at - self._now()).total_seconds()
        return int(min(max(left, _SHORTEST_S), _LONGEST_S))


def _is_shut(path: str) -> bool:
    return path.startswith(_OURS) and path not in OPEN
