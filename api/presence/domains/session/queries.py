"""The hot statement: one round trip from token hash to the JSON of GET /api/user."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_DOCUMENT = text("SELECT user_document(:token, :idle)")


async def user_document(session: AsyncSession, token_hash: bytes, idle: timedelta) -> str | None:
    """JSON text of `UserOut`, or None when the token opens no session."""
    found: str | None = (
        await session.execute(_DOCUMENT, {"token": token_hash, "idle": idle})
    ).scalar()
    return found
