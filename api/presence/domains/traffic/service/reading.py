"""Reads a confirmed log in the background: counts are staged, then added to the source at once.

Invariant: the place in the file is stored in the transaction that stages what was counted up to it,
so a killed job goes on where it stopped and counts nothing twice; cancelled, it leaves nothing. A
log that was read to its end is added bit by bit, to the last row, whatever happens in between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.traffic import BrokenArchive, Request, Visitor
from presence.domains.traffic.folding import FoldedHours, fold, hour_of
from presence.domains.traffic.models import TrafficUpload
from presence.domains.traffic.queries import counts
from presence.domains.traffic.queries import sources as source_queries
from presence.domains.traffic.queries import uploads as queries
from presence.domains.traffic.reading import (
    FINGERPRINT_BYTES,
    MOST_WRONG,
    LogParts,
    Piece,
    event_digest,
    visitors,
)
from presence.domains.traffic.service.dropping import drop_leftovers, request_dropping
from presence.domains.traffic.service.uploads import is_adding, parts_of, request_reading
from presence.jobs.context import JobContext

log = logging.getLogger(__name__)
STORE_REQUESTS = 50_000
STORE_PIECES = 8
AHEAD = timedelta(hours=1)  # by how much a server's clock may be fast
FAULT = "Reading this log stopped because of a fault on our side. Nothing was counted; try again."
STRANDED = "Reading this log was interrupted. Nothing was counted; please send it again."
SHORTER = (
    "A log with this beginning was read before and is longer. Nothing was counted: send the longer"
    " file, or one that begins differently."
)
NO_LINE = "No line of this file could be read as a request."


class Ended(Exception):
    """The upload was cancelled, or another worker has taken it over."""


class UnreadableLog(Exception):
    """The file cannot be counted; the message is for the person who sent it."""


@dataclass(slots=True)
class _Work:
    """An upload being read, and what was read of it but is not stored yet."""

    upload_id: UUID
    source_id: UUID
    size: int
    parts: LogParts
    stored: int
    requests: list[Request] = field(default_factory=list)
    wrong: list[tuple[int, str, str]] = field(default_factory=list)
    pieces: int = 0
    end: int = 0
    packed: int = 0

    def take(self, piece: Piece) -> None:
        """Add a piece to what has to be stored."""
        self.requests += piece.requests
        self.wrong += piece.wrong
        self.end = max(self.end, piece.end)
        self.pieces += 1

    @property
    def enough(self) -> bool:
        """Whether to store now."""
        return len(self.requests) >= STORE_REQUESTS or self.pieces >= STORE_PIECES


async def count_upload(context: JobContext, upload_id: UUID) -> None:
    """Job `traffic.read_upload`. Safe to call again at any time."""
    try:
        if not await _is_read(context, upload_id):
            while not await _read(context, upload_id):
                pass
        await _add(context, upload_id)
    except Ended:
        return
    except (UnreadableLog, BrokenArchive) as problem:
        await give_up(context, upload_id, str(problem))
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Log %s could not be read.", upload_id)
        await give_up(context, upload_id, FAULT)


async def give_up(context: JobContext, upload_id: UUID, failure: str) -> None:
    """End an upload without counting anything of it; one that has ended stays as it is.

    One that is being added is added to its end.
    """
    async with context.transaction() as session:
        row = await queries.find_upload(session, upload_id, lock=True)
        if row is None or row.status not in queries.UNFINISHED:
            return
        if is_adding(row):
            await request_reading(session, upload_id)
        else:
            await request_dropping(session, upload_id)
            await queries.change_upload(
                session, upload_id, status="failed", failure=failure[:500], finished_at=func.now()
            )


async def _is_read(context: JobContext, upload_id: UUID) -> bool:
    """Whether it was read to its end before; of what others gave up nothing is left either."""
    async with context.transaction() as session:
        row = await queries.find_upload(session, upload_id, lock=True)
        if row is None or row.status not in ("queued", "reading"):
            raise Ended
        source_id = row.source_id
        if row.digest is not None:  # being added, or held for an overlap that was accepted since
            await queries.change_upload(session, upload_id, status="reading")
            return True
    await drop_leftovers(context, source_id)
    return False


async def _read(context: JobContext, upload_id: UUID) -> bool:
    """Read the file to its end; False when it has to be read again, as another than it seemed."""
    work = await _begin(context, upload_id)
    if work is None:
        return True
    for number in range(parts_of(work.size)):
        async with context.transaction() as session:
            content = await queries.part_content(session, upload_id, number)
        if content is None:
            raise Ended
        work.packed += len(content)
        if not await _take(context, work, work.parts.feed(content)):
            return False
    if not await _take(context, work, work.parts.close()):
        return False
    await _store(context, work)
    await _finish(context, work)
    return True


async def _begin(context: JobContext, upload_id: UUID) -> _Work | None:
    """The upload as it was left; None when it is read already or has ended."""
    async with context.transaction() as session:
        row = await queries.find_upload(session, upload_id, lock=True)
        if row is None or row.status not in ("queued", "reading"):
            return None
        if row.fingerprint is None:
            await _recognise(session, row)
        await queries.change_upload(session, upload_id, status="reading")
        earlier = None
        if row.known_bytes and row.fingerprint is not None:
            found = (row.source_id, row.fingerprint, row.known_bytes)
            earlier = await queries.same_file(session, *found)
        digest = earlier.digest if earlier is not None and earlier.digest else b""
        latest = (context.resources.clock.now() + AHEAD).timestamp()
        parts = LogParts(row.read_bytes, row.known_bytes, digest, latest)
        return _Work(row.id, row.source_id, row.size, parts, row.read_bytes)


async def _recognise(session: AsyncSession, row: TrafficUpload) -> None:
    """Find the upload of the same source that began with the same bytes, if there is one."""
    content = await queries.part_content(session, row.id, 0)
    if content is None:
        raise Ended
    row.fingerprint = await asyncio.to_thread(beginning, content)
    earlier = await queries.same_file(session, row.source_id, row.fingerprint)
    row.known_bytes = earlier.read_bytes if earlier is not None else 0
    await session.flush()


def beginning(content: bytes) -> bytes:
    """The fingerprint of the file that begins with this part."""
    parts = LogParts(0)
    for _ in parts.feed(content):
        if parts.unpacked >= FINGERPRINT_BYTES:
            break
    return parts.fingerprint


async def _take(context: JobContext, work: _Work, pieces: Iterator[Piece]) -> bool:
    """Count pieces, storing now and then; False when the file is not the one it seemed to be."""
    while (piece := await asyncio.to_thread(next, pieces, None)) is not None:
        if not work.parts.matches:
            await _start_over(context, work)
            return False
        work.take(piece)
        if work.enough:
            await _store(context, work)
    return True


async def _start_over(context: JobContext, work: _Work) -> None:
    """Count the file from its beginning: only the first KiB were those of another."""
    async with context.transaction() as session:
        await _locked(session, work)
        await queries.change_upload(session, work.upload_id, known_bytes=0, read_bytes=0)


async def _locked(session: AsyncSession, work: _Work) -> TrafficUpload:
    row = await queries.find_upload(session, work.upload_id, lock=True)
    if row is None or row.status != "reading" or row.read_bytes != work.stored:
        raise Ended
    return row


async def _store(context: JobContext, work: _Work) -> None:
    """Stage what was read, with the place it reaches to."""
    who = visitors()
    seen = await asyncio.to_thread(lambda: [(one, who.of(one)) for one in work.requests])
    async with context.transaction() as session:
        row = await _locked(session, work)
        fresh = await _without_repeats(session, work, seen)
        hours = sorted({hour_of(request) for request, _ in fresh})
        known = await counts.known_hours(session, "upload_id", work.upload_id, hours)
        folded = await asyncio.to_thread(fold, fresh, known)
        await counts.stage(session, work.upload_id, folded.hours)
        await counts.add_samples(session, work.source_id, work.upload_id, folded.samples)
        room = max(0, MOST_WRONG - row.wrong)
        await queries.add_wrong_lines(session, work.upload_id, work.wrong[:room])
        reached = max(row.read_bytes, work.end)
        await queries.change_upload(
            session, work.upload_id, **_progress(work, row, folded, len(seen))
        )
    work.stored, work.requests, work.wrong, work.pieces = reached, [], [], 0


def _progress(work: _Work, row: TrafficUpload, folded: FoldedHours, seen: int) -> dict[str, object]:
    """The columns of an upload after storing some more."""
    times = [folded.first, folded.last]
    moments = [datetime.fromtimestamp(one, UTC) for one in times if one is not None]
    return {
        "format": work.parts.format,
        "read_bytes": max(row.read_bytes, work.end),
        "packed_bytes": max(row.packed_bytes, work.packed),
        "lines": row.lines + seen + len(work.wrong),
        "wrong": row.wrong + len(work.wrong),
        "duplicates": row.duplicates + seen - folded.bots - folded.people,
        "bot_requests": row.bot_requests + folded.bots,
        "people": row.people + folded.people,
        "first_at": min([*moments[:1], *_present(row.first_at)], default=None),
        "last_at": max([*moments[1:], *_present(row.last_at)], default=None),
    }


def _present(moment: datetime | None) -> list[datetime]:
    return [] if moment is None else [moment]


async def _without_repeats(
    session: AsyncSession, work: _Work, seen: list[tuple[Request, Visitor]]
) -> list[tuple[Request, Visitor]]:
    """Those whose event id, if the log has one, did not come before."""
    digests = [event_digest(one.event) if one.event else None for one, _ in seen]
    named = [digest for digest in digests if digest is not None]
    new = await counts.new_events(session, work.source_id, work.upload_id, named)
    fresh = []
    for digest, one in zip(digests, seen, strict=True):
        if digest is None or digest in new:
            fresh.append(one)
            new.discard(digest or b"")
    return fresh


async def _finish(context: JobContext, work: _Work) -> None:
    """The file is not needed any more; hold it when another has requests of the same time."""
    async with context.transaction() as session:
        row = await _locked(session, work)
        if work.parts.unpacked < row.known_bytes:
            raise UnreadableLog(SHORTER)
        if row.lines == row.wrong and not row.known_bytes:
            raise UnreadableLog(work.parts.problem or NO_LINE)
        row.digest, row.read_bytes = work.parts.digest, work.parts.unpacked
        await session.flush()
        others = await queries.overlapping(session, row)
        if others and not row.overlap_accepted:
            row.overlapping = [_overlap(row, other) for other in others]
            row.status = "held"
        await request_dropping(session, row.id)
        await session.flush()


async def _add(context: JobContext, upload_id: UUID) -> None:
    """Add what was staged to the source, some at a time; nobody else adds to it meanwhile."""
    more = True
    while more:
        async with context.transaction() as session:
            row = await queries.find_upload(session, upload_id, lock=True)
            if row is None or not is_adding(row):
                raise Ended
            if await source_queries.find_source(session, row.source_id, lock=True) is None:
                raise Ended
            more = await counts.merge_some(session, row.source_id, upload_id)
            now = func.now()
            if more:
                await queries.change_upload(session, upload_id)
            else:
                ended = {"status": "done", "packed_bytes": row.size, "finished_at": now}
                await queries.change_upload(session, upload_id, **ended)
            await source_queries.change_source(session, row.source_id, received_at=now)


def _overlap(row: TrafficUpload, other: TrafficUpload) -> dict[str, str]:
    """Another file, and the time both have requests of."""
    first = max(_present(row.first_at) + _present(other.first_at))
    last = min(_present(row.last_at) + _present(other.last_at))
    return {"name": other.name, "first_at": first.isoformat(), "last_at": last.isoformat()}
