"""Routes of outputs, one module per concern."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.outputs.routes import exports, notifications, outbox, reports

router = APIRouter()
for module in (exports, notifications, reports, outbox):
    router.include_router(module.router)
