"""The dashboard's hot read."""

from __future__ import annotations

from uuid import UUID

from fastapi import Request, Response

from presence.domains.identity.context import idle_limit, presented_token
from presence.domains.identity.keys import refuse_key
from presence.domains.identity.service import token_hash
from presence.domains.results.schemas.results import SummaryOut
from presence.domains.results.service import reading
from presence.domains.runs.context import ready_json, slice_router
from presence.http.permission import asks
from presence.http.session import get_database, get_now, get_settings

router = slice_router("results")


@router.get(
    "/api/v1/brands/{brand_id}/summary", response_model=SummaryOut, openapi_extra=asks("view")
)
async def summary(brand_id: UUID, request: Request) -> Response:
    """Get everything the dashboard shows for a brand in one response."""
    # One round trip to the database: its statement resolves session, role and brand.
    await refuse_key(request)
    settings = await get_settings(request)
    token = presented_token(request, settings)
    hashed = token_hash(token) if token else None
    database = await get_database(request)
    return ready_json(
        await reading.summary_document(
            database, hashed, idle_limit(settings), brand_id, await get_now(request)
        )
    )
