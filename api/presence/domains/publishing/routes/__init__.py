"""Routes of publishing, one module per concern."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.publishing.routes import (
    branding,
    exports,
    member_channels,
    notes,
    portfolio,
    reports,
    shares,
    view_exports,
    views,
)

router = APIRouter()
for module in (
    exports,
    notes,
    reports,
    branding,
    shares,
    view_exports,
    portfolio,
    views,
    member_channels,
):
    router.include_router(module.router)
