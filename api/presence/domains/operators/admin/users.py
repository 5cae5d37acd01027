"""Customers as people, and what support can do for them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, ValidationFailed
from presence.db.listing import find_one
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity.service import support
from presence.domains.operators.context import (
    CurrentOperator,
    OperatorCallDep,
    console,
    current_operation,
)
from presence.domains.operators.queries.lists import USERS
from presence.domains.operators.resources import Resource, act, add_resource, found, waiting
from presence.domains.operators.schemas import MergeIn, NoteIn, ReasonIn, UserRecordOut
from presence.domains.operators.service.approving import (
    ApprovalRequest,
    Granted,
    carries_out,
    request_approval,
)
from presence.domains.operators.service.notes import add_note
from presence.http.session import NowDep, SessionDep

router = console("operators")
MERGE = "users.merge"
users = Resource("users", USERS, UserRecordOut)
add_resource(router, users)


async def _enter(session: AsyncSession, key: UUID) -> RowMapping:
    row = await found(session, users, key)
    await bind(session, TenantBinding(None, key))
    return row


@act(router, users, "resend-verification")
async def resend_verification(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Send the link that confirms the e-mail address again."""
    row = await _enter(session, key)
    await support.resend_verification(
        session, key, row["email"], now, verified=row["email_verified"]
    )


@act(router, users, "send-reset-link")
async def send_reset_link(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Send a password reset link to the account's own address."""
    row = await _enter(session, key)
    await support.send_reset_link(session, key, row["email"], now)


@act(router, users, "unlock")
async def unlock(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Unlock an account after failed sign-ins."""
    row = await _enter(session, key)
    current_operation().after["forgottenTries"] = await support.unlock(session, row["email"])


@act(router, users, "revoke-sessions")
async def revoke_sessions(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """End all sessions of a user."""
    await _enter(session, key)
    current_operation().after["endedSessions"] = await support.revoke_sessions(session, key)


@act(router, users, "disable")
async def disable(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Disable an account.

    Ends its sessions immediately.
    """
    await _set_active(session, key, active=False)


@act(router, users, "enable")
async def enable(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Enable an account."""
    await _set_active(session, key, active=True)


async def _set_active(session: AsyncSession, key: UUID, *, active: bool) -> None:
    row = await _enter(session, key)
    current_operation().before["isActive"] = row["is_active"]
    current_operation().after["isActive"] = active
    await support.set_active(session, key, active=active)


@act(router, users, "merge", may_wait=True)
async def merge(
    key: UUID,
    body: MergeIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> Any:
    """Request to merge a duplicate account into another one.

    The duplicate's workspaces move to the other account, and the duplicate is closed. Always 202: a
    second staff member must approve it.
    """
    email, into = await _to_merge(session, key, body.into_id)
    current_operation().after.update(into=str(body.into_id), email=into)
    what = f"Merge the account {email} into {into}, with all its workspaces"
    facts = {"into": str(body.into_id), "email": email, "intoEmail": into}
    asked = ApprovalRequest(MERGE, f"users:{key}", key, email, what, facts)
    approval_id = await request_approval(session, who.id, asked, body.reason, now)
    current_operation().after["approvalId"] = str(approval_id)
    return waiting(approval_id)


@carries_out(MERGE)
async def _merge(session: AsyncSession, granted: Granted) -> None:
    key, into_id = granted.subject_id, UUID(granted.facts["into"])
    email, into = await _to_merge(session, key, into_id)
    if (email, into) != (granted.facts["email"], granted.facts["intoEmail"]):
        raise Conflict("One of the accounts has another address now. Ask again.")
    await _enter(session, key)
    moved = await support.merge(session, key, into_id)
    current_operation().before.update(email=email, workspaces=moved)
    current_operation().after.update(into=str(into_id), email=into)


async def _to_merge(session: AsyncSession, key: UUID, into_id: UUID) -> tuple[str, str]:
    """The addresses of the duplicate and of the remaining account. Raises Conflict,
    ValidationFailed.
    """
    if into_id == key:
        raise ValidationFailed.at("/intoId", "Choose another account than this one")
    row, into = await found(session, users, key), await find_one(session, USERS, into_id)
    if into is None or not into["is_active"]:
        raise ValidationFailed.at("/intoId", "Choose an account that can be used")
    if not row["is_active"]:
        raise Conflict("This account is closed already.")
    return row["email"], into["email"]


@act(router, users, "add-note")
async def note_user(
    key: UUID,
    body: NoteIn,
    who: CurrentOperator,
    session: SessionDep,
    operator_call: OperatorCallDep,
) -> None:
    """Add an internal note to an account."""
    await _enter(session, key)
    await add_note(session, who.id, f"users:{key}", body.text)
