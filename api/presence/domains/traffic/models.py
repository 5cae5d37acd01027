"""Sources of access logs, logs being read, what was counted in them, and platforms' reports.

Invariant: nothing of a person's request is kept but its count; a bot's line is kept as a sample,
with its address cut. What is counted of an uploaded log is staged until the whole log was read, so
it is added once and at once.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    SmallInteger,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.db.rls import CURRENT_WORKSPACE


def _workspace() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["workspace_id"], ["workspace.id"], ondelete="CASCADE")


def _of(column: str, table: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["workspace_id", column], [f"{table}.workspace_id", f"{table}.id"], ondelete="CASCADE"
    )


def _of_source() -> ForeignKeyConstraint:
    return _of("source_id", "traffic_source")


def _of_upload() -> ForeignKeyConstraint:
    return _of("upload_id", "traffic_upload")


def _number() -> Mapped[int]:
    return mapped_column(BigInteger, server_default=text("0"))


class _Key:
    """The workspace as the first part of a primary key."""

    workspace_id: Mapped[UUID] = mapped_column(
        primary_key=True, server_default=CURRENT_WORKSPACE, sort_order=-1
    )


class _Counts:
    """Requests, those of verified and of contradicted bots, page views of people, bytes."""

    requests: Mapped[int] = mapped_column(BigInteger, sort_order=50)
    verified: Mapped[int] = mapped_column(BigInteger, server_default=text("0"), sort_order=51)
    contradicted: Mapped[int] = mapped_column(BigInteger, server_default=text("0"), sort_order=52)
    views: Mapped[int] = mapped_column(BigInteger, server_default=text("0"), sort_order=53)
    bytes: Mapped[int] = mapped_column(BigInteger, server_default=text("0"), sort_order=54)


class _Pages:
    """What requests of an hour are told apart by; `page` is "" for all further pages together."""

    hour: Mapped[datetime] = mapped_column(primary_key=True, sort_order=10)
    site: Mapped[str] = mapped_column(primary_key=True, sort_order=11)
    page: Mapped[str] = mapped_column(primary_key=True, sort_order=12)
    bot: Mapped[str] = mapped_column(primary_key=True, sort_order=13)
    purpose: Mapped[str] = mapped_column(primary_key=True, sort_order=14)
    status: Mapped[int] = mapped_column(SmallInteger, primary_key=True, sort_order=15)


class TrafficSource(Identified, Tenant, Base):
    """Where lines come from; one of kind `push` has a token that can only add lines.

    With `deleted_at` nobody sees it any more, and it is deleted bit by bit.
    """

    __tablename__ = "traffic_source"
    __table_args__ = (
        _workspace(),
        _of("brand_id", "brand"),
        UniqueConstraint("workspace_id", "id", name="uq_traffic_source_workspace_id_id"),
        UniqueConstraint("workspace_id", "brand_id", "name"),
        CheckConstraint("kind IN ('upload', 'push')", name="kind"),
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
        CheckConstraint("kind = 'push' OR token_hash IS NULL", name="token"),
        Index(None, "token_hash"),
        Index(None, "cleaned_at"),
    )

    brand_id: Mapped[UUID]
    name: Mapped[str] = mapped_column(String(100))
    kind: Mapped[str] = mapped_column(String(8))
    token_hash: Mapped[bytes | None]
    prefix: Mapped[str] = mapped_column(String(16), server_default="")
    received_at: Mapped[datetime | None]
    cleaned_at: Mapped[datetime] = mapped_column(server_default=func.now())
    deleted_at: Mapped[datetime | None]


class TrafficUpload(Identified, Tenant, Base):
    """A log sent as a file.

    `known_bytes` were counted with an earlier upload of the same file, `read_bytes` are those read
    so far, both of the unpacked file; `packed_bytes` is how much of the file as sent that took.
    `fingerprint` is a digest of the first KiB and `digest` one of all that was read, both unpacked.
    """

    __tablename__ = "traffic_upload"
    __table_args__ = (
        _workspace(),
        _of("brand_id", "brand"),
        _of_source(),
        UniqueConstraint("workspace_id", "id", name="uq_traffic_upload_workspace_id_id"),
        CheckConstraint("size BETWEEN 1 AND 2147483648", name="size"),
        CheckConstraint(
            "status IN ('receiving', 'queued', 'reading', 'held', 'done', 'failed', 'cancelled')",
            name="status",
        ),
        Index("ix_traffic_upload_source", "workspace_id", "source_id", "id"),
        Index("ix_traffic_upload_brand", "workspace_id", "brand_id", "id"),
        Index(
            "ix_traffic_upload_at_work",
            "changed_at",
            postgresql_where=text("status IN ('queued', 'reading')"),
        ),
    )

    brand_id: Mapped[UUID]
    source_id: Mapped[UUID]
    name: Mapped[str] = mapped_column(String(200))
    size: Mapped[int] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(16), server_default="receiving")
    failure: Mapped[str] = mapped_column(String(500), server_default="")
    format: Mapped[str] = mapped_column(String(32), server_default="")
    fingerprint: Mapped[bytes | None]
    digest: Mapped[bytes | None]
    known_bytes: Mapped[int] = _number()
    read_bytes: Mapped[int] = _number()
    packed_bytes: Mapped[int] = _number()
    lines: Mapped[int] = _number()
    wrong: Mapped[int] = _number()
    duplicates: Mapped[int] = _number()
    bot_requests: Mapped[int] = _number()
    people: Mapped[int] = _number()
    first_at: Mapped[datetime | None]
    last_at: Mapped[datetime | None]
    overlapping: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    overlap_accepted: Mapped[bool] = mapped_column(server_default=text("false"))
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    finished_at: Mapped[datetime | None]


class UploadPart(_Key, Base):
    """A part of a file as it was sent; deleted when the file was read."""

    __tablename__ = "traffic_upload_part"
    __table_args__ = (
        _workspace(),
        _of_upload(),
        CheckConstraint("number >= 0", name="number"),
    )

    upload_id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(deferred=True)


class UploadWrongLine(_Key, Base):
    """The beginning of a line that could not be read, addresses masked; `position` in bytes."""

    __tablename__ = "traffic_wrong_line"
    __table_args__ = (_workspace(), _of_upload())

    upload_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    reason: Mapped[str] = mapped_column(String(200))
    text: Mapped[str] = mapped_column(String(400))


class StagedHour(_Key, _Pages, _Counts, Base):
    """What was counted so far in a log that is being read."""

    __tablename__ = "traffic_staged"
    __table_args__ = (_workspace(), _of_upload())

    upload_id: Mapped[UUID] = mapped_column(primary_key=True, sort_order=0)


class TrafficHour(_Key, _Pages, _Counts, Base):
    """Requests of one hour from one source, by page."""

    __tablename__ = "traffic_hour"
    __table_args__ = (_workspace(), _of_source())

    source_id: Mapped[UUID] = mapped_column(primary_key=True, sort_order=0)


class TrafficDay(_Key, _Counts, Base):
    """Requests of one day (UTC) from one source, of all pages."""

    __tablename__ = "traffic_day"
    __table_args__ = (_workspace(), _of_source())

    source_id: Mapped[UUID] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    bot: Mapped[str] = mapped_column(primary_key=True)
    purpose: Mapped[str] = mapped_column(primary_key=True)
    status: Mapped[int] = mapped_column(SmallInteger, primary_key=True)


class TrafficSample(Identified, Tenant, Base):
    """A line of a bot as it was logged, its address cut; `upload_id` while that is being read."""

    __tablename__ = "traffic_sample"
    __table_args__ = (
        _workspace(),
        _of_source(),
        _of_upload(),
        CheckConstraint("verdict IN ('verified', 'claimed', 'contradicted')", name="verdict"),
        Index("ix_traffic_sample_source", "workspace_id", "source_id", "at"),
        Index("ix_traffic_sample_upload", "workspace_id", "upload_id"),
    )

    source_id: Mapped[UUID]
    upload_id: Mapped[UUID | None]
    at: Mapped[datetime]
    bot: Mapped[str]
    purpose: Mapped[str]
    site: Mapped[str]
    page: Mapped[str]
    status: Mapped[int] = mapped_column(SmallInteger)
    verdict: Mapped[str] = mapped_column(String(16))
    line: Mapped[str]


class TrafficEvent(_Key, Base):
    """What tells a line from others, for as long as it may be sent again; pushed if no upload."""

    __tablename__ = "traffic_event"
    __table_args__ = (
        _workspace(),
        _of_source(),
        _of_upload(),
        Index("ix_traffic_event_upload", "workspace_id", "upload_id"),
        Index("ix_traffic_event_received", "workspace_id", "source_id", "received_at"),
    )

    source_id: Mapped[UUID] = mapped_column(primary_key=True)
    event: Mapped[bytes] = mapped_column(primary_key=True)
    upload_id: Mapped[UUID | None]
    received_at: Mapped[datetime] = mapped_column(server_default=func.now())


class TrafficReport(Identified, Tenant, Base):
    """An export of a platform: one of its kind and days; `digest` is of the file as it was sent.

    `columns` are `ReportColumn`s and `counts` a `ReportCounts`, both as JSON.
    """

    __tablename__ = "traffic_report"
    __table_args__ = (
        _workspace(),
        _of("brand_id", "brand"),
        UniqueConstraint("workspace_id", "id", name="uq_traffic_report_workspace_id_id"),
        UniqueConstraint(
            *("workspace_id", "brand_id", "platform", "subject", "first_day", "last_day"),
            name="uq_traffic_report_kind",
        ),
        CheckConstraint("first_day <= last_day", name="period"),
        CheckConstraint("octet_length(digest) = 32", name="sha256"),
    )

    brand_id: Mapped[UUID]
    platform: Mapped[str] = mapped_column(String(20))
    subject: Mapped[str] = mapped_column(String(10))
    first_day: Mapped[date]
    last_day: Mapped[date]
    name: Mapped[str] = mapped_column(String(200))
    label: Mapped[str] = mapped_column(String(100))
    digest: Mapped[bytes]
    columns: Mapped[list[dict[str, str]]] = mapped_column(JSONB)
    main: Mapped[int] = mapped_column(SmallInteger)
    rows: Mapped[int]
    counts: Mapped[dict[str, int]] = mapped_column(JSONB)


class TrafficReportRow(_Key, Base):
    """A row of a report, `number` from 1 by its main figure; `values` in the columns' order."""

    __tablename__ = "traffic_report_row"
    __table_args__ = (_workspace(), _of("report_id", "traffic_report"))

    report_id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(2000))
    values: Mapped[list[Any]] = mapped_column(JSONB)
