"""Stripe behind the product's own port (`core/payments.py`); nothing else imports the library."""

from presence.adapters.stripe.gateway import StripeGateway, payments_of
from presence.adapters.stripe.http_client import API_VERSION
from presence.adapters.stripe.signing import BadSignature, verify_webhook

__all__ = ["API_VERSION", "BadSignature", "StripeGateway", "payments_of", "verify_webhook"]
