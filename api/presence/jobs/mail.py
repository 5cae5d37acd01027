"""Requests an e-mail in the caller's own transaction; `messaging` writes and sends it.

Invariant: an e-mail is requested exactly when the change that causes it is committed, once per
person, template and subject. Its content is written when it is sent, so nothing secret waits in the
queue.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.jobs.queue import enqueue

SEND = "mail.send"
_REQUEST = text("SELECT request_mail(:id, :user, :workspace, :template, :subject)")


async def request_mail(
    session: AsyncSession, template: str, subject_id: UUID, *, user_id: UUID | None = None
) -> bool:
    """Have `template` sent to or on behalf of a person; False if that was requested before.

    `subject_id` is what the mail is about: a row, or a fresh id for a mere notice. The person is
    the bound user unless given, who then belongs to the bound workspace.
    """
    binding = binding_of(session)
    person = user_id or binding.user_id
    if person is None:
        raise LookupError("The session is bound to nobody, so the mail needs a person.")
    mail_id = new_id()
    parameters = {
        "id": mail_id,
        "user": person,
        "workspace": binding.workspace_id,
        "template": template,
        "subject": subject_id,
    }
    fresh: bool = (await session.execute(_REQUEST, parameters)).scalar_one()
    if fresh:
        await send_later(session, mail_id, person)
    return fresh


async def send_later(
    session: AsyncSession, mail_id: UUID, user_id: UUID, at: datetime | None = None
) -> None:
    """Enqueue the sending, now or `at` a moment; of one mail, one job runs at a time."""
    await enqueue(
        session,
        SEND,
        {"mail_id": mail_id},
        account_id=user_id,
        lock=f"{SEND}:{mail_id}",
        schedule_at=at,
    )
