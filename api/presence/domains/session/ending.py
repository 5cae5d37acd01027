"""Whether an account may end.

Invariant: the check and the mark are one transaction.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity.service import deletion


async def end_account(session: AsyncSession, user_id: UUID, now: datetime) -> datetime:
    """Schedule the deletion; when it will happen.

    Conflict while a shared workspace would be left without an owner.
    """
    await bind(session, TenantBinding(None, user_id))
    return await deletion.schedule_deletion(session, user_id, now)
