"""Translates what Stripe reports about a customer into the specification's terms. Pure.

Invariant: the same response from Stripe always gives the same facts, whatever we knew before, so
lost, repeated and reordered events cannot add up to a different state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from presence.core.payments import RemoteInvoice, RemoteSubscription
from presence.domains.billing.entitlements import SubscriptionState, access_until

# Stripe's eight statuses onto the specification's six. Its `canceled` is over; one that still runs
# to the end of its period is `active` there and here.
STATUSES = {
    "trialing": "trialing",
    "active": "active",
    "past_due": "past_due",
    "unpaid": "unpaid",
    "paused": "unpaid",
    "incomplete": "unpaid",
    "incomplete_expired": "expired",
    "canceled": "expired",
}
GRANTING = frozenset({"active", "trialing", "past_due"})
_OWED = frozenset({"open", "uncollectible"})
EventData = dict[str, str | int | None]
_FREQUENCY = {"month": "monthly", "year": "yearly"}


@dataclass(frozen=True, slots=True)
class Facts:
    """The intended content of a subscription row; `details` is the row's metadata."""

    plan_id: int
    status: str
    billing_frequency: str
    start_date: datetime
    end_date: datetime | None
    current_period_start: datetime | None
    current_period_end: datetime | None
    cancel_at_period_end: bool
    trial_start: datetime | None
    trial_end: datetime | None
    processor_subscription_id: str
    processor_customer_id: str
    access_until: datetime | None
    details: dict[str, Any]


def status_of(remote: RemoteSubscription) -> str:
    """The specification's status; an unknown term opens nothing."""
    return STATUSES.get(remote.status, "unpaid")


def is_live(remote: RemoteSubscription) -> bool:
    """Whether it can still cost or provide something."""
    return status_of(remote) != "expired"


def facts_of(remote: RemoteSubscription, plan_id: int, invoices: Sequence[RemoteInvoice]) -> Facts:
    """The row for a subscription."""
    status = status_of(remote)
    since = unpaid_since(remote, invoices) if status == "past_due" else None
    end = _end(remote)
    state = SubscriptionState(
        plan_id=plan_id,
        status=status,
        current_period_start=remote.period_start,
        current_period_end=remote.period_end,
        trial_end=remote.trial_end,
        end_date=end,
        past_due_since=since,
    )
    details = {
        "stripeStatus": remote.status,
        "itemId": remote.item_id,
        "priceId": remote.price.id,
        "paymentMethodId": remote.payment_method_id,
        "pastDueSince": since.isoformat() if since else None,
    }
    return Facts(
        plan_id=plan_id,
        status=status,
        billing_frequency=_FREQUENCY.get(remote.price.interval, "monthly"),
        start_date=remote.started,
        end_date=end,
        current_period_start=remote.period_start,
        current_period_end=remote.period_end,
        cancel_at_period_end=is_live(remote) and ends_by_itself(remote),
        trial_start=remote.trial_start,
        trial_end=remote.trial_end,
        processor_subscription_id=remote.id,
        processor_customer_id=remote.customer_id,
        access_until=access_until(state),
        details={name: value for name, value in details.items() if value is not None},
    )


def ends_by_itself(remote: RemoteSubscription) -> bool:
    """Whether its cancellation is scheduled: our call sets the flag, the portal sets a date."""
    return remote.cancel_at_period_end or remote.cancel_at is not None


def unpaid_since(remote: RemoteSubscription, invoices: Iterable[RemoteInvoice]) -> datetime | None:
    """When the first of the consecutive unpaid invoices up to the newest was first charged.

    One that was paid only after the next was already due belongs to them. This is decided by the
    invoices and not by when we heard of them, so late events cannot prolong the grace period.
    `invoices` come newest first: for two from the same second, their order is the only information.
    """
    mine = [bill for bill in invoices if bill.subscription_id == remote.id]
    since: datetime | None = None
    for bill in sorted(mine, key=lambda bill: bill.created, reverse=True):
        if bill.status == "draft":  # guard: billing.draft-invoice
            continue
        late = bill.paid_at is not None and since is not None and bill.paid_at > since
        if bill.status not in _OWED and not late:
            break
        since = bill.finalized_at or bill.created
    return since or remote.period_start


def primary(
    remotes: Iterable[RemoteSubscription], ranks: dict[str, int]
) -> RemoteSubscription | None:
    """The one that counts: it gives access, then has the higher plan, then is older.

    `ranks` is the rank of each subscription's plan by subscription id; others are not ours.
    """
    mine = [remote for remote in remotes if is_live(remote) and remote.id in ranks]
    mine.sort(
        key=lambda r: (status_of(r) not in GRANTING, -ranks[r.id], r.created, r.id),
    )
    return mine[0] if mine else None


def _end(remote: RemoteSubscription) -> datetime | None:
    if remote.ended_at is not None or not is_live(remote):
        return remote.ended_at
    if remote.cancel_at is not None:
        return remote.cancel_at
    return remote.period_end if remote.cancel_at_period_end else None


def news(before: Facts | None, after: Facts) -> list[tuple[str, EventData]]:
    """(event type, data) of what changed, in the order in which it is published."""
    if before is None:
        return [(f"subscription.{after.status}", _data(after))]
    found: list[tuple[str, EventData]] = []
    if before.status != after.status:
        kind = "payment.recovered" if _recovered(before, after) else f"subscription.{after.status}"
        found.append((kind, {**_data(after), "from": before.status}))
    if before.plan_id != after.plan_id:
        found.append(("plan.changed", {**_data(after), "from": before.plan_id}))
    if before.billing_frequency != after.billing_frequency:
        found.append(("frequency.changed", {**_data(after), "from": before.billing_frequency}))
    if before.cancel_at_period_end != after.cancel_at_period_end and after.status != "expired":
        kind = "cancellation.scheduled" if after.cancel_at_period_end else "cancellation.withdrawn"
        found.append((kind, _data(after)))
    if before.current_period_end != after.current_period_end and not found:
        found.append(("subscription.renewed", _data(after)))
    return found


def _recovered(before: Facts, after: Facts) -> bool:
    return before.status in {"past_due", "unpaid"} and after.status == "active"


def _data(facts: Facts) -> EventData:
    ends = facts.end_date or facts.current_period_end
    return {
        "planId": facts.plan_id,
        "status": facts.status,
        "billingFrequency": facts.billing_frequency,
        "periodEnd": ends.isoformat() if ends else None,
    }
