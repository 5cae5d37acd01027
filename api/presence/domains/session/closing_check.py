"""Whether an account may end: nothing that costs money may outlive the person who pays.

Invariant: the check and the mark are one transaction.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.db.tenancy import TenantBinding, bind
from presence.domains.billing import service as billing
from presence.domains.identity.service import deletion

_PAID = "Cancel your subscription first: it would go on after your account is gone."


async def end_account(session: AsyncSession, user_id: UUID, now: datetime) -> datetime:
    """Schedule the deletion; when it will happen.

    Conflict while a subscription renews in a workspace that ends with the account, and while a
    shared workspace would be left without an owner.
    """
    await bind(session, TenantBinding(None, user_id))
    for workspace_id, _, alone in await deletion.workspaces_of(session):
        await bind(session, TenantBinding(workspace_id, user_id))
        if alone and await billing.renews(session):  # guard: billing.delete-while-renewing
            raise Conflict(_PAID)
    await bind(session, TenantBinding(None, user_id))
    return await deletion.schedule_deletion(session, user_id, now)
