"""Runs, results and evidence under /api/v1, one module per subject.

Answers that the database builds as JSON are passed on as they are; `response_model` declares
their shape.
"""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.visibility.routes import (
    analytics,
    answers,
    changes,
    conclusions,
    confirmation,
    estimates,
    evidence,
    facts,
    method,
    portfolio,
    rescore,
    runs,
    scores,
    streams,
    summary,
    technical,
    what_if,
)

# One line per module, the hot read first.
MODULES = (
    summary,
    scores,
    changes,
    portfolio,
    analytics,
    answers,
    runs,
    confirmation,
    estimates,
    evidence,
    conclusions,
    technical,
    facts,
    method,
    rescore,
    what_if,
    streams,
)

router = APIRouter()
for module in MODULES:
    router.include_router(module.router)
