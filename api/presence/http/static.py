"""Serves the built web app with the rules of a single-page application.

Invariant: a path the router does not know is the app's business (index.html, status 200) unless it
looks like a file, lies under a prefix that belongs to the API, or is not read: those are 404.
The build leaves a .br and a .gz beside a file that gains from it; nothing is compressed here.
"""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send

_OURS = ("/api", "/auth/google", "/healthz", "/readyz")
_IMMUTABLE = "public, max-age=31536000, immutable"
_REVALIDATE = "no-cache"
# The address itself opens something: no index, no cache and no other site may learn it.
_SHARED = "/share/"
_SHARED_HEADERS = {
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
# Smallest first.
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


class WebApp:
    """ASGI application for every path no route matched."""

    def __init__(self, dist: Path, policy: str | None = None) -> None:
        """`policy` is the page's own content security policy, if the usual one does not fit."""
        self._files = _Precompressed(directory=dist, check_dir=False)
        self._policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request with a file, the app's page, or 404."""
        if scope["type"] != "http":
            return
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD") or _is_api(path):  # guard: http.static-api
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
        if self._policy:
            response.headers["content-security-policy"] = self._policy
        if path.startswith(_SHARED):
            response.headers.update(_SHARED_HEADERS)  # guard: shares.kept-quiet
        return response


class _Precompressed(StaticFiles):
    """Answers with the smallest stored form of a file that the reader understands."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file or its compressed sibling; each form has its own entity tag."""
        headers = Headers(scope=scope)
        media_type = mimetypes.guess_type(os.fspath(full_path))[0] or "application/octet-stream"
        if media_type.endswith("+xml"):
            media_type += "; charset=utf-8"  # of text the library says it itself
        encoding, path = _stored_form(os.fspath(full_path), headers.get("accept-encoding", ""))
        response = FileResponse(
            path,
            status_code=status_code,
            media_type=media_type,
            stat_result=os.stat(path) if encoding else stat_result,
        )
        response.headers["vary"] = "Accept-Encoding"
        if encoding:
            response.headers["content-encoding"] = encoding
        if self.is_not_modified(response.headers, headers):
            return NotModifiedResponse(response.headers)
        return response


def _stored_form(path: str, accepted: str) -> tuple[str | None, str]:
    """(encoding, path) of the first sibling that exists and is accepted; (None, path) without."""
    wanted = _accepted(accepted)
    for encoding, suffix in _ENCODINGS:
        if wanted.get(encoding, wanted.get("*", False)) and os.path.isfile(path + suffix):
            return encoding, path + suffix
    return None, path


def _accepted(header: str) -> dict[str, bool]:
    """Codings named in Accept-Encoding; False for those refused with q=0."""
    named = {}
    for part in header.lower().split(","):
        coding, *parameters = (piece.strip() for piece in part.split(";"))
        weight = next((p[2:] for p in parameters if p.startswith("q=")), "1")
        named[coding] = weight.strip("0.") != ""
    return named


def _is_api(path: str) -> bool:
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in _OURS)


async def no_web_app(scope: Scope, receive: Receive, send: Send) -> None:
    """What answers in `WebApp`'s place when there is no built app: 404."""
    if scope["type"] == "http":
        raise HTTPException(404)
