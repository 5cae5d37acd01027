"""Subscriptions: made, changed, cancelled, resumed; and how an invoice's fate becomes a status.

Invariant: what has ended (canceled, incomplete_expired) never changes again.
"""

from __future__ import annotations

from typing import Any

from presence_standins.stripe import invoices
from presence_standins.stripe.account import Account, Resource, page, snapshot
from presence_standins.stripe.customers import bank_says, default_card
from presence_standins.stripe.dates import DAY, next_after
from presence_standins.stripe.lines import charge_line, credit_line, period_line
from presence_standins.stripe.problems import declined, invalid, missing, not_modelled

ENDED = frozenset({"canceled", "incomplete_expired"})


def item_of(sub: Resource) -> Resource:
    """The subscription's only item."""
    item: Resource = sub["items"]["data"][0]
    return item


def live(account: Account, **wanted: Any) -> list[Resource]:
    """Subscriptions that have not ended, oldest first."""
    return [s for s in account.every("subscription", **wanted) if s["status"] not in ENDED]


def start(
    account: Account,
    customer_id: str,
    price_id: str,
    *,
    metadata: dict[str, str] | None = None,
    trial_days: int = 0,
    without_card: str | None = None,
) -> Resource:
    """A new subscription with its first invoice tried; incomplete when the card is refused."""
    price = account.get("price", price_id, "items[0][price]")
    sub = account.add(_blank(account, customer_id, price, metadata or {}))
    if trial_days:
        sub["trial_start"], sub["trial_end"] = account.now, account.now + trial_days * DAY
        sub["billing_cycle_anchor"] = sub["trial_end"]
        sub["trial_settings"]["end_behavior"]["missing_payment_method"] = (
            without_card or "create_invoice"
        )
    item = item_of(sub)
    item["current_period_end"] = sub["trial_end"] or next_after(
        sub["billing_cycle_anchor"], price["recurring"]["interval"], account.now
    )
    first = invoices.draft(
        account, sub, "subscription_create", [period_line(account, sub, free=bool(trial_days))]
    )
    invoices.finalize(account, first)
    paid = invoices.attempt(account, first)
    sub["status"] = "trialing" if trial_days else "active" if paid else "incomplete"
    account.emit("customer.subscription.created", sub)
    return sub


def update(account: Account, sub_id: str, asked: dict[str, Any]) -> Resource:
    """POST /v1/subscriptions/{id}: cancel or keep, another price, another end of the trial."""
    sub = open_subscription(account, sub_id)
    before = snapshot(sub)
    sub["metadata"].update(asked.get("metadata", {}))
    details = asked.get("cancellation_details", {})
    sub["cancellation_details"].update({k: v or None for k, v in details.items()})
    if "cancel_at_period_end" in asked:
        schedule_end(account, sub, at_period_end=asked["cancel_at_period_end"])
    elif "cancel_at" in asked:
        schedule_end(account, sub, moment=int(asked["cancel_at"] or 0))
    if "trial_end" in asked:
        _extend_trial(account, sub, asked["trial_end"])
    items = asked.get("items") or []
    if items:
        change_price(account, sub, items, asked)
    account.emit("customer.subscription.updated", sub, before)
    return sub


def open_subscription(account: Account, sub_id: str) -> Resource:
    """The subscription unless it has ended. Raises Problem as Stripe does."""
    sub = account.get("subscription", sub_id)
    if sub["status"] in ENDED:
        raise missing("subscription", sub_id)
    return sub


def schedule_end(
    account: Account, sub: Resource, *, at_period_end: bool = False, moment: int = 0
) -> None:
    """End it with the period, at a moment, or (neither) not at all."""
    ends = item_of(sub)["current_period_end"] if at_period_end else moment
    if moment and moment <= account.now:
        raise invalid("`cancel_at` must be in the future.", param="cancel_at")
    sub["cancel_at_period_end"] = at_period_end
    sub["cancel_at"] = ends or None
    sub["canceled_at"] = account.now if ends else None
    sub["cancellation_details"]["reason"] = "cancellation_requested" if ends else None


def change_price(
    account: Account, sub: Resource, items: list[Resource], asked: dict[str, Any]
) -> None:
    """Another price: the rest of the period is prorated, another interval starts a new period."""
    item = item_of(sub)
    if len(items) != 1 or items[0].get("id") != item["id"]:
        raise not_modelled("more than one item on a subscription")
    old, new = item["price"], account.get("price", items[0].get("price", ""), "items[0][price]")
    if old["id"] == new["id"]:
        return
    behaviour = asked.get("proration_behavior", "create_prorations")
    careful = asked.get("payment_behavior") == "error_if_incomplete"
    if careful and bank_says(account, default_card(account, sub["customer"])) != "pays":
        raise declined(bank_says(account, default_card(account, sub["customer"])))
    prorated = behaviour != "none" and sub["status"] != "trialing"
    lines = [credit_line(account, sub, old)] if prorated else []
    restarts = old["recurring"]["interval"] != new["recurring"]["interval"]
    item["price"] = snapshot(new)
    if restarts and sub["status"] != "trialing":
        _restart(account, sub)
        lines.append(period_line(account, sub))
    elif prorated:
        lines.append(charge_line(account, sub, new))
    if (restarts and sub["status"] != "trialing") or (prorated and behaviour == "always_invoice"):
        _bill(account, sub, lines)
    elif lines:
        account.pending.setdefault(sub["id"], []).extend(lines)
    if sub["cancel_at_period_end"]:
        sub["cancel_at"] = item["current_period_end"]


def cancel(account: Account, sub_id: str, asked: dict[str, Any]) -> Resource:
    """DELETE /v1/subscriptions/{id}: now; `prorate` with `invoice_now` credits the balance."""
    sub = open_subscription(account, sub_id)
    if asked.get("prorate") and sub["status"] == "active":
        account.pending.setdefault(sub["id"], []).append(
            credit_line(account, sub, item_of(sub)["price"])
        )
    if asked.get("invoice_now") and account.pending.get(sub["id"]):
        _bill(account, sub, [], settles=False)
    sub["cancellation_details"].update(
        {k: v or None for k, v in asked.get("cancellation_details", {}).items()}
    )
    end(account, sub, "cancellation_requested")
    return sub


def end(account: Account, sub: Resource, reason: str) -> None:
    """The subscription is over now; nothing more is charged for it."""
    sub.update(status="canceled", ended_at=account.now)
    sub["canceled_at"] = sub["canceled_at"] or account.now
    sub["cancellation_details"]["reason"] = sub["cancellation_details"]["reason"] or reason
    for invoice in of_subscription(account, sub):
        if invoice["status"] in {"draft", "open"}:
            invoice.update(auto_advance=False, next_payment_attempt=None)
            invoice["automatically_finalizes_at"] = None
    account.emit("customer.subscription.deleted", sub)


def settle_status(account: Account, sub: Resource, invoice: Resource, *, paid: bool) -> None:
    """What a try of an invoice makes of the subscription."""
    before = snapshot(sub)
    latest = invoice["id"] == sub["latest_invoice"]
    given_up = not paid and invoice["next_payment_attempt"] is None
    if paid and latest and sub["status"] in {"past_due", "unpaid", "incomplete", "paused"}:
        sub["status"] = "active"
    elif not paid and latest and sub["status"] == "active":
        sub["status"] = "past_due"
    if given_up and sub["status"] == "past_due":
        if account.policy.after_retries == "cancel":
            end(account, sub, "payment_failed")
            return
        sub["status"] = account.policy.after_retries
    account.emit("customer.subscription.updated", sub, before)


def of_subscription(account: Account, sub: Resource) -> list[Resource]:
    """The subscription's invoices, oldest first."""
    found = account.every("invoice", customer=sub["customer"])
    return [i for i in found if i["parent"]["subscription_details"]["subscription"] == sub["id"]]


def _restart(account: Account, sub: Resource) -> None:
    """A new period from now."""
    item = item_of(sub)
    sub["billing_cycle_anchor"] = item["current_period_start"] = account.now
    item["current_period_end"] = next_after(
        account.now, item["price"]["recurring"]["interval"], account.now
    )


def _extend_trial(account: Account, sub: Resource, until: str) -> None:
    moment = account.now if until == "now" else int(until)
    if moment <= account.now:
        raise not_modelled("ending a trial by hand")
    item = item_of(sub)
    sub.update(status="trialing", trial_start=sub["trial_start"] or account.now, trial_end=moment)
    sub["billing_cycle_anchor"] = moment
    item["current_period_start"], item["current_period_end"] = account.now, moment
    if sub["cancel_at_period_end"]:
        sub["cancel_at"] = moment
    _bill(account, sub, [period_line(account, sub, free=True)])


def _bill(account: Account, sub: Resource, lines: list[Resource], *, settles: bool = True) -> None:
    """Invoice at once and try it."""
    invoice = invoices.draft(account, sub, "subscription_update", lines)
    invoices.finalize(account, invoice)
    paid = invoices.attempt(account, invoice)
    if settles and paid and sub["status"] in {"past_due", "unpaid"}:
        sub["status"] = "active"  # the latest invoice decides
    elif settles and not paid and sub["status"] == "active":
        sub["status"] = "past_due"


def _blank(
    account: Account, customer_id: str, price: Resource, metadata: dict[str, str]
) -> Resource:
    sub_id = account.new_id("sub")
    item: Resource = {
        "id": account.new_id("si"),
        "object": "subscription_item",
        "billing_thresholds": None,
        "created": account.now,
        "current_period_end": account.now,
        "current_period_start": account.now,
        "discounts": [],
        "metadata": {},
        "price": snapshot(price),
        "quantity": 1,
        "subscription": sub_id,
        "tax_rates": [],
    }
    return {
        **dict.fromkeys(_EMPTY),
        "id": sub_id,
        "object": "subscription",
        "automatic_tax": {"disabled_reason": None, "enabled": False, "liability": None},
        "billing_cycle_anchor": account.now,
        "billing_mode": {
            "flexible": {"proration_discounts": "included"},
            "type": "flexible",
            "updated_at": account.now,
        },
        "billing_schedules": [],
        "cancel_at_period_end": False,
        "cancellation_details": dict.fromkeys(("comment", "feedback", "reason")),
        "collection_method": "charge_automatically",
        "created": account.now,
        "currency": price["currency"],
        "customer": customer_id,
        "default_tax_rates": [],
        "discounts": [],
        "invoice_settings": {"account_tax_ids": None, "issuer": {"type": "self"}},
        "items": page(f"/v1/subscription_items?subscription={sub_id}", [item]),
        "livemode": False,
        "metadata": dict(metadata),
        "payment_settings": {
            "payment_method_options": None,
            "payment_method_types": None,
            "save_default_payment_method": "off",
        },
        "start_date": account.now,
        "status": "incomplete",
        "trial_settings": {"end_behavior": {"missing_payment_method": "create_invoice"}},
    }


_EMPTY = (
    "application", "application_fee_percent", "billing_cycle_anchor_config",
    "billing_thresholds", "cancel_at", "canceled_at", "customer_account", "days_until_due",
    "default_payment_method", "default_source", "description", "ended_at", "latest_invoice",
    "next_pending_invoice_item_invoice", "on_behalf_of", "pause_collection",
    "pending_invoice_item_interval", "pending_setup_intent", "pending_update", "schedule",
    "test_clock", "transfer_data", "trial_end", "trial_start",
)  # fmt: skip
