"""The payment provider's events that the product handles, by the provider's names.

Invariant: one closed list decides what is processed and what is counted under its own name.
"""

from __future__ import annotations

from typing import Final

# What may change a plan, a payment or the state of a page to pay on.
HANDLED: Final = frozenset(
    {
        "checkout.session.completed",
        "checkout.session.expired",
        "checkout.session.async_payment_succeeded",
        "checkout.session.async_payment_failed",
        "customer.deleted",
        "customer.subscription.created",
        "customer.subscription.updated",
        "customer.subscription.deleted",
        "customer.subscription.paused",
        "customer.subscription.resumed",
        "customer.subscription.trial_will_end",
        "invoice.finalized",
        "invoice.marked_uncollectible",
        "invoice.paid",
        "invoice.payment_action_required",
        "invoice.payment_failed",
        "invoice.voided",
    }
)
