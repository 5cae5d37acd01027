"""Analyses under /api/v1, one module per subject."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.runs.routes import confirmation, imports, runs, streams

router = APIRouter()
for module in (
    runs,
    confirmation,
    imports,
    streams,
):
    router.include_router(module.router)
