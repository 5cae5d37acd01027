"""Codes of the second factor: of the authenticator app, or one of the recovery codes.

Invariant: a code is taken once, by one statement each; tries are counted for the person over all
addresses before any code is looked at.
"""

from __future__ import annotations

import hashlib
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.secrets import Unreadable, Vault
from presence.core.totp import matching_step
from presence.db.sealed import sealed_to
from presence.db.tenancy import TenantBinding
from presence.domains.identity import queries
from presence.domains.identity.models import SecondFactor
from presence.domains.identity.service import guessing
from presence.domains.identity.service.dependencies import Client, Means


def place_of(user_id: UUID) -> str:
    """Where in the vault a person's authenticator key is sealed to."""
    return sealed_to(SecondFactor.key, user_id=user_id)


def recovery_hash(code: str) -> bytes:
    """No salt: a code has random bits enough of its own. Spaces, dashes and case do not matter."""
    plain = "".join(character for character in code.lower() if character.isalnum())
    return hashlib.sha256(plain.encode()).digest()


async def reserve_guess(means: Means, user_id: UUID, client: Client) -> UUID:
    """Take one of the person's tries at a code. RateLimited."""
    return await guessing.reserve(means, f"second factor {user_id}", client, person=user_id)


async def check_code(means: Means, user_id: UUID, code: str, client: Client) -> bool:
    """Whether it is a code of the person's app or a recovery code; uses it up. RateLimited."""
    attempt = await reserve_guess(means, user_id, client)
    vault = await means.vault()
    async with means.database.transaction(TenantBinding(None, user_id)) as session:
        if not await accepts(session, means, vault, code):
            return False
        await queries.finish_login(session, attempt)
    return True


async def accepts(session: AsyncSession, means: Means, vault: Vault, code: str) -> bool:
    """Whether it is a code of the bound person's app or a recovery code; uses it up."""
    row = await queries.factor(session)
    on = row is not None and row.confirmed_at is not None
    if row is not None and on and await takes(session, means, vault, row, code):
        return True
    return await queries.use_recovery_code(session, recovery_hash(code))


async def takes(
    session: AsyncSession, means: Means, vault: Vault, row: SecondFactor, code: str
) -> bool:
    """Whether it is a code of the app that was not used before; uses it up."""
    try:
        secret = vault.open(row.key, place_of(row.user_id))
    except Unreadable:
        return False
    step = matching_step(secret, code, means.now)
    # guard: identity.code-once -> step is not None
    return step is not None and await queries.use_step(session, step)
