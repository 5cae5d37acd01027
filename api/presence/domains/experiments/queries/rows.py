"""Storing a row of any kind of experiment."""

from __future__ import annotations

from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.base import Base

Row = TypeVar("Row", bound=Base)


async def add_row(session: AsyncSession, row: Row) -> Row:
    """Store a new experiment, with what the database fills in."""
    session.add(row)
    await session.flush()
    await session.refresh(row)
    return row
