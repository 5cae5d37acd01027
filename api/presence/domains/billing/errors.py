"""Refusals of billing. The sentences fixed by the specification are defined only here."""

from __future__ import annotations

from presence.core.errors import Conflict, Forbidden, NotFound, Unavailable, ValidationFailed


def no_such_plan() -> NotFound:
    """404: the plan is unknown or no longer sold."""
    return NotFound("We could not find that plan.")


def no_online_payment() -> Unavailable:
    """503: no key of the payment provider is configured."""
    return Unavailable("Unable to create checkout session. Please try again later.")


def price_not_set_up() -> Unavailable:
    """503: the plan has no price at the payment provider yet."""
    return Unavailable("Unable to create checkout session. Please try again later.")


def already_subscribed() -> Conflict:
    """409: the workspace already has this plan."""
    return Conflict("You are already subscribed to this plan.")


def contact_support() -> Forbidden:
    """403: a lower plan."""
    return Forbidden("Please contact support to downgrade your subscription.")


def payment_outstanding() -> Conflict:
    """409: an invoice must be paid first."""
    return Conflict("Your last payment failed. Please update your payment method first.")


def superseded() -> Conflict:
    """409: two windows started a checkout, and the other one was later."""
    return Conflict("A newer checkout was started in another window. Please continue there.")


def no_subscription() -> Conflict:
    """409: there is no running subscription to change."""
    return Conflict("You do not have a subscription.")


def not_paid_online(what: str) -> Conflict:
    """409: the plan was granted by hand; `what` is what cannot be done with it."""
    return Conflict(f"Your plan is not paid online, so {what}. Please contact support.")


def no_such_checkout() -> NotFound:
    """404: unknown, or another workspace's."""
    return NotFound("We could not find that checkout.")


def foreign_address(field: str) -> ValidationFailed:
    """422: a return address that is not ours; `field` in the caller's spelling."""
    sentence = "The return address must belong to this site."
    return ValidationFailed.at(f"/{field}", sentence, "origin")


def not_by_yourself() -> Forbidden:
    """403: with online payment, plans are not granted on request."""
    return Forbidden("Choose a plan on the pricing page to pay online.")
