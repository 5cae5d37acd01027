"""Plans and subscriptions: the specification's nine calls, what was added to them, the webhook."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.billing.routes import buying, managing, plans, webhooks
from presence.domains.billing.routes.common import Counters, get_counters

# One line per module.
MODULES = (plans, buying, managing, webhooks)

router = APIRouter(tags=["billing"])
for _module in MODULES:
    router.include_router(_module.router)

__all__ = ["Counters", "get_counters", "router"]
