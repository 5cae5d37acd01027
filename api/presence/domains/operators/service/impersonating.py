"""Viewing the product as a customer sees it.

Invariant: for half an hour at most, and no longer than the console session it is begun in would
last, left unused from then on; with a reason and the second factor, as an active member of one
workspace. The browser gets its session by a link that works once, within a minute.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, ValidationFailed
from presence.core.ids import new_id
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity.service import new_token, token_hash
from presence.domains.identity.service.support import end_impersonation
from presence.domains.operators.errors import may_not, nothing_there, opening_unusable
from presence.domains.operators.models import Impersonation
from presence.domains.operators.queries import impersonations as queries
from presence.domains.operators.queries import revocations
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.schemas import ImpersonatingOut
from presence.domains.operators.service.permissions import decide_may
from presence.jobs.mail import request_mail

LASTS = timedelta(minutes=30)
LINK_LASTS = timedelta(minutes=1)
NOTICE_TEMPLATE = "support-impersonation"
OPENING = "/api/v1/impersonation/"  # the link's token follows
TOKEN_MARK = "imp."  # noqa: S105 - how the token of such a log-in begins, so that it is known by sight
_NOBODY = "There is nobody to act as: not an active member of this workspace."
_WRITE_REASON = "Say why reading is not enough"
_OVER = "This impersonation is over already."


@dataclass(frozen=True, slots=True)
class ImpersonationRequest:
    """Whom to act as, where, how and why."""

    user_id: UUID
    workspace_id: UUID
    mode: Literal["read", "write"]
    reason: str
    write_reason: str | None
    ticket: str


async def begin(
    session: AsyncSession,
    staff_id: UUID,
    request: ImpersonationRequest,
    now: datetime,
    until: datetime,
) -> tuple[UUID, str]:
    """Begin an impersonation, which ends at `until`; returns its id and the token of the link.

    Leaves the session bound to the impersonated person. The owners of the workspace are informed by
    e-mail, from the entry that the caller writes to the log.
    """
    if request.mode == "write" and not request.write_reason:
        raise ValidationFailed.at("/writeReason", _WRITE_REASON)
    if not await _still_may(session, staff_id):  # guard: staff.begins-with-right
        raise may_not()
    if await queries.member_email(session, request.user_id, request.workspace_id) is None:
        raise Conflict(_NOBODY)
    token, key = new_token(), new_id()
    row = Impersonation(
        id=key,
        staff_id=staff_id,
        user_id=request.user_id,
        workspace_id=request.workspace_id,
        mode=request.mode,
        reason=request.reason,
        write_reason=request.write_reason if request.mode == "write" else None,
        ticket=request.ticket,
        link_hash=token_hash(token),
        link_expires_at=now + LINK_LASTS,
        ends_at=until,
    )
    await queries.add(session, row)
    await bind(session, TenantBinding(request.workspace_id, request.user_id))
    for owner in await queries.owners(session):
        await request_mail(session, NOTICE_TEMPLATE, key, user_id=owner)
    return key, token


async def _still_may(session: AsyncSession, staff_id: UUID) -> bool:
    """Whether somebody may act as a customer; this stays true until the transaction ends."""
    who = await revocations.lock_staff(session, staff_id)
    if who is None or who.status != "active":
        return False
    return decide_may(cast(StaffRole, who.role), "impersonations", "create")


async def end(session: AsyncSession, key: UUID, now: datetime) -> None:
    """End an impersonation at once. Raises NotFound, Conflict.

    Leaves the session bound to the impersonated person.
    """
    row = await queries.impersonation(session, key)
    if row is None:
        raise nothing_there()
    if row.ended_at is not None or row.ends_at <= now:
        raise Conflict(_OVER)
    await queries.end(session, key, now)
    await bind(session, TenantBinding(row.workspace_id, row.user_id))
    await end_impersonation(session, key)


async def running_of(
    session: AsyncSession, staff_id: UUID, now: datetime
) -> ImpersonatingOut | None:
    """The active impersonation of a member of staff."""
    row = await queries.running_of(session, staff_id, now)
    return ImpersonatingOut.model_validate(row) if row is not None else None


async def redeem(session: AsyncSession, link: str) -> tuple[str, datetime]:
    """Open the customer's side with a link: the session's token and its end. Raises NotFound."""
    token = TOKEN_MARK + new_token()
    ends_at = await queries.begin(session, token_hash(link), new_id(), token_hash(token))
    if ends_at is None:
        raise opening_unusable()
    return token, ends_at
