"""Logs sent as files, on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.domains.traffic.records import PART_BYTES, UploadLine, UploadPreview
from presence.http.schemas import ApiIn, ApiOut, unit

FileName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class LogUploadIn(ApiIn):
    """A log to be sent: the source it belongs to, its file name, and its size in bytes."""

    sentences: ClassVar[dict[str, str]] = {
        "source_id": "Choose a log source",
        "name": "Give the file a name of at most 200 characters",
        "size": "The file is empty",
    }

    source_id: UUID
    name: FileName
    size: Annotated[int, Field(ge=1, json_schema_extra={"x-unit": "bytes"})]


class ConfirmationIn(ApiIn):
    """`acceptOverlap` counts a log although another file has requests of the same time."""

    accept_overlap: bool = False


class OverlapOut(ApiOut):
    """Another file of the source, and the time for which both have requests."""

    name: str
    first_at: datetime
    last_at: datetime


class LogUploadOut(ApiOut):
    """A log sent as a file.

    While it is `receiving`, `missingParts` are still to be sent: each `partBytes` long, the last
    one shorter. `readBytes` of `size` have been read. A log that is `held` overlaps others and
    waits to be confirmed or canceled. `knownBytes` (of the unpacked file) were counted with an
    earlier upload of the same file and are not counted again. `lines` include `wrongLines` and
    `duplicates`, which repeat an event id. `from` and `to` are the times of the first and last
    request.
    """

    id: UUID
    source_id: UUID
    name: str
    size: int = unit("bytes")
    status: Literal["receiving", "queued", "reading", "held", "done", "failed", "cancelled"]
    failure: str
    format: str | None
    part_bytes: int = unit("bytes")
    received_bytes: int = unit("bytes")
    missing_parts: list[int]
    read_bytes: int = unit("bytes")
    known_bytes: int = unit("bytes")
    lines: int = unit("count")
    wrong_lines: int = unit("count")
    duplicates: int = unit("count")
    bot_requests: int = unit("count")
    people_requests: int = unit("count")
    first_at: Annotated[datetime | None, Field(serialization_alias="from")]
    last_at: Annotated[datetime | None, Field(serialization_alias="to")]
    overlaps: list[OverlapOut]
    created_at: datetime
    finished_at: datetime | None

    @classmethod
    def of(cls, line: UploadLine) -> Self:
        """An upload as its service returned it."""
        return cls.from_row(
            line,
            format=line.format or None,
            part_bytes=PART_BYTES,
            received_bytes=line.received,
            missing_parts=list(line.missing),
            read_bytes=line.read,
            known_bytes=line.known,
            wrong_lines=line.wrong,
            bot_requests=line.bots,
            people_requests=line.people,
        )


class PreviewRowOut(ApiOut):
    """A request as read from one of the first lines. `bot` is null for a person's."""

    at: datetime
    method: str
    host: str
    page: str
    status: int
    bot: str | None
    agent: str


class LogPreviewOut(ApiOut):
    """How the first lines of a log read.

    `format` is null if no line can be read; `problem` then says why. `readableLines` of the first
    `lines` hold a request. `sameAs` is an earlier log with the same beginning; only the lines after
    it are counted.
    """

    format: str | None
    problem: str
    rows: list[PreviewRowOut]
    lines: int = unit("count")
    readable_lines: int = unit("count")
    same_as: str | None

    @classmethod
    def of(cls, preview: UploadPreview) -> Self:
        """A preview as its service returned it."""
        return cls.from_row(
            preview,
            format=preview.format or None,
            rows=[PreviewRowOut.from_row(row, bot=row.bot or None) for row in preview.rows],
            readable_lines=preview.readable,
        )
