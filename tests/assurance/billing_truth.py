"""What is true at Stripe, told without any of the product's own code; and how we compare with it.

Invariant: the rule of access is written here a second time, from the specification, so that a
mistake in the product's rule cannot hide behind itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

import asyncpg

from presence_standins.stripe.account import Account, Resource
from tests.assurance.billing_scene import moment

GRACE_S = 7 * 24 * 3_600
LATE_S = 60
_OVER = ("canceled", "incomplete_expired")
_STATUS = {
    "active": "active", "trialing": "trialing", "past_due": "past_due", "unpaid": "unpaid",
    "paused": "unpaid", "incomplete": "unpaid",
}  # fmt: skip
_ROWS = "SELECT * FROM subscriptions WHERE workspace_id = $1 AND status <> 'expired'"
_PAID = """
SELECT processor_payment_id AS id, amount, currency, status FROM payments WHERE workspace_id = $1
"""


@dataclass
class Truth:
    """Stripe's account seen over time: since when a subscription is past due, what was open."""

    account: Account
    past_due_since: dict[str, int] = field(default_factory=dict)
    open_until: dict[int, int] = field(default_factory=dict)  # last moment a rank was open
    changed_at: int = 0
    changed_from: int = 0  # number of the first event that can tell of the latest change
    _events: int = 0
    _seen: str = ""

    def live(self) -> list[Resource]:
        """Every subscription of anyone in this account that has not ended."""
        return [s for s in self.account.every("subscription") if s["status"] not in _OVER]

    def note(self) -> None:
        """Remember since when what is past due is past due, and when anything changed."""
        for sub in self.account.every("subscription"):
            if sub["status"] == "past_due":
                self.past_due_since.setdefault(sub["id"], self.account.now)
            else:
                self.past_due_since.pop(sub["id"], None)
        seen = str([(s["id"], s["status"], s["cancel_at"], plan_of(s)) for s in self.live()])
        if seen != self._seen:
            self._seen, self.changed_at = seen, self.account.now
            self.changed_from = self._events
        self._events = sum(1 for _ in self.account.every("event"))

    def rights(self) -> Iterator[tuple[int, int | None]]:
        """(plan, until when as things are) of each live subscription; None is without an end."""
        for sub in self.live():
            if sub["status"] == "active":
                yield plan_of(sub), None
            elif sub["status"] == "trialing":
                yield plan_of(sub), sub["trial_end"]
            elif sub["status"] == "past_due":
                yield plan_of(sub), self.past_due_since[sub["id"]] + GRACE_S

    def open_plan(self, at: int) -> int:
        """The highest plan that is open at a moment from now on, 0 for none."""
        return max((p for p, until in self.rights() if until is None or until > at), default=0)

    def pass_time(self, until: int) -> None:
        """Remember what stays open while nothing happens at Stripe until a moment."""
        for plan, end in self.rights():
            last = until if end is None else min(until, end)
            for rank in range(1, plan + 1):
                self.open_until[rank] = max(self.open_until.get(rank, 0), last)

    def was_open(self, plan: int, at: int) -> bool:
        """Whether a plan (or a higher one) was open within the last minute before a moment."""
        return self.open_plan(at) >= plan or self.open_until.get(plan, 0) >= at - LATE_S


def plan_of(sub: Resource) -> int:
    """The plan a subscription is for."""
    return int(sub["items"]["data"][0]["price"]["metadata"]["plan_id"])


async def differences(
    truth: Truth, admin: asyncpg.Connection, workspace_id: object
) -> Iterator[str]:
    """How our rows differ from Stripe, once everything has settled."""
    live = truth.live()
    rows = await admin.fetch(_ROWS, workspace_id)
    paid = await admin.fetch(_PAID, workspace_id)
    found = [f"{len(live)} subscriptions run at once"] if len(live) > 1 else []
    if len(live) == 1 and len(rows) == 1:
        found += _compare(live[0], rows[0])
    elif len(rows) != len(live):
        found.append(f"{len(rows)} rows for {len(live)} subscriptions")
    found += _money(truth.account, paid)
    return iter(found)


def _compare(sub: Resource, row: asyncpg.Record) -> list[str]:
    item = sub["items"]["data"][0]
    yearly = item["price"]["recurring"]["interval"] == "year"
    expected: dict[str, Any] = {
        "processor_subscription_id": sub["id"],
        "processor_customer_id": sub["customer"],
        "plan_id": plan_of(sub),
        "status": _STATUS[sub["status"]],
        "billing_frequency": "yearly" if yearly else "monthly",
        "current_period_start": moment(item["current_period_start"]),
        "current_period_end": moment(item["current_period_end"]),
        "cancel_at_period_end": sub["cancel_at"] is not None,
        "end_date": _moment(sub["cancel_at"]),
        "trial_end": _moment(sub["trial_end"]),
    }
    return [
        f"{name} is {row[name]}, at Stripe {value}"
        for name, value in expected.items()
        if row[name] != value
    ]


def _money(account: Account, rows: list[asyncpg.Record]) -> list[str]:
    """Every bill stands here with what was paid, to the cent, and nothing else does."""
    ours = {row["id"]: row for row in rows}
    found = []
    for bill in account.every("invoice"):
        row = ours.pop(bill["id"], None)
        if bill["status"] == "draft":
            found += [f"draft {bill['id']} stands as a payment"] if row else []
        elif row is None:
            found.append(f"{bill['status']} bill {bill['id']} is missing")
        else:
            cents = bill["amount_paid"] if bill["status"] == "paid" else bill["amount_due"]
            if (row["amount"], row["currency"], row["status"]) != (
                Decimal(cents) / 100,
                bill["currency"].upper(),
                bill["status"],
            ):
                found.append(f"{bill['id']} is {row['amount']} {row['status']}, not {cents} cents")
    received = sum(c["amount"] for c in account.every("charge", paid=True))
    recorded = sum((r["amount"] for r in rows if r["status"] == "paid"), Decimal(0))
    if recorded * 100 != received:
        found.append(f"{recorded} recorded, {received} cents received")
    return [*found, *(f"payment {key} is nobody's" for key in ours)]


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else moment(seconds)
