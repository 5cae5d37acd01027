"""Serves the built web app with the rules of a single-page application.

Invariant: a path the router does not know is the app's business (index.html, status 200) unless it
looks like a file, lies under a prefix that belongs to the API, or is not read: those are 404.
"""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

_OURS = ("/api", "/auth/google", "/healthz", "/readyz")
_IMMUTABLE = "public, max-age=31536000, immutable"
_REVALIDATE = "no-cache"


class WebApp:
    """ASGI application for every path no route matched."""

    def __init__(self, dist: Path) -> None:
        self._files = StaticFiles(directory=dist, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request with a file, the app's page, or 404."""
        if scope["type"] != "http":
            return
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD") or _is_api(path):
            raise HTTPException(404)
        response = await self._file(path, scope)
        await response(scope, receive, send)

    async def _file(self, path: str, scope: Scope) -> Response:
        relative = path.lstrip("/")
        if "." in relative.rpartition("/")[2]:
            response = await self._files.get_response(relative, scope)
            hashed = relative.startswith("assets/")
            response.headers["cache-control"] = _IMMUTABLE if hashed else _REVALIDATE
            return response
        response = await self._files.get_response("index.html", scope)
        response.headers["cache-control"] = _REVALIDATE
        return response


def _is_api(path: str) -> bool:
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in _OURS)


async def no_web_app(scope: Scope, receive: Receive, send: Send) -> None:
    """What answers in `WebApp`'s place when there is no built app: 404."""
    if scope["type"] == "http":
        raise HTTPException(404)
