"""Starting to pay: the upgrade rules, and one hosted page per workspace at a time.

Invariant: nothing here opens a plan. A checkout ends at the provider; only the sync grants a plan,
from what the provider reports afterwards. What is decided before calling the provider is decided
again after the call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core import metrics
from presence.core.ids import new_id
from presence.core.payments import (
    CheckoutOrder,
    PaymentGateway,
    PaymentsMissing,
    PortalVisit,
    RemoteCheckout,
)
from presence.db.session import release
from presence.db.tenancy import binding_of
from presence.domains.billing.addresses import with_session
from presence.domains.billing.entitlements import decide_change
from presence.domains.billing.errors import (
    already_subscribed,
    contact_support,
    payment_outstanding,
    superseded,
)
from presence.domains.billing.models import Checkout, Subscription
from presence.domains.billing.queries import stripe_sync, subscriptions
from presence.domains.billing.service.checkout_sessions import reference_of
from presence.domains.billing.service.plans import Frequency, PlanOffer, offer_of, price_list
from presence.domains.billing.service.subscription_sync import sync_subscription
from presence.domains.identity.service import profile_of
from presence.domains.workspaces.service import let_stand, lock_workspace


@dataclass(frozen=True, slots=True)
class Purchase:
    """What a customer chose; the addresses have been checked to be ours."""

    user_id: UUID
    plan_id: int
    frequency: Frequency
    success_url: str
    cancel_url: str


@dataclass(frozen=True, slots=True)
class _Decided:
    """A checkout that may begin: `changes` is the paid subscription it would move to the offer."""

    visit_id: UUID
    offer: PlanOffer
    changes: tuple[str, str] | None
    earlier_session: str | None


async def start_checkout(
    session: AsyncSession, gateway: PaymentGateway, purchase: Purchase, now: datetime
) -> str:
    """The address of the page where the customer pays or confirms the change.

    Raises Conflict for the current plan, Forbidden for a lower one, NotFound for an unknown one.
    """
    for _ in range(2):
        decided = await _decide(session, purchase, now)
        await release(session)
        if await _still_open(gateway, decided):
            break
        # The earlier page has been paid in the meantime, so there is a subscription to consider.
        gateway = gateway.after_change()
        await sync_subscription(session, gateway, now)
        await release(session)  # a refusal that follows must not undo what was learned
    if decided.changes is not None:
        return await _confirm(session, gateway, decided, purchase)
    return await _sell(session, gateway, decided, purchase)


async def _decide(session: AsyncSession, purchase: Purchase, now: datetime) -> _Decided:
    """Apply the upgrade rules under the workspace's lock; the checkout replaces an earlier one."""
    await lock_workspace(session)  # guard: billing.checkout-lock
    offer = await offer_of(session, purchase.plan_id, purchase.frequency)
    running = await subscriptions.live(session)
    current = running.plan_id if running is not None else 0
    if running is not None and running.status == "unpaid":  # guard: billing.checkout-while-unpaid
        raise payment_outstanding()
    match decide_change((await price_list(session)).ranks()[current], offer.rank):
        case "same":
            raise already_subscribed()
        case "lower":
            raise contact_support()
    changes = _changeable(running)
    earlier = await stripe_sync.live_checkout(session)
    visit = Checkout(
        id=new_id(),
        user_id=purchase.user_id,
        plan_id=offer.plan_id,
        billing_frequency=offer.frequency,
        kind="purchase" if changes is None else "change",
        was_upgrade=current > 0,
        created_at=now,
    )
    await stripe_sync.insert_checkout(session, visit)
    metrics.checkouts.labels("started").inc()
    return _Decided(visit.id, offer, changes, earlier.session_id if earlier else None)


def _changeable(running: Subscription | None) -> tuple[str, str] | None:
    """(subscription, item) at the provider when the plan is paid there; a bought one is moved."""
    if running is None or running.processor_subscription_id is None:
        return None
    return running.processor_subscription_id, str(running.details.get("itemId", ""))


async def _still_open(gateway: PaymentGateway, decided: _Decided) -> bool:
    """Close the page of an earlier visit; False when it turned out to be paid."""
    if decided.earlier_session is None:
        return True
    if await gateway.expire_checkout(decided.earlier_session):
        return True
    page = await gateway.after_change().read_checkout(decided.earlier_session)  # paid, perhaps
    return page.status != "complete"


async def _sell(
    session: AsyncSession, gateway: PaymentGateway, decided: _Decided, purchase: Purchase
) -> str:
    customer_id, replaced = await ensure_customer(session, gateway, purchase.user_id)
    await release(session)
    try:
        page = await _open_page(session, gateway, decided, purchase, customer_id)
    except PaymentsMissing:
        # The customer was deleted at the provider: a new one takes the place.
        customer_id, _ = await ensure_customer(session, gateway, purchase.user_id, gone=replaced)
        await release(session)
        page = await _open_page(session, gateway, decided, purchase, customer_id)
    await lock_workspace(session)
    visit = await stripe_sync.checkout(session, decided.visit_id)
    if visit is None or visit.status != "starting" or page.url is None:
        await release(session)
        await gateway.expire_checkout(page.id)
        raise superseded()
    visit.session_id, visit.status = page.id, "open"
    await session.flush()
    return page.url


async def _open_page(
    session: AsyncSession,
    gateway: PaymentGateway,
    decided: _Decided,
    purchase: Purchase,
    customer_id: str,
) -> RemoteCheckout:
    reference = str(binding_of(session).workspace_id)
    order = CheckoutOrder(
        customer_id=customer_id,
        price_id=decided.offer.price_id,
        reference=reference,
        success_url=with_session(purchase.success_url),
        cancel_url=purchase.cancel_url,
        metadata=_notes(decided, purchase, reference),
    )
    return await gateway.create_checkout(order, f"checkout:{decided.visit_id}:{customer_id}")


def _notes(decided: _Decided, purchase: Purchase, workspace: str) -> Mapping[str, str]:
    return {
        "workspace_id": workspace,
        "user_id": str(purchase.user_id),
        "plan_id": str(decided.offer.plan_id),
        "checkout_id": str(decided.visit_id),
    }


async def _confirm(
    session: AsyncSession, gateway: PaymentGateway, decided: _Decided, purchase: Purchase
) -> str:
    """The provider's page that confirms the new price of a running subscription."""
    subscription_id, item_id = decided.changes or ("", "")
    await lock_workspace(session)
    visit = await stripe_sync.checkout(session, decided.visit_id)
    customer = await stripe_sync.customer(session)
    # guard: billing.checkout-superseded
    if visit is None or visit.status != "starting" or customer is None:
        raise superseded()
    visit.status = "open"
    await session.flush()
    reference = reference_of(visit)
    await release(session)
    return await gateway.open_portal(
        PortalVisit(
            customer_id=customer.customer_id,
            return_url=with_session(purchase.success_url, reference),
            configuration=decided.offer.portal,
            flow="confirm",
            subscription_id=subscription_id,
            item_id=item_id,
            price_id=decided.offer.price_id,
        ),
        f"confirm:{decided.visit_id}",
    )


async def ensure_customer(
    session: AsyncSession, gateway: PaymentGateway, user_id: UUID, gone: int | None = None
) -> tuple[str, int]:
    """The workspace's customer at the provider: (id, how often it was replaced).

    Created if there is none, or if the one replaced `gone` times no longer exists there.
    """
    known = await stripe_sync.customer(session)
    if known is not None and known.replaced != gone:
        return known.customer_id, known.replaced
    replaced = 0 if gone is None else gone + 1
    payer = await profile_of(session, user_id)
    name = f"{payer.first_name} {payer.last_name}".strip()
    workspace_id = binding_of(session).workspace_id
    await release(session)
    made = await gateway.create_customer(
        payer.email,
        name,
        {"workspace_id": str(workspace_id)},
        f"customer:{workspace_id}:{replaced}:{_mark(payer.email, name)}",
    )
    stored = await stripe_sync.store_customer(session, made, replaced)
    let_stand(session)  # the customer exists at the provider
    return stored, replaced


def _mark(*parts: str) -> str:
    """The same key must come with the same body, so the body's content is part of the key."""
    return sha256("\0".join(parts).encode()).hexdigest()[:16]
