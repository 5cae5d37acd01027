"""A model of Stripe: prices, checkout, subscriptions, invoices, portal, webhooks and a clock."""

from presence_standins.stripe.account import PAYS, REFUSES, START, Account, Policy
from presence_standins.stripe.model import StripeModel
from presence_standins.stripe.transport import InProcessClient
from presence_standins.stripe.webhooks import SECRET, Delivery, Mischief

__all__ = [
    "PAYS", "REFUSES", "SECRET", "START", "Account", "Delivery", "InProcessClient", "Mischief",
    "Policy", "StripeModel",
]  # fmt: skip
