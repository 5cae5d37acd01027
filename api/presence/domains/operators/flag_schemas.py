"""Feature flags on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import AwareDatetime, Field

from presence.domains.operators.schemas import REASON_REQUIRED, ReasonIn
from presence.http.adminlists import Document
from presence.http.schemas import ApiOut, unit

_REASON = {"reason": REASON_REQUIRED}
_WORKSPACE = "Workspace is required"


class FlagRecordOut(ApiOut):
    """A feature flag; `exceptions` lists workspaces for which it is set differently.

    Without `plans`, it applies to all plans. From `expiresAt` on, the feature is open to everyone.
    """

    id: str
    key: str
    description: str
    enabled: bool
    plans: Document
    percent: int = unit("percent")
    expires_at: datetime | None
    expired: bool
    owner_id: UUID | None
    owner_name: str | None
    reason: str
    changed_by_name: str | None
    changed_at: datetime | None
    exceptions: Document
    exception_count: int = unit("count")
    created_at: datetime


class ToggleIn(ReasonIn):
    """Whether the feature is on."""

    sentences: ClassVar[dict[str, str]] = {**_REASON, "enabled": "Choose on or off"}

    enabled: bool


class FlagChangeIn(ReasonIn):
    """Changes to a feature flag; omitted fields are unchanged."""

    sentences: ClassVar[dict[str, str]] = {
        **_REASON,
        "plans": "Choose among the plans",
        "percent": "Give a share between 0 and 100",
        "expires_at": "Choose a moment with its time zone",
        "owner_id": "Choose a colleague",
    }

    plans: Annotated[list[Annotated[int, Field(ge=0, le=1_000)]], Field(max_length=50)] = Field(
        default_factory=list
    )
    percent: Annotated[int, Field(ge=0, le=100)] = 100
    expires_at: AwareDatetime | None = None
    owner_id: UUID | None = None


class ExceptionIn(ReasonIn):
    """An exception for one workspace, until a given time or permanently."""

    sentences: ClassVar[dict[str, str]] = {
        **_REASON,
        "workspace_id": _WORKSPACE,
        "enabled": "Choose on or off",
    }

    workspace_id: UUID
    enabled: bool
    expires_at: AwareDatetime | None = None


class NoExceptionIn(ReasonIn):
    """The workspace whose exception to remove."""

    sentences: ClassVar[dict[str, str]] = {**_REASON, "workspace_id": _WORKSPACE}

    workspace_id: UUID
