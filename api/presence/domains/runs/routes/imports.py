"""Importing answers collected elsewhere."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from fastapi import Request, Response

from presence.domains.brands.service import get_brand
from presence.domains.runs.context import RUN, ready_json, slice_router
from presence.domains.runs.import_forms import FILE_FIELD, read_import
from presence.domains.runs.schemas.runs import (
    AnswersIn,
    ImportPreviewOut,
    RunOut,
)
from presence.domains.runs.service import run_views
from presence.domains.runs.service.answers import importing, previewing
from presence.domains.workspaces.context import LongCallDep, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import SettingsDep

router = slice_router("runs")


def _bodies() -> dict[str, Any]:
    """Both request bodies for the API description; the route reads them itself."""
    form = {
        "type": "object",
        "required": [FILE_FIELD],
        "properties": {FILE_FIELD: {"type": "string", "format": "binary"}},
    }
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": AnswersIn.model_json_schema()},
                "multipart/form-data": {"schema": form},
            },
        }
    }


@router.post(
    "/api/v1/brands/{brand_id}/answers/import",
    status_code=202,
    response_model=RunOut,
    dependencies=RUN,
    openapi_extra=_bodies(),
    responses=documented(409, 413, 415),
)
@idempotent
async def import_answers(
    brand_id: UUID,
    session: TenantSession,
    settings: SettingsDep,
    request: Request,
    call: LongCallDep,
    repeatable: RepeatableDep,
) -> Response:
    """Import answers collected elsewhere.

    Accepts pasted text, CSV or JSON. Imported answers are listed but never part of a score. Either
    all answers are imported or none.
    """
    items = await call.wait_for(read_import(request))
    run_id = await importing.import_answers(session, settings, brand_id, items)
    document = await run_views.run_document(session, run_id)
    return ready_json(document, 202, Location=f"/api/v1/runs/{run_id}")


@router.post(
    "/api/v1/brands/{brand_id}/answers/import/preview",
    dependencies=RUN,
    openapi_extra=_bodies(),
    responses=documented(413, 415),
)
async def preview_import(
    brand_id: UUID, session: TenantSession, request: Request, call: LongCallDep
) -> ImportPreviewOut:
    """Preview an import of answers.

    Returns what an import of the same body would add, or every problem found. Nothing is stored.
    """
    await get_brand(session, brand_id)
    return previewing.preview_of(await call.wait_for(read_import(request)))
