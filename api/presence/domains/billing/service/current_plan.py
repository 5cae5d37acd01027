"""Which plan a workspace has now, what it allows, and what follows when it changes.

Invariant: what a workspace may do is read from the subscription row at the time of the question and
never cached. `plan_standing` only records the plan that was last applied to the workspace's brands,
seats and dates.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.billing.entitlements import (
    FREE,
    Access,
    Limits,
    SubscriptionState,
    access_until,
    decide_access,
    decide_plan,
    is_counted,
    limits_of,
)
from presence.domains.billing.models import Subscription
from presence.domains.billing.queries import stripe_sync, subscriptions
from presence.domains.billing.schemas import (
    MySubscriptionOut,
    SubscribedPlanOut,
    SubscriptionOut,
    UsageOut,
)
from presence.domains.workspaces.service import bound_workspace
from presence.http.events import publish
from presence.jobs.notify import PLAN_CHANGED, request_notice
from presence.jobs.queue import enqueue

RESCHEDULE = "visibility.reschedule"  # the plan decides how often brands are analysed
FIT_BRANDS = "brands.fit_plan"  # surplus is paused, and resumed when there is room again
ADJUST_SEATS = "team.settle_seats"  # the same for members beyond the plan's seats
FOLLOW_DIGESTS = "digest.follow_plan"  # the plan decides how often digests are sent
UPDATED = "subscription.updated"
_OWING = frozenset({"past_due", "unpaid"})
Counter = Callable[[AsyncSession], Awaitable[int]]
UsageCounters = Mapping[str, Counter]


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """The plan in the terms of the screens; `active` follows the specification: status is 'active'.

    `access_until` is when its features close unless something changes, None if there is no such
    date. It renews or ends at the end of the paid period; one of the two dates is known, but
    neither without a period or while a payment is outstanding, on which everything then depends.
    """

    id: int
    name: str
    status: str
    billing_frequency: str
    active: bool
    access_until: datetime | None = None
    renews_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class CurrentPlan:
    """The workspace's plan (None without a subscription) and what it allows now.

    `anchor` is when its paid period began, None on the free plan: monthly budgets count from it.
    `paid` says whether money was received for the subscription, or staff granted it and it is not a
    trial. It is decided by the invoices, because a trial may postpone the next invoice of a paid
    subscription and end unpaid in a new one.
    """

    summary: PlanSummary | None
    limits: Limits
    anchor: datetime | None = None
    paid: bool = False


async def current_plan(session: AsyncSession, now: datetime | None = None) -> CurrentPlan:
    """Plan and limits of the bound workspace."""
    moment = now or datetime.now(UTC)
    row = await subscriptions.current_subscription(session, moment)
    if row.plan_id is None:
        return CurrentPlan(None, limits_of(None, row.overrides))
    state = state_of(row)
    summary = PlanSummary(
        row.plan_id,
        row.plan_name,
        row.status,
        row.billing_frequency,
        row.status == "active",
        access_until(state),
        *_turns(row),
    )
    limits = limits_of(decide_plan(state, moment), row.overrides)
    anchor = row.current_period_start if limits.plan_id else None
    return CurrentPlan(summary, limits, anchor, bool(row.paid and limits.plan_id))


def _turns(row: Row[Any]) -> tuple[datetime | None, datetime | None]:
    """When it renews and when it ends: only the processor charges automatically.

    While a payment is outstanding the period is not paid for, so its end implies neither.
    """
    if row.status in _OWING:
        return None, None
    if row.processor == "stripe" and row.status == "active" and not row.cancel_at_period_end:
        return row.current_period_end, None
    return None, row.end_date or row.current_period_end


async def my_subscription(
    session: AsyncSession, counters: UsageCounters, now: datetime | None = None
) -> MySubscriptionOut:
    """Plan, subscription and usage of the bound workspace."""
    moment = now or datetime.now(UTC)
    row = await subscriptions.current_subscription(session, moment)
    usage = await feature_usage(session, (await current_plan(session, moment)).limits, counters)
    if row.plan_id is None:
        return MySubscriptionOut(active=False, subscription=None, plan=None, usage=usage)
    state = state_of(row)
    return MySubscriptionOut(
        active=row.status == "active",
        subscription=SubscriptionOut(
            status=row.status,
            billing_frequency=row.billing_frequency,
            current_period_start=row.current_period_start,
            current_period_end=row.current_period_end,
            cancel_at_period_end=row.cancel_at_period_end,
            end_date=row.end_date,
            access_until=access_until(state),
            trial_end=row.trial_end,
            processor=row.processor,
        ),
        plan=SubscribedPlanOut(id=row.plan_id, name=row.plan_name, features=row.plan_features),
        usage=usage,
    )


async def renews(session: AsyncSession) -> bool:
    """Whether the bound workspace will be charged again unless somebody cancels first."""
    row = await subscriptions.current_subscription(session, datetime.now(UTC))
    return row.processor == "stripe" and not row.cancel_at_period_end


async def feature_usage(
    session: AsyncSession, limits: Limits, counters: UsageCounters
) -> list[UsageOut]:
    """The usage of every counted feature, in the counters' order."""
    return [
        UsageOut(feature=feature, used=await count(session), limit=_number(limits, feature))
        for feature, count in counters.items()
    ]


async def access_to(
    session: AsyncSession, feature: str, counters: UsageCounters, now: datetime | None = None
) -> Access:
    """Whether the bound workspace may use `feature`, taking its usage into account."""
    limits = (await current_plan(session, now)).limits
    count = counters.get(feature) if is_counted(feature) else None
    return decide_access(limits, feature, await count(session) if count else 0)


async def apply_plan_change(
    session: AsyncSession, now: datetime, *, announce: bool = False
) -> bool:
    """Update everything that depends on the plan, if the open plan has changed since last time.

    Returns whether it has. Call it last, with the workspace locked; `announce` notifies screens in
    any case.
    """
    plan_id = (await current_plan(session, now)).limits.plan_id
    before = await stripe_sync.applied_plan(session)
    changed = (before or FREE) != plan_id
    if changed or before is None:
        await stripe_sync.set_applied_plan(session, plan_id, now)
    if changed:
        await follow_limits(session)
        await request_notice(session, PLAN_CHANGED, new_id())
    if changed or announce:
        await publish_plan_change(session, plan_id)
    return changed


async def publish_plan_change(session: AsyncSession, plan_id: int) -> None:
    """Publish that what the plan opens or pauses has changed."""
    data = {"workspaceId": str(bound_workspace(session)), "planId": plan_id}
    await publish(session, UPDATED, data)


async def follow_limits(session: AsyncSession) -> None:
    """Queue an update of everything that a limit decides."""
    workspace_id = bound_workspace(session)
    await enqueue(session, RESCHEDULE, {}, workspace_id=workspace_id)
    await enqueue(session, FIT_BRANDS, {}, workspace_id=workspace_id)
    await enqueue(session, ADJUST_SEATS, {}, workspace_id=workspace_id)
    await enqueue(session, FOLLOW_DIGESTS, {}, workspace_id=workspace_id)


def date_access(row: Subscription) -> None:
    """Set when access ends, after the dates or the status of a row have changed."""
    row.access_until = access_until(state_of(row))


def state_of(row: Any) -> SubscriptionState:
    """The fields the access rule needs, from a row with these columns."""
    return SubscriptionState(
        plan_id=row.plan_id,
        status=row.status,
        current_period_start=row.current_period_start,
        current_period_end=row.current_period_end,
        trial_end=row.trial_end,
        end_date=row.end_date,
        past_due_since=row.past_due_since,
    )


def _number(limits: Limits, feature: str) -> int | None:
    value = limits.value(feature)
    return None if value is None else int(value)
