"""Login sessions as fastapi_users' token store, hashed at rest.

Invariant: a token is 256 random bits known to the browser only; the database has its SHA-256.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from fastapi_users.authentication.strategy.db import AccessTokenDatabase
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.identity import queries
from presence.domains.identity.models import LoginSession


def token_hash(token: str) -> bytes:
    """What is stored of a session or device token. No salt: the token has 256 bits of its own."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def new_token() -> str:
    """256 random bits as URL-safe text."""
    return secrets.token_urlsafe(32)


@dataclass(slots=True)
class AccessToken:
    """A session as fastapi_users sees it; `token` is the browser's secret."""

    token: str
    user_id: UUID
    created_at: datetime
    session_id: UUID


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a session was opened and how long it may last at most."""

    address: str
    user_agent: str
    now: datetime
    lifetime: timedelta


class TokenDatabase(AccessTokenDatabase[AccessToken]):
    """Stores sessions of the bound user; flushes, never commits."""

    def __init__(self, session: AsyncSession, origin: Origin) -> None:
        self._session = session
        self._origin = origin

    async def get_by_token(self, token: str, max_age: datetime | None = None) -> AccessToken | None:
        """The bound user's session of `token`, unless created before `max_age`."""
        row = await queries.session_by_token(self._session, token_hash(token))
        # guard: identity.token-age
        if row is None or (max_age is not None and row.created_at < max_age):
            return None
        return AccessToken(token, row.user_id, row.created_at, row.id)

    async def create(self, create_dict: dict[str, Any]) -> AccessToken:
        """Store a new session; only the hash of its token is written."""
        row = LoginSession(
            token_hash=token_hash(create_dict["token"]),
            user_id=create_dict["user_id"],
            user_agent=self._origin.user_agent,
            address=self._origin.address,
            created_at=self._origin.now,
            last_seen_at=self._origin.now,
            expires_at=self._origin.now + self._origin.lifetime,
        )
        self._session.add(row)
        await self._session.flush()
        return AccessToken(create_dict["token"], row.user_id, row.created_at, row.id)

    async def update(self, access_token: AccessToken, update_dict: dict[str, Any]) -> AccessToken:
        """Sessions are replaced, never changed."""
        raise TypeError("A login session is immutable; rotate it instead.")

    async def delete(self, access_token: AccessToken) -> None:
        """End the session."""
        await queries.delete_session(self._session, access_token.session_id)
