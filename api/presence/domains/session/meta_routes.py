"""The state of the service, for visitors too."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, Request, Response

from presence.core.errors import Unauthenticated
from presence.domains.billing.context import Open
from presence.domains.identity.context import SessionToken, current_user
from presence.domains.identity.keys import api_key_of
from presence.domains.session.legal import Document, read_legal
from presence.domains.session.meta import read_meta
from presence.domains.session.meta_schemas import ImpersonationOut, LegalOut, MetaOut
from presence.domains.workspaces.context import Allowed
from presence.http.errors import documented
from presence.http.permission import PUBLIC
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(tags=["session"])


@router.get("/api/v1/meta", openapi_extra=PUBLIC)
async def meta(
    request: Request,
    response: Response,
    token: SessionToken,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
) -> MetaOut:
    """Get the build, the available features, the state of the engines and planned maintenance.

    Signed-in users see the engines of their workspace. Everyone else, including calls with an API
    key, sees what a visitor sees.
    """
    if api_key_of(request) is None:
        with suppress(Unauthenticated):
            await current_user(request, token, session, settings)
    response.headers["Cache-Control"] = "private, max-age=30"
    response.headers["Vary"] = "Cookie"  # who signs in as somebody else sees that at once
    found = await read_meta(session, settings, now)
    impersonation = getattr(request.state, "impersonation", None)
    if impersonation is None:
        return found
    return found.model_copy(
        update={"impersonation": ImpersonationOut.model_validate(impersonation)}
    )


@router.get("/api/v1/legal/{document}", openapi_extra=PUBLIC, responses=documented(422))
async def legal(document: Document, response: Response, settings: SettingsDep) -> LegalOut:
    """Get the terms of use or the privacy notice. Public."""
    response.headers["Cache-Control"] = "public, max-age=300"
    return await asyncio.to_thread(read_legal, settings.legal, document)


@router.get(
    "/api/v1/mcp",
    status_code=204,
    dependencies=[Allowed("view"), Open("mcp")],
    responses=documented(401, 403),
)
async def mcp_open() -> None:
    """Check whether the workspace can be read over the Model Context Protocol.

    204 when it can, 403 while the feature is turned off for it.
    """
