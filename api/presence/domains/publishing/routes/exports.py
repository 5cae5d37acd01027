"""A copy of one's own data: asking for it and downloading it."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter
from starlette.responses import Response

from presence.domains.identity.context import CurrentUser
from presence.domains.publishing.queries import exports as queries
from presence.domains.publishing.schemas.exports import DataExportOut, DataExportsOut
from presence.domains.publishing.service.exports import archive_of, request_export
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.permission import SIGNED_IN
from presence.http.session import NowDep, SessionDep

router = APIRouter(prefix="/api/v1/me", tags=["publishing"])


@router.post(
    "/export",
    response_model=DataExportOut,
    status_code=202,
    openapi_extra=SIGNED_IN,
    responses=documented(401, 409),
)
@idempotent
async def export_my_data(
    me: CurrentUser, session: SessionDep, now: NowDep, repeatable: RepeatableDep
) -> DataExportOut:
    """Request a copy of the signed-in user's data.

    An e-mail is sent when the archive is ready.
    """
    return DataExportOut.model_validate(await request_export(session, me.user_id, now))


@router.get(
    "/exports", response_model=DataExportsOut, openapi_extra=SIGNED_IN, responses=documented(401)
)
async def my_exports(me: CurrentUser, session: SessionDep) -> DataExportsOut:
    """List the copies of the signed-in user's data that are still available."""
    return DataExportsOut.model_validate({"data": await queries.recent(session)})


@router.get(
    "/exports/{export_id}",
    openapi_extra=SIGNED_IN,
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}}, **documented(401, 404, 422)},
)
async def download_export(export_id: UUID, me: CurrentUser, session: SessionDep) -> Response:
    """Download a copy of the signed-in user's data as a ZIP archive."""
    content = await archive_of(session, export_id)
    headers = {"content-disposition": 'attachment; filename="presence-my-data.zip"'}
    return Response(content, media_type="application/zip", headers=headers)
