"""Materials that come and go with their brand, and what its runs read and learn of them.

Invariant: adding the same address or the same file to a brand again changes nothing but its
text, so a repeated submission leaves one material.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.codec import as_data
from presence.analysis.documents import DocumentRefused
from presence.analysis.types import AudienceFit, DocumentText
from presence.core.errors import NotFound, ValidationFailed
from presence.domains.materials.models import Material
from presence.domains.materials.queries import materials as queries
from presence.domains.materials.records import WebsiteOutcome
from presence.domains.materials.service.analysing import start
from presence.domains.materials.service.texts import TITLE, as_json, document_of, storable
from presence.http.uploads import DOCX_TYPE, Upload


class Documents(Protocol):
    """Reads an uploaded DOCX; `adapters.documents.DocumentReader` in the product."""

    async def read(self, data: bytes, name: str) -> DocumentText:
        """Raises DocumentRefused."""
        ...


async def read_document(documents: Documents, upload: Upload, pointer: str) -> DocumentText:
    """Text of an upload; ValidationFailed at `pointer` with the reason when it is refused."""
    try:
        return await documents.read(upload.data, upload.name)
    except DocumentRefused as refused:
        raise ValidationFailed.at(pointer, refused.message, refused.code) from refused


async def add_website(session: AsyncSession, brand_id: UUID, url: str) -> UUID:
    """The brand's website, its primary material, queued for its first run.

    A page that was added before is taken over: from now on runs read it.
    """
    primary = await queries.primary(session, brand_id, lock=True)
    if primary is not None and primary.url != url:
        primary.is_primary = False
        await session.flush()
    row = await queries.same(session, brand_id, url=url)
    if row is None:
        row = await _insert(session, {"brand_id": brand_id, "kind": "website", "url": url})
    if not row.is_primary:
        row.is_primary, row.deleted_at, row.text, row.fit = True, None, None, None
        row.status = "queued"
    await session.flush()
    return row.id


async def move_website(
    session: AsyncSession, brand_id: UUID, old: str | None, new: str | None
) -> None:
    """Follow a brand to another address: its former website goes, the new one waits for a run.

    A brand left without a website is represented by its oldest document.
    """
    if old is not None and (row := await queries.same(session, brand_id, url=old)) is not None:
        await session.delete(row)
        await session.flush()
    if new is not None:
        await add_website(session, brand_id, new)
    elif (document := await queries.oldest_document(session, brand_id)) is not None:
        document.is_primary = True
        await session.flush()


async def add_document(
    session: AsyncSession, brand_id: UUID, upload: Upload, document: DocumentText
) -> UUID:
    """Store an upload that was read; it becomes the brand's primary material if there is none.

    Beside another primary material it is assessed on its own.
    """
    file_id = await store_upload(session, upload)
    read: dict[str, Any] = {
        "title": storable(document.title or upload.name)[:TITLE],
        "text": as_json(document),
        "word_count": document.word_count,
        "status": "ready",
    }
    row = await queries.same(session, brand_id, file_id=file_id)
    if row is None:
        made = {"brand_id": brand_id, "kind": "document", "stored_file_id": file_id}
        row = await _insert(session, {**made, **read})
    for name, value in read.items():
        setattr(row, name, value)
    row.deleted_at = None
    row.is_primary = row.is_primary or await queries.primary(session, brand_id, lock=True) is None
    if not row.is_primary:
        row.status = "queued"
    await session.flush()
    if not row.is_primary:
        await start(session, row)
    return row.id


async def store_upload(session: AsyncSession, upload: Upload) -> UUID:
    """Key of the upload's content, kept once per workspace."""
    return await queries.store_file(session, upload.name or "document.docx", DOCX_TYPE, upload.data)


async def _insert(session: AsyncSession, values: dict[str, Any]) -> Material:
    row = Material(**values)
    session.add(row)
    await session.flush()
    return row


async def count_materials(session: AsyncSession) -> int:
    """Materials in use, for the plan's limit."""
    return await queries.count(session)


async def material_text(
    session: AsyncSession, material_id: UUID
) -> tuple[UUID, DocumentText | None]:
    """(brand, text) of a material; no text for what a brand was made from. Raises NotFound."""
    row = await queries.find_material(session, material_id)
    if row is None:
        raise no_such_material()
    own = row.text is not None and not row.is_primary
    return row.brand_id, document_of(row) if own else None


def no_such_material() -> NotFound:
    """404: deleted, unknown, or somebody else's."""
    return NotFound("We could not find that material.")


async def documents_of(session: AsyncSession, brand_id: UUID) -> tuple[DocumentText, ...]:
    """The texts of the brand's documents and single pages that a run reads, oldest first."""
    return tuple(document_of(row) for row in await queries.texts(session, brand_id))


async def record_run(
    session: AsyncSession,
    brand_id: UUID,
    *,
    website: WebsiteOutcome | None,
    audience_fit: int | None,
    analysed_at: datetime,
    fit: AudienceFit | None = None,
    fitted: bool = True,
) -> None:
    """What a finished run means for the brand's primary material: its audience fit is the brand's.

    `website` None leaves the website alone, as in a run that did not crawl it. A run that was not
    `fitted` keeps the audience fit, as the brand does; one that found no website to read does not.
    """
    row = await queries.primary(session, brand_id, lock=True)
    if row is None or (row.kind == "website" and website is None):
        return
    row.analysed_at = analysed_at
    if row.kind == "website" and website is not None:
        if website.failure is not None:
            row.status, row.failure = "failed", website.failure[:500]
        else:
            row.title, row.word_count = storable(website.title)[:TITLE], website.word_count
            row.status, row.failure = "ready", None
    if fitted:
        row.audience_fit = audience_fit
        row.fit = None if fit is None else as_data(fit)
    await session.flush()
