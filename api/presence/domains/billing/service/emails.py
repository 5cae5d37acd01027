"""The content of an e-mail about payment, read when it is written, since it may have changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.entitlements import access_until
from presence.domains.billing.queries import subscriptions
from presence.domains.billing.service.current_plan import state_of


@dataclass(frozen=True, slots=True)
class BillingEmail:
    """The plan, its current problem, and until when it is open."""

    plan: str
    state: Literal["past_due", "ending", "well"]
    until: datetime | None


async def billing_email(
    session: AsyncSession, event_id: UUID, now: datetime
) -> BillingEmail | None:
    """The state of the subscription an event was about; None if another one has started since."""
    event = await subscriptions.event(session, event_id)
    row = await subscriptions.current_subscription(session, now)
    if event is None or row.id != event.subscription_id:
        return None
    until = access_until(state_of(row))
    if row.status == "past_due":
        return BillingEmail(row.plan_name, "past_due", until)
    return BillingEmail(row.plan_name, "ending" if row.cancel_at_period_end else "well", until)
