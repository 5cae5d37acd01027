"""The method page: open to everybody, signed in or not."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.visibility.schemas.method import MethodOut
from presence.domains.visibility.service.method import method_document

router = APIRouter(tags=["visibility"])


@router.get("/api/v1/method")
async def method() -> MethodOut:
    """How everything is measured: formulas, versions, accuracy, calibration, evidence grades."""
    return MethodOut.model_validate(method_document())
