"""Declarative base and the two column habits every table shares.

Invariant: constraint names are deterministic, so migrations can drop what they created.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy import DateTime, MetaData, Text, func
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from presence.core.ids import new_id
from presence.db.rls import CURRENT_WORKSPACE

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """All models; `datetime` columns are timestamptz, `str` without a length is text."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: DateTime(timezone=True),
        UUID: PgUUID(as_uuid=True),
        str: Text(),
    }


class Identified:
    """A UUIDv7 primary key and a creation time."""

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id, sort_order=-2)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), sort_order=90)


class Tenant:
    """A row of one workspace. The database fills and checks `workspace_id`; code never sets it."""

    workspace_id: Mapped[UUID] = mapped_column(
        server_default=CURRENT_WORKSPACE, nullable=False, sort_order=-1
    )
