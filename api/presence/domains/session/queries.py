"""The hot statement: one round trip from token hash to the JSON of GET /api/user."""

from __future__ import annotations

from datetime import datetime, timedelta

from presence.db.session import Database

_DOCUMENT = "SELECT user_document($1, $2, $3)"


async def user_document(
    database: Database, token_hash: bytes, idle: timedelta, now: datetime
) -> str | None:
    """JSON text of `UserOut`, or None when the token opens no session; the plan is that of now."""
    found = await database.read_value(_DOCUMENT, token_hash, idle, now)
    return str(found) if found is not None else None
