"""The price list, and what the signed-in user's workspace has and may do."""

from __future__ import annotations

from fastapi import APIRouter, Response

from presence.domains.billing import service
from presence.domains.billing.routes.common import FROZEN, Counters
from presence.domains.billing.schemas import AccessOut, MySubscriptionOut, PlanOut
from presence.domains.workspaces.context import TenantSession
from presence.http.errors import documented
from presence.http.permission import PUBLIC, SIGNED_IN
from presence.http.session import NowDep, SessionDep

router = APIRouter(prefix=FROZEN)
_CACHE = "public, max-age=300"


@router.get("/plans", openapi_extra=PUBLIC)
async def plans(session: SessionDep, response: Response) -> list[PlanOut]:
    """List the plans on sale.

    Public. Sorted by id.
    """
    response.headers["Cache-Control"] = _CACHE
    return await service.plans_on_sale(session)


@router.get("/plans/{plan_id}", openapi_extra=PUBLIC, responses=documented(404, 422))
async def plan(plan_id: int, session: SessionDep, response: Response) -> PlanOut:
    """Get a plan that is on sale.

    Public.
    """
    response.headers["Cache-Control"] = _CACHE
    return await service.plan_on_sale(session, plan_id)


@router.get("/my-subscription", openapi_extra=SIGNED_IN, responses=documented(401))
async def my_subscription(
    session: TenantSession, counters: Counters, now: NowDep
) -> MySubscriptionOut:
    """Get the workspace's plan, subscription and usage."""
    return await service.my_subscription(session, counters, now)


@router.get("/can-access/{feature}", openapi_extra=SIGNED_IN, responses=documented(401))
async def can_access(
    feature: str, session: TenantSession, counters: Counters, now: NowDep
) -> AccessOut:
    """Check whether the workspace can use a feature.

    An unknown feature is answered with `canAccess: false`.
    """
    return AccessOut.model_validate(await service.access_to(session, feature, counters, now))
