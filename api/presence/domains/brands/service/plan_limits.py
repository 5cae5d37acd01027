"""Adjusts brands to the plan: pauses those over the limit, resumes and refills when there is room.

Invariant: nothing is deleted, a brand paused by the customer is left alone, and the order is always
the same: the primary brand first, then the oldest. Idempotent.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit.service import record
from presence.domains.billing.entitlements import Limits
from presence.domains.billing.service import current_plan, publish_plan_change
from presence.domains.brands.models import Brand
from presence.domains.brands.queries import brands
from presence.domains.brands.service.limits import BRANDS, WEBSITES, panel_size
from presence.domains.brands.service.managing import pause_brand
from presence.domains.brands.service.panel import fill_panel
from presence.domains.workspaces.service import lock_workspace

FIT = "brands.fit_plan"


async def fit_plan(session: AsyncSession, now: datetime) -> None:
    """Keep as many brands under analysis as the plan allows, counting websites separately."""
    await lock_workspace(session)
    limits = (await current_plan(session, now)).limits
    most, most_websites = limits.value(BRANDS), limits.value(WEBSITES)
    kept = websites = 0
    moved = False
    for row in sorted(await brands.living(session), key=lambda row: not row.is_primary):
        if row.pause_reason == "customer":
            continue
        needs = 1 if row.website_url else 0
        fits = _within(kept + 1, most) and _within(websites + needs, most_websites)
        if fits:
            kept, websites = kept + 1, websites + needs
            moved |= await _resume(session, row)
        else:
            moved |= row.status != "paused"
            await pause_brand(session, row.id, "plan")
    moved |= await _fill_panels(session, limits)
    if moved:  # screens were notified of the plan before this job ran, and fetched too early
        await publish_plan_change(session, limits.plan_id)


async def _fill_panels(session: AsyncSession, limits: Limits) -> bool:
    """Activate suggested questions where a larger plan has room for them, and log it."""
    filled = False
    for row in sorted(await brands.living(session), key=lambda row: not row.is_primary):
        if row.status == "active":
            taken = await fill_panel(session, row.id, panel_size(limits))
            filled |= bool(taken)
    return filled


def _within(count: int, limit: bool | int | None) -> bool:
    return limit is None or count <= int(limit)


async def _resume(session: AsyncSession, row: Brand) -> bool:
    if row.pause_reason != "plan":
        return False
    row.status, row.pause_reason = "active", None
    await session.flush()
    await record(session, "brand.resumed", f"brand:{row.id}", after={"reason": "plan"})
    return True
