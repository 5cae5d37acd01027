"""Decisions and writes about materials, and the texts other slices read from them.

Invariant: adding the same address or the same file to a brand again changes nothing but its
description, so a repeated submission leaves one material.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.documents import DocumentRefused
from presence.analysis.types import DocumentText
from presence.core.errors import FieldError, NotFound, ValidationFailed
from presence.domains.materials import queries
from presence.domains.materials.models import Material
from presence.domains.materials.records import WebsiteOutcome
from presence.http.uploads import DOCX_TYPE, Upload

_TITLE = 200


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
        raise ValidationFailed(
            refused.message, errors=(FieldError(pointer, refused.message, refused.code),)
        ) from refused


async def add_website(session: AsyncSession, brand_id: UUID, url: str) -> UUID:
    """The material of a website, queued for its first run."""
    return await queries.upsert_material(
        session,
        {"brand_id": brand_id, "kind": "website", "url": url, "status": "queued"},
        unique="url",
        renewed=("kind",),
    )


async def move_website(
    session: AsyncSession, brand_id: UUID, old: str | None, new: str | None
) -> None:
    """Follow a brand to another address: its former website goes, the new one waits for a run."""
    if old is not None:
        await queries.delete_website(session, brand_id, old)
    if new is not None:
        await add_website(session, brand_id, new)


async def add_document(
    session: AsyncSession, brand_id: UUID, upload: Upload, document: DocumentText
) -> UUID:
    """Store an upload that was read and make it a material of the brand, ready for use."""
    file_id = await queries.store_file(
        session, upload.name or "document.docx", DOCX_TYPE, upload.data
    )
    return await queries.upsert_material(
        session,
        {
            "brand_id": brand_id,
            "kind": "document",
            "title": _storable(document.title or upload.name)[:_TITLE],
            "status": "ready",
            "stored_file_id": file_id,
            "text": _as_json(document),
            "word_count": document.word_count,
        },
        unique="stored_file_id",
        renewed=("title", "text", "word_count", "status"),
    )


async def count_materials(session: AsyncSession) -> int:
    """Materials in use, for the plan's limit."""
    return await queries.count(session)


async def brand_of(session: AsyncSession, material_id: UUID) -> UUID:
    """The brand a material belongs to. Raises NotFound."""
    found = await queries.brand_of(session, material_id)
    if found is None:
        raise NotFound("We could not find that material.")
    return found


async def documents_of(session: AsyncSession, brand_id: UUID) -> tuple[DocumentText, ...]:
    """Texts of the brand's documents, oldest first."""
    return tuple(_document(row) for row in await queries.documents(session, brand_id))


async def record_run(
    session: AsyncSession,
    brand_id: UUID,
    *,
    website: WebsiteOutcome | None,
    audience_fit: int | None,
    analysed_at: datetime,
) -> None:
    """What a finished run means for the brand's materials.

    `website` None leaves the website alone, as in a run that did not crawl it. The brand's one
    audience fit (M-12) is shown with each of its materials.
    """
    seen = {"audience_fit": audience_fit, "analysed_at": analysed_at}
    await queries.change(session, brand_id, "document", seen)
    if website is None:
        return
    if website.failure is not None:
        failed = {"status": "failed", "failure": website.failure[:500], "analysed_at": analysed_at}
        await queries.change(session, brand_id, "website", failed)
        return
    read = {"title": _storable(website.title)[:_TITLE], "word_count": website.word_count}
    ready = {"status": "ready", "failure": None}
    await queries.change(session, brand_id, "website", {**seen, **read, **ready})


def _as_json(document: DocumentText) -> dict[str, object]:
    """As stored: PostgreSQL keeps neither NUL nor half a surrogate pair."""
    return {
        "name": _storable(document.name),
        "title": _storable(document.title),
        "blocks": [[level, _storable(text)] for level, text in document.blocks],
    }


def _storable(text: str) -> str:
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def _document(row: Material) -> DocumentText:
    stored = row.text or {}
    return DocumentText(
        name=stored["name"],
        title=stored["title"],
        blocks=tuple((level, text) for level, text in stored["blocks"]),
        word_count=row.word_count,
    )
