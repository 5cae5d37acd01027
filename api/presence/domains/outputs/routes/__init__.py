"""Routes of outputs, one module per concern."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.outputs.routes import (
    alerts,
    branding,
    digests,
    exports,
    notes,
    notifications,
    outbox,
    outlets,
    portfolio,
    reports,
    shares,
    unsubscribe,
    view_exports,
    views,
    webhooks,
)

router = APIRouter()
MODULES = (
    exports,
    notes,
    notifications,
    reports,
    branding,
    shares,
    digests,
    unsubscribe,
    view_exports,
    portfolio,
    views,
    alerts,
    webhooks,
    outlets,
    outbox,
)
for module in MODULES:
    router.include_router(module.router)
