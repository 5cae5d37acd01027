"""Registering, logging in and out.

Invariant: a password is checked only after a try was reserved in the database and committed, with
no transaction open, so neither many processes nor a crash in between give a guesser more tries.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from fastapi_users.authentication.strategy.db import DatabaseStrategy
from fastapi_users.exceptions import UserAlreadyExists
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import Clock
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity import queries
from presence.domains.identity.errors import email_taken, too_many_attempts, wrong_credentials
from presence.domains.identity.models import User
from presence.domains.identity.schemas import LoginIn, RegisterIn
from presence.domains.identity.service.manager import UserManager
from presence.domains.identity.service.passwords import Passwords
from presence.domains.identity.service.tokens import (
    AccessToken,
    Origin,
    TokenDatabase,
    new_token,
    token_hash,
)

Strategy = DatabaseStrategy[Any, UUID, AccessToken]


@dataclass(frozen=True, slots=True)
class Client:
    """The browser asking: its address, what it says it is, and the tokens it already holds."""

    address: str
    throttle_key: str
    user_agent: str
    locale: str
    session_token: str | None = None
    device_token: str | None = None


@dataclass(frozen=True, slots=True)
class Issued:
    """A new login session; `device_token` is None when the browser's own one stays."""

    user_id: UUID
    token: str
    device_token: str | None


class Accounts:
    """The three unsafe identity calls; opens its own transactions."""

    def __init__(self, database: Database, settings: Settings, clock: Clock) -> None:
        self._database = database
        self._limits = settings.throttle
        self._lifetime = timedelta(days=settings.session.absolute_days)
        self._idle = timedelta(days=settings.session.idle_days)
        self._clock = clock
        self._passwords = Passwords(settings.session)

    async def register(self, data: RegisterIn, client: Client) -> Issued:
        """Create the account and sign it in; Conflict when the e-mail is taken."""
        async with self._database.transaction() as session:
            if await queries.find_user(session, data.email) is not None:
                raise email_taken()
        hashed = await self._passwords.hashed(data.password)
        fields = {
            "first_name": data.first_name,
            "last_name": data.last_name,
            "email": data.email,
            "hashed_password": hashed,
            "locale": client.locale,
        }
        async with self._database.transaction() as session:
            manager = UserManager(session, self._passwords)
            try:
                user = await manager.user_db.create(fields)
            except UserAlreadyExists as error:
                raise email_taken() from error
            return await self._sign_in(session, user, client)

    async def log_in(self, data: LoginIn, client: Client) -> Issued:
        """Check credentials and open a session in place of the browser's old one.

        Unauthenticated for every wrong combination, RateLimited when the allowance is used up. The
        statements and the hashing work are the same whether the account exists or not.
        """
        attempt = new_id()
        user = await self._reserve(attempt, data.email, client)
        stored = user.password_hash if user is not None and user.is_active else None
        matches, better = await self._passwords.check(data.password, stored)
        if user is None or not matches:
            raise wrong_credentials()
        async with self._database.transaction(TenantBinding(None, user.id)) as session:
            await queries.finish_login(session, attempt)
            if better is not None:
                manager = UserManager(session, self._passwords)
                user = await manager.user_db.update(
                    await manager.get(user.id), {"hashed_password": better}
                )
            return await self._sign_in(session, user, client)

    async def log_out(self, token: str | None) -> None:
        """End the session of `token`; nothing happens when there is none."""
        if token:
            async with self._database.transaction() as session:
                await queries.end_session(session, token_hash(token))

    def close(self) -> None:
        """Let the hashing threads go."""
        self._passwords.close()

    async def _reserve(self, attempt: UUID, email: str, client: Client) -> User | None:
        """Take one try from the allowance and read the account; RateLimited when none is left."""
        device = token_hash(client.device_token) if client.device_token else None
        async with self._database.transaction() as session:
            wait, user_id = await queries.begin_login(
                session, attempt, email, client.throttle_key, device, self._limits
            )
            if wait > 0:
                raise too_many_attempts(wait, self._limits)
            await bind(session, TenantBinding(None, user_id))
            return await queries.user_by_id(session, user_id)

    async def _sign_in(self, session: AsyncSession, user: User, client: Client) -> Issued:
        """Rotate the session and make the browser a known one, bound to `user`."""
        await queries.forget_expired(session, self._idle)
        if client.session_token:
            await queries.end_session(session, token_hash(client.session_token))
        origin = Origin(client.address, client.user_agent, self._clock.now(), self._lifetime)
        store = TokenDatabase(session, origin)
        strategy: Strategy = DatabaseStrategy(store)
        token = await strategy.write_token(user)
        known = client.device_token and await queries.knows_device(
            session, token_hash(client.device_token)
        )
        device = None if known else new_token()
        if device is not None:
            await queries.remember_device(session, user.id, token_hash(device))
        return Issued(user.id, token, device)
