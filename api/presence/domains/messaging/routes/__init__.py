"""Routes of messaging, one module per concern."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.messaging.routes import (
    alerts,
    digests,
    notifications,
    outbox,
    unsubscribe,
    webhooks,
)

router = APIRouter()
for module in (notifications, digests, unsubscribe, alerts, webhooks, outbox):
    router.include_router(module.router)
