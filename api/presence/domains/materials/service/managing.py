"""Customers' operations on materials: list, add, rename, delete, restore, analyse again.

Invariant: the material a brand was created from stays as long as the brand does, and adding a
material uses room in the plan under the workspace's lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.codec import from_data
from presence.analysis.types import AudienceFit, DocumentText
from presence.core.errors import Conflict, NotFound, ValidationFailed
from presence.domains.audit.service import record
from presence.domains.billing.entitlements import require_capacity
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import brand_profile, get_brand, require_writable_brand
from presence.domains.materials.models import Material
from presence.domains.materials.queries import materials as queries
from presence.domains.materials.records import Kind, MaterialDetail, MaterialIn, MaterialRef, Status
from presence.domains.materials.service.analysing import is_own, publish_status, start
from presence.domains.materials.service.sources import no_such_material, store_upload
from presence.domains.materials.service.texts import TITLE, as_json, storable
from presence.domains.workspaces.service import bound_workspace, lock_workspace
from presence.http.uploads import Upload
from presence.jobs.queue import enqueue

LIMIT = "materials.max"
KEPT = timedelta(days=7)
PURGE = "materials.purge"
EXCERPT = 1_200
SAME_PAGE = "This page was already added."
SAME_FILE = "This document was already added."
ELSEWHERE = "This page is not on the brand's website. Add its site to the brand's addresses first."


async def list_materials(
    session: AsyncSession,
    brand_id: UUID,
    chosen: queries.MaterialFilter,
    after: UUID | None,
    limit: int,
) -> tuple[tuple[MaterialRef, ...], int]:
    """Materials in the filter's order, starting after a key, and the total. Raises NotFound."""
    await get_brand(session, brand_id)
    rows = await queries.page(session, brand_id, chosen, after, limit)
    return tuple(ref_of(row) for row in rows), await queries.count_of(session, brand_id, chosen)


async def view_counts(session: AsyncSession, brand_id: UUID) -> dict[str, int]:
    """The number of materials per tab of the list: all, recent, website, document."""
    return await queries.view_counts(session, brand_id)


async def read_material(session: AsyncSession, brand_id: UUID, material_id: UUID) -> MaterialDetail:
    """A material with what was extracted from it. Raises NotFound."""
    return await detail_of(session, await require_material(session, brand_id, material_id))


async def read_primary(session: AsyncSession, brand_id: UUID) -> MaterialDetail:
    """The material the brand was created from. Raises NotFound for a brand that has none."""
    await get_brand(session, brand_id)
    row = await queries.primary(session, brand_id)
    if row is None:
        raise no_such_material()
    return await detail_of(session, row)


async def add_page(
    session: AsyncSession, brand_id: UUID, url: str, new: MaterialIn
) -> MaterialDetail:
    """Add a page of the brand's website, which will be fetched.

    Raises PlanLimitReached if the plan has no room, Conflict with its Location if it exists
    already, ValidationFailed for a page of another site, and NotFound.
    """
    await _claim(session, brand_id)
    profile = await brand_profile(session, brand_id)
    if not is_own(profile, url):  # guard: materials.own-address
        raise ValidationFailed.at("/url", ELSEWHERE, "elsewhere")
    existing = await queries.same(session, brand_id, url=url)
    values = {"kind": "website", "url": url, "title": new.title, "description": new.description}
    return await _add(session, brand_id, existing, SAME_PAGE, values)


async def add_file(
    session: AsyncSession, brand_id: UUID, upload: Upload, text: DocumentText, new: MaterialIn
) -> MaterialDetail:
    """Add a document that was read, to be assessed. Raises the same as `add_page`."""
    await _claim(session, brand_id)
    file_id = await store_upload(session, upload)
    existing = await queries.same(session, brand_id, file_id=file_id)
    title = new.title or storable(text.title or upload.name)[:TITLE]
    values = {
        "kind": "document",
        "stored_file_id": file_id,
        "title": title,
        "description": new.description,
        "text": as_json(text),
        "word_count": text.word_count,
    }
    return await _add(session, brand_id, existing, SAME_FILE, values)


async def _claim(session: AsyncSession, brand_id: UUID) -> None:
    await lock_workspace(session)  # guard: materials.lock
    await require_writable_brand(session, brand_id)
    limits = (await current_plan(session)).limits
    require_capacity(limits, LIMIT, await queries.count(session))  # guard: materials.most


async def _add(
    session: AsyncSession,
    brand_id: UUID,
    existing: Material | None,
    taken: str,
    values: dict[str, Any],
) -> MaterialDetail:
    """The new row, or the deleted one with the same address or file, reset as if new."""
    if existing is not None and existing.deleted_at is None:
        raise Conflict(
            taken,
            headers={"Location": f"/api/v1/brands/{brand_id}/materials/{existing.id}"},
            extra={"materialId": str(existing.id)},
        )
    row = existing or Material(brand_id=brand_id)
    blank = {"text": None, "fit": None, "audience_fit": None, "failure": None, "analysed_at": None}
    now = datetime.now(UTC)
    fresh = {"status": "queued", "deleted_at": None, "created_at": now, "changed_at": now}
    for name, value in {**blank, **fresh, **values}.items():
        setattr(row, name, value)
    session.add(row)
    await session.flush()
    await session.refresh(row)
    await record(session, "material.added", f"material:{row.id}", after={"title": row.title})
    await start(session, row)
    return await detail_of(session, row)


async def change_material(
    session: AsyncSession, brand_id: UUID, material_id: UUID, changes: Mapping[str, str]
) -> MaterialDetail:
    """Rename or describe a material. Raises NotFound, Conflict for a read-only brand."""
    await require_writable_brand(session, brand_id)
    row = await require_material(session, brand_id, material_id, lock=True)
    for name, value in changes.items():
        setattr(row, name, value)
    await session.flush()
    return await detail_of(session, row)


async def analyse_again(session: AsyncSession, brand_id: UUID, material_id: UUID) -> MaterialDetail:
    """Fetch and assess a material again, unless it is already being analysed.

    Raises Conflict for the brand's website, which runs read, and for a read-only brand, and
    NotFound.
    """
    await require_writable_brand(session, brand_id)
    row = await require_material(session, brand_id, material_id, lock=True)
    if row.is_primary and row.kind == "website":
        raise Conflict("The website is read by every analysis of the brand. Start one instead.")
    if row.status not in queries.UNDER_WAY:
        await queries.update_material(session, row.id, {"status": "queued", "failure": None})
        await session.refresh(row)
        await start(session, row)
    return await detail_of(session, row)


async def delete_material(session: AsyncSession, brand_id: UUID, material_id: UUID) -> None:
    """Delete a material, restorable for seven days. Raises Conflict for the primary one."""
    await require_writable_brand(session, brand_id)
    row = await require_material(session, brand_id, material_id, lock=True)
    if row.is_primary:
        raise Conflict("The brand was made from this. Change or delete the brand instead.")
    row.deleted_at = datetime.now(UTC)
    await session.flush()
    await enqueue(
        session,
        PURGE,
        {"material_id": row.id},
        workspace_id=bound_workspace(session),
        schedule_at=row.deleted_at + KEPT,
    )
    await record(session, "material.deleted", f"material:{row.id}", before={"title": row.title})
    await publish_status(session, row, "deleted")


async def restore_material(
    session: AsyncSession, brand_id: UUID, material_id: UUID
) -> MaterialDetail:
    """Restore a material deleted within the last seven days.

    It had its room before, so no plan limit applies. Raises NotFound if it has been purged.
    """
    await require_writable_brand(session, brand_id)
    row = await queries.find_deleted(session, material_id)
    lost = row is None or row.deleted_at is None or row.deleted_at <= datetime.now(UTC) - KEPT
    if row is None or lost or row.brand_id != brand_id:
        raise NotFound("We could not find a deleted material to restore.")
    row.deleted_at = None
    await session.flush()
    await record(session, "material.restored", f"material:{row.id}", after={"title": row.title})
    if row.status in queries.UNDER_WAY:
        await start(session, row)
    else:
        await publish_status(session, row, row.status)
    return await detail_of(session, row)


async def purge_material(session: AsyncSession, material_id: UUID) -> None:
    """Permanently remove what was deleted seven days ago; a restored material is left alone."""
    await queries.purge(session, material_id, KEPT)


async def require_material(
    session: AsyncSession, brand_id: UUID, material_id: UUID, *, lock: bool = False
) -> Material:
    """A material of the brand that is not deleted; `lock` locks its row. Raises NotFound."""
    await get_brand(session, brand_id)
    row = await queries.find_material(session, material_id, lock=lock)
    if row is None or row.brand_id != brand_id:
        raise no_such_material()
    return row


def ref_of(row: Material) -> MaterialRef:
    """A row in the form lists show."""
    return MaterialRef(
        id=row.id,
        brand_id=row.brand_id,
        kind=cast("Kind", row.kind),
        is_primary=row.is_primary,
        title=row.title,
        url=row.url,
        description=row.description,
        status=cast("Status", row.status),
        failure=row.failure,
        word_count=row.word_count,
        language=row.language,
        audience_fit=row.audience_fit,
        created_at=row.created_at,
        analysed_at=row.analysed_at,
    )


async def detail_of(session: AsyncSession, row: Material) -> MaterialDetail:
    """A row with its file name, the beginning of its text and the evidence for its fit."""
    file = None
    if row.stored_file_id is not None:
        file = await queries.stored_file(session, row.stored_file_id)
    blocks = row.text["blocks"] if row.text else []
    return MaterialDetail(
        ref=ref_of(row),
        file_name=file[0] if file else None,
        file_size=file[1] if file else None,
        excerpt="\n".join(text for _, text in blocks)[:EXCERPT],
        fit=None if row.fit is None else from_data(AudienceFit, row.fit),
    )
