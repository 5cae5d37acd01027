"""Replaces a document by another edition.

Invariant: the material keeps its identity, name and place; only its text changes, and a file that
nothing refers to any more is deleted.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import DocumentText
from presence.core.errors import Conflict
from presence.domains.audit.service import record
from presence.domains.brands.service import require_writable_brand
from presence.domains.materials.models import Material
from presence.domains.materials.queries import materials as queries
from presence.domains.materials.records import MaterialDetail
from presence.domains.materials.service.analysing import start
from presence.domains.materials.service.managing import SAME_FILE, detail_of, require_material
from presence.domains.materials.service.sources import store_upload
from presence.domains.materials.service.texts import TITLE, as_json, storable
from presence.http.uploads import Upload

NO_DOCUMENT = "A page is read at its address. Only a document can be replaced by another one."


async def _require_document(session: AsyncSession, brand_id: UUID, material_id: UUID) -> Material:
    row = await require_material(session, brand_id, material_id, lock=True)
    await require_writable_brand(session, brand_id)
    if row.kind != "document":
        raise Conflict(NO_DOCUMENT)
    return row


async def replace_document(
    session: AsyncSession, brand_id: UUID, material_id: UUID, upload: Upload, text: DocumentText
) -> MaterialDetail:
    """Read this file from now on; its analysis starts at once.

    The primary material is named after its document, any other keeps the name it was given. Raises
    Conflict for a page, for a read-only brand, and if the file is another material of the brand,
    and NotFound.
    """
    row = await _require_document(session, brand_id, material_id)
    before = row.stored_file_id
    file_id = await store_upload(session, upload)
    await _make_room(session, row, file_id)
    row.stored_file_id, row.text, row.word_count = file_id, as_json(text), text.word_count
    row.status, row.failure, row.language = "queued", None, ""
    if row.is_primary:  # its audience fit is the brand's, which the next run measures
        row.title = storable(text.title or upload.name)[:TITLE]
    else:
        row.fit, row.audience_fit = None, None
    await session.flush()
    await queries.update_material(session, row.id, {})
    if before is not None and before != file_id:
        await queries.drop_unused(session, before)
    await session.refresh(row)
    await record(session, "material.replaced", f"material:{row.id}", after={"title": row.title})
    await start(session, row)
    return await detail_of(session, row)


async def _make_room(session: AsyncSession, row: Material, file_id: UUID) -> None:
    """Purge a deleted material with the same file; one that still exists is a conflict."""
    existing = await queries.same(session, row.brand_id, file_id=file_id)
    if existing is None or existing.id == row.id:
        return
    if existing.deleted_at is None:
        raise Conflict(SAME_FILE, extra={"materialId": str(existing.id)})
    await session.delete(existing)
    await session.flush()
