"""Visits the workspaces of a person, one after the other.

Invariant: each is read as its own tenant, and only if the person may view it, which requires the
second factor if the workspace demands one; afterwards the session is bound as it was before.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import TenantBinding, bind, binding_of
from presence.domains.billing.service import current_plan
from presence.domains.identity.service import deletion, locked_workspaces
from presence.domains.workspaces.service import decide_permitted, is_member, read_business
from presence.domains.workspaces.service.examples import is_example


@dataclass(frozen=True, slots=True)
class ReadWorkspace:
    """The workspace the session is bound to for now; `weekly` if its plan has weekly digests."""

    id: UUID
    name: str
    weekly: bool


async def each_workspace(session: AsyncSession) -> AsyncIterator[ReadWorkspace]:
    """Every workspace of their own whose results the bound person may see; run it to its end."""
    before = binding_of(session)
    if before.user_id is None:
        raise LookupError("The session is bound to nobody.")
    locked = await locked_workspaces(session, before.user_id)
    for workspace_id, role, _ in await deletion.workspaces_of(session):
        if workspace_id in locked:  # guard: digest.second-factor
            continue
        await bind(session, TenantBinding(workspace_id, before.user_id))
        if await is_example(session):  # guard: examples.no-digests
            continue
        if decide_permitted(role, "view") and await is_member(session, before.user_id):
            business = await read_business(session)
            limits = (await current_plan(session)).limits
            name = business.business_name if business and business.business_name else ""
            yield ReadWorkspace(workspace_id, name, limits.allows("digest.weekly"))
    await bind(session, before)
