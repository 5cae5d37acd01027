"""The caller's own notifications in the workspace they are in."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.identity.context import CurrentUser
from presence.domains.messaging.queries import notifications as queries
from presence.domains.messaging.schemas.notifications import (
    NotificationChoicesIn,
    NotificationChoicesOut,
    NotificationListOut,
    NotificationMarkIn,
    NotificationOut,
    UnreadOut,
)
from presence.domains.messaging.service.notifications import reading
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented
from presence.http.listing import PagingDep, cut
from presence.http.session import NowDep, SettingsDep

router = APIRouter(
    prefix="/api/v1/notifications",
    tags=["messaging"],
    dependencies=[Allowed("seat")],
    responses=documented(401, 403, 404, 422),
)


@router.get("")
async def notifications(session: TenantSession, paging: PagingDep) -> NotificationListOut:
    """List the caller's notifications in this workspace, newest first."""
    rows = await queries.newest(session, paging.probe, paging.after)
    shown, page = cut(rows, paging, lambda row: row.id, None)
    data = [NotificationOut.model_validate(row) for row in shown]
    return NotificationListOut(data=data, page=page, unread=await queries.count_unread(session))


@router.patch("/{notification_id}")
async def mark_notification(
    notification_id: UUID, body: NotificationMarkIn, session: TenantSession, now: NowDep
) -> UnreadOut:
    """Mark a notification as read or unread."""
    await reading.mark(session, notification_id, now if body.read else None)
    return UnreadOut(unread=await queries.count_unread(session))


@router.post("/read-all")
async def mark_all_notifications(session: TenantSession, now: NowDep) -> UnreadOut:
    """Mark all notifications as read."""
    await queries.mark_all(session, now)
    return UnreadOut(unread=0)


@router.get("/preferences")
async def notification_choices(
    user: CurrentUser, session: TenantSession, settings: SettingsDep
) -> NotificationChoicesOut:
    """Get the caller's notification preferences."""
    choices = await reading.choices_of(session, user.user_id, user.role)
    return NotificationChoicesOut(choices=choices, mail=bool(settings.mail.host))


@router.put("/preferences")
async def choose_notifications(
    body: NotificationChoicesIn, user: CurrentUser, session: TenantSession, settings: SettingsDep
) -> NotificationChoicesOut:
    """Update the caller's notification preferences."""
    await reading.choose(session, user.user_id, body.choices)
    choices = await reading.choices_of(session, user.user_id, user.role)
    return NotificationChoicesOut(choices=choices, mail=bool(settings.mail.host))
