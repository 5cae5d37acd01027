"""The life of a staff account: invited, sign-in reset, role changed, disabled.

Invariant: the console keeps an admin who can sign in, unless the command line says otherwise;
taking somebody's access away ends their sessions, links, requests and locks in the same
transaction; every change of an admin is reported to all admins.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, NotFound
from presence.core.ids import new_id
from presence.core.secrets import open_vault
from presence.core.settings import Settings
from presence.core.totp import new_secret
from presence.domains.operators.errors import nothing_there
from presence.domains.operators.models import Staff
from presence.domains.operators.queries import staff as queries
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.service.accounts import place_of
from presence.domains.operators.service.independence import mailbox_of
from presence.domains.operators.service.mandates import (
    COMMAND_LINE,
    Mandate,
    remember,
    sign_out,
    withdraw_links,
)
from presence.domains.operators.service.permissions import ADMIN
from presence.domains.operators.service.revocation import end_rights
from presence.domains.operators.service.staff_mails import (
    News,
    begin_link,
    make_link,
    notify_of_admin,
    send_link,
)

INVITATION, RESET = "staff-invitation", "staff-reset"
_TAKEN = "Somebody of staff has this e-mail already. Open their account under Staff instead."
_SAME_MAILBOX = "Somebody of staff has this mailbox already, under another spelling: {}."
_LAST_ADMIN = "The console needs an admin who can sign in."
_DISABLED = "This account is disabled. Enable it first."
_UNKNOWN = "Nobody of staff has this e-mail."
_SHELL = "somebody on the command line"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody to invite, and their role."""

    email: str
    name: str
    role: StaffRole


async def invite(
    session: AsyncSession,
    settings: Settings,
    newcomer: Newcomer,
    mandate: Mandate,
    now: datetime,
) -> UUID:
    """Create an account, or a new link for one that is not set up yet; returns its id.

    The link is sent by e-mail. Raises Conflict for an address in use.
    """
    row = await invitable(session, newcomer.email)
    if row is None:
        row = Staff(id=new_id(), email=newcomer.email.lower(), role=newcomer.role)
        row.invited_by, row.created_at = mandate.requested_by, now
        await queries.insert(session, row)
    row.role, row.status = newcomer.role, "invited"
    row.name = newcomer.name or row.name or row.email.partition("@")[0]
    await _set_up_anew(session, settings, row, now)
    await remember(session, row, "invited", mandate, now)
    await _publish(session, row, "invited", mandate, now, is_admin=row.role == ADMIN)
    if mandate != COMMAND_LINE:
        await send_link(session, row, INVITATION, now)
    return row.id


async def invitable(session: AsyncSession, email: str) -> Staff | None:
    """The account with this address that is not set up yet; None if there is none.

    Raises Conflict for an address, or another spelling of one, that is in use.
    """
    row = await queries.by_email(session, email)
    if row is not None:
        if row.status != "invited":
            raise Conflict(_TAKEN)
        return row
    for known in await queries.addresses(session):
        if mailbox_of(known) == mailbox_of(email):  # guard: staff.one-mailbox-one-account
            raise Conflict(_SAME_MAILBOX.format(known))
    return None


async def reset_sign_in(
    session: AsyncSession, settings: Settings, staff_id: UUID, mandate: Mandate, now: datetime
) -> Staff:
    """Clear password, authenticator app and the account at the provider, and end all sessions.

    A link by e-mail sets up the first two; the third is linked again by signing in from there.

    Raises NotFound, and Conflict for somebody disabled, whom this must not let in.
    """
    row = await usable(session, staff_id)
    row.password_hash, row.status, row.last_step = None, "invited", 0
    await sign_out(session, row)
    await queries.forget_subject(session, staff_id)  # guard: staff.reset-unlinks
    await withdraw_links(session, row, now)
    await _set_up_anew(session, settings, row, now)
    await remember(session, row, "reset", mandate, now)
    await _publish(session, row, "reset", mandate, now, is_admin=row.role == ADMIN)
    if mandate != COMMAND_LINE:
        await send_link(session, row, RESET, now)
    await end_rights(session, staff_id)  # guard: staff.reset-ends
    return row


async def usable(session: AsyncSession, staff_id: UUID) -> Staff:
    """An account that is not disabled, locked as it is now. Raises NotFound, Conflict."""
    row = await queries.locked(session, staff_id)
    if row is None:
        raise nothing_there()
    if row.status == "disabled":
        raise Conflict(_DISABLED)
    return row


async def link_for_shell(
    session: AsyncSession, settings: Settings, staff_id: UUID, token: str = ""
) -> str:
    """The link just requested, for a person with shell access and hence database access.

    It ends in `token`, if whoever holds the shell has chosen one that nobody can guess.
    """
    row = await queries.by_id(session, staff_id)
    if row is None:
        raise nothing_there()
    return await make_link(session, settings, row, token)


async def account_of(session: AsyncSession, email: str) -> UUID:
    """The account that an address belongs to. Raises NotFound."""
    row = await queries.by_email(session, email)
    if row is None:
        raise NotFound(_UNKNOWN)
    return row.id


async def account(session: AsyncSession, staff_id: UUID) -> Staff:
    """The account, locked as it is now. Raises NotFound."""
    row = await queries.locked(session, staff_id)
    if row is None:
        raise nothing_there()
    return row


async def is_staff(session: AsyncSession, staff_id: UUID) -> bool:
    """Whether it is the id of a member of staff."""
    return await queries.by_id(session, staff_id) is not None


async def change_role(
    session: AsyncSession, staff_id: UUID, role: StaffRole, mandate: Mandate, now: datetime
) -> str:
    """Change somebody's role, from their next call on; returns the previous one.

    What they held through the previous role ends, whichever the new one is. Raises NotFound, and
    Conflict for the last admin.
    """
    admins = await queries.lock_admins(session)
    row = await account(session, staff_id)
    before = row.role
    if role != ADMIN:
        _keep_an_admin(admins, row)
    if before == role:
        return before
    await withdraw_links(session, row, now)
    row.role = role
    await session.flush()
    if role == ADMIN:
        await remember(session, row, "promoted", mandate, now)
    news: News = "promoted" if role == ADMIN else "demoted"
    await _publish(session, row, news, mandate, now, is_admin=ADMIN in (before, role))
    await end_rights(session, staff_id)  # guard: staff.role-ends
    return before


async def disable(session: AsyncSession, staff_id: UUID, mandate: Mandate, now: datetime) -> None:
    """Disable an account, which ends its sessions, links and requests at once."""
    admins = await queries.lock_admins(session)
    row = await account(session, staff_id)
    _keep_an_admin(admins, row)
    row.status = "disabled"
    await sign_out(session, row)
    await withdraw_links(session, row, now)
    await _publish(session, row, "disabled", mandate, now, is_admin=row.role == ADMIN)
    await end_rights(session, staff_id)  # guard: staff.disable-ends


async def enable(session: AsyncSession, staff_id: UUID, mandate: Mandate, now: datetime) -> None:
    """Enable an account; does nothing if it is not disabled. Raises NotFound."""
    row = await account(session, staff_id)
    if row.status != "disabled":
        return
    known = row.password_hash or await queries.has_subject(session, row.id)
    row.status = "active" if known else "invited"
    await remember(session, row, "enabled", mandate, now)
    await _publish(session, row, "enabled", mandate, now, is_admin=row.role == ADMIN)


def _keep_an_admin(admins: list[Staff], row: Staff) -> None:
    if any(admin.id == row.id for admin in admins) and len(admins) < 2:
        raise Conflict(_LAST_ADMIN)


async def _set_up_anew(
    session: AsyncSession, settings: Settings, row: Staff, now: datetime
) -> None:
    """Set a new authenticator key, and request a link that replaces any earlier one."""
    vault = await asyncio.to_thread(open_vault, settings)
    row.totp_key = vault.seal(new_secret(), place_of(row.id))
    await begin_link(session, row, now)


async def _publish(
    session: AsyncSession,
    row: Staff,
    news: News,
    mandate: Mandate,
    now: datetime,
    *,
    is_admin: bool,
) -> None:
    if not is_admin:
        return
    people = []
    for key in (mandate.requested_by, mandate.approved_by):
        person = await queries.by_id(session, key) if key is not None else None
        if person is not None:
            people.append(person.name or person.email)
    await notify_of_admin(session, row, news, " and ".join(people) or _SHELL, now)
