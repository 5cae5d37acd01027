"""Customers' operations on brands: list, change, pause, delete and restore.

Invariant: a deletion loses nothing for seven days, and while any brand is not deleted, exactly one
of those is the primary one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction.folding import fold_name
from presence.core.errors import Conflict, NotFound
from presence.db.tenancy import binding_of
from presence.domains.audit.service import record, record_change
from presence.domains.brands.models import Brand
from presence.domains.brands.prefixes import owned_prefixes
from presence.domains.brands.queries import brands as queries
from presence.domains.brands.queries import competitors, prompts
from presence.domains.brands.records import BrandDetail, BrandRef, DeletedBrand, PauseReason
from presence.domains.brands.service.brands import (
    detail_of,
    no_such_brand,
    reading_of,
    ref_of,
    require,
    rescore_if_read_otherwise,
)
from presence.domains.brands.service.limits import (
    claim_activity,
    claim_brand,
    claim_website,
    prompt_room,
)
from presence.domains.brands.service.rescoring import interpret_after, queue_rescoring
from presence.domains.workspaces.service import lock_workspace
from presence.jobs.queue import enqueue

KEPT = timedelta(days=7)
PURGE = "brands.purge"
_RATED_BY = frozenset({"tone", "target_audience", "language"})


async def list_brands(
    session: AsyncSession, chosen: queries.BrandFilter, after: UUID | None, limit: int
) -> tuple[tuple[BrandRef, ...], int]:
    """Brands in the filter's order, starting after a key, and how many match in total."""
    rows = await queries.page(session, chosen, after, limit)
    return tuple(ref_of(row) for row in rows), await queries.count(session, chosen)


async def living_brands(session: AsyncSession) -> tuple[BrandRef, ...]:
    """Every brand of the workspace that is not deleted."""
    return tuple(ref_of(row) for row in await queries.living(session))


async def view_counts(session: AsyncSession) -> dict[str, int]:
    """The number of brands per tab of the list: all, recent, high, low."""
    return await queries.view_counts(session)


async def require_new_website(
    session: AsyncSession, website_url: str, but: UUID | None = None
) -> None:
    """Raise Conflict, with the other brand's Location, if another brand has this site."""
    owned = set(owned_prefixes(website_url))
    for row in await queries.living(session):
        # guard: brands.website-twice
        if row.id != but and (row.website_url == website_url or owned & set(row.owned_prefixes)):
            raise Conflict(
                f"{row.name} already has this website.",
                headers={"Location": f"/api/v1/brands/{row.id}"},
                extra={"brandId": str(row.id)},
            )


async def change_brand(
    session: AsyncSession, brand_id: UUID, changes: Mapping[str, Any]
) -> BrandDetail:
    """Change columns of a brand; stored answers are extracted again if they are read otherwise now.

    Raises PlanLimitReached if the plan has no room for another website, Conflict if another brand
    has the website or the plan paused this brand, and NotFound.
    """
    await lock_workspace(session)
    row = await require(session, brand_id, lock=True)
    require_writable(row)  # guard: brands.writable
    values = dict(changes)
    website = values.get("website_url")
    if website is not None and website != row.website_url:
        if row.website_url is None:
            await claim_website(session)
        await require_new_website(session, website, but=brand_id)
    if "website_url" in values and website != row.website_url:
        values.setdefault("owned_prefixes", list(owned_prefixes(website)))
        row.source = "website" if website else _source_without(row)
    await _require_own_names(session, row, values)
    before = {name: getattr(row, name) for name in values}
    altered = {name for name, value in values.items() if before[name] != value}
    read_before = await reading_of(session, row)
    for name in altered:
        setattr(row, name, values[name])
    await session.flush()
    await record_change(session, "brand.changed", f"brand:{brand_id}", before, values)
    read_anew = await rescore_if_read_otherwise(session, row, read_before)
    if altered & _RATED_BY and not read_anew:
        await interpret_after(session, brand_id)
    if altered & _RATED_BY:
        await queue_rescoring(session, brand_id)
    return detail_of(row)


async def _require_own_names(session: AsyncSession, row: Brand, values: Mapping[str, Any]) -> None:
    """Raise Conflict if the brand's new name is that of a tracked competitor."""
    names = (values.get("name", row.name), *values.get("aliases", row.aliases))
    folded = {fold_name(name) for name in names}
    for competitor in await competitors.tracked(session, row.id):
        if not folded.isdisjoint(
            fold_name(name) for name in (competitor.name, *competitor.aliases)
        ):
            sentence = f"This name already stands for {competitor.name}."
            raise Conflict.at("/aliases", sentence, "taken")


def _source_without(row: Brand) -> str:
    return "document" if row.source == "document" else "description"


def require_writable(row: Brand) -> None:
    """Raise Conflict if the plan paused the brand: it is read-only until resumed."""
    if row.pause_reason == "plan":  # guard: brands.paused-by-plan
        raise Conflict(
            "Your plan has no room for this brand, so it is paused and read only. Pause another"
            " one and resume this one, or choose a larger plan."
        )


async def require_writable_row(
    session: AsyncSession, brand_id: UUID, *, lock: bool = False
) -> Brand:
    """A brand that may be changed. Raises NotFound, and Conflict if the plan paused it."""
    row = await require(session, brand_id, lock=lock)
    require_writable(row)
    return row


async def require_writable_brand(session: AsyncSession, brand_id: UUID) -> BrandRef:
    """A brand that may be changed, as `require_writable_row`."""
    return ref_of(await require_writable_row(session, brand_id))


async def pause_brand(
    session: AsyncSession, brand_id: UUID, reason: PauseReason = "customer"
) -> BrandDetail:
    """Stop analysing a brand; its data is kept. Idempotent."""
    row = await require(session, brand_id, lock=True)
    if row.status != "paused":
        row.status, row.pause_reason = "paused", reason
        await record(session, "brand.paused", f"brand:{row.id}", after={"reason": reason})
    return detail_of(row)


async def resume_brand(session: AsyncSession, brand_id: UUID) -> BrandDetail:
    """Resume the analysis of a paused brand.

    Raises PlanLimitReached if the plan's brands are all in use, or its websites if this brand has
    one; a paused brand uses neither.
    """
    await lock_workspace(session)
    row = await require(session, brand_id, lock=True)
    if row.status == "paused":
        await claim_activity(session, website=row.website_url is not None)
        row.status, row.pause_reason = "active", None
        await record(session, "brand.resumed", f"brand:{row.id}")
    return detail_of(row)


async def delete_brand(session: AsyncSession, brand_id: UUID) -> None:
    """Delete a brand, restorable for seven days. The oldest remaining one becomes primary."""
    await lock_workspace(session)
    row = await require(session, brand_id, lock=True)
    was_primary = row.is_primary
    row.status, row.deleted_at, row.is_primary = "deleted", datetime.now(UTC), False
    await session.flush()
    if was_primary and (heir := await queries.oldest(session)) is not None:
        heir.is_primary = True
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise no_such_brand()
    await enqueue(
        session,
        PURGE,
        {"brand_id": brand_id},
        workspace_id=workspace_id,
        schedule_at=row.deleted_at + KEPT,
    )
    await record(session, "brand.deleted", f"brand:{row.id}", before={"name": row.name})


async def deleted_brands(session: AsyncSession) -> tuple[DeletedBrand, ...]:
    """Brands that can still be restored, most recently deleted first."""
    return tuple(
        DeletedBrand(row.id, row.name, row.website_url, row.deleted_at, row.deleted_at + KEPT)
        for row in await queries.deleted(session, KEPT)
        if row.deleted_at is not None
    )


async def restore_brand(session: AsyncSession, brand_id: UUID) -> BrandDetail:
    """Restore a brand deleted within the last seven days; it stays paused if it was paused.

    Prompts that no longer fit the plan are restored as paused. Raises PlanLimitReached if the plan
    has no room for the brand or its website, Conflict if another brand has taken its site, and
    NotFound if it has been purged.
    """
    await lock_workspace(session)
    row = await queries.find_deleted(session, brand_id)
    if row is None or row.deleted_at is None or row.deleted_at <= datetime.now(UTC) - KEPT:
        raise NotFound("We could not find a deleted brand to restore.")
    await claim_brand(session, website=row.website_url is not None)
    if row.website_url is not None:
        await require_new_website(session, row.website_url)
    room = max(await prompt_room(session) - 1, 0)
    for surplus in (await prompts.asked(session, brand_id))[room:]:
        surplus.status = "paused"
    row.is_primary = await queries.find_primary(session) is None
    row.status = "paused" if row.pause_reason else "active"
    row.deleted_at = None
    await session.flush()
    await record(session, "brand.restored", f"brand:{row.id}", after={"name": row.name})
    return detail_of(row)


async def is_due(session: AsyncSession, brand_id: UUID) -> bool:
    """Whether a brand was deleted so long ago that it can no longer be restored."""
    return await queries.is_due(session, brand_id, KEPT)


async def purge_brand(session: AsyncSession, brand_id: UUID) -> None:
    """Permanently remove what was deleted seven days ago; a restored brand is left alone."""
    await queries.purge(session, brand_id, KEPT)
