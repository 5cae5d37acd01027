"""Traffic under /api/v1, one module per subject."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.traffic.routes import platform_reports, pushing, sources, summaries, uploads

router = APIRouter()
for module in (platform_reports, pushing, sources, summaries, uploads):
    router.include_router(module.router)
