"""Billing on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from presence.http.schemas import ApiOut

Frequency = Literal["monthly", "yearly"]
Status = Literal["active", "trialing", "past_due", "canceled", "unpaid", "expired"]


class PlanSummaryOut(ApiOut):
    """The plan as every screen shows it; absent without a subscription."""

    id: int
    name: str
    status: Status
    billing_frequency: Frequency
    active: bool


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
    """The running subscription."""

    status: Status
    billing_frequency: Frequency
    current_period_start: datetime | None
    current_period_end: datetime | None
    cancel_at_period_end: bool
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
