"""The console's routes about money: the price list, subscriptions, payments, events, deliveries."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request

from presence.core.errors import Unavailable
from presence.core.masking import left_out
from presence.core.payments import PaymentGateway
from presence.domains.billing.admin_schemas import (
    ChangePlanIn,
    ExtendIn,
    GrantIn,
    LimitOverrideRecordOut,
    OverrideIn,
    PaymentRecordOut,
    RestoreLimitIn,
    SubscriptionEventRecordOut,
    SubscriptionRecordOut,
    WebhookDeliveryRecordOut,
)
from presence.domains.billing.queries import console as lists
from presence.domains.billing.service import deliveries, price_list, support
from presence.domains.operators.context import OperatorCallDep, console, current_operation
from presence.domains.operators.errors import nothing_there
from presence.domains.operators.resources import Resource, act, add_resource, enter, found
from presence.domains.operators.schemas import ReasonIn
from presence.domains.workspaces.admin import workspaces
from presence.http.session import NowDep, SessionDep

router = console("billing")
subscriptions = Resource("subscriptions", lists.SUBSCRIPTIONS, SubscriptionRecordOut)
_OPEN = dict.fromkeys(("page_url", "pdf_url"), left_out)
payments = Resource("payments", lists.PAYMENTS, PaymentRecordOut, _OPEN)
events = Resource("subscription-events", lists.SUBSCRIPTION_EVENTS, SubscriptionEventRecordOut)
hooks = Resource("webhook-deliveries", lists.WEBHOOK_DELIVERIES, WebhookDeliveryRecordOut)
overrides = Resource("limit-overrides", lists.LIMIT_OVERRIDES, LimitOverrideRecordOut)
for resource in (subscriptions, payments, events, hooks, overrides):
    add_resource(router, resource)


_NOBODY_TO_ASK = "Online payment is not set up on this server, so there is nobody to ask."


async def _gateway(request: Request) -> PaymentGateway | None:
    gateway: PaymentGateway | None = request.app.state.payments
    return gateway


GatewayDep = Annotated[PaymentGateway | None, Depends(_gateway)]


@act(router, workspaces, "grant")
async def grant(
    key: UUID, body: GrantIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Grant a workspace a plan.

    It replaces the plan the workspace has.
    """
    row = await enter(session, workspaces, key)
    if row["owner_id"] is None:
        raise nothing_there()
    await support.grant(session, row["owner_id"], body.plan_id, body.until, body.reason, now)


@act(router, workspaces, "override-limit")
async def override_limit(
    key: UUID, body: OverrideIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Override one limit of a workspace until a given time."""
    await enter(session, workspaces, key)
    await support.override_limit(session, body.feature, body.value, body.expires_at, body.reason)


@act(router, workspaces, "remove-override")
async def remove_override(
    key: UUID, body: RestoreLimitIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Remove a limit override.

    The plan's own limit applies again.
    """
    await enter(session, workspaces, key)
    await support.remove_override(session, body.feature, body.reason)


@act(router, subscriptions, "extend")
async def extend(
    key: UUID,
    body: ExtendIn,
    session: SessionDep,
    gateway: GatewayDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Extend a subscription by a number of days.

    Its end or its next invoice is moved.
    """
    row = await enter(session, subscriptions, key)
    current_operation().before["currentPeriodEnd"] = _moment(row["current_period_end"])
    await support.extend(session, gateway, body.days, body.reason, now)


@act(router, subscriptions, "change-plan")
async def change_plan(
    key: UUID,
    body: ChangePlanIn,
    session: SessionDep,
    gateway: GatewayDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Move a subscription to another plan, including a lower one."""
    row = await enter(session, subscriptions, key)
    current_operation().before["planId"] = row["plan_id"]
    await support.change_plan(
        session,
        gateway,
        body.plan_id,
        body.billing_frequency,
        body.reason,
        now,
        prorate=body.prorate,
    )


@act(router, subscriptions, "cancel-now")
async def cancel_now(
    key: UUID,
    body: ReasonIn,
    session: SessionDep,
    gateway: GatewayDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Cancel a subscription immediately."""
    row = await enter(session, subscriptions, key)
    current_operation().before["status"] = row["status"]
    await support.cancel_now(session, gateway, body.reason, now)


@act(router, subscriptions, "cancel-at-end")
async def cancel_at_end(
    key: UUID,
    body: ReasonIn,
    session: SessionDep,
    gateway: GatewayDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Cancel a subscription at the end of its period."""
    row = await enter(session, subscriptions, key)
    current_operation().before["cancelAtPeriodEnd"] = row["cancel_at_period_end"]
    await support.cancel_at_end(session, gateway, body.reason, now)


@act(router, subscriptions, "resume")
async def resume(
    key: UUID,
    body: ReasonIn,
    session: SessionDep,
    gateway: GatewayDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Withdraw the cancellation of a subscription."""
    row = await enter(session, subscriptions, key)
    current_operation().before["cancelAtPeriodEnd"] = row["cancel_at_period_end"]
    await support.resume(session, gateway, body.reason, now)


@act(router, subscriptions, "resync")
async def resync(
    key: UUID,
    body: ReasonIn,
    session: SessionDep,
    gateway: GatewayDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Sync a subscription with its state at Stripe."""
    row = await enter(session, subscriptions, key)
    if gateway is None:
        raise Unavailable(_NOBODY_TO_ASK)
    current_operation().before["status"] = row["status"]
    await support.resync(session, gateway, body.reason, now)


@act(router, hooks, "replay")
async def replay(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Process a received event again."""
    row = await found(session, hooks, key)
    current_operation().before["state"] = row["state"]
    await deliveries.replay_delivery(session, row["event_id"], now)


@act(router, hooks, "mark-handled")
async def mark_handled(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Mark a received event as handled by hand."""
    row = await found(session, hooks, key)
    if row["workspace_id"] is not None:
        await enter(session, hooks, key)
    current_operation().before["state"] = row["state"]
    await price_list.mark_handled(session, key, row["state"])


def _moment(value: object) -> str | None:
    return str(value) if value is not None else None
