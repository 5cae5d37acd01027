"""What the console lists of billing, and changes to the price list.

Row security of the role `operator` decides which rows are visible. Payloads are shown without what
identifies a payment method.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.listing import Filter, Listing
from presence.domains.billing.models import Payment, Plan, PlanFeature, StripeDelivery

PLANS = Listing(
    source="plans p",
    columns={
        "id": "p.id",
        "name": "p.name",
        "description": "p.description",
        "price": "CAST(p.price AS double precision)",
        "billing_frequency": "p.billing_frequency",
        "features": "p.features",
        "is_active": "p.is_active",
        "subscriber_count": "(SELECT count(*) FROM subscriptions s WHERE s.plan_id = p.id"
        " AND s.status <> 'expired')",
        "created_at": "p.created_at",
    },
    key="p.id",
    key_kind="integer",
    filters={"isActive": Filter("p.is_active", "boolean")},
    search=("p.name", "p.description"),
    sortable=(
        "name",
        "price",
        "created_at",
        "subscriber_count",
    ),
    usual="id",
)

PLAN_FEATURES = Listing(
    source="plan_features f JOIN plans p ON p.id = f.plan_id",
    columns={
        "id": "f.id",
        "plan_id": "f.plan_id",
        "plan_name": "p.name",
        "feature_name": "f.feature_name",
        "feature_value": "f.feature_value",
        "created_at": "f.created_at",
    },
    key="f.id",
    filters={
        "planId": Filter("f.plan_id", "integer"),
        "featureName": Filter("f.feature_name"),
    },
    search=("f.feature_name", "f.feature_value", "p.name"),
    sortable=("feature_name", "plan_id", "created_at"),
    usual="feature_name",
)

SUBSCRIPTIONS = Listing(
    source="subscriptions s JOIN plans p ON p.id = s.plan_id"
    " JOIN workspace w ON w.id = s.workspace_id LEFT JOIN users u ON u.id = s.user_id",
    columns={
        "id": "s.id",
        "workspace_id": "s.workspace_id",
        "workspace_name": "w.name",
        "user_id": "s.user_id",
        "user_email": "u.email",
        "plan_id": "s.plan_id",
        "plan_name": "p.name",
        "status": "s.status",
        "billing_frequency": "s.billing_frequency",
        "processor": "s.processor",
        "processor_subscription_id": "s.processor_subscription_id",
        "processor_customer_id": "s.processor_customer_id",
        "processor_url": "CASE WHEN s.processor = 'stripe' THEN"
        " 'https://dashboard.stripe.com/subscriptions/' || s.processor_subscription_id END",
        "start_date": "s.start_date",
        "end_date": "s.end_date",
        "current_period_start": "s.current_period_start",
        "current_period_end": "s.current_period_end",
        "cancel_at_period_end": "s.cancel_at_period_end",
        "access_until": "s.access_until",
        "updated_at": "s.updated_at",
        "created_at": "s.created_at",
    },
    key="s.id",
    filters={
        "workspaceId": Filter("s.workspace_id", "uuid"),
        "userId": Filter("s.user_id", "uuid"),
        "planId": Filter("s.plan_id", "integer"),
        "status": Filter("s.status"),
        "processor": Filter("s.processor"),
        "cancelAtPeriodEnd": Filter("s.cancel_at_period_end", "boolean"),
        "endsBefore": Filter("s.access_until", "until"),
        "from": Filter("s.created_at", "since"),
        "to": Filter("s.created_at", "until"),
    },
    search=("w.name", "u.email", "s.processor_subscription_id", "s.processor_customer_id"),
    sortable=(
        "plan_id",
        "status",
        "current_period_end",
        "access_until",
        "created_at",
        "plan_name",
        "workspace_name",
    ),
)

PAYMENTS = Listing(
    source="payments y JOIN workspace w ON w.id = y.workspace_id"
    " LEFT JOIN users u ON u.id = y.user_id",
    columns={
        "id": "y.id",
        "workspace_id": "y.workspace_id",
        "workspace_name": "w.name",
        "subscription_id": "y.subscription_id",
        "user_id": "y.user_id",
        "user_email": "u.email",
        "amount": "CAST(y.amount AS double precision)",
        "currency": "y.currency",
        "status": "y.status",
        "processor": "y.processor",
        "processor_payment_id": "y.processor_payment_id",
        "processor_url": "CASE WHEN y.processor = 'stripe' THEN"
        " 'https://dashboard.stripe.com/invoices/' || y.processor_payment_id END",
        "number": "y.metadata ->> 'number'",
        "page_url": "y.metadata ->> 'pageUrl'",
        "pdf_url": "y.metadata ->> 'pdfUrl'",
        "paid_at": "y.paid_at",
        "created_at": "y.created_at",
    },
    key="y.id",
    filters={
        "workspaceId": Filter("y.workspace_id", "uuid"),
        "subscriptionId": Filter("y.subscription_id", "uuid"),
        "userId": Filter("y.user_id", "uuid"),
        "status": Filter("y.status"),
        "processor": Filter("y.processor"),
        "from": Filter("y.created_at", "since"),
        "to": Filter("y.created_at", "until"),
    },
    search=("w.name", "u.email", "y.processor_payment_id"),
    sortable=(
        "amount",
        "status",
        "paid_at",
        "created_at",
        "workspace_name",
    ),
)

SUBSCRIPTION_EVENTS = Listing(
    source="subscription_events e JOIN workspace w ON w.id = e.workspace_id",
    columns={
        "id": "e.id",
        "workspace_id": "e.workspace_id",
        "workspace_name": "w.name",
        "subscription_id": "e.subscription_id",
        "event_type": "e.event_type",
        "event_data": "e.event_data",
        "created_at": "e.created_at",
    },
    key="e.id",
    filters={
        "workspaceId": Filter("e.workspace_id", "uuid"),
        "subscriptionId": Filter("e.subscription_id", "uuid"),
        "eventType": Filter("e.event_type"),
        "from": Filter("e.created_at", "since"),
        "to": Filter("e.created_at", "until"),
    },
    search=("e.event_type", "w.name"),
    sortable=(
        "event_type",
        "created_at",
        "workspace_name",
    ),
)

WEBHOOK_DELIVERIES = Listing(
    source="stripe_delivery d LEFT JOIN workspace w ON w.id = d.workspace_id",
    columns={
        "id": "d.id",
        "event_id": "d.event_id",
        "event_type": "d.event_type",
        "customer_id": "d.customer_id",
        "workspace_id": "d.workspace_id",
        "workspace_name": "w.name",
        "state": "d.state",
        "attempts": "d.attempts",
        "error": "d.error",
        "happened_at": "d.happened_at",
        "received_at": "d.received_at",
        "next_attempt_at": "d.next_attempt_at",
        "processed_at": "d.processed_at",
    },
    key="d.id",
    filters={
        "state": Filter("d.state"),
        "eventType": Filter("d.event_type"),
        "eventId": Filter("d.event_id"),
        "workspaceId": Filter("d.workspace_id", "uuid"),
        "from": Filter("d.received_at", "since"),
        "to": Filter("d.received_at", "until"),
    },
    search=("d.event_id", "d.event_type", "d.customer_id", "w.name"),
    sortable=(
        "event_type",
        "state",
        "attempts",
        "received_at",
        "processed_at",
        "workspace_name",
    ),
    usual="-received_at",
)

LIMIT_OVERRIDES = Listing(
    source="limit_override o JOIN workspace w ON w.id = o.workspace_id",
    columns={
        "id": "o.id",
        "workspace_id": "o.workspace_id",
        "workspace_name": "w.name",
        "feature": "o.feature",
        "value": "o.value",
        "expires_at": "o.expires_at",
        "reason": "o.reason",
        "created_at": "o.created_at",
    },
    key="o.id",
    filters={
        "workspaceId": Filter("o.workspace_id", "uuid"),
        "feature": Filter("o.feature"),
        "active": Filter("o.expires_at > now()", "when"),
    },
    search=("w.name", "o.feature", "o.reason"),
    sortable=(
        "feature",
        "expires_at",
        "created_at",
        "workspace_name",
        "value",
    ),
)


async def plan_exists(session: AsyncSession, plan_id: int) -> bool:
    """Whether this plan exists, sold or not."""
    return await session.scalar(select(Plan.id).where(Plan.id == plan_id)) is not None


async def insert_row(session: AsyncSession, row: Plan | PlanFeature | Payment) -> None:
    """Store it."""
    session.add(row)
    await session.flush()


async def change_plan(session: AsyncSession, plan_id: int, values: dict[str, Any]) -> None:
    """Update columns of a plan."""
    await session.execute(update(Plan).where(Plan.id == plan_id).values(**values))


async def feature_exists(session: AsyncSession, plan_id: int, name: str) -> bool:
    """Whether a plan has a value under this name."""
    same = (PlanFeature.plan_id == plan_id, PlanFeature.feature_name == name)
    return await session.scalar(select(PlanFeature.id).where(*same)) is not None


async def change_feature(session: AsyncSession, key: UUID, value: str) -> None:
    """Set a named value of a plan."""
    statement = update(PlanFeature).where(PlanFeature.id == key)
    await session.execute(statement.values(feature_value=value))


def new_payment(
    subscription_id: UUID, user_id: UUID | None, amount: Decimal, currency: str, status: str
) -> Payment:
    """A payment received outside the payment provider."""
    return Payment(
        subscription_id=subscription_id,
        user_id=user_id,
        amount=amount,
        currency=currency,
        status=status,
        processor="manual",
    )


async def mark_handled(session: AsyncSession, key: UUID) -> None:
    """Mark a delivery as handled by hand."""
    statement = update(StripeDelivery).where(StripeDelivery.id == key)
    await session.execute(statement.values(state="handled"))
