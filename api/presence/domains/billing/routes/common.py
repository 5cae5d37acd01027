"""What the routes of billing share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from presence.core.payments import PaymentGateway
from presence.domains.billing.service import UsageCounters
from presence.domains.workspaces.context import Allowed

FROZEN = "/api/subscriptions"
ADDED = "/api/v1/subscriptions"
BILLING = [Allowed("billing")]


async def get_counters(request: Request) -> UsageCounters:
    """Counters of what is in use, by feature; the entry point collects them from the slices."""
    counters: UsageCounters = request.app.state.usage
    return counters


async def get_payments(request: Request) -> PaymentGateway | None:
    """The payment provider the entry point built, for this one answer; None without one."""
    payments: PaymentGateway | None = request.app.state.payments
    return payments.for_one_answer() if payments is not None else None


Counters = Annotated[UsageCounters, Depends(get_counters)]
Payments = Annotated[PaymentGateway | None, Depends(get_payments)]
