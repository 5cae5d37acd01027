"""Ends what a member of staff holds when they lose the right to it, in the same transaction.

Invariant: code that disables somebody, resets their sign-in or changes their role calls
`end_rights` after the change was written; so does a change of one's own password, because somebody
else may have made the requests before it. Beginning an impersonation locks the account until it is
stored, so none can begin while the account is being changed.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity.service.support import end_impersonation
from presence.domains.operators.queries import revocations as queries

_WITHDRAWN = "Withdrawn: whoever asked no longer has the right they asked with."


async def end_rights(session: AsyncSession, staff_id: UUID, reason: str = _WITHDRAWN) -> None:
    """End their impersonations, links not used yet, and requests that wait for a second person.

    Whoever reads such a request sees the reason. Leaves the session bound to nobody.
    """
    await end_impersonations(session, staff_id)  # guard: staff.impersonations-end
    await queries.withdraw_approvals(session, staff_id, reason)  # guard: staff.requests-end


async def end_impersonations(session: AsyncSession, staff_id: UUID) -> None:
    """End all sessions in which they act as a customer, and notify the streams there.

    Leaves the session bound to nobody.
    """
    for row in await queries.end_impersonations(session, staff_id):
        await bind(session, TenantBinding(row.workspace_id, row.user_id))
        await end_impersonation(session, row.id)
    await bind(session, TenantBinding())
