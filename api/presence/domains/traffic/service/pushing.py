"""Lines that a server sends with a source's token, counted as they come.

Invariant: a line counts once however often it is sent: it is known by its event id, else by its
place in the batch, for longer than lines of its age are taken. A token adds lines and does nothing
else.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import blake2b
from itertools import chain
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.traffic import (
    BrokenArchive,
    JsonLines,
    LogReader,
    Request,
    Unpacker,
    Visitor,
)
from presence.core.errors import FileTooLarge, Unauthenticated, ValidationFailed
from presence.db.tenancy import TenantBinding, bind
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import require_writable_brand
from presence.domains.identity.service.tokens import token_hash
from presence.domains.traffic.folding import fold, hour_of
from presence.domains.traffic.queries import counts
from presence.domains.traffic.queries import sources as queries
from presence.domains.traffic.reading import event_digest, visitors
from presence.domains.traffic.records import LineProblem, Pushed
from presence.domains.traffic.service.sources import FULL

MOST_LINES = 20_000
MOST_UNPACKED = 32 * 1024 * 1024
LONGEST_ENTRY = 1024 * 1024
OLDEST, NEWEST = timedelta(days=3), timedelta(hours=1)
_SHOWN = 10
_UNKNOWN = "This token is not valid: it is unknown, replaced or revoked."
_TOO_MANY = f"Send at most {MOST_LINES:,} lines in one request."
_TOO_LARGE = "Send at most 32 MB of lines, unpacked, in one request."
_BROKEN = "The compressed lines are damaged or cut short."
_NOT_LINES = "Send JSON lines or a JSON array of log entries, each entry of at most 1 MB."
_OLD = "older than three days; send it as a file"
_FUTURE = "from the future; check the server's clock"
_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")


async def source_of_token(session: AsyncSession, token: str) -> UUID:
    """The source a token belongs to; binds the session to its workspace. Raises Unauthenticated."""
    found = await queries.source_of_token(session, token_hash(token)) if token else None
    if found is None:
        raise Unauthenticated(_UNKNOWN)
    workspace_id, source_id = found
    await bind(session, TenantBinding(workspace_id))
    return source_id


async def require_counting(session: AsyncSession, source_id: UUID) -> None:
    """Before a body is taken: whether the plan and the source's brand count lines.

    Raises PlanLimitReached, Conflict for a read-only brand and Unauthenticated for no source.
    """
    require_feature((await current_plan(session)).limits, FULL)
    source = await queries.find_source(session, source_id)
    if source is None:
        raise Unauthenticated(_UNKNOWN)
    await require_writable_brand(session, source.brand_id)


async def push_lines(session: AsyncSession, source_id: UUID, body: bytes, now: datetime) -> Pushed:
    """Count lines, all of them or, when this raises, none.

    The token, the plan and the brand have been checked. Raises Unauthenticated if the token was
    taken away meanwhile, NotFound if the brand was deleted and Conflict if it became read-only,
    FileTooLarge and ValidationFailed.
    """
    plain = await asyncio.to_thread(unpacked, body)
    requests, problems = await asyncio.to_thread(read_lines, plain)
    batch = await asyncio.to_thread(_digest, plain)  # a retry may be compressed anew
    source = await queries.find_source(session, source_id, lock=True)
    if source is None or source.token_hash is None:
        raise Unauthenticated(_UNKNOWN)
    await require_writable_brand(session, source.brand_id)
    timely = [one for one in requests if _reason(one, now) is None]
    problems += [
        LineProblem(one.offset, reason) for one in requests if (reason := _reason(one, now))
    ]
    fresh = await _new_ones(session, source_id, batch, timely)
    hours = sorted({hour_of(request) for request, _ in fresh})
    known = await counts.known_hours(session, "source_id", source_id, hours)
    folded = fold(fresh, known)
    await counts.add_counts(session, source_id, folded.hours)
    await counts.add_samples(session, source_id, None, folded.samples)
    await queries.note_received(session, source_id, now)
    return Pushed(len(fresh), len(timely) - len(fresh), len(problems), tuple(problems[:_SHOWN]))


def read_lines(body: bytes) -> tuple[list[Request], list[LineProblem]]:
    """The requests of an unpacked body, and what could not be read. Raises ValidationFailed."""
    if body[:64].lstrip()[:1] == b"[":
        return _array(body)
    if body.count(b"\n") > MOST_LINES:  # guard: traffic.most-pushed
        raise ValidationFailed(_TOO_MANY)
    reader = LogReader()
    batches = [reader.feed(body), reader.close()]
    requests = [one for batch in batches for one in batch.requests]
    wrong = [LineProblem(one.offset, one.reason) for batch in batches for one in batch.wrong]
    return requests, wrong


def _array(body: bytes) -> tuple[list[Request], list[LineProblem]]:
    reader, requests, wrong = JsonLines(), list[Request](), list[LineProblem]()
    for number, entry in enumerate(_entries(body)):
        if number >= MOST_LINES:  # guard: traffic.most-pushed-entries
            raise ValidationFailed(_TOO_MANY)
        found = reader.request(entry, number) if isinstance(entry, dict) else "not an object"
        if isinstance(found, str):
            wrong.append(LineProblem(number, found))
        else:
            requests.append(found)
    return requests, wrong


def _entries(body: bytes) -> Iterator[object]:
    """An array's entries, built one by one from a window that holds the longest."""
    try:
        text = body.decode(json.detect_encoding(body), "surrogatepass")
    except UnicodeDecodeError as error:
        raise ValidationFailed(_NOT_LINES) from error
    begin = _after_space(text, _after_space(text, 0) + 1)
    if text[begin : begin + 1] == "]":
        return _require_end(text, begin + 1)
    window, at = text[begin : begin + LONGEST_ENTRY], 0
    while True:
        found = _entry(window, at)
        if found is not None:
            entry, end = found
            yield entry
            if window[end] == "]":
                return _require_end(text, begin + end + 1)
            at = end + 1
        elif at:
            begin, at = begin + at, 0
            window = text[begin : begin + LONGEST_ENTRY]
        else:  # damaged, cut short or too long
            raise ValidationFailed(_NOT_LINES)


def _entry(window: str, at: int) -> tuple[object, int] | None:
    """The entry there and where its comma or bracket is; None if the window has no whole one."""
    try:
        entry, end = _DECODER.raw_decode(window, _after_space(window, at))
    except (ValueError, RecursionError):
        return None
    end = _after_space(window, end)
    return (entry, end) if window[end : end + 1] in (",", "]") else None


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _require_end(text: str, at: int) -> None:
    if _after_space(text, at) != len(text):
        raise ValidationFailed(_NOT_LINES)


def unpacked(body: bytes) -> bytes:
    """A body as it was before gzip, of all its members; one that was not compressed as it is.

    Raises FileTooLarge and ValidationFailed.
    """
    if not body.startswith(b"\x1f\x8b"):
        return body
    pieces, size, reader = list[bytes](), 0, Unpacker()
    try:
        for piece in chain(reader.feed(body), reader.close()):
            pieces.append(piece)
            size += len(piece)
            if size > MOST_UNPACKED:  # guard: traffic.most-unpacked-push
                raise FileTooLarge(_TOO_LARGE)
    except BrokenArchive as error:
        raise ValidationFailed(_BROKEN) from error
    return b"".join(pieces)


def _digest(plain: bytes) -> str:
    return blake2b(plain, digest_size=16).hexdigest()


def _reason(request: Request, now: datetime) -> str | None:
    """Why a request is not counted, None if it is."""
    age = now.timestamp() - request.time
    if age > OLDEST.total_seconds():  # guard: traffic.oldest-push
        return _OLD
    return _FUTURE if -age > NEWEST.total_seconds() else None


async def _new_ones(
    session: AsyncSession, source_id: UUID, batch: str, requests: list[Request]
) -> list[tuple[Request, Visitor]]:
    digests = [event_digest(one.event or f"{batch}:{one.offset}") for one in requests]
    new = await counts.new_events(session, source_id, None, digests)
    who, fresh = visitors(), list[tuple[Request, Visitor]]()
    for digest, request in zip(digests, requests, strict=True):
        if digest in new:
            new.discard(digest)
            fresh.append((request, who.of(request)))
    return fresh
