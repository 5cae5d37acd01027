"""A running subscription: end it, keep it, change its rhythm, see bills and the payment method."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.billing import service
from presence.domains.billing.routes.common import ADDED, BILLING, FROZEN, Counters, Payments
from presence.domains.billing.schemas import (
    AddressOut,
    CancelIn,
    ChangeFrequencyIn,
    InvoiceOut,
    MySubscriptionOut,
    PortalIn,
)
from presence.domains.billing.service import changes, customer_invoices
from presence.domains.identity.context import CurrentUser
from presence.domains.workspaces.context import KeptSession, TenantSession
from presence.http.errors import documented
from presence.http.filters import order
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import NowDep, SettingsDep

router = APIRouter()
RETURNED = "/dashboard/website?success=true"
SETTINGS = "/dashboard/settings/subscription"
REFUSALS = documented(401, 403, 409, 422, 502, 503)


@router.post(f"{FROZEN}/cancel", dependencies=BILLING, responses=REFUSALS)
async def cancel(
    body: CancelIn, session: KeptSession, payments: Payments, counters: Counters, now: NowDep
) -> MySubscriptionOut:
    """Cancel the subscription at the end of the current period.

    Can be repeated. 409 when there is no subscription.
    """
    await changes.cancel(session, payments, body.reason.strip(), now)
    return await service.my_subscription(session, counters, now)


@router.post(f"{ADDED}/resume", dependencies=BILLING, responses=documented(401, 403, 409, 502, 503))
async def resume(
    session: KeptSession, payments: Payments, counters: Counters, now: NowDep
) -> MySubscriptionOut:
    """Withdraw the cancellation of a subscription.

    Can be repeated. 409 when there is no subscription.
    """
    await changes.resume(session, payments, now)
    return await service.my_subscription(session, counters, now)


@router.post(f"{ADDED}/change-frequency", dependencies=BILLING, responses=REFUSALS)
async def change_frequency(
    body: ChangeFrequencyIn,
    user: CurrentUser,
    session: KeptSession,
    settings: SettingsDep,
    payments: Payments,
    now: NowDep,
) -> AddressOut:
    """Get the address of the page that confirms monthly or yearly billing."""
    back = f"{settings.http.origin}{RETURNED}"
    change = (user.user_id, body.billing_frequency, back, now)
    return AddressOut(url=await changes.change_frequency(session, payments, *change))


@router.post(f"{ADDED}/portal", dependencies=BILLING, responses=REFUSALS)
async def portal(
    body: PortalIn, session: KeptSession, settings: SettingsDep, payments: Payments
) -> AddressOut:
    """Get the address of the payment provider's customer portal.

    For the payment method, billing address, tax id and invoices.
    """
    back = f"{settings.http.origin}{SETTINGS}"
    return AddressOut(url=await changes.open_portal(session, payments, body.flow, back))


@router.get(f"{ADDED}/invoices", dependencies=BILLING, responses=documented(401, 403, 422))
async def invoices(
    session: TenantSession, paging: PagingDep, sort: str | None = None
) -> ListOut[InvoiceOut]:
    """List invoices.

    Newest first, or sorted by `date`, `amount` or `status`; `-` sorts in descending order.
    """
    chosen = order(sort, customer_invoices.SORTS, customer_invoices.USUAL)
    rows, total = await customer_invoices.invoices(session, chosen, paging.after, paging.probe)
    shown, page = cut(rows, paging, lambda row: row.id, total)
    return ListOut(data=list(shown), page=page)
