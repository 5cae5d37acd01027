"""Lines of access logs that servers send."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from presence.db.session import release
from presence.domains.traffic.schemas.pushing import PushedOut
from presence.domains.traffic.service import pushing
from presence.http.client import bearer_token
from presence.http.errors import documented
from presence.http.middleware import LINES_PATH
from presence.http.permission import PUBLIC
from presence.http.session import NowDep, SessionDep
from presence.http.throttle import prove

router = APIRouter(tags=["traffic"])
_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            name: {"schema": {"type": "string"}}
            for name in ("application/x-ndjson", "text/plain", "application/json")
        },
    }
}


@router.post(
    LINES_PATH,
    openapi_extra={**PUBLIC, **_BODY},
    responses=documented(401, 403, 404, 409, 413, 415, 422, 429),
)
async def push_log_lines(request: Request, session: SessionDep, now: NowDep) -> PushedOut:
    """Send lines of an access log.

    The log source's token is the bearer token. Send JSON lines, a JSON array or lines as the server
    writes them, up to 20,000 in one request of at most 11 MB, which may be compressed with gzip.
    Lines sent again count once: they are known by the log's event id, else by the batch they came
    in. Lines older than three days are refused; send them as a file.
    """
    token = bearer_token(request.scope) or ""
    source_id = await pushing.source_of_token(session, token)
    prove(request.scope, f"log source {source_id}")
    await pushing.require_counting(session, source_id)
    await release(session)
    body = await request.body()
    return PushedOut.model_validate(await pushing.push_lines(session, source_id, body, now))
