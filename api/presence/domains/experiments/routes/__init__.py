"""What-if experiments, and experiments with controls, under /api/v1."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.experiments.routes import experiments, what_if

router = APIRouter()
router.include_router(what_if.router)
router.include_router(experiments.router)
