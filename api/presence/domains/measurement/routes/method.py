"""The method page: open to everybody, signed in or not."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.measurement.schemas.method import MethodOut
from presence.domains.measurement.service.method import method_document
from presence.http.permission import PUBLIC
from presence.http.session import SessionDep

router = APIRouter(tags=["measurement"])


@router.get("/api/v1/method", openapi_extra=PUBLIC)
async def method(session: SessionDep) -> MethodOut:
    """Get the measuring method.

    Formulas, versions, accuracy, calibration and evidence grades. Public.
    """
    return await method_document(session)
