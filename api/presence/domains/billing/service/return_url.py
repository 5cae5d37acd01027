"""Returning from a payment page.

Invariant: returning proves nothing. The checkout must be this workspace's, the provider must
confirm that the page belongs to this workspace's customer, and the plan follows from the sync
alone.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.payments import PaymentGateway, PaymentsMissing
from presence.db.session import release
from presence.db.tenancy import binding_of
from presence.domains.billing.errors import no_such_checkout
from presence.domains.billing.queries import stripe_sync
from presence.domains.billing.service.checkout_sessions import (
    CheckoutOutcome,
    find_visit,
    outcome_of,
)
from presence.domains.billing.service.subscription_sync import sync_subscription


async def complete_checkout(
    session: AsyncSession, gateway: PaymentGateway, reference: str, now: datetime
) -> CheckoutOutcome:
    """Sync after a checkout and return its outcome. Raises NotFound if it is not ours."""
    visit = await find_visit(session, reference)
    customer = await stripe_sync.customer(session)
    if visit is None or customer is None:  # guard: billing.return-unknown
        raise no_such_checkout()
    if visit.status != "completed":
        await release(session)
        gateway = gateway.after_change()  # whoever returns has probably paid
        if visit.kind == "purchase":
            await _require_own(session, gateway, reference, customer.customer_id)
        await sync_subscription(session, gateway, now)
        visit = await find_visit(session, reference)
    if visit is None:
        raise no_such_checkout()
    return outcome_of(visit)


async def _require_own(
    session: AsyncSession, gateway: PaymentGateway, reference: str, customer_id: str
) -> None:
    try:
        page = await gateway.read_checkout(reference)
    except PaymentsMissing as error:
        raise no_such_checkout() from error
    # guard: billing.return-of-another
    if page.customer_id != customer_id or page.reference != str(binding_of(session).workspace_id):
        raise no_such_checkout()
