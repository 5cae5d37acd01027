"""Lines that a server sends with a source's token, counted as they come.

Invariant: a line counts once however often it is sent: it is known by its event id, else by its
place in the batch, for longer than lines of its age are taken. A token adds lines and does nothing
else.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from datetime import datetime, timedelta
from hashlib import blake2b
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.traffic import JsonLines, LogReader, Request, Visitor
from presence.core.errors import FileTooLarge, Unauthenticated, ValidationFailed
from presence.db.tenancy import TenantBinding, bind
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.identity.service.tokens import token_hash
from presence.domains.traffic.folding import fold, hour_of
from presence.domains.traffic.queries import counts
from presence.domains.traffic.queries import sources as queries
from presence.domains.traffic.reading import event_digest, visitors
from presence.domains.traffic.records import LineProblem, Pushed
from presence.domains.traffic.service.sources import FULL

MOST_LINES = 20_000
MOST_UNPACKED = 32 * 1024 * 1024
OLDEST, NEWEST = timedelta(days=3), timedelta(hours=1)
_SHOWN = 10
_UNKNOWN = "This token is not valid: it is unknown, replaced or revoked."
_TOO_MANY = f"Send at most {MOST_LINES:,} lines in one request."
_TOO_LARGE = "Send at most 32 MB of lines, unpacked, in one request."
_BROKEN = "The compressed lines are damaged or cut short."
_NOT_LINES = "Send JSON lines or a JSON array of log entries."
_OLD = "older than three days; send it as a file"
_FUTURE = "from the future; check the server's clock"


async def source_of_token(session: AsyncSession, token: str) -> UUID:
    """The source a token belongs to; binds the session to its workspace. Raises Unauthenticated."""
    found = await queries.source_of_token(session, token_hash(token)) if token else None
    if found is None:
        raise Unauthenticated(_UNKNOWN)
    workspace_id, source_id = found
    await bind(session, TenantBinding(workspace_id))
    return source_id


async def push_lines(session: AsyncSession, source_id: UUID, body: bytes, now: datetime) -> Pushed:
    """Count lines, all of them or, when this raises, none.

    Raises Unauthenticated if the token was taken away meanwhile, PlanLimitReached, FileTooLarge and
    ValidationFailed.
    """
    requests, problems = await asyncio.to_thread(read_lines, body)
    require_feature((await current_plan(session)).limits, FULL)
    source = await queries.find_source(session, source_id, lock=True)
    if source is None or source.token_hash is None:
        raise Unauthenticated(_UNKNOWN)
    timely = [one for one in requests if _reason(one, now) is None]
    problems += [
        LineProblem(one.offset, reason) for one in requests if (reason := _reason(one, now))
    ]
    fresh = await _new_ones(session, source_id, body, timely)
    hours = sorted({hour_of(request) for request, _ in fresh})
    known = await counts.known_hours(session, "source_id", source_id, hours)
    folded = fold(fresh, known)
    await counts.add_counts(session, source_id, folded.hours)
    await counts.add_samples(session, source_id, None, folded.samples)
    await queries.note_received(session, source_id, now)
    return Pushed(len(fresh), len(timely) - len(fresh), len(problems), tuple(problems[:_SHOWN]))


def read_lines(body: bytes) -> tuple[list[Request], list[LineProblem]]:
    """The requests of a body, and what could not be read. Raises FileTooLarge, ValidationFailed."""
    body = unpacked(body)
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
    try:
        entries = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ValidationFailed(_NOT_LINES) from error
    if len(entries) > MOST_LINES:
        raise ValidationFailed(_TOO_MANY)
    reader, requests, wrong = JsonLines(), list[Request](), list[LineProblem]()
    for number, entry in enumerate(entries):
        found = reader.request(entry, number) if isinstance(entry, dict) else "not an object"
        if isinstance(found, str):
            wrong.append(LineProblem(number, found))
        else:
            requests.append(found)
    return requests, wrong


def unpacked(body: bytes) -> bytes:
    """A body as it was before gzip; one that was not compressed as it is. Raises FileTooLarge."""
    if not body.startswith(b"\x1f\x8b"):
        return body
    reader = zlib.decompressobj(wbits=31)
    try:
        plain = reader.decompress(body, MOST_UNPACKED)
    except zlib.error as error:
        raise ValidationFailed(_BROKEN) from error
    if reader.unconsumed_tail:  # guard: traffic.most-unpacked-push
        raise FileTooLarge(_TOO_LARGE)
    if not reader.eof:
        raise ValidationFailed(_BROKEN)
    return plain


def _reason(request: Request, now: datetime) -> str | None:
    """Why a request is not counted, None if it is."""
    age = now.timestamp() - request.time
    if age > OLDEST.total_seconds():  # guard: traffic.oldest-push
        return _OLD
    return _FUTURE if -age > NEWEST.total_seconds() else None


async def _new_ones(
    session: AsyncSession, source_id: UUID, body: bytes, requests: list[Request]
) -> list[tuple[Request, Visitor]]:
    batch = blake2b(body, digest_size=16).hexdigest()
    digests = [event_digest(one.event or f"{batch}:{one.offset}") for one in requests]
    new = await counts.new_events(session, source_id, None, digests)
    who, fresh = visitors(), list[tuple[Request, Visitor]]()
    for digest, request in zip(digests, requests, strict=True):
        if digest in new:
            new.discard(digest)
            fresh.append((request, who.of(request)))
    return fresh
