"""Stripe's objects as the product's own values.

Invariant: a missing or oddly typed member that the product relies on is PaymentsRefused, never a
guess: a half-understood subscription must not open or close a plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from presence.core.payments import (
    PaymentsRefused,
    RemoteCheckout,
    RemoteInvoice,
    RemotePrice,
    RemoteSubscription,
)

Json = Mapping[str, Any]


def subscription(data: Json) -> RemoteSubscription:
    """A subscription; since API version 2025-03-31, its period is on its only item."""
    try:
        item = data["items"]["data"][0]
        return RemoteSubscription(
            id=data["id"],
            status=data["status"],
            customer_id=identifier(data["customer"]) or "",
            item_id=item["id"],
            price=price(item["price"]),
            created=_must(data["created"]),
            started=_must(data["start_date"]),
            period_start=moment(item["current_period_start"]),
            period_end=moment(item["current_period_end"]),
            ended_at=moment(data.get("ended_at")),
            cancel_at=moment(data.get("cancel_at")),
            cancel_at_period_end=bool(data.get("cancel_at_period_end")),
            trial_start=moment(data.get("trial_start")),
            trial_end=moment(data.get("trial_end")),
            payment_method_id=identifier(data.get("default_payment_method")),
            metadata=dict(data.get("metadata") or {}),
        )
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise _unreadable("subscription", data) from error


def price(data: Json) -> RemotePrice:
    """A recurring price."""
    try:
        return RemotePrice(
            id=data["id"],
            interval=data["recurring"]["interval"],
            amount=int(data.get("unit_amount") or 0),
            currency=str(data["currency"]).upper(),
            product_id=identifier(data.get("product")) or "",
            lookup_key=data.get("lookup_key"),
            active=bool(data.get("active", True)),
            metadata=dict(data.get("metadata") or {}),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable("price", data) from error


def invoice(data: Json) -> RemoteInvoice:
    """A bill; which subscription it is for stands under its parent since 2025-03-31."""
    try:
        changes = data.get("status_transitions") or {}
        return RemoteInvoice(
            id=data["id"],
            subscription_id=_billed(data),
            status=data["status"] or "draft",
            currency=str(data["currency"]).upper(),
            total=int(data["total"]),
            amount_due=int(data["amount_due"]),
            amount_paid=int(data["amount_paid"]),
            created=_must(data["created"]),
            number=data.get("number"),
            attempted=bool(data.get("attempted")),
            finalized_at=moment(changes.get("finalized_at")),
            paid_at=moment(changes.get("paid_at")),
            period_start=moment(data.get("period_start")),
            period_end=moment(data.get("period_end")),
            page_url=data.get("hosted_invoice_url"),
            pdf_url=data.get("invoice_pdf"),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable("invoice", data) from error


def checkout(data: Json) -> RemoteCheckout:
    """A hosted payment page."""
    try:
        return RemoteCheckout(
            id=data["id"],
            url=data.get("url"),
            status=data.get("status") or "",
            customer_id=identifier(data.get("customer")),
            reference=data.get("client_reference_id"),
            subscription_id=identifier(data.get("subscription")),
        )
    except (KeyError, TypeError) as error:
        raise _unreadable("checkout session", data) from error


def identifier(value: Any) -> str | None:
    """The id of a member that is either an id or the expanded object."""
    if isinstance(value, Mapping):
        value = value.get("id")
    return value if isinstance(value, str) and value else None


def moment(value: Any) -> datetime | None:
    """Unix seconds as aware UTC."""
    return None if value is None else datetime.fromtimestamp(int(value), UTC)


def _must(value: Any) -> datetime:
    return datetime.fromtimestamp(int(value), UTC)


def _billed(data: Json) -> str | None:
    parent = data.get("parent") or {}
    details = parent.get("subscription_details") or {}
    return identifier(details.get("subscription"))


def _unreadable(kind: str, data: Json) -> PaymentsRefused:
    return PaymentsRefused(f"The payment provider sent a {kind} we cannot read: {data.get('id')}.")
