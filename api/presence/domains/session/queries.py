"""The hot statement: one round trip from token hash to the JSON of GET /api/user."""

from __future__ import annotations

from datetime import timedelta

from presence.db.session import Database

_DOCUMENT = "SELECT user_document($1, $2)"


async def user_document(database: Database, token_hash: bytes, idle: timedelta) -> str | None:
    """JSON text of `UserOut`, or None when the token opens no session."""
    found = await database.read_value(_DOCUMENT, token_hash, idle)
    return str(found) if found is not None else None
