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
    """The plan as every screen shows it; absent without a subscription.

    `accessUntil` is when its features close as things are: while past due, the end of the grace;
    the business info carries it, the user does not. So it is with the end of the period paid for,
    at which the plan renews or ends; while a payment is missing neither is known.
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
    """A row of the price list; prices are decimal text in USD per month."""

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
    """The running subscription.

    `endDate` is when it ends by itself (canceled, or given until then); `accessUntil` when the
    features close as things are, which while past due is the end of the grace.
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
    """The plan of the running subscription."""

    id: int
    name: str
    features: list[str]


class UsageOut(ApiOut):
    """How much of a counted limit is in use; `limit` is null when unlimited."""

    feature: str
    used: int
    limit: int | None


class MySubscriptionOut(ApiOut):
    """Plan and subscription of the workspace; both null without one."""

    active: bool
    subscription: SubscriptionOut | None
    plan: SubscribedPlanOut | None
    usage: list[UsageOut]


class AccessOut(ApiOut):
    """Whether the plan opens a feature; for a counted one, whether there is room for one more."""

    can_access: bool
    limit: int | bool | None
    used: int | None
    reason: Literal["plan-limit", "unknown-feature"] | None


class CheckoutIn(ApiIn):
    """What to buy and where to return; both addresses must be of this site."""

    plan_id: int
    billing_frequency: Frequency = "yearly"
    success_url: str = Field(max_length=2_048)
    cancel_url: str = Field(max_length=2_048)


class CheckoutOut(ApiOut):
    """Where the customer pays, or confirms a change."""

    checkout_url: str


class CompleteIn(ApiIn):
    """The id that came back in the return address."""

    session_id: str = Field(min_length=1, max_length=255)


class CheckoutResultOut(ApiOut):
    """What came of a checkout."""

    processed: bool
    was_upgrade: bool


class ManualIn(ApiIn):
    """A plan wished for without paying online; notes go to support as they are."""

    plan_id: int
    billing_frequency: Frequency = "yearly"
    metadata: dict[str, Any] = Field(default_factory=dict, max_length=20)


class RequestedOut(ApiOut):
    """A request that support will answer."""

    status: Literal["requested"] = "requested"


class CancelIn(ApiIn):
    """Why."""

    reason: str = Field(default="", max_length=500)


class ChangeFrequencyIn(ApiIn):
    """How often to pay from now on."""

    billing_frequency: Frequency


class PortalIn(ApiIn):
    """Which page of the payment provider to open."""

    flow: Literal["home", "payment_method"] = "home"


class AddressOut(ApiOut):
    """A page of the payment provider."""

    url: str


class InvoiceOut(ApiOut):
    """A bill: `amount` is decimal text in `currency`; the pages are the payment provider's."""

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
    """A webhook arrived, for the first time or again."""

    received: bool = True
