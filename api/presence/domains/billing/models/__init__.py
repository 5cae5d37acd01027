"""Tables of billing: the price list (global), subscriptions and Stripe state (per tenant)."""

from presence.domains.billing.models.plans import Plan, PlanFeature
from presence.domains.billing.models.stripe_sync import (
    AppliedPlan,
    Checkout,
    LimitOverride,
    StripeCustomer,
    StripeDelivery,
)
from presence.domains.billing.models.subscriptions import Payment, Subscription, SubscriptionEvent

__all__ = [
    "AppliedPlan",
    "Checkout",
    "LimitOverride",
    "Payment",
    "Plan",
    "PlanFeature",
    "StripeCustomer",
    "StripeDelivery",
    "Subscription",
    "SubscriptionEvent",
]
