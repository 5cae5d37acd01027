"""Operations that need two people: requested by one, decided by another, then carried out.

    @carries_out("workspaces.delete")
    async def delete(session: AsyncSession, granted: Granted) -> None: …

Invariant: a request is decided once, within its three days, by an admin who is independent of the
requester, was an admin before the request, and confirms with a fresh code; both are checked again
in the transaction that carries it out. What is carried out is what was shown, as its seal proves.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.core.registry import Registry
from presence.core.settings import Settings
from presence.domains.operators.errors import (
    about_yourself,
    may_not,
    no_authenticator,
    no_second_admin,
    not_two_people,
    not_yours,
    not_yourself,
    nothing_there,
)
from presence.domains.operators.models import Approval, Staff
from presence.domains.operators.queries import approvals as queries
from presence.domains.operators.queries import staff as accounts
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.service.independence import are_two_people
from presence.domains.operators.service.mandates import Mandate
from presence.domains.operators.service.permissions import ADMIN, decide_may
from presence.domains.operators.service.staff_mails import notify_admins

LASTS = timedelta(days=3)
_WAITS = "Somebody asked for that already. It waits for approval."
_DECIDED = "This was decided already."
_EXPIRED = "This request has expired. Ask again if it is still wanted."
_WITHDRAWN = "This request was withdrawn, so nobody has to decide about it any more."
_MAY_NOT_ASK = "Whoever asked for this may not ask for it any more. Refuse it, or let it expire."
_NOT_AS_SHOWN = "This is not the request you were shown. Reload the page and read it again."
_ALTERED = "This request was changed after it was made. Refuse it and have it asked for again."
_TOO_NEW = (
    "Your account changed after this was asked for. Another admin has to decide, or it has to be"
    " asked for again."
)


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """The request: `what` is a sentence for people, `facts` are for carrying it out."""

    action: str
    target: str
    subject_id: UUID
    label: str
    what: str
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Granted:
    """What two people have agreed on."""

    subject_id: UUID
    facts: Mapping[str, str]
    mandate: Mandate
    settings: Settings
    now: datetime


Handler = Callable[[AsyncSession, Granted], Awaitable[None]]
_HANDLERS: Registry[Handler] = Registry("approved actions")


def carries_out(action: str) -> Callable[[Handler], Handler]:
    """Register what happens once an action is approved."""
    return _HANDLERS.under(action)


async def request_approval(
    session: AsyncSession, staff_id: UUID, asked: ApprovalRequest, reason: str, now: datetime
) -> UUID:
    """Request approval; every admin is informed.

    Raises Conflict while the same request is pending, and if nobody could approve it.
    """
    admins = await accounts.lock_admins(session)
    requester = await accounts.fresh(session, staff_id)
    if requester is None:
        raise nothing_there()
    if not await _somebody_can(session, admins, requester, asked.subject_id, now):
        raise no_second_admin()
    await queries.expire(session, asked.action, asked.target, now)
    if await queries.waiting(session, asked.action, asked.target) is not None:
        raise Conflict(_WAITS)
    row = Approval(
        id=new_id(),
        action=asked.action,
        target=asked.target,
        subject_id=asked.subject_id,
        label=asked.label[:200],
        facts={**asked.facts, "what": asked.what},
        reason=reason,
        requested_by=staff_id,
        created_at=now,
        expires_at=now + LASTS,
    )
    row.seal = seal_of(row)
    await queries.add(session, row)
    facts = {"what": asked.what, "who": requester.name or requester.email, "reason": reason}
    await notify_admins(session, "staff-request", row.id, facts, now)
    return row.id


def seal_of(row: Approval) -> bytes:
    """The SHA-256 of everything in a request that must not change."""
    sealed = {
        "id": str(row.id),
        "action": row.action,
        "target": row.target,
        "subject": str(row.subject_id),
        "label": row.label,
        "facts": dict(row.facts),
        "reason": row.reason,
        "by": str(row.requested_by),
        "until": row.expires_at.timestamp(),
    }
    return hashlib.sha256(json.dumps(sealed, sort_keys=True).encode()).digest()


async def require_approver(
    session: AsyncSession, key: UUID, staff_id: UUID, seal: str, now: datetime
) -> None:
    """Refuse anybody who may not approve this, before their code is consumed. Locks nothing."""
    row = await queries.by_id(session, key)
    approver = await accounts.fresh(session, staff_id)
    if row is None or approver is None:
        raise nothing_there()
    _require_open(row, now)
    await _require_two(session, row, approver, now)
    _require_seal(row, seal)
    if approver.last_step == 0:
        raise no_authenticator()


async def approve(
    session: AsyncSession,
    settings: Settings,
    key: UUID,
    staff_id: UUID,
    seal: str,
    reason: str,
    now: datetime,
) -> None:
    """Decide and carry out at once; the caller has checked a fresh code.

    Raises NotFound, Conflict, Forbidden; checked again, with everybody concerned locked.
    """
    await accounts.lock_admins(session)
    row = await queries.by_id(session, key, locked=True)
    approver = await accounts.fresh(session, staff_id)
    if row is None or approver is None:
        raise nothing_there()
    _require_open(row, now)
    await _require_two(session, row, approver, now)
    _require_seal(row, seal)
    await _close(session, row, staff_id, "approved", reason, now)
    mandate = Mandate(row.requested_by, staff_id)
    await _HANDLERS[row.action](session, Granted(row.subject_id, row.facts, mandate, settings, now))


async def reject(
    session: AsyncSession, key: UUID, staff_id: UUID, reason: str, now: datetime
) -> None:
    """Reject what somebody else requested. Raises NotFound, Conflict."""
    row = await queries.by_id(session, key, locked=True)
    if row is None:
        raise nothing_there()
    if row.requested_by == staff_id:
        raise not_yourself()
    _require_open(row, now)
    await _close(session, row, staff_id, "rejected", reason, now)


async def withdraw(
    session: AsyncSession, key: UUID, staff_id: UUID, reason: str, now: datetime
) -> None:
    """Withdraw your own request; all admins are informed. Raises NotFound, Conflict."""
    row = await queries.by_id(session, key, locked=True)
    if row is None:
        raise nothing_there()
    if row.requested_by != staff_id:  # guard: approval.withdrawn-by-whoever-asked
        raise not_yours()
    _require_open(row, now)
    row.status, row.decided_at, row.decision_reason = "rejected", now, reason
    await _notify_of_decision(session, row, staff_id, "withdrawn", now)


async def _somebody_can(
    session: AsyncSession, admins: list[Staff], requester: Staff, subject: UUID, now: datetime
) -> bool:
    for admin in admins:
        if admin.id != subject and await are_two_people(session, requester, admin, now):
            return True
    return False


def _require_open(row: Approval, now: datetime) -> None:
    ended_by_itself = row.status == "rejected" and row.decided_by is None
    if ended_by_itself and row.decided_at is not None and row.decided_at < row.expires_at:
        raise Conflict(_WITHDRAWN)
    if ended_by_itself or (row.status == "waiting" and row.expires_at <= now):
        raise Conflict(_EXPIRED)
    if row.status != "waiting":  # guard: approval.decided-once
        raise Conflict(_DECIDED)


async def _require_two(
    session: AsyncSession, row: Approval, approver: Staff, now: datetime
) -> None:
    """Require that both are who they were at the request, and are two people."""
    if row.requested_by == approver.id:  # guard: approval.not-yourself
        raise not_yourself()
    if row.subject_id == approver.id:  # guard: approval.not-about-yourself
        raise about_yourself()
    if approver.role != ADMIN or approver.status != "active":  # guard: approval.approver-is-admin
        raise may_not()
    requester = await accounts.fresh(session, row.requested_by)
    if requester is None or not _may_still_ask(requester, row):  # guard: approval.requester-still
        raise Conflict(_MAY_NOT_ASK)
    if not await are_two_people(session, requester, approver, now):  # guard: approval.two-people
        raise not_two_people(requester.name or requester.email)
    if approver.power_since >= row.created_at:  # guard: approval.approver-older
        raise Conflict(_TOO_NEW)


def _may_still_ask(requester: Staff, row: Approval) -> bool:
    resource, _, action = row.action.partition(".")
    may = decide_may(cast(StaffRole, requester.role), resource, action)
    return may and requester.status == "active" and requester.power_since <= row.created_at


def _require_seal(row: Approval, shown: str) -> None:
    if row.seal is None or row.seal != seal_of(row):  # guard: approval.sealed
        raise Conflict(_ALTERED)
    if not hmac.compare_digest(row.seal.hex(), shown):  # guard: approval.as-shown
        raise Conflict(_NOT_AS_SHOWN)


async def _close(
    session: AsyncSession, row: Approval, staff_id: UUID, decision: str, reason: str, now: datetime
) -> None:
    row.status, row.decided_by, row.decided_at = decision, staff_id, now
    row.decision_reason = reason
    await _notify_of_decision(session, row, staff_id, decision, now)


async def _notify_of_decision(
    session: AsyncSession, row: Approval, staff_id: UUID, how: str, now: datetime
) -> None:
    await session.flush()
    decider = await accounts.fresh(session, staff_id)
    who = (decider.name or decider.email) if decider is not None else ""
    reason = row.decision_reason or ""
    facts = {"what": row.facts.get("what", ""), "who": who, "reason": reason, "how": how}
    await notify_admins(session, "staff-decision", row.id, facts, now)
