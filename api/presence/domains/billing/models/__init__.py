"""Tables of billing: the price list (global), subscriptions and Stripe state (per tenant)."""

from presence.domains.billing.models.plans import Plan, PlanFeature
from presence.domains.billing.models.stripe_sync import (
    Checkout,
    LimitOverride,
    PlanStanding,
    StripeCustomer,
    StripeDelivery,
)
from presence.domains.billing.models.subscriptions import Payment, Subscription, SubscriptionEvent

__all__ = [
    "Checkout",
    "LimitOverride",
    "Payment",
    "Plan",
    "PlanFeature",
    "PlanStanding",
    "StripeCustomer",
    "StripeDelivery",
    "Subscription",
    "SubscriptionEvent",
]
