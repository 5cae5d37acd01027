"""Billing on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from presence.http.schemas import ApiIn, ApiOut

Frequency = Literal["monthly", "yearly"]
Status = Literal["active", "trialing", "past_due", "canceled", "unpaid", "expired"]


class PlanSummaryOut(ApiOut):
    """The current plan; absent without a subscription.

    `accessUntil`, `renewsAt` and `endsAt` are only set in the business information. `accessUntil`
    is when the plan's features close if nothing changes; while a payment is past due, the end of
    the grace period. `renewsAt` and `endsAt` are null while a payment is past due.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    id: int
    name: str
    status: Status
    billing_frequency: Frequency
    active: bool
    access_until: datetime | None = None
    renews_at: datetime | None = None
    ends_at: datetime | None = None


class PlanOut(ApiOut):
    """A plan on sale; prices are decimal text in USD per month."""

    id: int
    name: str
    description: str
    price: str
    yearly_per_month: str
    billing_frequency: Frequency
    features: list[str]
    popular: bool
    is_active: bool
    created_at: datetime


class SubscriptionOut(ApiOut):
    """The current subscription.

    `endDate` is when a canceled or time-limited subscription ends. `accessUntil` is when its
    features close if nothing changes; while a payment is past due, the end of the grace period.
    """

    status: Status
    billing_frequency: Frequency
    current_period_start: datetime | None
    current_period_end: datetime | None
    cancel_at_period_end: bool
    end_date: datetime | None
    access_until: datetime | None
    trial_end: datetime | None
    processor: Literal["stripe", "manual"]


class SubscribedPlanOut(ApiOut):
    """The plan of the current subscription."""

    id: int
    name: str
    features: list[str]


class UsageOut(ApiOut):
    """The usage of a counted limit; a null `limit` means unlimited."""

    feature: str
    used: int
    limit: int | None


class MySubscriptionOut(ApiOut):
    """The plan and subscription of the workspace; both null without a subscription."""

    active: bool
    subscription: SubscriptionOut | None
    plan: SubscribedPlanOut | None
    usage: list[UsageOut]


class AccessOut(ApiOut):
    """Whether a feature can be used; for a counted feature, whether one more fits."""

    can_access: bool
    limit: int | bool | None
    used: int | None
    reason: Literal["plan-limit", "unknown-feature"] | None


class CheckoutIn(ApiIn):
    """The plan to buy and the addresses to return to, which must belong to this site."""

    plan_id: int
    billing_frequency: Frequency = "yearly"
    success_url: str = Field(max_length=2_048)
    cancel_url: str = Field(max_length=2_048)


class CheckoutOut(ApiOut):
    """The address of the page where the customer pays or confirms the change."""

    checkout_url: str


class CompleteIn(ApiIn):
    """The checkout session id from the return address."""

    session_id: str = Field(min_length=1, max_length=255)


class CheckoutResultOut(ApiOut):
    """The result of a checkout."""

    processed: bool
    was_upgrade: bool


class ManualIn(ApiIn):
    """A plan requested without paying online; `metadata` is passed on to support."""

    plan_id: int
    billing_frequency: Frequency = "yearly"
    metadata: dict[str, Any] = Field(default_factory=dict, max_length=20)


class RequestedOut(ApiOut):
    """The request was sent to support."""

    status: Literal["requested"] = "requested"


class CancelIn(ApiIn):
    """The customer's reason for canceling."""

    reason: str = Field(default="", max_length=500)


class ChangeFrequencyIn(ApiIn):
    """The new billing frequency."""

    billing_frequency: Frequency


class PortalIn(ApiIn):
    """The page of the customer portal to open."""

    flow: Literal["home", "payment_method"] = "home"


class AddressOut(ApiOut):
    """The address of a page at the payment provider."""

    url: str


class InvoiceOut(ApiOut):
    """An invoice: `amount` is decimal text in `currency`, the pages are the payment provider's."""

    id: UUID
    number: str | None
    date: datetime
    amount: str
    currency: str
    status: str
    paid_at: datetime | None
    period_start: datetime | None
    period_end: datetime | None
    page_url: str | None
    pdf_url: str | None


class ReceivedOut(ApiOut):
    """The event was received."""

    received: bool = True
