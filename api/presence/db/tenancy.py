"""Binds the tenant to every transaction; nothing else sets it.

Invariant: `app.workspace_id` and `app.user_id` are set with `set_config(…, true)` at the start of
each transaction from the session's own binding, so a commit in the middle of a request cannot
lose them and a pooled connection cannot carry them to the next borrower.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session, SessionTransaction

_KEY = "presence.tenant"
_BIND = text(
    "SELECT set_config('app.workspace_id', :workspace, true),"
    " set_config('app.user_id', :user, true)"
)


@dataclass(frozen=True, slots=True)
class TenantBinding:
    """Whose rows a session may see; None sees no tenant rows at all."""

    workspace_id: UUID | None = None
    user_id: UUID | None = None


class TenantSync(Session):
    """The synchronous core of every `AsyncSession`; carries the binding in `info`."""


@event.listens_for(TenantSync, "after_begin")
def _bind_tenant(session: Session, transaction: SessionTransaction, conn: Connection) -> None:
    binding: TenantBinding | None = session.info.get(_KEY)
    if binding is not None and not transaction.nested:
        conn.execute(_BIND, _parameters(binding))


def _parameters(binding: TenantBinding) -> dict[str, str]:
    return {
        "workspace": str(binding.workspace_id or ""),
        "user": str(binding.user_id or ""),
    }


async def bind(session: AsyncSession, binding: TenantBinding) -> None:
    """Bind `session` from now on: at once when a transaction is open, and at each later one."""
    session.sync_session.info[_KEY] = binding
    if session.in_transaction():
        await session.execute(_BIND, _parameters(binding))


def adopt(session: AsyncSession, binding: TenantBinding) -> None:
    """Record a binding that a statement of the open transaction already made."""
    session.sync_session.info[_KEY] = binding


def binding_of(session: AsyncSession) -> TenantBinding:
    """What the session is bound to."""
    return session.sync_session.info.get(_KEY) or TenantBinding()
