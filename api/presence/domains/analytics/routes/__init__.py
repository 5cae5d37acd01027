"""Metrics, answers and facts under /api/v1, one module per subject."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.analytics.routes import analytics, answers, facts, funnel

router = APIRouter()
for module in (
    analytics,
    answers,
    facts,
    funnel,
):
    router.include_router(module.router)
