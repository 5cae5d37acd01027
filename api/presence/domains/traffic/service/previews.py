"""How a file's first lines read, before anything of it is counted.

Invariant: nothing of a preview is stored, and it shows no client's address.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.traffic import BrokenArchive, Request, Unpacker, detect_log, recognise
from presence.core.errors import Conflict
from presence.db.session import release
from presence.domains.traffic.folding import storable
from presence.domains.traffic.queries import uploads as queries
from presence.domains.traffic.records import PreviewRow, UploadPreview
from presence.domains.traffic.service.reading import beginning
from presence.domains.traffic.service.uploads import require_upload

HEAD_BYTES = 1024 * 1024
_SHOWN = 200
_NOT_YET = "The beginning of this log has not arrived yet."


async def preview_upload(session: AsyncSession, brand_id: UUID, upload_id: UUID) -> UploadPreview:
    """The format and the first rows. Raises NotFound, and Conflict before the first part came."""
    row = await require_upload(session, brand_id, upload_id)
    waits = row.status in queries.UNFINISHED and row.digest is None
    content = await queries.part_content(session, upload_id, 0) if waits else None
    if content is None:
        raise Conflict(_NOT_YET)
    source_id = row.source_id
    await release(session)
    preview, fingerprint = await asyncio.to_thread(_look, content)
    earlier = await queries.same_file(session, source_id, fingerprint)
    if earlier is None:
        return preview
    return UploadPreview(
        preview.format,
        preview.problem,
        preview.rows,
        preview.lines,
        preview.readable,
        earlier.name,
    )


def _look(content: bytes) -> tuple[UploadPreview, bytes]:
    head = b""
    try:
        for piece in Unpacker().feed(content):
            head += piece
            if len(head) >= HEAD_BYTES:
                break
        found = detect_log(head[:HEAD_BYTES])
        fingerprint = beginning(content)
    except BrokenArchive as problem:
        return UploadPreview("", str(problem), (), 0, 0, None), b""
    rows = tuple(_row(request) for request in found.rows)
    shown = UploadPreview(found.format or "", found.problem, rows, found.lines, found.read, None)
    return shown, fingerprint


def _row(request: Request) -> PreviewRow:
    bot = recognise(request.agent)
    return PreviewRow(
        at=datetime.fromtimestamp(request.time, UTC),
        method=storable(request.method)[:_SHOWN],
        host=storable(request.host),
        page=storable(request.path)[:_SHOWN],
        status=request.status,
        bot=bot.token if bot is not None else "",
        agent=storable(request.agent)[:_SHOWN],
    )
