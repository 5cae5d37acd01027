"""Support requests on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.domains.workspaces.support_service import Frequency, NewRequest, Topic
from presence.http.schemas import ApiIn, ApiOut

_MOST_OF_AN_ID = 2**31 - 1  # the database's integer


def _text(most: int, least: int = 0) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


class SupportRequestIn(ApiIn):
    """A request to support, with the page and the failed request it is about."""

    sentences: ClassVar[dict[str, str]] = {
        "topic": "Please choose a topic",
        "message": "Please describe what you need (at least 10 characters)",
        "plan_id": "Please choose a plan",
    }

    topic: Topic
    message: Annotated[str, _text(5_000, 10)]
    page: Annotated[str, _text(500)] = ""
    request_id: Annotated[str, _text(64)] = ""
    plan_id: Annotated[int, Field(ge=1, le=_MOST_OF_AN_ID)] | None = None
    billing_frequency: Frequency | None = None

    def asked(self) -> NewRequest:
        """The request to store."""
        return NewRequest(**self.model_dump())


class SupportRequestOut(ApiOut):
    """A request that was received."""

    id: UUID
    topic: Topic
    status: Literal["open", "answered", "closed"]
    created_at: datetime
