"""What ends with the right of a member of staff: impersonations, links, pending requests."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Row, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import Approval, Impersonation, Staff


async def lock_staff(session: AsyncSession, staff_id: UUID) -> Row[str, str] | None:
    """Role and status of a member of staff, locked until this transaction ends."""
    statement = select(Staff.role, Staff.status).where(Staff.id == staff_id)
    return (await session.execute(statement.with_for_update(read=True))).one_or_none()


async def end_impersonations(
    session: AsyncSession, staff_id: UUID
) -> Sequence[Row[UUID, UUID, UUID]]:
    """End all impersonations, begun or still a link: (id, workspace_id, user_id) of each."""
    statement = (
        update(Impersonation)
        .where(
            Impersonation.staff_id == staff_id,
            Impersonation.ended_at.is_(None),
            Impersonation.ends_at > func.now(),
        )
        .values(ended_at=func.now(), link_hash=None)
        .returning(Impersonation.id, Impersonation.workspace_id, Impersonation.user_id)
    )
    return (await session.execute(statement)).all()


async def withdraw_approvals(session: AsyncSession, staff_id: UUID, reason: str) -> None:
    """Withdraw all their requests for approval."""
    asked = (Approval.requested_by == staff_id, Approval.status == "waiting")
    decided = {"status": "rejected", "decided_at": func.now(), "decision_reason": reason}
    await session.execute(update(Approval).where(*asked).values(**decided))
