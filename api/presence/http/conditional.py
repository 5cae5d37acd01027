"""ETags of single resources, and the conditions a caller may put on them (RFC 9110, 13.1).

Invariant: an ETag is a digest of what is sent, so equal content means equal tags and no change
goes unnoticed.
"""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Depends, Header, Request
from pydantic import BaseModel
from starlette.responses import Response

from presence.core.errors import PreconditionFailed

IF_MATCH = "The ETag of the version to change; 412 when it has changed since."
_CHANGED = "This was changed elsewhere. Reload it and try again."


def etag_of(content: bytes) -> str:
    """Strong entity tag of an answer's bytes."""
    return f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'


def respond(request: Request, content: bytes, etag: str) -> Response:
    """JSON with its tag, or 304 to a caller who has it already."""
    headers = {"ETag": etag, "Cache-Control": "no-store"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


def answer(request: Request, document: BaseModel) -> Response:
    """A resource as `respond` sends it."""
    content = _encoded(document)
    return respond(request, content, etag_of(content))


def require_match(if_match: str | None, document: BaseModel) -> None:
    """PreconditionFailed when the caller read another state than `document`.

    No condition, or `*`, agrees with any state.
    """
    if if_match not in (None, "*", etag_of(_encoded(document))):  # guard: http.if-match
        raise PreconditionFailed(_CHANGED)


def _encoded(document: BaseModel) -> bytes:
    return document.model_dump_json(by_alias=True).encode()


async def _if_match(
    if_match: Annotated[str | None, Header(description=IF_MATCH)] = None,
) -> str | None:
    return if_match


IfMatch = Annotated[str | None, Depends(_if_match)]
