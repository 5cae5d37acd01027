"""Customers and their cards.

Invariant: a bank's answer about a card is kept beside the card, not on it: nobody who asks Stripe
can see whether the next charge will succeed.
"""

from __future__ import annotations

from typing import Any

from presence_standins.stripe.account import PAYS, Account, Resource, snapshot


def create_customer(account: Account, asked: dict[str, Any]) -> Resource:
    """POST /v1/customers."""
    customer = account.add(
        {
            "id": account.new_id("cus"),
            "object": "customer",
            "address": None,
            "balance": 0,
            "created": account.now,
            "currency": None,
            "customer_account": None,
            "default_source": None,
            "delinquent": False,
            "description": asked.get("description"),
            "discount": None,
            "email": asked.get("email"),
            "invoice_prefix": account.new_id("x")[2:10].upper(),
            "invoice_settings": {
                "custom_fields": None,
                "default_payment_method": None,
                "footer": None,
                "rendering_options": None,
            },
            "livemode": False,
            "metadata": dict(asked.get("metadata", {})),
            "name": asked.get("name"),
            "next_invoice_sequence": 1,
            "phone": None,
            "preferred_locales": [],
            "shipping": None,
            "tax_exempt": "none",
            "test_clock": None,
        }
    )
    account.emit("customer.created", customer)
    return customer


def update_customer(account: Account, customer_id: str, asked: dict[str, Any]) -> Resource:
    """POST /v1/customers/{id}: name, e-mail, description, metadata."""
    customer = account.get("customer", customer_id)
    before = snapshot(customer)
    for name in ("email", "name", "description"):
        if name in asked:
            customer[name] = asked[name] or None
    customer["metadata"].update(asked.get("metadata", {}))
    account.emit("customer.updated", customer, before)
    return customer


def attach_card(account: Account, customer_id: str, bank: str = PAYS) -> Resource:
    """Give the customer a new card that becomes the default one."""
    customer = account.get("customer", customer_id)
    card = account.add(
        {
            "id": account.new_id("pm"),
            "object": "payment_method",
            "allow_redisplay": "limited",
            "billing_details": _nobody(customer["email"]),
            "card": _card(),
            "created": account.now,
            "customer": customer_id,
            "customer_account": None,
            "livemode": False,
            "metadata": {},
            "type": "card",
        }
    )
    account.banks[card["id"]] = bank
    account.emit("payment_method.attached", card)
    before = snapshot(customer)
    customer["invoice_settings"]["default_payment_method"] = card["id"]
    account.emit("customer.updated", customer, before)
    return card


def default_card(account: Account, customer_id: str) -> str | None:
    """The card a renewal charges, None without one."""
    settings = account.get("customer", customer_id)["invoice_settings"]
    card: str | None = settings["default_payment_method"]
    return card


def bank_says(account: Account, card: str | None) -> str:
    """What the bank would answer to a charge now."""
    return account.banks.get(card or "", "missing_payment_method")


def _nobody(email: str | None) -> Resource:
    empty = ("city", "country", "line1", "line2", "postal_code", "state")
    return {
        "address": dict.fromkeys(empty),
        "email": email,
        "name": None,
        "phone": None,
        "tax_id": None,
    }


def _card() -> Resource:
    return {
        "brand": "visa",
        "checks": None,
        "country": "US",
        "display_brand": "visa",
        "exp_month": 12,
        "exp_year": 2034,
        "fingerprint": "standin0standin0",
        "funding": "credit",
        "generated_from": None,
        "last4": "4242",
        "networks": None,
        "regulated_status": "unregulated",
        "three_d_secure_usage": None,
        "wallet": None,
    }
