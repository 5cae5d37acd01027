"""Acting as a customer, on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import StringConstraints

from presence.domains.operators.schemas import Code, Reason, ReasonIn, StaffCodeIn
from presence.http.schemas import ApiOut


class ImpersonateIn(ReasonIn):
    """The customer to impersonate; write access requires a second reason."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        **StaffCodeIn.sentences,
        "ticket": "Ticket is required",
        "write_reason": "Say why reading is not enough",
    }

    user_id: UUID
    workspace_id: UUID
    ticket: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
    code: Code
    mode: Literal["read", "write"] = "read"
    write_reason: Reason | None = None


class ImpersonationRecordOut(ApiOut):
    """An impersonation, active or ended."""

    id: UUID
    staff_id: UUID
    staff_name: str
    user_id: UUID
    user_email: str
    workspace_id: UUID
    workspace_name: str
    mode: Literal["read", "write"]
    reason: str
    write_reason: str | None
    ticket: str
    started_at: datetime | None
    ends_at: datetime
    ended_at: datetime | None
    running: bool
    created_at: datetime


class StartedImpersonationOut(ImpersonationRecordOut):
    """A new impersonation; open `url` once, within a minute, to start it."""

    url: str
