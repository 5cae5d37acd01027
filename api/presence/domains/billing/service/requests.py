"""Requesting a plan by hand, the only thing a customer can do by hand.

Invariant: a request is a message to support; nothing a customer sends here changes a subscription.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings
from presence.domains.billing.errors import not_by_yourself
from presence.domains.billing.service.plans import Frequency, plan_on_sale
from presence.domains.workspaces.support_service import NewRequest, open_request

_NOTE_MAX = 1_000


async def request_plan(
    session: AsyncSession,
    settings: Settings,
    user_id: UUID,
    plan_id: int,
    frequency: Frequency,
    notes: Mapping[str, Any],
) -> None:
    """Store a request for support.

    Raises Forbidden if plans are paid online, unless switched on.
    """
    # guard: billing.manual-self-service
    if settings.stripe.configured and not settings.billing.manual_self_service:
        raise not_by_yourself()
    plan = await plan_on_sale(session, plan_id)
    said = "\n".join(f"{name}: {value}" for name, value in notes.items())[:_NOTE_MAX]
    message = f"Please set up the plan {plan.name} ({frequency}) for our workspace.\n{said}".strip()
    request = NewRequest(
        topic="billing", message=message, plan_id=plan.id, billing_frequency=frequency
    )
    await open_request(session, user_id, request)
