"""Columns and constraints shared by the slice's tables.

Invariant: a row below a run or a brand names its workspace in the same key, so no row can refer to
another tenant's.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.rls import CURRENT_WORKSPACE

Json = Any


def belongs(column: str, table: str) -> ForeignKeyConstraint:
    """Composite key to a tenant table; the row is deleted together with the one it refers to."""
    return ForeignKeyConstraint(
        ["workspace_id", column], [f"{table}.workspace_id", f"{table}.id"], ondelete="CASCADE"
    )


def in_workspace() -> ForeignKeyConstraint:
    """Key to the workspace."""
    return ForeignKeyConstraint(["workspace_id"], ["workspace.id"], ondelete="CASCADE")


def jsonb(default: str | None = None) -> Mapped[Json]:
    """A JSON column; `default` is JSON text."""
    return mapped_column(JSONB, server_default=text(f"'{default}'::jsonb") if default else None)


def zero() -> Mapped[int]:
    """A counter."""
    return mapped_column(server_default="0")


def blank() -> Mapped[str]:
    """A text that may be missing."""
    return mapped_column(server_default="")


class Unkeyed:
    """A tenant row whose workspace is part of its own primary key."""

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE, nullable=False)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
