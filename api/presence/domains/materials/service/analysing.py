"""Reads and assesses one material in the background.

Invariant: nothing is fetched or computed with a transaction open; every step that a customer can
see is published as `material.updated`, and work overtaken by a deletion or by another edition of
the document writes nothing.
"""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.audience import audience_fit
from presence.analysis.codec import as_data
from presence.analysis.crawler import owns
from presence.analysis.documents import document_passages
from presence.analysis.types import AudienceFit, BrandProfile, DocumentText, FetchProblem
from presence.core.errors import NotFound
from presence.core.rounding import whole
from presence.domains.brands.service import brand_profile
from presence.domains.materials.models import Material
from presence.domains.materials.queries import materials as queries
from presence.domains.materials.service.texts import TITLE, as_json, document_of, storable
from presence.domains.workspaces.service import bound_workspace
from presence.http.events import publish
from presence.jobs.context import JobContext
from presence.jobs.queue import enqueue

ANALYSE = "materials.analyse"
GIVE_UP = "materials.give_up"
RATE_FIT = "materials.judge"
EVENT = "material.updated"
INTERRUPTED = "The analysis was interrupted on our side. Please analyze it again."


def is_own(profile: BrandProfile, url: str) -> bool:
    """Whether a page lies on the brand's site or a site it declared.

    A brand that declared none is believed.
    """
    return owns(profile.prefixes, url)


async def start(session: AsyncSession, row: Material) -> None:
    """Queue the work on a material that waits for it; a second wish meanwhile is the same wish."""
    await enqueue(
        session,
        ANALYSE,
        {"material_id": row.id},
        workspace_id=bound_workspace(session),
        lock=f"material:{row.id}",
        unique=f"{ANALYSE}:{row.id}",
    )
    await publish_status(session, row, row.status)


async def analyse(context: JobContext, material_id: UUID) -> None:
    """Fetch a page or take a document as it was read, then assess it."""
    async with context.transaction() as session:
        row = await _step(session, material_id, {}, at_work=True)
        if row is None:
            return
        try:
            profile = await brand_profile(session, row.brand_id)
        except NotFound:
            return
        fetching = row.kind == "website"
        url, document = row.url or "", None if fetching else document_of(row)
        file_id = row.stored_file_id
        state = {"status": "fetching" if fetching else "analysing"}
        await _step(session, material_id, state, at_work=True)
    if document is None:
        document = await _fetch(context, material_id, url, profile)
    if document is not None:
        await _rate_fit(context, material_id, document, file_id, profile)


async def _fetch(
    context: JobContext, material_id: UUID, url: str, profile: BrandProfile
) -> DocumentText | None:
    """The page's text, stored; None when it cannot be had, which is stored as well."""
    read: DocumentText | None = None
    found = await context.resources.sites.read_text(url, profile.prefixes)
    if isinstance(found, FetchProblem):
        values: dict[str, Any] = {"status": "failed", "failure": found.message[:500]}
        values |= {"analysed_at": func.now()}
    else:
        read = found.document
        values = {"status": "analysing", "failure": None, "text": as_json(read)}
        values |= {"word_count": read.word_count, "language": found.language[:35]}
    async with context.transaction() as session:
        row = await _step(session, material_id, values, at_work=True)
        if row is not None and read is not None and not row.title:
            title = {"title": storable(read.title)[:TITLE]}
            await queries.update_material(session, material_id, title)
    return read if row is not None else None


async def _rate_fit(
    context: JobContext,
    material_id: UUID,
    document: DocumentText,
    file_id: UUID | None,
    profile: BrandProfile,
) -> None:
    fit = await fit_of(context, material_id, document, profile)
    values: dict[str, Any] = {"status": "ready", "failure": None, "analysed_at": func.now()}
    async with context.transaction() as session:
        row = await _step(session, material_id, {}, at_work=True)
        if row is None or row.stored_file_id != file_id:  # another edition has a job of its own
            return
        if not row.is_primary:  # its fit is the brand's: runs write it
            values |= _fit_columns(fit)
        await _step(session, material_id, values, at_work=True)


async def fit_of(
    context: JobContext, material_id: UUID, document: DocumentText, profile: BrandProfile
) -> AudienceFit | None:
    """How well one text speaks to the brand's audience; None without an audience or passages."""

    def compute() -> AudienceFit | None:
        passages = document_passages(document, "brand", profile.name)
        embedder = context.resources.embedder()
        return audience_fit(profile, passages, (), embedder, material_id.int & 0xFFFFFFFF)

    return await asyncio.to_thread(compute)


def _fit_columns(fit: AudienceFit | None) -> dict[str, Any]:
    if fit is None:
        return {"fit": None, "audience_fit": None}
    return {"fit": as_data(fit), "audience_fit": whole(fit.score.value)}


async def rescore_brand(context: JobContext, brand_id: UUID) -> None:
    """Assess a brand's own materials again, for example after a change of audience or tone."""
    async with context.transaction() as session:
        try:
            profile = await brand_profile(session, brand_id)
        except NotFound:
            return
        rows = await queries.texts(session, brand_id)
        chosen = [row for row in rows if row.status == "ready" and not row.is_primary]
        texts = {row.id: document_of(row) for row in chosen}
    for material_id, document in texts.items():
        fit = await fit_of(context, material_id, document, profile)
        async with context.transaction() as session:
            row = await queries.find_material(session, material_id, lock=True)
            if row is not None and row.status == "ready" and document_of(row) == document:
                await _step(session, material_id, _fit_columns(fit), at_work=False)


async def give_up(session: AsyncSession, material_id: UUID) -> None:
    """Say that nobody is analysing this material any more."""
    await _step(session, material_id, {"status": "failed", "failure": INTERRUPTED}, at_work=True)


async def _step(
    session: AsyncSession, material_id: UUID, values: dict[str, Any], *, at_work: bool
) -> Material | None:
    """Change a material and announce it; None if it is gone or, `at_work`, not being analysed."""
    row = await queries.find_material(session, material_id, lock=True)
    if row is None or (at_work and row.status not in queries.UNDER_WAY):
        return None
    if values:
        await queries.update_material(session, material_id, values)
        await session.refresh(row)
        await publish_status(session, row, row.status)
    return row


async def publish_status(session: AsyncSession, row: Material, status: str) -> None:
    """The news of a material; do it last, writers of the workspace wait for one another."""
    news = {"materialId": str(row.id), "brandId": str(row.brand_id), "status": status}
    await publish(session, EVENT, news)
