"""Support's operations for a workspace: grant, extend, change, end, keep, override, resync.

Invariant: each call is recorded in the workspace's audit log with its reason, in the transaction
that applies it. The caller has checked the person's permission.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, ValidationFailed
from presence.core.ids import new_id
from presence.core.payments import PaymentGateway
from presence.db.session import release
from presence.domains.audit.service import record
from presence.domains.billing.entitlements import is_overridable
from presence.domains.billing.errors import no_subscription
from presence.domains.billing.models import Subscription
from presence.domains.billing.queries import stripe_sync, subscriptions
from presence.domains.billing.service import changes
from presence.domains.billing.service.changes import require
from presence.domains.billing.service.current_plan import (
    apply_plan_change,
    current_plan,
    date_access,
    follow_limits,
)
from presence.domains.billing.service.plans import Frequency, offer_of, plan_on_sale
from presence.domains.billing.service.subscription_sync import Settlement, sync_subscription
from presence.domains.workspaces.service import lock_workspace

_PAYS = "The workspace pays for a plan online. Change that plan instead."
_ENDED = "The last day of the plan has already passed."


async def grant(
    session: AsyncSession,
    user_id: UUID,
    plan_id: int,
    until: datetime | None,
    reason: str = "",
    now: datetime | None = None,
) -> UUID:
    """Grant the bound workspace a plan by hand, replacing the current one; returns the row's id.

    Writes the subscription (processor manual), its event and an audit entry in one transaction.
    Raises ValidationFailed for an end in the past, which would only remove the current plan, and
    Conflict while something is paid online, because it would still be charged.
    """
    moment = now or datetime.now(UTC)
    if until is not None and until <= moment:  # guard: billing.grant-in-past
        raise ValidationFailed(_ENDED)
    await lock_workspace(session)
    running = await subscriptions.live(session)
    if running is not None and running.processor == "stripe":  # guard: billing.grant-beside-stripe
        raise Conflict(_PAYS)
    plan = await plan_on_sale(session, plan_id)
    before = (await current_plan(session, moment)).summary
    await subscriptions.expire_subscriptions(session, moment)
    subscription = Subscription(
        id=new_id(),
        user_id=user_id,
        plan_id=plan.id,
        status="active",
        billing_frequency="yearly",
        start_date=moment,
        end_date=until,
        current_period_start=moment,
        current_period_end=until,
        processor="manual",
    )
    date_access(subscription)
    await subscriptions.insert_subscription(session, subscription)
    facts = {"planId": plan.id, "until": until.isoformat() if until else None}
    entry = {**facts, "reason": reason} if reason else facts
    await subscriptions.insert_event(session, subscription.id, "manual.granted", entry)
    await record(
        session,
        "subscription.granted",
        f"subscription:{subscription.id}",
        before={"planId": before.id if before else None},
        after=entry,
    )
    await apply_plan_change(session, moment, announce=True)
    return subscription.id


async def extend(
    session: AsyncSession, gateway: PaymentGateway | None, days: int, reason: str, now: datetime
) -> None:
    """Grant `days` more: a later end by hand, or a later next invoice at the provider."""
    if not 0 < days <= 3_660:  # guard: billing.extend-days
        raise ValidationFailed("Give between 1 and 3660 days.")
    row = await _running(session)
    end = row.current_period_end
    if end is None:
        raise Conflict("The plan has no end that could be moved.")
    later = max(end, now) + timedelta(days=days)
    if row.processor == "manual":
        row.current_period_end = row.end_date = later
        date_access(row)
        await session.flush()
    else:
        remote, provider = str(row.processor_subscription_id), require(gateway)
        await release(session)
        await provider.prolong(remote, later, f"extend:{uuid4()}")
        await sync_subscription(session, provider, now)
    await _note(session, row.id, "extended", reason, {"days": days, "until": later.isoformat()})
    await apply_plan_change(session, now, announce=True)


async def change_plan(
    session: AsyncSession,
    gateway: PaymentGateway | None,
    plan_id: int,
    frequency: Frequency | None,
    reason: str,
    now: datetime,
    *,
    prorate: bool = True,
) -> None:
    """Move a running subscription to another plan, even a lower one; `prorate` bills at once."""
    row = await _running(session)
    before = {"planId": row.plan_id, "billingFrequency": row.billing_frequency}
    if row.processor == "manual":
        row.plan_id = (await plan_on_sale(session, plan_id)).id
        row.billing_frequency = frequency or row.billing_frequency
        await session.flush()
    else:
        provider = require(gateway)
        wanted: Frequency = frequency or (
            "yearly" if row.billing_frequency == "yearly" else "monthly"
        )
        offer = await offer_of(session, plan_id, wanted)
        remote, item = str(row.processor_subscription_id), str(row.details.get("itemId", ""))
        await release(session)
        await provider.change_price(
            remote, item, offer.price_id, prorate=prorate, key=f"change:{uuid4()}"
        )
        await sync_subscription(session, provider, now)
    await _note(session, row.id, "plan_changed", reason, {"planId": plan_id, "before": before})
    await apply_plan_change(session, now, announce=True)


async def cancel_now(
    session: AsyncSession, gateway: PaymentGateway | None, reason: str, now: datetime
) -> None:
    """End a subscription immediately; the unused part stays paid unless the provider credits it."""
    row = await _running(session)
    if row.processor == "manual":
        row.status, row.end_date, row.access_until = "expired", now, now
        await session.flush()
    else:
        remote, provider = str(row.processor_subscription_id), require(gateway)
        await release(session)
        await provider.cancel_now(remote, prorate=False, key=f"end:{remote}")
        await sync_subscription(session, provider, now)
    await _note(session, row.id, "ended", reason, {})
    await apply_plan_change(session, now, announce=True)


async def cancel_at_end(
    session: AsyncSession, gateway: PaymentGateway | None, reason: str, now: datetime
) -> None:
    """Cancel a subscription at the end of its period."""
    await changes.cancel(session, gateway, reason, now)


async def resume(
    session: AsyncSession, gateway: PaymentGateway | None, reason: str, now: datetime
) -> None:
    """Undo a cancellation."""
    row = await _running(session)
    await changes.resume(session, gateway, now)
    await _note(session, row.id, "kept", reason, {})


async def resync(
    session: AsyncSession, gateway: PaymentGateway | None, reason: str, now: datetime
) -> Settlement:
    """Query Stripe and store the result; returns what differed."""
    done = await sync_subscription(session, require(gateway), now)
    entry = {"reason": reason, "changes": list(done.changes)}
    await record(session, "subscription.resynced", "workspace:billing", after=entry)
    return done


async def override_limit(
    session: AsyncSession, feature: str, value: int | None, expires_at: datetime, reason: str
) -> None:
    """Set one limit of the workspace until a given time; None means unlimited."""
    if not is_overridable(feature, value):  # guard: billing.override-value
        raise ValidationFailed("That limit cannot be set to this.")
    if not reason.strip():  # guard: billing.override-reason
        raise ValidationFailed("Say why.")
    await lock_workspace(session)
    await stripe_sync.set_override(session, feature, value, expires_at, reason)
    entry = {"value": value, "expiresAt": expires_at.isoformat(), "reason": reason}
    await record(session, "limit.overridden", f"limit:{feature}", after=entry)
    await follow_limits(session)


async def remove_override(session: AsyncSession, feature: str, reason: str) -> None:
    """Restore the plan's own limit."""
    await lock_workspace(session)
    if await stripe_sync.remove_override(session, feature):
        await record(session, "limit.restored", f"limit:{feature}", after={"reason": reason})
        await follow_limits(session)


async def _running(session: AsyncSession) -> Subscription:
    await lock_workspace(session)
    row = await subscriptions.live(session)
    if row is None:
        raise no_subscription()
    return row


async def _note(
    session: AsyncSession, subscription_id: UUID, what: str, reason: str, facts: dict[str, Any]
) -> None:
    """Record it in the subscription's history and in the audit log."""
    entry = {**facts, "reason": reason}
    await subscriptions.insert_event(session, subscription_id, f"support.{what}", entry)
    await record(session, f"subscription.{what}", f"subscription:{subscription_id}", after=entry)
