"""E-mails to staff: queued in the transaction that causes them, sent by the console's process.

Invariant: nothing secret is queued. The link of an invitation is created when its e-mail is
written, for that request only; a newer link replaces all earlier ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.domains.identity.service import new_token, token_hash
from presence.domains.operators.models import Staff, StaffMail
from presence.domains.operators.queries import staff as accounts
from presence.domains.operators.queries import staff_mails as queries
from presence.domains.operators.service.permissions import ADMIN

INVITED_FOR = timedelta(hours=48)
WITH_LINK = ("staff-invitation", "staff-reset")
NEWS = "staff-news"
OWN_CHANGE = "staff-password"
# Waits after each failed attempt; then it is given up.
RETRY_DELAYS = tuple(timedelta(minutes=m) for m in (1, 2, 10, 30, 60, 120, 240, 480))
News = Literal[
    "invited", "promoted", "demoted", "reset", "disabled", "enabled", "joined", "device"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class DueMail:
    """An e-mail to be sent now; `link` is set if it gives somebody access."""

    id: UUID
    staff_id: UUID
    template: str
    to: str
    name: str
    facts: Mapping[str, str]
    link: str | None
    ends_at: datetime | None


async def notify_admins(
    session: AsyncSession,
    template: str,
    subject_id: UUID,
    facts: Mapping[str, str],
    now: datetime,
) -> None:
    """Queue an e-mail to all admins, only once per subject."""
    for admin in await queries.admins(session):
        await _queue(session, admin, template, subject_id, facts, now)


async def notify_of_admin(
    session: AsyncSession, row: Staff, news: News, by: str, now: datetime
) -> None:
    """Inform all admins of what happened to one of them; does nothing for other roles."""
    facts = {"news": news, "whose": f"{row.name} <{row.email}>", "by": by}
    await notify_admins(session, NEWS, new_id(), facts, now)


async def notify_of_password(session: AsyncSession, row: Staff, where: str, now: datetime) -> None:
    """Inform somebody that their own password was changed, and from which address."""
    await _queue(session, row, OWN_CHANGE, new_id(), {"where": where}, now)


async def send_link(session: AsyncSession, row: Staff, template: str, now: datetime) -> None:
    """Queue an e-mail with a link for setting up the person's sign-in."""
    if row.invitation_id is not None:
        await _queue(session, row, template, row.invitation_id, {"role": row.role}, now)


async def _queue(
    session: AsyncSession,
    to: Staff,
    template: str,
    subject_id: UUID,
    facts: Mapping[str, str],
    now: datetime,
) -> None:
    mail = StaffMail(
        staff_id=to.id,
        template=template,
        subject_id=subject_id,
        facts=dict(facts),
        next_at=now,
    )
    await queries.add(session, mail)


async def begin_link(session: AsyncSession, row: Staff, now: datetime) -> None:
    """Request a link; earlier ones no longer work."""
    row.invitation_id, row.invitation_hash = new_id(), None
    row.invitation_expires_at = now + INVITED_FOR
    await session.flush()


async def make_link(session: AsyncSession, settings: Settings, row: Staff, token: str = "") -> str:
    """The requested link, with a token that only its recipient knows from here on."""
    token = token or new_token()
    row.invitation_hash = token_hash(token)
    await session.flush()
    return f"{settings.console_http.origin}/#/staff-invitation/{token}"


async def next_mail(session: AsyncSession, settings: Settings, now: datetime) -> DueMail | None:
    """The next e-mail that is due, claimed for an attempt; None if nothing is waiting."""
    while (mail := await queries.take_due(session, now)) is not None:
        row = await accounts.locked(session, mail.staff_id)
        if row is None or not _is_wanted(mail, row, now):
            mail.status = "skipped"
            await session.flush()
            continue
        link = None
        if mail.template in WITH_LINK:
            link = await make_link(session, settings, row)
        mail.next_at = now + RETRY_DELAYS[min(mail.attempts, len(RETRY_DELAYS) - 1)]
        mail.attempts += 1
        await session.flush()
        name = row.name or row.email
        ends_at = row.invitation_expires_at
        return DueMail(mail.id, row.id, mail.template, row.email, name, mail.facts, link, ends_at)
    return None


def _is_wanted(mail: StaffMail, row: Staff, now: datetime) -> bool:
    if mail.template == OWN_CHANGE:
        return row.status == "active"
    if mail.template not in WITH_LINK:
        return row.role == ADMIN and row.status == "active"
    expired = row.invitation_expires_at is None or row.invitation_expires_at <= now
    return row.invitation_id == mail.subject_id and row.status != "disabled" and not expired


async def mail_sent(session: AsyncSession, mail_id: UUID, now: datetime) -> None:
    """Mark an e-mail as sent, so that it is never sent again."""
    await queries.update_mail(session, mail_id, status="sent", sent_at=now, error=None)


async def mail_failed(session: AsyncSession, mail_id: UUID, error: str, *, for_good: bool) -> None:
    """Schedule another attempt, or give up."""
    row = await queries.by_id(session, mail_id)
    over = for_good or row is None or row.attempts > len(RETRY_DELAYS)
    status = "failed" if over else "queued"
    await queries.update_mail(session, mail_id, status=status, error=error[:400])
