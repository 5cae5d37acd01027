"""Logs sent as files: announced, sent in parts, looked at, confirmed, read in the background.

Invariant: a part may be sent again and in any order; nothing is counted before somebody confirmed,
and the file is deleted when it was read, was given up or has waited for a day. What the files of
a workspace take up has a bound, which a file is held to when it is announced.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, ValidationFailed
from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.domains.audit.service import record
from presence.domains.brands.service import get_brand, require_writable_brand
from presence.domains.traffic.errors import no_upload
from presence.domains.traffic.folding import storable
from presence.domains.traffic.models import TrafficUpload
from presence.domains.traffic.queries import sources as source_queries
from presence.domains.traffic.queries import uploads as queries
from presence.domains.traffic.records import PART_BYTES, Overlap, UploadLine, UploadStatus
from presence.domains.traffic.service.dropping import request_dropping
from presence.domains.traffic.service.sources import require_source
from presence.domains.workspaces.service import lock_workspace
from presence.jobs.queue import enqueue

JOB = "traffic.read_upload"
MOST_BYTES = 2 * 1024**3
MOST_UNFINISHED = 3
MOST_HELD = 3 * 1024**3  # of files in a workspace, sent or still to be
_FULL = (
    "The logs that are being sent and read in this workspace may take up 3 GB together. Wait until"
    " one was read, cancel one, or compress this log with gzip or Zstandard."
)
_BUSY = f"{MOST_UNFINISHED} logs are being sent or read. Wait for one to finish, or cancel one."
_PUSHED = "This source takes lines from a server, not files. Choose or add one for uploads."
_TOO_LARGE = "This log is larger than 2 GB. Split it, or compress it with gzip or Zstandard."
_ENDED = "This log is not being sent any more."
_PART = "This part does not belong to the file: there are fewer."
_LENGTH = "This part must be {} bytes long."
_INCOMPLETE = "The log has not arrived completely. Send the missing parts first."
_STARTED = "This log is being read already, or was."
_ANOTHER = {
    "held": "“{}” of this source is on hold. Add or cancel it first, then confirm this log.",
    "reading": "“{}” of this source is being read. Wait until it is done, then confirm this log.",
}


def line_of(row: TrafficUpload, arrived: Sequence[int] = ()) -> UploadLine:
    """An upload as its services return it; `arrived` are the parts that have."""
    sending = row.status == "receiving"
    missing = sorted(set(range(parts_of(row.size))) - set(arrived)) if sending else []
    status: UploadStatus = row.status  # type: ignore[assignment]  # checked by the table
    return UploadLine(
        id=row.id,
        source_id=row.source_id,
        name=row.name,
        size=row.size,
        status=status,
        failure=row.failure,
        format=row.format,
        received=row.size - sum(length_of(row.size, number) for number in missing),
        missing=tuple(missing),
        read=row.packed_bytes,
        known=row.known_bytes,
        lines=row.lines,
        wrong=row.wrong,
        duplicates=row.duplicates,
        bots=row.bot_requests,
        people=row.people,
        first_at=row.first_at,
        last_at=row.last_at,
        overlaps=tuple(_overlap_of(one) for one in row.overlapping),
        created_at=row.created_at,
        finished_at=row.finished_at,
    )


def parts_of(size: int) -> int:
    """How many parts a file has."""
    return -(-size // PART_BYTES)


def length_of(size: int, number: int) -> int:
    """How long a part is, in bytes; the last one holds the rest."""
    return min(PART_BYTES, size - number * PART_BYTES)


async def begin_upload(
    session: AsyncSession, brand_id: UUID, source_id: UUID, name: str, size: int
) -> UploadLine:
    """Announce a file. Raises NotFound, Conflict and ValidationFailed."""
    await require_writable_brand(session, brand_id)
    await lock_workspace(session)
    source = await require_source(session, brand_id, source_id)
    if source.kind != "upload":
        raise Conflict(_PUSHED)
    if size > MOST_BYTES:
        raise ValidationFailed.at("/size", _TOO_LARGE, "too-large")
    if await queries.count_unfinished(session) >= MOST_UNFINISHED:
        raise Conflict(_BUSY)
    if await queries.bytes_held(session) + size > MOST_HELD:  # guard: traffic.most-held
        raise Conflict(_FULL)
    row = TrafficUpload(
        id=new_id(), brand_id=brand_id, source_id=source_id, name=storable(name), size=size
    )
    return line_of(await queries.add_upload(session, row))


async def require_upload(
    session: AsyncSession, brand_id: UUID, upload_id: UUID, *, lock: bool = False
) -> TrafficUpload:
    """An upload of this brand. Raises NotFound."""
    row = await queries.find_upload(session, upload_id, lock=lock)
    if row is None or row.brand_id != brand_id:
        raise no_upload()
    if await source_queries.is_deleted(session, row.source_id):
        raise no_upload()
    return row


async def require_part(
    session: AsyncSession, brand_id: UUID, upload_id: UUID, number: int
) -> TrafficUpload:
    """An upload that still takes this part. Raises NotFound, Conflict and ValidationFailed."""
    row = await require_upload(session, brand_id, upload_id, lock=True)
    if row.status != "receiving":
        raise Conflict(_ENDED)
    if not 0 <= number < parts_of(row.size):
        raise ValidationFailed.at("/number", _PART, "part")
    return row


async def receive_part(
    session: AsyncSession, brand_id: UUID, upload_id: UUID, number: int, content: bytes
) -> UploadLine:
    """Keep a part of the file. Raises NotFound, Conflict and ValidationFailed."""
    await require_writable_brand(session, brand_id)
    row = await require_part(session, brand_id, upload_id, number)
    length = length_of(row.size, number)
    if len(content) != length:
        raise ValidationFailed.at("/file", _LENGTH.format(length), "length")
    await queries.put_part(session, upload_id, number, content)
    await queries.change_upload(session, upload_id)
    return await _shown(session, row)


async def get_upload(session: AsyncSession, brand_id: UUID, upload_id: UUID) -> UploadLine:
    """An upload as it stands. Raises NotFound."""
    return await _shown(session, await require_upload(session, brand_id, upload_id))


async def list_uploads(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[list[UploadLine], int]:
    """Uploads of a brand, newest first, and their number. Raises NotFound."""
    await get_brand(session, brand_id)
    rows, total = await queries.uploads_page(session, brand_id, after, limit)
    return [await _shown(session, row) for row in rows], total


async def confirm_upload(
    session: AsyncSession, brand_id: UUID, upload_id: UUID, *, accept_overlap: bool
) -> UploadLine:
    """Read the file in the background; of one held for an overlap, add it or let it wait.

    Raises NotFound and Conflict.
    """
    await require_writable_brand(session, brand_id)
    row = await require_upload(session, brand_id, upload_id, lock=True)
    if row.status == "receiving":
        if len(await queries.part_numbers(session, upload_id)) < parts_of(row.size):
            raise Conflict(_INCOMPLETE)
        await _require_turn(session, row)
    elif row.status != "held" or not accept_overlap:
        raise Conflict(_STARTED)
    await queries.change_upload(
        session, upload_id, status="queued", overlap_accepted=accept_overlap
    )
    await request_reading(session, upload_id)
    entry = {"name": row.name, "size": row.size}
    await record(session, "traffic_log.confirmed", f"traffic_upload:{upload_id}", after=entry)
    await session.refresh(row)
    return line_of(row)


async def request_reading(session: AsyncSession, upload_id: UUID) -> None:
    """Have an upload read, after those of the workspace that wait already."""
    workspace_id = binding_of(session).workspace_id
    job = {"upload_id": upload_id}
    await enqueue(session, JOB, job, workspace_id=workspace_id, lock=f"traffic:{workspace_id}")


async def _require_turn(session: AsyncSession, row: TrafficUpload) -> None:
    """Raise Conflict while another log of the source may still be canceled after it was read.

    The ids of its lines are known by then, so the same lines of this log would count nowhere.
    """
    await source_queries.find_source(session, row.source_id, lock=True)
    other = await queries.undecided(session, row.source_id)
    if other is not None:  # guard: traffic.one-undecided-log
        raise Conflict(_ANOTHER["held" if other.status == "held" else "reading"].format(other.name))


def is_adding(row: TrafficUpload) -> bool:
    """Whether an upload was read to its end and some of it may be counted already."""
    return row.status == "reading" and row.digest is not None


async def cancel_upload(session: AsyncSession, brand_id: UUID, upload_id: UUID) -> UploadLine:
    """Give an upload up: nothing of it is counted. One that has ended stays as it is.

    So does one that was read to its end and is being added.

    Raises NotFound.
    """
    row = await require_upload(session, brand_id, upload_id, lock=True)
    if row.status in queries.UNFINISHED and not is_adding(row):
        await queries.change_upload(session, upload_id, status="cancelled")
        await request_dropping(session, upload_id)
        await session.refresh(row)
    return line_of(row)


async def _shown(session: AsyncSession, row: TrafficUpload) -> UploadLine:
    sending = row.status == "receiving"
    return line_of(row, await queries.part_numbers(session, row.id) if sending else ())


def _overlap_of(stored: dict[str, str]) -> Overlap:
    first, last = (datetime.fromisoformat(stored[name]) for name in ("first_at", "last_at"))
    return Overlap(stored["name"], first, last)
