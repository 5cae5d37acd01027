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

from presence.domains.identity.models import LoginSession


def token_hash(token: str) -> bytes:
    """The stored form of a session or device token. It needs no salt: the token has 256 random
    bits.
    """
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
        """Grants no access: `resolve_session` determines when a session has ended."""
        raise TypeError("A login session is resolved by the database.")

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
        return AccessToken(create_dict["token"], row.user_id, row.created_at)

    async def update(self, access_token: AccessToken, update_dict: dict[str, Any]) -> AccessToken:
        """Sessions are replaced, never changed."""
        raise TypeError("A login session is immutable; rotate it instead.")

    async def delete(self, access_token: AccessToken) -> None:
        """Sessions are ended by their id or their token, see `queries`."""
        raise TypeError("A login session is ended by its id or its token, not here.")
