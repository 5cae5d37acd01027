"""SQL statements for logs sent as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.traffic.models import (
    TrafficSource,
    TrafficUpload,
    UploadPart,
    UploadWrongLine,
)
from presence.domains.traffic.queries.sources import LIVING

# Returns ids only: the function looks at all workspaces.
STRANDED = text("SELECT workspace_id, upload_id FROM stranded_log_uploads(:quiet, :limit)")
_HELD = text(
    "WITH awaited AS (SELECT id, size FROM traffic_upload"
    " WHERE status IN ('receiving', 'queued', 'reading') AND digest IS NULL)"
    " SELECT CAST(coalesce((SELECT sum(size) FROM awaited), 0) + coalesce(("
    "SELECT sum(octet_length(content)) FROM traffic_upload_part"
    " WHERE upload_id NOT IN (SELECT id FROM awaited)), 0) AS bigint)"
)
UNFINISHED = ("receiving", "queued", "reading", "held")


async def add_upload(session: AsyncSession, row: TrafficUpload) -> TrafficUpload:
    """Store an upload of which nothing has arrived."""
    session.add(row)
    await session.flush()
    await session.refresh(row, attribute_names=["status", "created_at"])
    return row


async def find_upload(
    session: AsyncSession, upload_id: UUID, *, lock: bool = False
) -> TrafficUpload | None:
    """An upload of this workspace, as it is now."""
    statement = select(TrafficUpload).where(TrafficUpload.id == upload_id)
    if lock:
        statement = statement.with_for_update(of=TrafficUpload)
    found = await session.scalar(statement.execution_options(populate_existing=True))
    return found


async def change_upload(session: AsyncSession, upload_id: UUID, **values: Any) -> None:
    """Set columns of an upload and say that it changed."""
    await session.execute(
        update(TrafficUpload)
        .where(TrafficUpload.id == upload_id)
        .values(**values, changed_at=func.now())
    )


async def uploads_page(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[Sequence[TrafficUpload], int]:
    """Uploads of a brand, newest first, and how many there are."""
    living = select(TrafficSource.id).where(TrafficSource.brand_id == brand_id, LIVING)
    mine = and_(TrafficUpload.brand_id == brand_id, TrafficUpload.source_id.in_(living))
    statement = select(TrafficUpload).where(mine).order_by(TrafficUpload.id.desc()).limit(limit)
    if after is not None:
        statement = statement.where(TrafficUpload.id < after)
    total = await session.scalar(select(func.count()).select_from(TrafficUpload).where(mine))
    return (await session.scalars(statement)).all(), total or 0


async def count_unfinished(session: AsyncSession) -> int:
    """Uploads of the workspace whose file is kept."""
    counted = select(func.count()).select_from(TrafficUpload)
    return await session.scalar(counted.where(TrafficUpload.status.in_(UNFINISHED))) or 0


async def bytes_held(session: AsyncSession) -> int:
    """What files of the workspace take up, or will once they have arrived."""
    held: int = (await session.execute(_HELD)).scalar_one()
    return held


async def undecided(session: AsyncSession, source_id: UUID) -> TrafficUpload | None:
    """The oldest upload of a source that was confirmed but is neither counted nor given up."""
    statement = select(TrafficUpload).where(
        TrafficUpload.source_id == source_id,
        TrafficUpload.status.in_(("queued", "reading", "held")),
    )
    found: TrafficUpload | None = await session.scalar(
        statement.order_by(TrafficUpload.id).limit(1)
    )
    return found


async def put_part(session: AsyncSession, upload_id: UUID, number: int, content: bytes) -> None:
    """Store a part of a file, in place of the same part sent before."""
    statement = upsert(UploadPart).values(upload_id=upload_id, number=number, content=content)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "upload_id", "number"], set_={"content": content}
        )
    )


async def part_numbers(session: AsyncSession, upload_id: UUID) -> Sequence[int]:
    """Which parts of a file have arrived, in order."""
    statement = select(UploadPart.number).where(UploadPart.upload_id == upload_id)
    return (await session.scalars(statement.order_by(UploadPart.number))).all()


async def part_content(session: AsyncSession, upload_id: UUID, number: int) -> bytes | None:
    """One part of a file; None when it has not arrived, or is deleted."""
    return await session.scalar(
        select(UploadPart.content).where(
            UploadPart.upload_id == upload_id, UploadPart.number == number
        )
    )


async def same_file(
    session: AsyncSession, source_id: UUID, fingerprint: bytes, read_bytes: int | None = None
) -> TrafficUpload | None:
    """The upload of a source that read most, or that much, of a file with this beginning."""
    statement = (
        select(TrafficUpload)
        .where(
            TrafficUpload.source_id == source_id,
            TrafficUpload.fingerprint == fingerprint,
            TrafficUpload.status == "done",
        )
        .order_by(TrafficUpload.read_bytes.desc())
        .limit(1)
    )
    if read_bytes is not None:
        statement = statement.where(TrafficUpload.read_bytes == read_bytes)
    found: TrafficUpload | None = await session.scalar(statement)
    return found


async def overlapping(session: AsyncSession, upload: TrafficUpload) -> Sequence[TrafficUpload]:
    """Other files added to the source that have requests of the same time."""
    if upload.first_at is None:  # it had nothing that was not known
        return []
    statement = (
        select(TrafficUpload)
        .where(
            TrafficUpload.source_id == upload.source_id,
            TrafficUpload.id != upload.id,
            TrafficUpload.status == "done",
            TrafficUpload.first_at < upload.last_at,
            TrafficUpload.last_at > upload.first_at,
        )
        .order_by(TrafficUpload.first_at)
        .limit(10)
    )
    if upload.known_bytes:  # the same file, which had fewer lines then
        statement = statement.where(TrafficUpload.fingerprint != upload.fingerprint)
    return (await session.scalars(statement)).all()


async def add_wrong_lines(
    session: AsyncSession, upload_id: UUID, lines: Sequence[tuple[int, str, str]]
) -> None:
    """Keep (position, reason, text) of lines that could not be read."""
    if lines:
        named = ("position", "reason", "text")
        await session.execute(
            insert(UploadWrongLine),
            [{"upload_id": upload_id, **dict(zip(named, line, strict=True))} for line in lines],
        )


async def wrong_lines(session: AsyncSession, upload_id: UUID) -> Sequence[UploadWrongLine]:
    """The kept ones, in the order of the file."""
    statement = select(UploadWrongLine).where(UploadWrongLine.upload_id == upload_id)
    return (await session.scalars(statement.order_by(UploadWrongLine.position))).all()


async def delete_upload(session: AsyncSession, upload_id: UUID) -> None:
    """Delete an upload with everything that hangs on it."""
    await session.execute(delete(TrafficUpload).where(TrafficUpload.id == upload_id))
