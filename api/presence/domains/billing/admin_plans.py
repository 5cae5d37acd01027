"""The console's routes about the price list, and about what staff put on record by hand."""

from __future__ import annotations

from uuid import UUID

from presence.domains.billing.admin import GatewayDep, events, payments, subscriptions
from presence.domains.billing.admin_schemas import (
    NewPaymentIn,
    NewPlanFeatureIn,
    NewPlanIn,
    NewSubscriptionEventIn,
    PaymentRecordOut,
    PlanChangeIn,
    PlanFeatureChangeIn,
    PlanFeatureRecordOut,
    PlanPriceOut,
    PlanPricesOut,
    PlanRecordOut,
    SubscriptionEventRecordOut,
)
from presence.domains.billing.queries import console as lists
from presence.domains.billing.service import price_list
from presence.domains.operators.context import (
    May,
    OperatorCallDep,
    console,
    current_operation,
    operation,
)
from presence.domains.operators.resources import Resource, act, add_resource, enter, read
from presence.domains.operators.schemas import ReasonIn
from presence.http.adminlists import NumberKey, require_tag
from presence.http.conditional import IfMatch
from presence.http.session import NowDep, SessionDep

router = console("billing")
plans = Resource("plans", lists.PLANS, PlanRecordOut)
features = Resource("plan-features", lists.PLAN_FEATURES, PlanFeatureRecordOut)
add_resource(router, plans)
add_resource(router, features)


@router.post(
    "/plans", status_code=201, response_model=PlanRecordOut, dependencies=[May("plans", "create")]
)
@operation("plans", "create")
async def create_plans(
    body: NewPlanIn, session: SessionDep, operator_call: OperatorCallDep
) -> PlanRecordOut:
    """Create a plan.

    It is not on sale until it is activated.
    """
    values = body.model_dump(exclude={"reason", "id"})
    await price_list.add_plan(session, body.id, values)
    current_operation().after.update(body.model_dump(mode="json", exclude={"reason"}))
    record: PlanRecordOut = await read(session, plans, body.id)
    return record


@router.patch("/plans/{key}", response_model=PlanRecordOut, dependencies=[May("plans", "edit")])
@operation("plans", "edit")
async def edit_plans(
    key: NumberKey,
    body: PlanChangeIn,
    session: SessionDep,
    if_match: IfMatch,
    operator_call: OperatorCallDep,
) -> PlanRecordOut:
    """Update a plan."""
    before = await read(session, plans, key)
    require_tag(if_match, before)
    values = body.model_dump(exclude={"reason"}, exclude_none=True)
    current_operation().before.update(before.model_dump(mode="json", include=set(values)))
    current_operation().after.update(body.model_dump(mode="json", include=set(values)))
    await price_list.change_plan(session, key, values)
    record: PlanRecordOut = await read(session, plans, key)
    return record


@router.get("/plans/{key}/prices", dependencies=[May("plans", "prices")])
async def plan_prices(
    key: NumberKey, session: SessionDep, gateway: GatewayDep, now: NowDep
) -> PlanPricesOut:
    """Compare the prices of a plan with those at the payment provider."""
    plan: PlanRecordOut = await read(session, plans, key)
    found = await price_list.prices_of(session, gateway, key)
    return PlanPricesOut(
        plan_id=key,
        plan_name=plan.name,
        matches=all(line.matches for line in found),
        prices=[PlanPriceOut.model_validate(line) for line in found],
        as_of=now,
    )


@act(router, plans, "activate")
async def activate(
    key: NumberKey, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Put a plan on sale."""
    await _set_sold(session, key, sold=True)


@act(router, plans, "deactivate")
async def deactivate(
    key: NumberKey, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Take a plan off sale.

    Workspaces that have it keep it.
    """
    await _set_sold(session, key, sold=False)


async def _set_sold(session: SessionDep, key: NumberKey, *, sold: bool) -> None:
    before = await read(session, plans, key)
    current_operation().before.update(before.model_dump(mode="json", include={"is_active"}))
    current_operation().after["is_active"] = sold
    await price_list.set_sold(session, key, sold=sold)


@router.post(
    "/plan-features",
    status_code=201,
    response_model=PlanFeatureRecordOut,
    dependencies=[May("plan-features", "create")],
)
@operation("plan-features", "create")
async def create_plan_features(
    body: NewPlanFeatureIn, session: SessionDep, operator_call: OperatorCallDep
) -> PlanFeatureRecordOut:
    """Create a named value of a plan."""
    key = await price_list.add_feature(session, body.plan_id, body.feature_name, body.feature_value)
    current_operation().after.update(body.model_dump(mode="json", exclude={"reason"}))
    record: PlanFeatureRecordOut = await read(session, features, key)
    return record


@router.patch(
    "/plan-features/{key}",
    response_model=PlanFeatureRecordOut,
    dependencies=[May("plan-features", "edit")],
)
@operation("plan-features", "edit")
async def edit_plan_features(
    key: UUID,
    body: PlanFeatureChangeIn,
    session: SessionDep,
    if_match: IfMatch,
    operator_call: OperatorCallDep,
) -> PlanFeatureRecordOut:
    """Update a named value of a plan."""
    before = await read(session, features, key)
    require_tag(if_match, before)
    current_operation().before.update(before.model_dump(mode="json", include={"feature_value"}))
    current_operation().after["feature_value"] = body.feature_value
    await price_list.change_feature(session, key, before.feature_name, body.feature_value)
    record: PlanFeatureRecordOut = await read(session, features, key)
    return record


@router.post(
    "/payments",
    status_code=201,
    response_model=PaymentRecordOut,
    dependencies=[May("payments", "create")],
)
@operation("payments", "create")
async def create_payments(
    body: NewPaymentIn, session: SessionDep, operator_call: OperatorCallDep
) -> PaymentRecordOut:
    """Record a payment received outside the payment provider."""
    row = await enter(session, subscriptions, body.subscription_id)
    key = await price_list.add_payment(session, row, body.amount, body.currency, body.status)
    record: PaymentRecordOut = await read(session, payments, key)
    return record


@router.post(
    "/subscription-events",
    status_code=201,
    response_model=SubscriptionEventRecordOut,
    dependencies=[May("subscription-events", "create")],
)
@operation("subscription-events", "create")
async def create_subscription_events(
    body: NewSubscriptionEventIn, session: SessionDep, operator_call: OperatorCallDep
) -> SubscriptionEventRecordOut:
    """Record an event of a subscription."""
    await enter(session, subscriptions, body.subscription_id)
    data = {**body.event_data, "reason": body.reason}
    key = await price_list.add_event(
        session, body.subscription_id, f"support.{body.event_type}", data
    )
    record: SubscriptionEventRecordOut = await read(session, events, key)
    return record
