"""Which plan a workspace has, and giving it one by hand.

Invariant: the answer to "what may they do" is read from the subscription row at the moment of
asking; nothing caches it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import ValidationFailed
from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.domains.audit.service import record
from presence.domains.billing import queries
from presence.domains.billing.entitlements import (
    Access,
    Limits,
    SubscriptionState,
    decide_access,
    decide_plan,
    is_counted,
    limits_of,
)
from presence.domains.billing.errors import no_such_plan
from presence.domains.billing.models import Subscription, SubscriptionEvent
from presence.domains.billing.schemas import (
    MySubscriptionOut,
    PlanOut,
    SubscribedPlanOut,
    SubscriptionOut,
    UsageOut,
)
from presence.jobs.queue import enqueue

RESCHEDULE = "visibility.reschedule"  # the plan decides how often brands are analysed
Counter = Callable[[AsyncSession], Awaitable[int]]
UsageCounters = Mapping[str, Counter]


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """The plan as screens name it; `active` is the specification's rule: status is 'active'."""

    id: int
    name: str
    status: str
    billing_frequency: str
    active: bool


@dataclass(frozen=True, slots=True)
class CurrentPlan:
    """What the workspace has (None without a subscription) and what that allows now.

    `anchor` is when its paid period began, None on the free plan: monthly budgets count from it.
    """

    summary: PlanSummary | None
    limits: Limits
    anchor: datetime | None = None


async def current_plan(session: AsyncSession) -> CurrentPlan:
    """Plan and limits of the bound workspace."""
    row = await queries.current_subscription(session)
    if row is None:
        return CurrentPlan(None, limits_of(None))
    state = SubscriptionState(
        plan_id=row.plan_id,
        status=row.status,
        current_period_start=row.current_period_start,
        current_period_end=row.current_period_end,
        trial_end=row.trial_end,
        end_date=row.end_date,
        past_due_since=row.past_due_since,
    )
    summary = PlanSummary(
        row.plan_id, row.plan_name, row.status, row.billing_frequency, row.status == "active"
    )
    limits = limits_of(decide_plan(state, datetime.now(UTC)))
    return CurrentPlan(summary, limits, row.current_period_start if limits.plan_id else None)


async def my_subscription(session: AsyncSession, counters: UsageCounters) -> MySubscriptionOut:
    """Plan, subscription and usage of the bound workspace."""
    row = await queries.current_subscription(session)
    limits = (await current_plan(session)).limits
    usage = await feature_usage(session, limits, counters)
    if row is None:
        return MySubscriptionOut(active=False, subscription=None, plan=None, usage=usage)
    return MySubscriptionOut(
        active=row.status == "active",
        subscription=SubscriptionOut.model_validate(row),
        plan=SubscribedPlanOut(id=row.plan_id, name=row.plan_name, features=row.plan_features),
        usage=usage,
    )


async def feature_usage(
    session: AsyncSession, limits: Limits, counters: UsageCounters
) -> list[UsageOut]:
    """What is in use of every counted feature, in the counters' order."""
    return [
        UsageOut(feature=feature, used=await count(session), limit=_number(limits, feature))
        for feature, count in counters.items()
    ]


async def access_to(session: AsyncSession, feature: str, counters: UsageCounters) -> Access:
    """Whether the bound workspace may use `feature`, counting what is in use."""
    limits = (await current_plan(session)).limits
    count = counters.get(feature) if is_counted(feature) else None
    return decide_access(limits, feature, await count(session) if count else 0)


async def plans_on_sale(session: AsyncSession) -> list[PlanOut]:
    """The price list by id."""
    return [
        PlanOut(
            id=row.id,
            name=row.name,
            description=row.description,
            price=f"{row.price:.2f}",
            yearly_per_month=row.named.get("price.yearly_per_month", f"{row.price:.2f}"),
            billing_frequency=row.billing_frequency,
            features=list(row.features),
            popular=row.named.get("popular") == "true",
            is_active=row.is_active,
            created_at=row.created_at,
        )
        for row in await queries.active_plans(session)
    ]


async def plan_on_sale(session: AsyncSession, plan_id: int) -> PlanOut:
    """One plan of the price list; NotFound when unknown or no longer sold."""
    for plan in await plans_on_sale(session):
        if plan.id == plan_id:
            return plan
    raise no_such_plan()


async def grant(session: AsyncSession, user_id: UUID, plan_id: int, until: datetime | None) -> UUID:
    """Give the bound workspace a plan by hand, in place of what it has; answers the new row's id.

    Writes the subscription (processor manual), its event and an audit entry in one transaction.
    ValidationFailed for an end that has passed: it would only take away what there is.
    """
    if until is not None and until <= datetime.now(UTC):
        raise ValidationFailed("The last day of the plan has already passed.")
    plan = await plan_on_sale(session, plan_id)
    before = (await current_plan(session)).summary
    now = datetime.now(UTC)
    await queries.expire_subscriptions(session)
    subscription = Subscription(
        id=new_id(),
        user_id=user_id,
        plan_id=plan.id,
        status="active",
        billing_frequency="yearly",
        start_date=now,
        end_date=until,
        current_period_start=now,
        current_period_end=until,
        processor="manual",
    )
    await queries.insert_subscription(session, subscription)
    facts = {"planId": plan.id, "until": until.isoformat() if until else None}
    await queries.insert_event(
        session,
        SubscriptionEvent(
            subscription_id=subscription.id, event_type="manual.granted", event_data=facts
        ),
    )
    await record(
        session,
        "subscription.granted",
        f"subscription:{subscription.id}",
        before={"planId": before.id if before else None},
        after=facts,
    )
    workspace_id = binding_of(session).workspace_id
    if workspace_id is not None:
        await enqueue(session, RESCHEDULE, {}, workspace_id=workspace_id)
    return subscription.id


def _number(limits: Limits, feature: str) -> int | None:
    value = limits.value(feature)
    return None if value is None else int(value)
