"""What happens by itself when time passes.

Invariant: `advance` does everything that became due, one thing at a time, each at its own moment,
so that a jump of two years gives what two years of days would have given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from presence_standins.stripe import checkout, invoices, subscriptions
from presence_standins.stripe.account import PAYS, Account, Resource, snapshot
from presence_standins.stripe.customers import bank_says, default_card
from presence_standins.stripe.dates import DAY, HOUR, next_after
from presence_standins.stripe.lines import period_line
from presence_standins.stripe.problems import declined, invalid
from presence_standins.stripe.subscriptions import item_of

INCOMPLETE_S = 23 * HOUR
WARNING_S = 3 * DAY
Due = tuple[int, Callable[[], None]]


def next_moment(account: Account) -> int | None:
    """When something happens next, None when nothing is planned."""
    return min((moment for moment, _ in _planned(account)), default=None)


def advance(account: Account, until: int) -> None:
    """Let time pass. Raises ValueError for going back."""
    if until < account.now:
        raise ValueError("Time does not go back.")
    while True:
        due = min(_planned(account), key=_when, default=None)
        if due is None or due[0] > until:
            break
        moment, act = due
        account.now = max(account.now, moment)
        act()
    account.now = until


def pay_by_hand(account: Account, invoice: Resource) -> None:
    """The customer pays an open invoice. Raises Problem when it is not open, or declined."""
    if invoice["status"] != "open":
        raise invalid(f"This invoice is {invoice['status']}.")
    answer = bank_says(account, default_card(account, invoice["customer"]))
    _collect(account, invoice, first=False)
    if answer != PAYS:
        raise declined(answer)


def _when(due: Due) -> int:
    return due[0]


def _planned(account: Account) -> Iterator[Due]:
    for session in account.every("checkout.session", status="open"):
        yield session["expires_at"], partial(_expire, account, session)
    for sub in subscriptions.live(account):
        yield from _of_subscription(account, sub)
    for invoice in account.every("invoice", status="draft", auto_advance=True):
        moment = invoice["automatically_finalizes_at"]
        if moment is not None:
            yield moment, partial(_collect, account, invoice, first=True)
    for invoice in account.every("invoice", status="open"):
        if invoice["next_payment_attempt"] is not None:
            yield (
                invoice["next_payment_attempt"],
                partial(_collect, account, invoice, first=False),
            )


def _of_subscription(account: Account, sub: Resource) -> Iterator[Due]:
    end = item_of(sub)["current_period_end"]
    if sub["status"] == "incomplete":
        yield sub["created"] + INCOMPLETE_S, partial(_give_up, account, sub)
        return
    if sub["cancel_at"] is not None:
        yield (
            min(sub["cancel_at"], end) if sub["cancel_at_period_end"] else sub["cancel_at"],
            partial(subscriptions.end, account, sub, "cancellation_requested"),
        )
    if sub["status"] == "paused":
        return
    if sub["status"] == "trialing" and sub["id"] not in account.warned:
        yield sub["trial_end"] - WARNING_S, partial(_warn, account, sub)
    yield end, partial(_renew, account, sub)


def _expire(account: Account, session: Resource) -> None:
    checkout.expire(account, session["id"])


def _warn(account: Account, sub: Resource) -> None:
    account.warned.add(sub["id"])
    account.emit("customer.subscription.trial_will_end", sub)


def _renew(account: Account, sub: Resource) -> None:
    """A period is over: the next begins, and its invoice is drafted."""
    before = snapshot(sub)
    item = item_of(sub)
    if sub["status"] == "trialing":
        without = sub["trial_settings"]["end_behavior"]["missing_payment_method"]
        if default_card(account, sub["customer"]) is None and without != "create_invoice":
            _end_trial_without_card(account, sub, without, before)
            return
        sub["status"] = "active"
    item["current_period_start"] = item["current_period_end"]
    item["current_period_end"] = next_after(
        sub["billing_cycle_anchor"],
        item["price"]["recurring"]["interval"],
        item["current_period_start"],
    )
    drafted = invoices.draft(account, sub, "subscription_cycle", [period_line(account, sub)])
    if sub["status"] == "unpaid":
        drafted.update(auto_advance=False, automatically_finalizes_at=None)
    account.emit("customer.subscription.updated", sub, before)


def _end_trial_without_card(
    account: Account, sub: Resource, without: str, before: Resource
) -> None:
    if without == "cancel":
        subscriptions.end(account, sub, "payment_failed")
        return
    sub["status"] = "paused"
    account.emit("customer.subscription.paused", sub)
    account.emit("customer.subscription.updated", sub, before)


def _collect(account: Account, invoice: Resource, *, first: bool) -> None:
    """Finalize and try an invoice, or try it again."""
    if first:
        invoices.finalize(account, invoice)
    paid = invoices.attempt(account, invoice)
    wanted = invoice["parent"]["subscription_details"]["subscription"]
    sub = account.get("subscription", wanted)
    if sub["status"] not in subscriptions.ENDED:
        subscriptions.settle_status(account, sub, invoice, paid=paid)


def _give_up(account: Account, sub: Resource) -> None:
    before = snapshot(sub)
    for invoice in subscriptions.of_subscription(account, sub):
        if invoice["status"] == "open":
            invoices.void(account, invoice)
    sub.update(status="incomplete_expired", ended_at=account.now)
    account.emit("customer.subscription.updated", sub, before)
