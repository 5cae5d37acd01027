"""Customers' operations on a running subscription: cancel, keep, or change the billing interval.

Invariant: for a plan paid online the provider is called first, then the request is recorded, then
the provider's state is synced; our subscription never runs ahead of it. Every call can be repeated
safely.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.core.payments import PaymentGateway, PaymentsMissing, PaymentsRefused, PortalVisit
from presence.db.session import release
from presence.domains.audit.service import record
from presence.domains.billing.addresses import with_session
from presence.domains.billing.errors import (
    already_subscribed,
    no_online_payment,
    no_subscription,
    not_paid_online,
)
from presence.domains.billing.models import Checkout, Subscription
from presence.domains.billing.periods import month_end
from presence.domains.billing.queries import stripe_sync, subscriptions
from presence.domains.billing.service.checkout_sessions import reference_of
from presence.domains.billing.service.current_plan import apply_plan_change, date_access
from presence.domains.billing.service.plans import Frequency, home_portal, offer_of
from presence.domains.billing.service.subscription_sync import sync_subscription
from presence.domains.workspaces.service import let_stand, lock_workspace

log = logging.getLogger(__name__)
OPEN = frozenset({"active", "trialing", "past_due", "unpaid"})


async def cancel(
    session: AsyncSession, gateway: PaymentGateway | None, reason: str, now: datetime
) -> None:
    """Cancel the subscription at the end of its period. Raises Conflict without one. Idempotent."""
    row = await _running(session)
    if row.cancel_at_period_end:
        return
    if row.processor == "manual":
        await _end_by_hand(session, row, now)
    else:
        remote, provider = str(row.processor_subscription_id), require(gateway)
        await release(session)
        await _request_change(provider.end_with_period(remote, reason, f"end:{uuid4()}"))
    data = {"reason": reason}
    await subscriptions.insert_event(session, row.id, "cancellation.asked", data)
    let_stand(session)  # the provider was told
    await record(session, "subscription.canceled", f"subscription:{row.id}", after=data)
    if row.processor != "manual":
        await sync_subscription(session, require(gateway).after_change(), now)


async def resume(session: AsyncSession, gateway: PaymentGateway | None, now: datetime) -> None:
    """Undo a cancellation while the subscription still runs. Raises Conflict without one."""
    row = await _running(session)
    if not row.cancel_at_period_end:
        return
    if row.processor == "manual":
        await _keep_by_hand(session, row, now)
    else:
        await _keep_paying(session, row, require(gateway))
    await record(session, "subscription.resumed", f"subscription:{row.id}")
    let_stand(session)
    if row.processor != "manual":
        await sync_subscription(session, require(gateway).after_change(), now)


async def _keep_paying(session: AsyncSession, row: Subscription, provider: PaymentGateway) -> None:
    """The portal cancels with a date, we with a flag; each is undone in its own way."""
    remote, customer = str(row.processor_subscription_id), await stripe_sync.customer(session)
    await release(session)
    for found in await provider.subscriptions_of(customer.customer_id) if customer else ():
        if found.id == remote:
            dated = found.cancel_at is not None and not found.cancel_at_period_end
            await _request_change(provider.keep_going(remote, dated=dated, key=f"keep:{uuid4()}"))


async def change_frequency(
    session: AsyncSession,
    gateway: PaymentGateway | None,
    user_id: UUID,
    frequency: Frequency,
    success_url: str,
    now: datetime,
) -> str:
    """The address of the provider's page for confirming another billing interval."""
    row = await _running(session)
    if row.processor == "manual":  # guard: billing.manual-frequency
        raise not_paid_online("it has no billing frequency")
    if row.billing_frequency == frequency:  # guard: billing.same-frequency
        raise already_subscribed()
    provider = require(gateway)
    offer = await offer_of(session, row.plan_id, frequency)
    customer = await stripe_sync.customer(session)
    if customer is None:
        raise no_subscription()
    visit = Checkout(
        id=new_id(),
        user_id=user_id,
        plan_id=row.plan_id,
        billing_frequency=frequency,
        kind="change",
        status="open",
        created_at=now,
    )
    earlier = await stripe_sync.live_checkout(session)
    page = earlier.session_id if earlier else None
    await stripe_sync.insert_checkout(session, visit)
    asked = PortalVisit(
        customer_id=customer.customer_id,
        return_url=with_session(success_url, reference_of(visit)),
        configuration=offer.portal,
        flow="confirm",
        subscription_id=str(row.processor_subscription_id),
        item_id=str(row.details.get("itemId", "")),
        price_id=offer.price_id,
    )
    await release(session)
    if page is not None:
        await provider.expire_checkout(page)
    return await provider.open_portal(asked, f"confirm:{visit.id}")


async def open_portal(
    session: AsyncSession, gateway: PaymentGateway | None, flow: str, return_url: str
) -> str:
    """The address of the provider's pages for payment method, address, tax id and invoices."""
    provider = require(gateway)
    customer = await stripe_sync.customer(session)
    if customer is None:
        raise no_subscription()
    configuration = await home_portal(session)
    await release(session)
    visit = PortalVisit(
        customer_id=customer.customer_id,
        return_url=return_url,
        configuration=configuration,
        flow="payment_method" if flow == "payment_method" else "home",
    )
    return await provider.open_portal(visit, f"portal:{uuid4()}")


def require(gateway: PaymentGateway | None) -> PaymentGateway:
    """The provider's gateway. Raises Unavailable if none is configured."""
    if gateway is None:
        raise no_online_payment()
    return gateway


async def _running(session: AsyncSession) -> Subscription:
    await lock_workspace(session)  # guard: billing.change-lock
    row = await subscriptions.live(session)
    if row is None or row.status not in OPEN:
        raise no_subscription()
    return row


async def _request_change(call: Awaitable[None]) -> None:
    """Make the call and only log a refusal: the subscription may have ended, and a sync follows."""
    try:
        await call
    except (PaymentsMissing, PaymentsRefused) as refused:
        log.info("The provider refused a change: %s", refused)


async def _end_by_hand(session: AsyncSession, row: Subscription, now: datetime) -> None:
    """One granted without an end runs to the end of the month that counts for its budget."""
    row.end_date = row.end_date or month_end(now, row.current_period_start or row.start_date)
    row.cancel_at_period_end = True
    date_access(row)
    await session.flush()
    data = {"planId": row.plan_id, "periodEnd": row.end_date.isoformat()}
    await subscriptions.insert_event(session, row.id, "cancellation.scheduled", data)
    await apply_plan_change(session, now, announce=True)


async def _keep_by_hand(session: AsyncSession, row: Subscription, now: datetime) -> None:
    """Restore the end it was granted with, which is the end of its period."""
    row.cancel_at_period_end, row.end_date = False, row.current_period_end
    date_access(row)
    await session.flush()
    await subscriptions.insert_event(
        session, row.id, "cancellation.withdrawn", {"planId": row.plan_id}
    )
    await apply_plan_change(session, now, announce=True)
