"""Changes that create or restore an admin: one admin requests them, a second one approves.

Invariant: an account that is an admin's before or after the change takes two people; any other is
changed at once, by one. What is carried out is checked against the account as it is then.
"""

from __future__ import annotations

from datetime import datetime
from typing import cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.domains.operators.errors import no_mail
from presence.domains.operators.models import Staff
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.service import managing
from presence.domains.operators.service.approving import (
    ApprovalRequest,
    Granted,
    carries_out,
    request_approval,
)
from presence.domains.operators.service.managing import Newcomer
from presence.domains.operators.service.mandates import Mandate
from presence.domains.operators.service.permissions import ADMIN

INVITE, RAISE = "staff.create", "staff.change-role"
RESET, ENABLE = "staff.reset-sign-in", "staff.enable"
_CHANGED = "This account changed since that was asked for. Ask again if it is still wanted."


async def invite(
    session: AsyncSession,
    settings: Settings,
    newcomer: Newcomer,
    who: UUID,
    reason: str,
    now: datetime,
) -> tuple[UUID | None, UUID | None]:
    """Invite somebody: (the account's id, None), or (None, the request's id) for an admin.

    Raises Conflict for an address in use, and without e-mail.
    """
    require_mail(settings)
    row = await managing.invitable(session, newcomer.email)
    was = row.role if row is not None else ""
    if ADMIN not in (newcomer.role, was):  # guard: staff.admin-invited-by-two
        mandate = Mandate(requested_by=who)
        return await managing.invite(session, settings, newcomer, mandate, now), None
    facts = {"email": newcomer.email, "name": newcomer.name, "role": newcomer.role, "was": was}
    asked = ApprovalRequest(
        action=INVITE,
        target=f"staff:{newcomer.email}"[:200],
        subject_id=row.id if row is not None else new_id(),
        label=newcomer.email,
        what=f"Invite {newcomer.email} to the console as {newcomer.role}",
        facts=facts,
    )
    return None, await request_approval(session, who, asked, reason, now)


async def change_role(
    session: AsyncSession, key: UUID, role: StaffRole, who: UUID, reason: str, now: datetime
) -> tuple[str, UUID | None]:
    """Change a role: the previous one, and the id of the request if two people must agree."""
    row = await managing.account(session, key)
    if role == ADMIN and row.role != ADMIN:  # guard: staff.admin-raised-by-two
        what = f"Make {_named(row)} an admin (now {row.role})"
        return row.role, await _ask(session, RAISE, row, what, who, reason, now)
    mandate = Mandate(requested_by=who)
    return await managing.change_role(session, key, role, mandate, now), None


async def reset_sign_in(
    session: AsyncSession, settings: Settings, key: UUID, who: UUID, reason: str, now: datetime
) -> UUID | None:
    """Reset somebody's sign-in; returns the id of the request if two people must agree."""
    require_mail(settings)
    row = await managing.usable(session, key)
    if row.role == ADMIN:  # guard: staff.admin-reset-by-two
        what = f"Reset the sign-in of {_named(row)}, an admin"
        return await _ask(session, RESET, row, what, who, reason, now)
    await managing.reset_sign_in(session, settings, key, Mandate(requested_by=who), now)
    return None


async def enable(
    session: AsyncSession, key: UUID, who: UUID, reason: str, now: datetime
) -> UUID | None:
    """Enable an account; returns the id of the request if two people must agree."""
    row = await managing.account(session, key)
    if row.role == ADMIN and row.status == "disabled":  # guard: staff.admin-enabled-by-two
        what = f"Let {_named(row)} in again, as an admin"
        return await _ask(session, ENABLE, row, what, who, reason, now)
    await managing.enable(session, key, Mandate(requested_by=who), now)
    return None


def require_mail(settings: Settings) -> None:
    """Raise Conflict if no e-mail can be sent, because a link is shown to nobody else."""
    if not settings.sends_mail:  # guard: staff.link-by-mail-only
        raise no_mail()


async def _ask(
    session: AsyncSession,
    action: str,
    row: Staff,
    what: str,
    who: UUID,
    reason: str,
    now: datetime,
) -> UUID:
    facts = {"email": row.email, "was": row.role, "status": row.status}
    asked = ApprovalRequest(action, f"staff:{row.id}", row.id, row.email, what, facts)
    return await request_approval(session, who, asked, reason, now)


@carries_out(INVITE)
async def _invite(session: AsyncSession, granted: Granted) -> None:
    facts = granted.facts
    row = await managing.invitable(session, facts["email"])
    if (row.role if row is not None else "") != facts["was"]:
        raise Conflict(_CHANGED)
    require_mail(granted.settings)
    newcomer = Newcomer(facts["email"], facts["name"], cast(StaffRole, facts["role"]))
    await managing.invite(session, granted.settings, newcomer, granted.mandate, granted.now)


@carries_out(RAISE)
async def _raise(session: AsyncSession, granted: Granted) -> None:
    await _unchanged(session, granted)
    await managing.change_role(session, granted.subject_id, ADMIN, granted.mandate, granted.now)


@carries_out(RESET)
async def _reset(session: AsyncSession, granted: Granted) -> None:
    await _unchanged(session, granted)
    require_mail(granted.settings)
    await managing.reset_sign_in(
        session, granted.settings, granted.subject_id, granted.mandate, granted.now
    )


@carries_out(ENABLE)
async def _enable(session: AsyncSession, granted: Granted) -> None:
    await _unchanged(session, granted)
    await managing.enable(session, granted.subject_id, granted.mandate, granted.now)


async def _unchanged(session: AsyncSession, granted: Granted) -> None:
    """Raise Conflict unless the account is still as it was when this was requested."""
    row = await managing.account(session, granted.subject_id)
    now = {"email": row.email, "was": row.role, "status": row.status}
    if any(granted.facts.get(name) != value for name, value in now.items()):
        raise Conflict(_CHANGED)


def _named(row: Staff) -> str:
    return f"{row.name} <{row.email}>" if row.name else row.email
