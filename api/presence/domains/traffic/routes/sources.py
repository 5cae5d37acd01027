"""Log sources of a brand."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.traffic.schemas.sources import (
    IssuedLogSourceOut,
    LogSourceIn,
    LogSourceListOut,
    LogSourceOut,
)
from presence.domains.traffic.service import sources
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented

router = APIRouter(tags=["traffic"], responses=documented(401, 403, 404, 422))
SOURCES = "/api/v1/brands/{brand_id}/traffic/sources"
SOURCE = f"{SOURCES}/{{source_id}}"


@router.get(SOURCES, dependencies=[Allowed("view")])
async def list_log_sources(brand_id: UUID, session: TenantSession) -> LogSourceListOut:
    """List the log sources of a brand, oldest first."""
    found = await sources.list_sources(session, brand_id)
    return LogSourceListOut(data=[LogSourceOut.of(line) for line in found])


@router.post(SOURCES, status_code=201, dependencies=[Allowed("brands")], responses=documented(409))
async def add_log_source(
    brand_id: UUID, data: LogSourceIn, session: TenantSession
) -> IssuedLogSourceOut:
    """Add a log source to a brand.

    For a `push` source, the response contains the token with which a server sends lines. It is not
    shown again, so the call does not accept an `Idempotency-Key`. The token can only add lines to
    this source.
    """
    made = await sources.add_source(session, brand_id, data.name, data.kind)
    return IssuedLogSourceOut.of_issued(made)


@router.post(f"{SOURCE}/rotate", dependencies=[Allowed("brands")], responses=documented(409))
async def rotate_log_source(
    brand_id: UUID, source_id: UUID, session: TenantSession
) -> IssuedLogSourceOut:
    """Replace the token of a log source.

    The previous token stops working immediately. The new one is not shown again.
    """
    return IssuedLogSourceOut.of_issued(await sources.rotate_token(session, brand_id, source_id))


@router.post(f"{SOURCE}/revoke", dependencies=[Allowed("brands")])
async def revoke_log_source(
    brand_id: UUID, source_id: UUID, session: TenantSession
) -> LogSourceOut:
    """Revoke the token of a log source.

    It stops working immediately. What was counted stays.
    """
    return LogSourceOut.of(await sources.revoke_token(session, brand_id, source_id))


@router.delete(SOURCE, status_code=204, dependencies=[Allowed("brands")])
async def delete_log_source(brand_id: UUID, source_id: UUID, session: TenantSession) -> None:
    """Delete a log source with everything counted from it.

    It is gone immediately; what was counted is erased in the background.
    """
    await sources.remove_source(session, brand_id, source_id)
