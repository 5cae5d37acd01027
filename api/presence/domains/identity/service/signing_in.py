"""The last step of every way in: open a session, or ask for the second factor first.

Invariant: nobody is signed in except through `admit` and `open_session`; the browser's old session
ends with it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from fastapi_users.authentication.strategy.db import DatabaseStrategy
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core import metrics
from presence.core.ids import new_id
from presence.domains.identity import queries
from presence.domains.identity.models import LoginChallenge, User
from presence.domains.identity.service.dependencies import Client, Means
from presence.domains.identity.service.tokens import (
    AccessToken,
    Origin,
    TokenDatabase,
    new_token,
    token_hash,
)
from presence.jobs.mail import request_mail

Strategy = DatabaseStrategy[Any, UUID, AccessToken]
CHALLENGE_LIFETIME = timedelta(minutes=10)
ChallengeKind = Literal["second-factor", "link-google"]
Way = Literal["registering", "password", "Google", "passkey", "second factor"]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Issued:
    """A new login session; `device_token` is None when the browser's own one stays."""

    user_id: UUID
    token: str
    device_token: str | None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A half-completed sign-in; the holder of `token` may complete it."""

    kind: ChallengeKind
    token: str


async def admit(
    session: AsyncSession, means: Means, user: User, client: Client, by: Way
) -> Issued | Challenge:
    """Sign in a person who has proven one factor; the session is bound to them."""
    if await second_step_due(session):  # guard: identity.second-step
        return await challenge(session, means, user.id, "second-factor")
    return await open_session(session, means, user, client, by)


async def second_step_due(session: AsyncSession) -> bool:
    """Whether the bound person has a second factor, be it an app or a passkey."""
    return await queries.has_factor(session)


async def challenge(
    session: AsyncSession,
    means: Means,
    user_id: UUID,
    kind: ChallengeKind,
    google: tuple[str, str] | None = None,
) -> Challenge:
    """Store a half-completed sign-in; `google` is subject and e-mail of the account to link."""
    token = new_token()
    subject, email = google or (None, None)
    session.add(
        LoginChallenge(
            token_hash=token_hash(token),
            user_id=user_id,
            kind=kind,
            google_subject=subject,
            google_email=email,
            expires_at=means.now + CHALLENGE_LIFETIME,
        )
    )
    await session.flush()
    return Challenge(kind, token)


async def open_session(
    session: AsyncSession, means: Means, user: User, client: Client, by: Way
) -> Issued:
    """Rotate the session and make the browser a known one; an account due for deletion stays."""
    await queries.forget_expired(session, means.idle)
    if client.session_token:
        # guard: identity.rotates-session
        await queries.end_session(session, token_hash(client.session_token))
    if user.deletion_at is not None:
        user.deletion_at = None
        await request_mail(session, "account-kept", new_id())
    lifetime = timedelta(days=means.settings.session.absolute_days)
    origin = Origin(client.address, client.user_agent, means.now, lifetime)
    strategy: Strategy = DatabaseStrategy(TokenDatabase(session, origin))
    token = await strategy.write_token(user)
    known = client.device_token and await queries.knows_device(
        session, token_hash(client.device_token)
    )
    device = None if known else new_token()
    if device is not None:
        await queries.remember_device(session, user.id, token_hash(device))
    metrics.login_attempts.labels("succeeded").inc()
    _log.info("Signed in: %s by %s from %s", user.id, by, client.address)
    return Issued(user.id, token, device)
