"""Scores and the dashboard under /api/v1, one module per subject.

Documents that the database builds as JSON are passed on as they are; `response_model` declares
their shape.
"""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.results.routes import changes, estimates, portfolio, rescore, scores, summary

router = APIRouter()
for module in (
    summary,
    scores,
    changes,
    portfolio,
    rescore,
    estimates,
):
    router.include_router(module.router)
