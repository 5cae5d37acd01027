"""Checkout sessions: opened, paid, declined, left, expired.

Invariant: a subscription exists only once its first payment succeeded, and a session makes one.
"""

from __future__ import annotations

from typing import Any

from presence_standins.stripe import subscriptions
from presence_standins.stripe.account import PAYS, Account, Resource, page
from presence_standins.stripe.customers import attach_card, create_customer
from presence_standins.stripe.dates import DAY
from presence_standins.stripe.problems import invalid, not_modelled

PLACEHOLDER = "{CHECKOUT_SESSION_ID}"


def create_session(account: Account, asked: dict[str, Any]) -> Resource:
    """POST /v1/checkout/sessions, mode subscription with one price."""
    if asked.get("mode") != "subscription":
        raise not_modelled("a checkout that is not for a subscription")
    rows = asked.get("line_items") or []
    if len(rows) != 1:
        raise not_modelled("a checkout of more than one price")
    if not asked.get("success_url"):
        raise invalid("You must provide `success_url`.", param="success_url")
    price = account.get("price", rows[0].get("price", ""), "line_items[0][price]")
    if asked.get("customer"):
        account.get("customer", asked["customer"], "customer")
    session = account.add(_blank(account, asked, price))
    account.add(_line_item(account, session, price))
    return session


def pay(account: Account, session_id: str, bank: str = PAYS) -> bool:
    """The customer enters a card: whether it was accepted. Raises Problem unless open."""
    session = account.get("checkout.session", session_id)
    if session["status"] != "open":
        raise invalid(f"This checkout session is {session['status']}.")
    if bank != PAYS:
        return False
    if session["customer"] is None:
        made = create_customer(account, {"email": session["customer_email"]})
        session["customer"] = made["id"]
    attach_card(account, session["customer"])
    wishes = account.wishes.pop(session_id)
    sub = subscriptions.start(
        account,
        session["customer"],
        wishes["price"],
        metadata=wishes.get("metadata"),
        trial_days=int(wishes.get("trial_period_days", 0)),
    )
    email = account.get("customer", session["customer"])["email"]
    session.update(
        status="complete",
        payment_status="paid",
        subscription=sub["id"],
        invoice=sub["latest_invoice"],
        url=None,
        customer_details={
            **dict.fromkeys(("address", "business_name", "individual_name", "name", "phone")),
            "email": email,
            "tax_exempt": "none",
            "tax_ids": [],
        },
    )
    account.emit("checkout.session.completed", session)
    return True


def expire(account: Account, session_id: str) -> Resource:
    """POST /v1/checkout/sessions/{id}/expire, and what happens by itself after a day."""
    session = account.get("checkout.session", session_id)
    if session["status"] != "open":
        raise invalid(
            'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout'
            f" Session has a status of {session['status']}."
        )
    session.update(status="expired", url=None)
    account.wishes.pop(session_id, None)
    account.emit("checkout.session.expired", session)
    return session


def success_address(session: Resource) -> str:
    """Where the browser goes after paying."""
    address: str = session["success_url"]
    return address.replace(PLACEHOLDER, session["id"])


def _line_item(account: Account, session: Resource, price: Resource) -> Resource:
    amount = price["unit_amount"]
    return {
        "id": account.new_id("li"),
        "object": "item",
        "amount_discount": 0,
        "amount_subtotal": amount,
        "amount_tax": 0,
        "amount_total": amount,
        "currency": price["currency"],
        "description": account.get("product", price["product"])["name"],
        "price": price,
        "quantity": 1,
        "session": session["id"],
    }


def line_items(account: Account, session: Resource) -> Resource:
    """The session's lines, shown only when asked to expand them."""
    rows = [
        {key: value for key, value in row.items() if key != "session"}
        for row in account.every("item", session=session["id"])
    ]
    return page(f"/v1/checkout/sessions/{session['id']}/line_items", rows)


def _blank(account: Account, asked: dict[str, Any], price: Resource) -> Resource:
    session_id = account.new_id("cs_test")
    data = asked.get("subscription_data", {})
    account.wishes[session_id] = {**data, "price": price["id"]}
    return {
        **dict.fromkeys(_EMPTY),
        "id": session_id,
        "object": "checkout.session",
        "allow_promotion_codes": asked.get("allow_promotion_codes"),
        "amount_subtotal": price["unit_amount"],
        "amount_total": price["unit_amount"],
        "automatic_tax": {"enabled": False, "liability": None, "provider": None, "status": None},
        "billing_address_collection": asked.get("billing_address_collection"),
        "cancel_url": asked.get("cancel_url"),
        "client_reference_id": asked.get("client_reference_id"),
        "created": account.now,
        "currency": price["currency"],
        "custom_fields": [],
        "custom_text": dict.fromkeys(
            ("after_submit", "shipping_address", "submit", "terms_of_service_acceptance")
        ),
        "customer": asked.get("customer"),
        "customer_creation": None if asked.get("customer") else "always",
        "customer_email": asked.get("customer_email"),
        "discounts": [],
        "expires_at": int(asked.get("expires_at") or account.now + DAY),
        "livemode": False,
        "locale": asked.get("locale"),
        "metadata": dict(asked.get("metadata", {})),
        "mode": "subscription",
        "payment_method_collection": "always",
        "payment_method_options": {},
        "payment_method_types": ["card"],
        "payment_status": "unpaid",
        "phone_number_collection": {"enabled": False},
        "shipping_options": [],
        "status": "open",
        "success_url": asked["success_url"],
        "total_details": {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0},
        "ui_mode": "hosted_page",
        "url": f"{account.url}/c/pay/{session_id}",
    }


_EMPTY = (
    "adaptive_pricing", "after_expiration", "client_secret", "collected_information", "consent",
    "consent_collection", "currency_conversion", "customer_account", "customer_details",
    "integration_identifier", "invoice", "invoice_creation", "optional_items", "origin_context",
    "payment_intent", "payment_link", "payment_method_configuration_details", "permissions",
    "recovered_from", "saved_payment_method_options", "setup_intent",
    "shipping_address_collection", "shipping_cost", "submit_type", "subscription",
    "wallet_options",
)  # fmt: skip
