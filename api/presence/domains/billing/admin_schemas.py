"""Plans, subscriptions, payments and events as the console shows and takes them."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field, StringConstraints

from presence.domains.operators.schemas import ReasonIn
from presence.http.adminlists import Document
from presence.http.schemas import ApiOut, unit

Frequency = Literal["monthly", "yearly"]
Money = Annotated[Decimal, Field(ge=0, max_digits=10, decimal_places=2)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
_PLAN_SENTENCES = {
    **ReasonIn.sentences,
    "name": "Plan name is required",
    "price": "Price must be non-negative",
}

# No larger than the column: a longer number would be a server error.
PlanId = Annotated[int, Field(ge=0, le=2**31 - 1)]


class PlanRecordOut(ApiOut):
    """A plan; `price` is per month."""

    id: int
    name: str
    description: str
    price: float = unit("usd")
    billing_frequency: Frequency
    features: Document
    is_active: bool
    subscriber_count: int = unit("count")
    created_at: datetime


class PlanPriceOut(ApiOut):
    """A price of a plan compared with the provider's; `problem` is null when they agree."""

    frequency: Frequency
    amount: float = unit("usd")
    price_id: str | None
    stored_price_id: str | None
    remote_amount: float | None
    remote_currency: str | None
    matches: bool
    problem: str | None


class PlanPricesOut(ApiOut):
    """The prices of a plan compared with the payment provider's current ones."""

    plan_id: int
    plan_name: str
    matches: bool
    prices: list[PlanPriceOut]
    as_of: datetime


class NewPlanIn(ReasonIn):
    """A new plan; it is not on sale until it is activated."""

    sentences: ClassVar[dict[str, str]] = {**_PLAN_SENTENCES, "id": "Plan id is required"}

    id: Annotated[int, Field(ge=1, le=1_000)]
    name: Words
    description: Annotated[str, StringConstraints(max_length=1_000)] = ""
    price: Money
    features: Annotated[list[Line], Field(max_length=50, default_factory=list)]


class PlanChangeIn(ReasonIn):
    """Changes to a plan; omitted fields are unchanged."""

    sentences: ClassVar[dict[str, str]] = _PLAN_SENTENCES

    name: Words | None = None
    description: Annotated[str, StringConstraints(max_length=1_000)] | None = None
    price: Money | None = None
    features: Annotated[list[Line], Field(max_length=50)] | None = None


class PlanFeatureRecordOut(ApiOut):
    """A named value of a plan, such as its yearly price or its id at the provider."""

    id: UUID
    plan_id: int
    plan_name: str
    feature_name: str
    feature_value: str
    created_at: datetime


class NewPlanFeatureIn(ReasonIn):
    """A named value of a plan."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "plan_id": "Plan is required",
        "feature_name": "Feature name is required",
        "feature_value": "Feature value is required",
    }

    plan_id: PlanId
    feature_name: Words
    feature_value: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255)
    ]


class PlanFeatureChangeIn(ReasonIn):
    """The new value; the name is unchanged."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "feature_value": "Feature value is required",
    }

    feature_value: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255)
    ]


class SubscriptionRecordOut(ApiOut):
    """A subscription of a workspace."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    user_id: UUID | None
    user_email: str | None
    plan_id: int
    plan_name: str
    status: str
    billing_frequency: Frequency
    processor: str
    processor_subscription_id: str | None
    processor_customer_id: str | None
    processor_url: str | None
    start_date: datetime
    end_date: datetime | None
    current_period_start: datetime | None
    current_period_end: datetime | None
    cancel_at_period_end: bool
    access_until: datetime | None
    updated_at: datetime
    created_at: datetime


class GrantIn(ReasonIn):
    """The plan to grant; without an end, it lasts until it is withdrawn."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "plan_id": "Plan is required"}

    plan_id: PlanId
    until: AwareDatetime | None = None


class ExtendIn(ReasonIn):
    """The number of days to add."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "days": "Give between 1 and 3660 days.",
    }

    days: Annotated[int, Field(ge=1, le=3_660)]


class ChangePlanIn(ReasonIn):
    """The new plan; it can be a lower one."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "plan_id": "Plan is required"}

    plan_id: PlanId
    billing_frequency: Frequency | None = None
    prorate: bool = True


class OverrideIn(ReasonIn):
    """The limit to override and until when; a null value means unlimited."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "feature": "Limit is required",
        "expires_at": "Expiry is required",
    }

    feature: Words
    value: Annotated[int, Field(ge=0, le=1_000_000)] | None
    expires_at: AwareDatetime


class RestoreLimitIn(ReasonIn):
    """The limit whose override to remove."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "feature": "Limit is required"}

    feature: Words


class LimitOverrideRecordOut(ApiOut):
    """A limit override for one workspace, with its end."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    feature: str
    value: int | None
    expires_at: datetime
    reason: str
    created_at: datetime


class PaymentRecordOut(ApiOut):
    """A payment; the links lead to the payment provider's pages."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    subscription_id: UUID
    user_id: UUID | None
    user_email: str | None
    amount: float = unit("usd")
    currency: str
    status: str
    processor: str
    processor_payment_id: str | None
    processor_url: str | None
    number: str | None
    page_url: str | None
    pdf_url: str | None
    paid_at: datetime | None
    created_at: datetime


class NewPaymentIn(ReasonIn):
    """A payment received outside the payment provider."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "subscription_id": "Subscription is required",
        "amount": "Amount must be non-negative",
    }

    subscription_id: UUID
    amount: Money
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "USD"
    status: Literal["paid", "open", "void"] = "paid"


class SubscriptionEventRecordOut(ApiOut):
    """An event of a subscription."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    subscription_id: UUID
    event_type: str
    event_data: Document
    created_at: datetime


class NewSubscriptionEventIn(ReasonIn):
    """An event to record for a subscription."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "subscription_id": "Subscription is required",
        "event_type": "Event type is required",
    }

    subscription_id: UUID
    event_type: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)
    ]
    event_data: Annotated[dict[str, Any], Field(default_factory=dict)]


class WebhookDeliveryRecordOut(ApiOut):
    """An event received from the payment provider, and its processing."""

    id: UUID
    event_id: str
    event_type: str
    customer_id: str | None
    workspace_id: UUID | None
    workspace_name: str | None
    state: str
    attempts: int
    error: str | None
    happened_at: datetime
    received_at: datetime
    next_attempt_at: datetime | None
    processed_at: datetime | None
