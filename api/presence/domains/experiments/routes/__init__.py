"""What-if experiments under /api/v1."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.experiments.routes import what_if

router = APIRouter()
router.include_router(what_if.router)
