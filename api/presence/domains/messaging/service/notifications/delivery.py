"""Turns an event into a line in the bell of every member who may and wants to see it.

Invariant: an event reported twice leaves one line per member, one e-mail and one message per
endpoint; all of them and the event are one transaction.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.core.settings import Settings
from presence.domains.messaging.queries import notifications as queries
from presence.domains.messaging.schemas.notifications import Channel, Kind
from presence.domains.messaging.service.endpoints.dispatch import dispatch
from presence.domains.messaging.service.notifications.kinds import RULES
from presence.domains.messaging.service.notifications.notices import Notice, notices_of
from presence.domains.workspaces.service import locked_members, members_permitted
from presence.domains.workspaces.service.examples import is_example
from presence.http.events import publish
from presence.jobs.context import JobContext
from presence.jobs.mail import request_mail

CREATED = "notification.created"
KEPT = timedelta(days=90)


async def notify_workspace(context: JobContext, event: str, subject_id: UUID) -> None:
    """Notify the workspace; safe to call again.

    Deleted subjects are not reported, and nothing that happens in an example.
    """
    async with context.transaction() as session:
        if await is_example(session):  # guard: examples.no-notices
            return
        try:
            notices = await notices_of(session, event, subject_id)
        except NotFound:
            return
        settings, now = context.resources.settings, context.resources.clock.now()
        for notice in notices:
            await deliver_notice(session, settings, notice, subject_id, now)
        await queries.forget(session, KEPT)


async def deliver_notice(
    session: AsyncSession, settings: Settings, notice: Notice, subject_id: UUID, now: datetime
) -> None:
    """The lines, e-mails and messages of one notice."""
    stored = await _store(session, notice, subject_id)
    await dispatch(session, settings, notice, subject_id, now)
    if stored:
        brand = None if notice.brand_id is None else str(notice.brand_id)
        await publish(session, CREATED, {"kind": notice.kind, "brandId": brand})


async def _store(session: AsyncSession, notice: Notice, subject_id: UUID) -> bool:
    """Store the lines; returns whether anybody has a new one."""
    audience = await members_permitted(session, RULES[notice.kind].audience)
    allowed = (notice.only,) if notice.only else audience
    people = [user_id for user_id in audience if user_id in allowed and user_id != notice.about]
    wanted = await channels_of(session, notice.kind, people)
    if notice.channels is not None:
        wanted = {user_id: ways & notice.channels for user_id, ways in wanted.items()}
    listeners = [user_id for user_id in people if wanted[user_id]]
    if not listeners:
        return False
    line = {
        "kind": notice.kind,
        "subject_id": subject_id,
        "brand_id": notice.brand_id,
        "data": dict(notice.data),
    }
    fresh = await queries.insert(session, line, listeners)
    # The line waits in the bell; an e-mail would reach somebody who may not see the workspace.
    locked = await locked_members(session, listeners)
    for notification_id, user_id in fresh:
        if "email" in wanted[user_id] and user_id not in locked:
            template = f"notice-{notice.kind}"
            await request_mail(session, template, notification_id, user_id=user_id)
    return bool(fresh)


async def channels_of(
    session: AsyncSession, kind: Kind, people: list[UUID]
) -> dict[UUID, frozenset[Channel]]:
    """The channels each person chose for `kind`."""
    chosen = await queries.choices(session, kind)
    return {
        user_id: frozenset(
            channel
            for channel in ("in-app", "email")
            if chosen.get((user_id, channel), channel in RULES[kind].default)
        )
        for user_id in people
    }
