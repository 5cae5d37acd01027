"""Decisions and writes of billing, and its interface to other slices.

Invariant: what a workspace may do is decided here, from its subscription at the time of the
question.
"""

from presence.domains.billing.service.current_plan import (
    CurrentPlan,
    PlanSummary,
    UsageCounters,
    access_to,
    current_plan,
    feature_usage,
    my_subscription,
    publish_plan_change,
    renews,
)
from presence.domains.billing.service.plans import plan_on_sale, plans_on_sale
from presence.domains.billing.service.support import grant

__all__ = [
    "CurrentPlan",
    "PlanSummary",
    "UsageCounters",
    "access_to",
    "current_plan",
    "feature_usage",
    "grant",
    "my_subscription",
    "plan_on_sale",
    "plans_on_sale",
    "publish_plan_change",
    "renews",
]
