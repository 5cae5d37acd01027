"""The one place that issues passkey challenges and verifies the responses.

Invariant: a challenge is consumed, and that is committed, before its response is examined; it is
valid for one purpose and for the recipient it was issued to. A device whose counter did not advance
is refused, and its owner is informed that there may be a copy.
"""

from __future__ import annotations

import hashlib
import logging
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.passkeys import (
    CHALLENGE_LIFETIME,
    Assertion,
    RelyingParty,
    Untrue,
    challenge_of,
    new_challenge,
    used,
)
from presence.core.settings import Settings
from presence.db.tenancy import TenantBinding
from presence.domains.identity import queries
from presence.domains.identity.errors import passkey_too_late, wrong_passkey
from presence.domains.identity.queries import Resolved
from presence.domains.identity.service.codes import reserve_guess
from presence.domains.identity.service.dependencies import Client, Means
from presence.domains.identity.service.tokens import token_hash
from presence.jobs.mail import request_mail

Purpose = Literal["sign-in", "second-factor", "proof", "addition"]
_log = logging.getLogger(__name__)


def site_of(settings: Settings) -> RelyingParty:
    """The site that passkeys belong to: the public address, whatever address a request used."""
    return RelyingParty(settings.http.domain, settings.http.origin)


def session_holder(me: Resolved) -> str:
    """The session as the holder of a challenge."""
    return f"session {me.session_id}"


async def hand_out(means: Means, purpose: Purpose, holder: str) -> bytes:
    """Issue a challenge to `holder`, the secret of a browser, a sign-in or a session.

    For a session, `holder` is its `session_holder`.
    """
    challenge = new_challenge()
    expires = means.now + CHALLENGE_LIFETIME
    async with means.database.transaction() as session:
        await queries.keep_passkey_challenge(
            session, _hash(challenge), purpose, token_hash(holder), expires
        )
    return challenge


async def take_back(means: Means, purpose: Purpose, holder: str, client_data: bytes) -> bytes:
    """Consume the challenge that was answered. Raises ValidationFailed if it was not valid here."""
    try:
        challenge = challenge_of(client_data)
    except Untrue as untrue:
        raise wrong_passkey() from untrue
    async with means.database.transaction() as session:
        taken = await queries.take_passkey_challenge(
            session, _hash(challenge), purpose, token_hash(holder)
        )
    if not taken:  # guard: identity.passkey-challenge
        raise passkey_too_late()
    return challenge


async def check_passkey(means: Means, me: Resolved, answer: Assertion, client: Client) -> bool:
    """Whether the signed-in person used a passkey to show that it is still them. RateLimited."""
    challenge = await take_back(means, "proof", session_holder(me), answer.client_data)
    attempt = await reserve_guess(means, me.user_id, client)
    async with means.database.transaction(TenantBinding(None, me.user_id)) as session:
        accepted = await accepts(session, means, me.user_id, answer, challenge)
        if accepted:
            await queries.finish_login(session, attempt)
    return accepted


async def accepts(
    session: AsyncSession, means: Means, user_id: UUID, answer: Assertion, challenge: bytes
) -> bool:
    """Whether one of the bound person's passkeys signed the challenge; records its use.

    What is recorded about a refused one is kept only if the caller commits.
    """
    row = await queries.passkey_to_use(session, answer.credential_id)
    if row is None or answer.user_handle not in (b"", user_id.bytes):
        return False
    try:
        use = used(site_of(means.settings), answer, challenge, row.public_key)
    except Untrue as untrue:
        _log.info("Passkey %s refused: %s", row.id, untrue)
        return False
    counts = use.sign_count > 0 or row.sign_count > 0
    if counts and use.sign_count <= row.sign_count:  # guard: identity.passkey-counter
        _log.warning("Passkey %s: count %d after %d", row.id, use.sign_count, row.sign_count)
        row.refused_at = means.now
        await request_mail(session, "passkey-refused", row.id)
        return False
    row.sign_count, row.backed_up, row.last_used_at = use.sign_count, use.backed_up, means.now
    await session.flush()
    return True


def _hash(challenge: bytes) -> bytes:
    return hashlib.sha256(challenge).digest()
