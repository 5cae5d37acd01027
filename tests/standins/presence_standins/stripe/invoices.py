"""Invoices: drafted, finalized against the customer's balance, attempted, paid, voided.

Invariant: `amount_due` is `total` after the customer's balance; what is due but below the smallest
possible charge goes to the balance instead of to a card.
"""

from __future__ import annotations

from presence_standins.stripe import charges
from presence_standins.stripe.account import PAYS, Account, Resource, page, snapshot
from presence_standins.stripe.customers import bank_says, default_card
from presence_standins.stripe.dates import DAY

SMALLEST_CHARGE = 50


def draft(account: Account, sub: Resource, reason: str, lines: list[Resource]) -> Resource:
    """A new draft with what was pending for the subscription."""
    customer = account.get("customer", sub["customer"])
    lines = [*account.pending.pop(sub["id"], []), *lines]
    total = sum(line["amount"] for line in lines)
    item = sub["items"]["data"][0]
    invoice = account.add(_blank(account, customer, sub, reason, total))
    invoice["period_start"], invoice["period_end"] = (
        min(item["current_period_start"], account.now),
        item["current_period_end"] if reason == "subscription_create" else account.now,
    )
    for line in lines:
        line["invoice"] = invoice["id"]
    address = f"/v1/invoices/{invoice['id']}/lines"
    invoice["lines"] = page(address, lines)
    sub["latest_invoice"] = invoice["id"]
    account.emit("invoice.created", invoice)
    return invoice


def finalize(account: Account, invoice: Resource) -> None:
    """Fix the number and what is due."""
    before = snapshot(invoice)
    customer = account.get("customer", invoice["customer"])
    left = invoice["total"] + customer["balance"]
    invoice["starting_balance"] = customer["balance"]
    due = left if left >= SMALLEST_CHARGE else 0
    invoice["ending_balance"] = 0 if due else left
    if customer["balance"] != invoice["ending_balance"]:
        earlier = snapshot(customer)
        customer["balance"] = invoice["ending_balance"]
        account.emit("customer.updated", customer, earlier)
    invoice["amount_due"] = invoice["amount_remaining"] = due
    number = customer["next_invoice_sequence"]
    customer["next_invoice_sequence"] = number + 1
    invoice.update(
        status="open",
        number=f"{customer['invoice_prefix']}-{number:04d}",
        effective_at=account.now,
        automatically_finalizes_at=None,
        hosted_invoice_url=f"{account.url}/i/{invoice['id']}",
        invoice_pdf=f"{account.url}/i/{invoice['id']}/pdf",
    )
    invoice["status_transitions"]["finalized_at"] = account.now
    account.emit("invoice.finalized", invoice)
    account.emit("invoice.updated", invoice, before)


def attempt(account: Account, invoice: Resource, card: str | None = None) -> bool:
    """Charge what is due; whether it is paid now. The subscription's status is the caller's."""
    before = snapshot(invoice)
    invoice["attempted"] = True
    if invoice["amount_due"] == 0:
        _paid(account, invoice, before)
        return True
    card = card or default_card(account, invoice["customer"])
    invoice["attempt_count"] += 1
    answer = bank_says(account, card)
    charges.charge(account, invoice, card, answer)
    if answer == PAYS:
        invoice["amount_paid"] = invoice["amount_due"]
        invoice["amount_remaining"] = 0
        _paid(account, invoice, before)
        return True
    failures = invoice["attempt_count"]
    waits = account.policy.retry_after_days
    again = waits[failures - 1] * DAY + account.now if failures <= len(waits) else None
    invoice["next_payment_attempt"] = again if invoice["auto_advance"] else None
    account.emit("invoice.payment_failed", invoice)
    account.emit("invoice.updated", invoice, before)
    return False


def void(account: Account, invoice: Resource) -> None:
    """Nothing is owed any more."""
    before = snapshot(invoice)
    invoice.update(status="void", next_payment_attempt=None, auto_advance=False)
    invoice["status_transitions"]["voided_at"] = account.now
    account.emit("invoice.voided", invoice)
    account.emit("invoice.updated", invoice, before)


def _paid(account: Account, invoice: Resource, before: Resource) -> None:
    invoice.update(status="paid", next_payment_attempt=None, auto_advance=False)
    invoice["status_transitions"]["paid_at"] = account.now
    account.emit("invoice.paid", invoice)
    account.emit("invoice.payment_succeeded", invoice)
    account.emit("invoice.updated", invoice, before)


def _blank(
    account: Account, customer: Resource, sub: Resource, reason: str, total: int
) -> Resource:
    cycle = reason == "subscription_cycle"
    return {
        **dict.fromkeys(_EMPTY),
        **dict.fromkeys(_ZERO, 0),
        "id": account.new_id("in"),
        "object": "invoice",
        "account_country": "US",
        "account_name": "Stand-in",
        "amount_due": max(total, 0),
        "amount_remaining": max(total, 0),
        "attempted": False,
        "auto_advance": True,
        "automatic_tax": dict.fromkeys(("disabled_reason", "liability", "provider", "status"))
        | {"enabled": False},
        "automatically_finalizes_at": account.now + account.policy.finalize_after_s
        if cycle
        else None,
        "billing_reason": reason,
        "collection_method": "charge_automatically",
        "created": account.now,
        "currency": sub["currency"],
        "customer": customer["id"],
        "customer_email": customer["email"],
        "customer_name": customer["name"],
        "customer_tax_exempt": "none",
        "customer_tax_ids": [],
        "default_tax_rates": [],
        "discounts": [],
        "issuer": {"type": "self"},
        "livemode": False,
        "metadata": {},
        "parent": {
            "quote_details": None,
            "subscription_details": {
                "metadata": dict(sub["metadata"]),
                "subscription": sub["id"],
            },
            "type": "subscription_details",
        },
        "payment_settings": dict.fromkeys(
            ("default_mandate", "payment_method_options", "payment_method_types")
        ),
        "status": "draft",
        "status_transitions": dict.fromkeys(
            ("finalized_at", "marked_uncollectible_at", "paid_at", "voided_at")
        ),
        "subtotal": total,
        "subtotal_excluding_tax": total,
        "total": total,
        "total_excluding_tax": total,
        "total_discount_amounts": [],
        "total_pretax_credit_amounts": [],
        "total_taxes": [],
    }


_EMPTY = (
    "account_tax_ids", "application", "custom_fields", "customer_account", "customer_address",
    "customer_phone", "customer_shipping", "default_payment_method", "default_source",
    "description", "due_date", "effective_at", "ending_balance", "footer", "from_invoice",
    "hosted_invoice_url", "invoice_pdf", "last_finalization_error", "latest_revision",
    "next_payment_attempt", "number", "on_behalf_of", "receipt_number", "rendering",
    "shipping_cost", "shipping_details", "statement_descriptor", "test_clock",
    "webhooks_delivered_at",
)  # fmt: skip
_ZERO = (
    "amount_overpaid", "amount_paid", "amount_paid_off_stripe", "amount_shipping",
    "attempt_count", "post_payment_credit_notes_amount", "pre_payment_credit_notes_amount",
    "starting_balance",
)  # fmt: skip
