"""Makes one attempt to send a message, records the result, and decides what follows.

Invariant: nothing is held open while waiting for an external server: a delivery is claimed in one
short transaction and recorded in another; the claim of a worker that died expires.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core import metrics
from presence.core.outgoing import Posted
from presence.core.secrets import Unreadable
from presence.domains.billing.service import current_plan
from presence.domains.billing.service.feature_flags import is_open
from presence.domains.messaging.queries import endpoints as queries
from presence.domains.messaging.service.endpoints.events import is_allowed
from presence.domains.messaging.service.endpoints.messages import body_of, slack_body
from presence.domains.messaging.service.endpoints.sealed import unseal
from presence.domains.messaging.service.endpoints.signing import headers_of
from presence.jobs.context import JobContext
from presence.jobs.notify import ENDPOINT_DISABLED, request_notice

LEASE = timedelta(seconds=60)
BACK_OFF = tuple(timedelta(seconds=s) for s in (5, 300, 1_800, 7_200, 18_000, 36_000, 86_400))
JITTER = 0.2
LONGEST = timedelta(hours=24)
# After failing this long without a success, an endpoint is switched off once a message is given up.
ENOUGH = timedelta(hours=24)
KEPT = timedelta(days=30)
_GONE = 410
_OFF = "The webhook was switched off before this was sent."
_PLAN = "The plan does not include this any more."
_REDIRECT = "It answered with a redirect, which is not followed. Enter the final address."
_LOST = "Its secret cannot be read any more. Replace it."
_DISABLED = "Switched off: nothing arrived for more than a day. The last problem: {problem}"
_SAYS_GONE = "Switched off: the receiver answered 410, which means it wants no more messages."
_AGENT = "Presence-Webhooks/1"


@dataclass(frozen=True, slots=True)
class _Post:
    """What to post where."""

    endpoint_id: UUID
    url: str
    body: bytes
    headers: dict[str, str]


async def send(context: JobContext, delivery_id: UUID) -> None:
    """Attempt a delivery that is due, unless another worker has claimed it."""
    poster = context.resources.poster
    if poster is None:
        return
    post = await _claim(context, delivery_id)
    if post is not None:
        posted = await poster.post(post.url, post.body, post.headers)
        await _note(context, delivery_id, post.endpoint_id, posted)
        metrics.outgoing_webhooks.labels("failed" if problem_of(posted) else "delivered").inc()


async def _claim(context: JobContext, delivery_id: UUID) -> _Post | None:
    now, settings = context.resources.clock.now(), context.resources.settings
    async with context.transaction() as session:
        if not await is_open(session, "webhooks", now):
            # Wait and check again: an attempt that was never made must not count towards giving up.
            await queries.change_delivery(session, delivery_id, next_at=now + LEASE)
            return None
        if not await queries.claim(session, delivery_id, now, LEASE):  # guard: webhooks.claim
            return None
        delivery = await queries.delivery(session, delivery_id)
        if delivery is None:
            return None
        row = await queries.find_endpoint(session, delivery.endpoint_id)
        if row is None:
            return None
        limits = (await current_plan(session)).limits
        allowed = is_allowed(limits, row.kind)  # guard: webhooks.plan-when-sent -> True
        # guard: webhooks.off-when-sent -> not allowed
        if row.status != "active" or not allowed:
            refusal = Posted(None, _PLAN if row.status == "active" else _OFF, "", 0)
            await _log(session, delivery_id, delivery.attempts, refusal, "failed")
            return None
        try:
            secret = await unseal(settings, row.id, row.secret)
            if row.kind == "slack":
                body = slack_body(delivery.kind, delivery.payload)
                headers = {"Content-Type": "application/json", "User-Agent": _AGENT}
                return _Post(row.id, secret, body, headers)
            signing = [secret]
            if row.former_secret is not None and row.former_until and row.former_until > now:
                signing.append(await unseal(settings, row.id, row.former_secret))
        except Unreadable:
            lost = Posted(None, _LOST, "", 0)
            await _log(session, delivery_id, delivery.attempts, lost, "failed")
            return None
        body = body_of(delivery.payload)
        signed = headers_of(delivery.message_id, now, body, signing)
        headers = {"Content-Type": "application/json", "User-Agent": _AGENT, **signed}
        return _Post(row.id, row.url, body, headers)


async def _note(context: JobContext, delivery_id: UUID, endpoint_id: UUID, posted: Posted) -> None:
    now = context.resources.clock.now()
    async with context.transaction() as session:
        delivery = await queries.delivery(session, delivery_id)
        row = await queries.find_endpoint(session, endpoint_id, lock=True)
        if delivery is None or row is None:
            return  # deleted meanwhile
        if posted.status is not None and 200 <= posted.status < 300:
            await _log(session, delivery_id, delivery.attempts, posted, "delivered", at=now)
            await queries.update_endpoint(
                session, endpoint_id, failing_since=None, succeeded_at=now
            )
            await queries.forget(session, endpoint_id, now - KEPT)
            return
        wait = wait_after(delivery.round, posted.retry_after_s)
        over = wait is None or posted.status == _GONE
        status, again = "failed" if over else "waiting", now + (wait or LEASE)
        await _log(session, delivery_id, delivery.attempts, posted, status, again=again)
        since = row.failing_since or now
        reason = _why_off(posted, over, now - since)
        if reason is None:
            await queries.update_endpoint(session, endpoint_id, failing_since=since)
            return
        await queries.update_endpoint(
            session, endpoint_id, status="disabled", reason=reason[:400], failing_since=since
        )
        await queries.fail_waiting(session, endpoint_id)
        await request_notice(session, ENDPOINT_DISABLED, delivery_id)


def wait_after(tries: int, asked_s: int | None) -> timedelta | None:
    """How long to wait after this many attempts, randomised; None when giving up.

    If the receiver requests a longer wait, it gets that, up to a day.
    """
    if tries > len(BACK_OFF):
        return None
    spread = 1 + random.uniform(-JITTER, JITTER)  # noqa: S311 - no secret
    wait = BACK_OFF[tries - 1] * spread
    asked = timedelta(seconds=asked_s or 0)
    return min(max(wait, asked), LONGEST * (1 + JITTER))


def problem_of(posted: Posted) -> str:
    """Why an attempt failed, in a sentence; empty if it did not."""
    if posted.status is None:
        return posted.problem
    if 200 <= posted.status < 300:
        return ""
    if 300 <= posted.status < 400:
        return _REDIRECT
    return f"It answered {posted.status}."


def _why_off(posted: Posted, over: bool, failing: timedelta) -> str | None:
    if posted.status == _GONE:  # guard: webhooks.gone
        return _SAYS_GONE
    if over and failing >= ENOUGH:
        return _DISABLED.format(problem=problem_of(posted))
    return None


async def _log(
    session: AsyncSession,
    delivery_id: UUID,
    number: int,
    posted: Posted,
    status: str,
    *,
    at: datetime | None = None,
    again: datetime | None = None,
) -> None:
    await queries.add_attempt(
        session,
        delivery_id=delivery_id,
        number=number,
        status_code=posted.status,
        error=problem_of(posted)[:400],
        answer=posted.answer,
        duration_ms=posted.duration_ms,
    )
    values: dict[str, object] = {"status": status}
    if at is not None:
        values["delivered_at"] = at
    if status == "waiting" and again is not None:
        values["next_at"] = again
    await queries.change_delivery(session, delivery_id, **values)
