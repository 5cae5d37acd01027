"""Going to pay and coming back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from presence.domains.billing.addresses import own_address
from presence.domains.billing.routes.common import BILLING, FROZEN, Payments
from presence.domains.billing.schemas import (
    CheckoutIn,
    CheckoutOut,
    CheckoutResultOut,
    CompleteIn,
    ManualIn,
    RequestedOut,
)
from presence.domains.billing.service.changes import require
from presence.domains.billing.service.checkout import Purchase, start_checkout
from presence.domains.billing.service.checkout_sessions import visit_result
from presence.domains.billing.service.requests import request_plan
from presence.domains.billing.service.return_url import complete_checkout
from presence.domains.identity.context import CurrentUser
from presence.domains.workspaces.context import KeptSession, TenantSession
from presence.domains.workspaces.service import ensure_workspace
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.permission import SIGNED_IN
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(prefix=FROZEN)


@router.post(
    "/checkout", dependencies=BILLING, responses=documented(401, 403, 404, 409, 422, 502, 503)
)
@idempotent
async def checkout(
    body: CheckoutIn,
    user: CurrentUser,
    session: SessionDep,
    settings: SettingsDep,
    payments: Payments,
    now: NowDep,
    repeatable: RepeatableDep,
) -> CheckoutOut:
    """Start a checkout and get the address of the payment page.

    For an existing subscription, the page confirms the upgrade. 409 for the current plan, 403 for a
    lower one.
    """
    provider, origins = require(payments), settings.http.origins
    purchase = Purchase(
        user.user_id,
        body.plan_id,
        body.billing_frequency,
        own_address(body.success_url, origins, "successUrl"),
        own_address(body.cancel_url, origins, "cancelUrl"),
    )
    await ensure_workspace(session, user.user_id)
    return CheckoutOut(checkout_url=await start_checkout(session, provider, purchase, now))


@router.post(
    "/checkout/complete",
    dependencies=BILLING,
    responses=documented(401, 403, 404, 409, 422, 502, 503),
)
async def complete(
    body: CompleteIn, session: KeptSession, payments: Payments, now: NowDep
) -> CheckoutResultOut:
    """Complete a checkout after the customer returns from the payment page.

    Asks the payment provider for the result.
    """
    outcome = await complete_checkout(session, require(payments), body.session_id, now)
    return CheckoutResultOut.model_validate(outcome)


@router.get("/checkout-result", openapi_extra=SIGNED_IN, responses=documented(401, 422))
async def checkout_result(
    user: CurrentUser,
    session: TenantSession,
    now: NowDep,
    session_id: Annotated[str | None, Query(max_length=255)] = None,
) -> CheckoutResultOut:
    """Get the result of a checkout.

    Without `session_id`, of the last checkout within the hour. An unknown checkout is answered with
    `processed: false`.
    """
    outcome = await visit_result(session, user.user_id, session_id, now)
    return CheckoutResultOut.model_validate(outcome)


@router.post(
    "/manual",
    status_code=202,
    dependencies=BILLING,
    responses=documented(401, 403, 404, 409, 422, 429),
)
@idempotent
async def manual(
    body: ManualIn,
    user: CurrentUser,
    session: SessionDep,
    settings: SettingsDep,
    repeatable: RepeatableDep,
) -> RequestedOut:
    """Request a plan without paying online.

    Support handles the request; this call does not change the plan.
    """
    plan = (body.plan_id, body.billing_frequency, body.metadata)
    await request_plan(session, settings, user.user_id, *plan)
    return RequestedOut()
