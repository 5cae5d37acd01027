"""The method page under /api/v1."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.measurement.routes import method

router = APIRouter()
router.include_router(method.router)
