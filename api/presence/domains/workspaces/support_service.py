"""Asking support for something.

Invariant: what was asked is stored in the caller's transaction; a workspace can ask only so often.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import RateLimited
from presence.domains.workspaces.service import ensure_workspace, lock_workspace
from presence.domains.workspaces.service.quotas import SUPPORT, use_up
from presence.domains.workspaces.support_models import SupportRequest

Topic = Literal["question", "problem", "billing", "plan", "data", "other"]
Frequency = Literal["monthly", "yearly"]
MOST_PER_WINDOW = 20
WINDOW = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class NewRequest:
    """What somebody asks; `plan_id` and `billing_frequency` are the plan they wish for."""

    topic: Topic
    message: str
    page: str = ""
    request_id: str = ""
    plan_id: int | None = None
    billing_frequency: Frequency | None = None


@dataclass(frozen=True, slots=True)
class RequestRef:
    """A request as its sender sees it."""

    id: UUID
    topic: str
    status: str
    created_at: datetime


async def open_request(session: AsyncSession, user_id: UUID, new: NewRequest) -> RequestRef:
    """Store a request of a user; the first call of a newcomer creates the workspace.

    Raises RateLimited.
    """
    await ensure_workspace(session, user_id)
    await use_up(session, SUPPORT, user_id)
    await lock_workspace(session)
    recent = select(func.count()).where(SupportRequest.created_at > func.now() - WINDOW)
    if (await session.scalar(recent) or 0) >= MOST_PER_WINDOW:  # guard: workspaces.support-requests
        raise RateLimited(
            "You have sent many requests in a short time. Please try again in an hour.",
            headers={"Retry-After": str(int(WINDOW.total_seconds()))},
        )
    row = SupportRequest(user_id=user_id, **asdict(new))
    session.add(row)
    await session.flush()
    await session.refresh(row)
    return RequestRef(row.id, row.topic, row.status, row.created_at)
