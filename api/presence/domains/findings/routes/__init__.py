"""Evidence, gaps, findings and recommendations under /api/v1, one module per subject."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.findings.routes import conclusions, evidence, technical

router = APIRouter()
for module in (
    evidence,
    conclusions,
    technical,
):
    router.include_router(module.router)
