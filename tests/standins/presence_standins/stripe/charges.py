"""Money moved for an invoice: payment intent, charge, invoice payment; and refunds.

Invariant: an invoice has one payment intent however often it is tried; every try is a charge.
"""

from __future__ import annotations

from typing import Any

from presence_standins.stripe.account import PAYS, Account, Resource, snapshot
from presence_standins.stripe.problems import invalid


def charge(account: Account, invoice: Resource, card: str | None, answer: str) -> None:
    """One try of the invoice's amount; `answer` is what the bank says."""
    intent = _intent(account, invoice)
    before = snapshot(intent)
    made = account.add(_charge(account, invoice, intent, card, answer))
    intent.update(latest_charge=made["id"], payment_method=card)
    paid = answer == PAYS
    intent["status"] = "succeeded" if paid else "requires_payment_method"
    intent["amount_received"] = intent["amount"] if paid else 0
    intent["last_payment_error"] = (
        None
        if paid
        else {
            "type": "card_error",
            "code": "card_declined",
            "decline_code": answer,
            "message": "Your card was declined.",
        }
    )
    account.emit("charge.succeeded" if paid else "charge.failed", made)
    kind = "payment_intent.succeeded" if paid else "payment_intent.payment_failed"
    account.emit(kind, intent, before)
    payment = next(account.every("invoice_payment", invoice=invoice["id"]))
    if paid:
        payment.update(status="paid", amount_paid=invoice["amount_due"])
        payment["status_transitions"]["paid_at"] = account.now
        account.emit("invoice_payment.paid", payment)


def refund(account: Account, asked: dict[str, Any]) -> Resource:
    """POST /v1/refunds of a charge or of a payment intent, wholly or in part."""
    charge_id = asked.get("charge")
    if charge_id is None:
        intent = account.get("payment_intent", asked.get("payment_intent", ""), "payment_intent")
        charge_id = intent["latest_charge"]
    made = account.get("charge", charge_id or "", "charge")
    left = made["amount"] - made["amount_refunded"]
    amount = int(asked.get("amount", left))
    if not made["paid"] or not 0 < amount <= left:
        raise invalid(
            f"Charge {made['id']} has already been refunded.", code="charge_already_refunded"
        )
    before = snapshot(made)
    made["amount_refunded"] += amount
    made["refunded"] = made["amount_refunded"] == made["amount"]
    given = account.add(
        {
            "id": account.new_id("re"),
            "object": "refund",
            "amount": amount,
            "balance_transaction": None,
            "charge": made["id"],
            "created": account.now,
            "currency": made["currency"],
            "metadata": dict(asked.get("metadata", {})),
            "payment_intent": made["payment_intent"],
            "reason": asked.get("reason"),
            "receipt_number": None,
            "source_transfer_reversal": None,
            "status": "succeeded",
            "transfer_reversal": None,
        }
    )
    account.emit("refund.created", given)
    account.emit("charge.refunded", made, before)
    return given


def _intent(account: Account, invoice: Resource) -> Resource:
    payment = next(account.every("invoice_payment", invoice=invoice["id"]), None)
    if payment is not None:
        return account.get("payment_intent", payment["payment"]["payment_intent"])
    intent_id = account.new_id("pi")
    intent = account.add(
        {
            **dict.fromkeys(_NO_INTENT),
            "id": intent_id,
            "object": "payment_intent",
            "amount": invoice["amount_due"],
            "amount_capturable": 0,
            "amount_received": 0,
            "capture_method": "automatic",
            "client_secret": f"{intent_id}_secret_standin",
            "confirmation_method": "automatic",
            "created": account.now,
            "currency": invoice["currency"],
            "customer": invoice["customer"],
            "livemode": False,
            "metadata": {},
            "payment_method_types": ["card"],
            "status": "requires_payment_method",
        }
    )
    account.emit("payment_intent.created", intent)
    account.add(
        {
            "id": account.new_id("inpay"),
            "object": "invoice_payment",
            "amount_paid": None,
            "amount_requested": invoice["amount_due"],
            "created": account.now,
            "currency": invoice["currency"],
            "invoice": invoice["id"],
            "is_default": True,
            "livemode": False,
            "payment": {"payment_intent": intent_id, "type": "payment_intent"},
            "status": "open",
            "status_transitions": {"canceled_at": None, "paid_at": None},
        }
    )
    return intent


def _charge(
    account: Account, invoice: Resource, intent: Resource, card: str | None, answer: str
) -> Resource:
    paid = answer == PAYS
    charge_id = account.new_id("ch")
    return {
        **dict.fromkeys(_NO_CHARGE),
        "id": charge_id,
        "object": "charge",
        "amount": invoice["amount_due"],
        "amount_captured": invoice["amount_due"] if paid else 0,
        "amount_refunded": 0,
        "billing_details": {
            "address": dict.fromkeys(("city", "country", "line1", "line2", "postal_code", "state")),
            "email": invoice["customer_email"],
            "name": None,
            "phone": None,
            "tax_id": None,
        },
        "captured": paid,
        "created": account.now,
        "currency": invoice["currency"],
        "customer": invoice["customer"],
        "disputed": False,
        "failure_code": None if paid else "card_declined",
        "failure_message": None if paid else "Your card was declined.",
        "livemode": False,
        "metadata": {},
        "paid": paid,
        "payment_intent": intent["id"],
        "payment_method": card,
        "receipt_url": f"{account.url}/i/{invoice['id']}" if paid else None,
        "refunded": False,
        "status": "succeeded" if paid else "failed",
    }


_NO_INTENT = (
    "application", "application_fee_amount", "automatic_payment_methods", "canceled_at",
    "cancellation_reason", "customer_account", "description", "last_payment_error",
    "latest_charge", "next_action", "on_behalf_of", "payment_method",
    "payment_method_configuration_details", "payment_method_options", "processing",
    "receipt_email", "review", "setup_future_usage", "shipping", "statement_descriptor",
    "statement_descriptor_suffix", "transfer_data", "transfer_group",
)  # fmt: skip
_NO_CHARGE = (
    "application", "application_fee", "application_fee_amount", "balance_transaction",
    "calculated_statement_descriptor", "description", "failure_balance_transaction",
    "fraud_details", "on_behalf_of", "outcome", "payment_method_details", "receipt_email",
    "receipt_number", "review", "shipping", "source_transfer", "statement_descriptor",
    "statement_descriptor_suffix", "transfer_data", "transfer_group",
)  # fmt: skip
