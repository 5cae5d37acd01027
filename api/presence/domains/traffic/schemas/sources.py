"""Log sources on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal, Self
from uuid import UUID

from pydantic import StringConstraints

from presence.domains.traffic.records import IssuedSource, SourceLine
from presence.http.schemas import ApiIn, ApiOut

SourceName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=100)]


class LogSourceIn(ApiIn):
    """A new log source: `upload` for files you send, `push` for a server that sends lines."""

    sentences: ClassVar[dict[str, str]] = {
        "name": "Name must be at least 2 characters",
        "kind": "Choose upload or push",
    }

    name: SourceName
    kind: Literal["upload", "push"]


class LogSourceOut(ApiOut):
    """A log source of a brand.

    `tokenPrefix` is the beginning of its token, null if it has none. `receivedAt` is when it last
    added lines.
    """

    id: UUID
    name: str
    kind: Literal["upload", "push"]
    token_prefix: str | None
    received_at: datetime | None
    created_at: datetime

    @classmethod
    def of(cls, source: SourceLine) -> Self:
        """A source as its service returned it."""
        return cls.from_row(source, token_prefix=source.prefix or None)


class LogSourceListOut(ApiOut):
    """All log sources of a brand, oldest first."""

    data: list[LogSourceOut]


class IssuedLogSourceOut(ApiOut):
    """A log source with its new token, which is shown only once; null for uploads."""

    source: LogSourceOut
    token: str | None

    @classmethod
    def of_issued(cls, issued: IssuedSource) -> Self:
        """A source and the token just made for it."""
        return cls(source=LogSourceOut.of(issued.source), token=issued.token or None)
