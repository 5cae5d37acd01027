"""The one routine that makes our state Stripe's: on redirect, webhook, schedule, or by hand.

It queries Stripe for everything about the workspace's customer and stores the result. Invariant: it
relies on no event and no order; a response to an older query never overwrites a newer one, and
running it again changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.payments import (
    PaymentGateway,
    PaymentsMissing,
    PaymentsRefused,
    RemoteInvoice,
    RemoteSubscription,
    money,
)
from presence.db.session import release
from presence.domains.billing.entitlements import NEVER
from presence.domains.billing.models import Subscription
from presence.domains.billing.queries import stripe_sync, subscriptions
from presence.domains.billing.queries.stripe_sync import Ticket
from presence.domains.billing.service.checkout_sessions import close_sessions
from presence.domains.billing.service.current_plan import apply_plan_change
from presence.domains.billing.service.mapping import (
    EventData,
    Facts,
    facts_of,
    is_live,
    news,
    primary,
)
from presence.domains.billing.service.plans import PriceList, price_list
from presence.domains.workspaces.service import is_member, let_stand, lock_whoever_asks
from presence.jobs.mail import request_mail

log = logging.getLogger(__name__)
ROUNDS = 3
_EMAILS = {
    "subscription.past_due": "payment-failed",
    "cancellation.scheduled": "subscription-ending",
}
_COLUMNS = tuple(f.name for f in fields(Facts))


@dataclass(frozen=True, slots=True)
class CustomerState:
    """Everything Stripe reports about a customer, and the plan of each subscription of ours."""

    remotes: Sequence[RemoteSubscription]
    invoices: Sequence[RemoteInvoice]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a sync: `changes` names what differed, `surplus` a second paid subscription.

    The `surplus` of a complete sync is one that could not be ended.
    """

    changes: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    stored: bool = True


async def sync_subscription(
    session: AsyncSession, gateway: PaymentGateway, now: datetime
) -> Settlement:
    """Bring the bound workspace to Stripe's state. Ends the open transaction before the query.

    Raises PaymentsDown if Stripe does not respond; nothing has been changed then.
    """
    changes: list[str] = []
    done = Settlement()
    for _ in range(ROUNDS):
        ticket = await stripe_sync.take_ticket(session)
        if ticket is None:
            break
        let_stand(session)
        await release(session)
        answer = await _ask(gateway, ticket.customer_id)
        done = await _store(session, ticket, answer, now)
        changes += done.changes
        if not done.surplus:
            return Settlement(tuple(changes), stored=done.stored)
        await release(session)
        for subscription_id in done.surplus:
            await _end_surplus(gateway, subscription_id)
    return Settlement(tuple(changes), done.surplus)


async def _ask(gateway: PaymentGateway, customer_id: str) -> CustomerState:
    """A customer deleted at Stripe has nothing: Stripe ended all subscriptions."""
    try:
        remotes = await gateway.subscriptions_of(customer_id)
        invoices = await gateway.invoices_of(customer_id)
    except PaymentsMissing:
        return CustomerState((), ())
    return CustomerState(remotes, invoices)


async def _end_surplus(gateway: PaymentGateway, subscription_id: str) -> None:
    """Two were paid for: the lesser one ends now and its unused part is credited."""
    log.warning("Ending %s: the workspace already has a subscription.", subscription_id)
    try:
        await gateway.cancel_now(subscription_id, prorate=True, key=f"surplus:{subscription_id}")
    except PaymentsRefused:
        log.warning("%s was already ended.", subscription_id)


async def _store(
    session: AsyncSession, ticket: Ticket, answer: CustomerState, now: datetime
) -> Settlement:
    await lock_whoever_asks(session)  # guard: billing.settle-lock
    if not await stripe_sync.claim_ticket(session, ticket, now):  # guard: billing.settle-fenced
        return Settlement(stored=False)
    prices = await price_list(session)
    plans, order = _plans(prices, answer.remotes), prices.ranks()
    chosen = primary(answer.remotes, {key: order[plan] for key, plan in plans.items()})
    known = await subscriptions.of_processor(session)
    changes = await _end_missing(session, known, answer.remotes, now)
    for remote in sorted(answer.remotes, key=lambda r: r is chosen):
        if remote.id in plans:
            facts = facts_of(remote, plans[remote.id], answer.invoices)
            aside = is_live(remote) and remote is not chosen
            if remote is chosen:
                aside = not await _replace_subscription(session, facts, now)
            row, differing = await _write(session, known.get(remote.id), _demote(facts, aside))
            known[remote.id] = row
            changes += differing
    await _store_invoices(session, answer, known)
    await close_sessions(session, prices, answer.remotes, chosen, now)
    await apply_plan_change(session, now, announce=bool(changes))
    surplus = tuple(
        r.id for r in answer.remotes if is_live(r) and r is not chosen and r.id in plans
    )
    if not surplus:  # until the second one is ended, the event that reported it must be retried
        await stripe_sync.work_off(session, ticket, now)
    return Settlement(tuple(changes), surplus)


def _plans(prices: PriceList, remotes: Sequence[RemoteSubscription]) -> dict[str, int]:
    """Plan by subscription id; subscriptions for none of our plans are ignored."""
    found: dict[str, int] = {}
    for remote in remotes:
        plan_id = prices.plan_of(remote.price)
        if plan_id is None:
            log.error("Subscription %s has a price that is no plan's.", remote.id)
        else:
            found[remote.id] = plan_id
    return found


async def _replace_subscription(session: AsyncSession, facts: Facts, now: datetime) -> bool:
    """Whether the paid subscription may become the running one; ends a granted one for it.

    A granted one stays as long as what was bought opens nothing.
    """
    running = await subscriptions.live(session)
    if running is None or running.processor_subscription_id == facts.processor_subscription_id:
        return True
    if running.processor == "stripe":
        await _expire(session, running, "subscription.expired", now)
        return True
    if running.access_until is not None and running.access_until <= now:
        await _expire(session, running, "manual.ended", now)
        return True
    if facts.access_until is not None and facts.access_until <= now:  # guard: billing.access-over
        return False
    await _expire(session, running, "manual.replaced", now)
    return True


async def _expire(session: AsyncSession, row: Subscription, event: str, now: datetime) -> None:
    row.status, row.access_until = "expired", now
    await session.flush()
    await subscriptions.insert_event(session, row.id, event, {"planId": row.plan_id})


def _demote(facts: Facts, aside: bool) -> Facts:
    """The facts, or those of one that is stored but does not count."""
    if not aside:
        return facts
    changed = {"status": "expired", "access_until": NEVER, "cancel_at_period_end": False}
    values = {name: getattr(facts, name) for name in _COLUMNS}
    return Facts(**{**values, **changed, "details": {**facts.details, "aside": True}})


async def _end_missing(
    session: AsyncSession,
    known: dict[str, Subscription],
    remotes: Sequence[RemoteSubscription],
    now: datetime,
) -> list[str]:
    """A live row whose subscription Stripe no longer knows gives access to nothing."""
    there = {remote.id for remote in remotes}
    changes = []
    for key, row in known.items():
        if key not in there and row.status != "expired":
            await _expire(session, row, "subscription.expired", now)
            changes.append(f"{key}: gone")
    return changes


async def _write(
    session: AsyncSession, row: Subscription | None, facts: Facts
) -> tuple[Subscription, list[str]]:
    """Insert or update one row; returns the names of what differed."""
    values = {name: getattr(facts, name) for name in _COLUMNS}
    before = None if row is None else _facts(row)
    if row is None:
        payer = await stripe_sync.last_visitor(session)
        row = Subscription(processor="stripe", user_id=payer, **values)
        await subscriptions.insert_subscription(session, row)
        differing = ["new"]
    else:
        differing = [name for name in _COLUMNS if getattr(row, name) != values[name]]
        for name in differing:
            setattr(row, name, values[name])
        await session.flush()
    if differing:
        await _record_events(session, row, news(before, facts))
    return row, [f"{facts.processor_subscription_id}: {name}" for name in differing]


async def _record_events(
    session: AsyncSession, row: Subscription, events: Sequence[tuple[str, EventData]]
) -> None:
    """Record events in the subscription's history, and e-mail the payer where needed."""
    for event, data in events:
        event_id = await subscriptions.insert_event(session, row.id, event, data)
        if event in _EMAILS and row.user_id and await is_member(session, row.user_id):
            await request_mail(session, _EMAILS[event], event_id, user_id=row.user_id)


def _facts(row: Subscription) -> Facts:
    return Facts(**{name: getattr(row, name) for name in _COLUMNS})


async def _store_invoices(
    session: AsyncSession, answer: CustomerState, known: dict[str, Subscription]
) -> None:
    methods = {remote.id: remote.payment_method_id for remote in answer.remotes}
    stored = await subscriptions.stored_payments(session)
    for invoice in answer.invoices:
        row = known.get(invoice.subscription_id or "")
        if row is None or invoice.status == "draft":
            continue
        minor = invoice.amount_paid if invoice.status == "paid" else invoice.amount_due
        values = {
            "subscription_id": row.id,
            "user_id": row.user_id,
            "amount": money(max(minor, 0), invoice.currency),
            "currency": invoice.currency,
            "status": invoice.status,
            "processor": "stripe",
            "processor_payment_id": invoice.id,
            "processor_payment_method_id": methods.get(invoice.subscription_id or ""),
            "paid_at": invoice.paid_at,
            "created_at": invoice.created,
            "details": _invoice_details(invoice),
        }
        if stored.get(invoice.id) != (invoice.status, values["amount"], values["details"]):
            await subscriptions.store_payment(session, values)


def _invoice_details(invoice: RemoteInvoice) -> dict[str, Any]:
    details = {
        "number": invoice.number,
        "pageUrl": invoice.page_url,
        "pdfUrl": invoice.pdf_url,
        "periodStart": invoice.period_start.isoformat() if invoice.period_start else None,
        "periodEnd": invoice.period_end.isoformat() if invoice.period_end else None,
    }
    return {name: value for name, value in details.items() if value is not None}
