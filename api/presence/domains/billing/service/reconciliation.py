"""What time alone changes, and the nightly comparison with Stripe.

Invariant: access follows the clock at the time of the question; this only updates what depends on
it, and counts where we had been wrong.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.payments import PaymentGateway, PaymentsDown
from presence.domains.billing.queries import stripe_sync, subscriptions
from presence.domains.billing.service.current_plan import apply_plan_change, follow_limits
from presence.domains.billing.service.subscription_sync import sync_subscription
from presence.domains.workspaces.service import lock_workspace

log = logging.getLogger(__name__)
NIGHT = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class BillingHealth:
    """Counts across all workspaces.

    `drifted` customers differed when last compared, within a day; `pending`, `failed` and
    `unmatched` are webhook deliveries, `oldest_pending` the longest wait.
    """

    drifted: int
    customers: int
    pending: int
    failed: int
    unmatched: int
    oldest_pending: datetime | None


async def keep_up(session: AsyncSession, gateway: PaymentGateway | None, now: datetime) -> None:
    """Sync what may have changed unnoticed, end what was granted until now, update the rest.

    Plans set by hand and limits changed by support are granted until a date.
    """
    if gateway is not None:
        try:
            await sync_subscription(session, gateway, now)
        except PaymentsDown as error:
            log.warning("Stripe could not be asked, the clock decides alone: %s", error)
    await lock_workspace(session)
    row = await subscriptions.live(session)
    over = row is not None and row.access_until is not None and row.access_until <= now
    if row is not None and over and row.processor == "manual":
        row.status = "expired"
        await session.flush()
        await subscriptions.insert_event(session, row.id, "manual.ended", {"planId": row.plan_id})
    if await stripe_sync.end_overrides(session, now):
        await follow_limits(session)
    await apply_plan_change(session, now)


async def reconcile(session: AsyncSession, gateway: PaymentGateway, now: datetime) -> list[str]:
    """Compare the bound workspace with Stripe and repair it; returns what differed.

    Every difference counts, including those that a webhook in transit would have reported: once a
    night that is rare, and ignoring it would hide webhooks that never arrive.
    """
    try:
        done = await sync_subscription(session, gateway, now)
    except PaymentsDown as error:
        log.warning("Stripe could not be asked, the comparison waits: %s", error)
        return []
    if not done.stored:
        return []
    drift = list(done.changes)
    await stripe_sync.reconciled(session, drift, now)
    if drift:
        log.error("Billing drift repaired: %s", "; ".join(drift))
    return drift


async def billing_health(session: AsyncSession, now: datetime) -> BillingHealth:
    """The health of billing, for metrics and alerts."""
    row = await stripe_sync.health(session, now - NIGHT)
    return BillingHealth(
        row.drifted, row.customers, row.pending, row.failed, row.unmatched, row.oldest
    )
