"""Brands, their prompts and competitors under /api/v1, one module per subject."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.brands.routes import brands, competitors, offers, panels, prompts, topics

# One line per module.
MODULES = (
    brands,
    offers,
    panels,
    prompts,
    topics,
    competitors,
)

router = APIRouter()
for module in MODULES:
    router.include_router(module.router)
