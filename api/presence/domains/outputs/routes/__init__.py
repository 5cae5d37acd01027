"""Routes of outputs, one module per concern."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.outputs.routes import (
    digests,
    exports,
    notifications,
    outbox,
    reports,
    shares,
    unsubscribe,
)

router = APIRouter()
for module in (exports, notifications, reports, shares, digests, unsubscribe, outbox):
    router.include_router(module.router)
