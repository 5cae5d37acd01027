"""Routes of outputs, one module per concern."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.outputs.routes import exports, notifications, outbox, reports, shares

router = APIRouter()
for module in (exports, notifications, reports, shares, outbox):
    router.include_router(module.router)
