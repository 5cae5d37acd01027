"""Codes of the second factor: those of the authenticator app, and recovery codes.

Invariant: a code is consumed once, each by a single statement. Attempts are counted per person,
over all addresses, before any code is checked.
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
    """The place in the vault that a person's authenticator key is sealed to."""
    return sealed_to(SecondFactor.key, user_id=user_id)


def recovery_hash(code: str) -> bytes:
    """The stored form of a recovery code: spaces, dashes and case are ignored. It needs no salt,
    because a code has enough random bits.
    """
    plain = "".join(character for character in code.lower() if character.isalnum())
    return hashlib.sha256(plain.encode()).digest()


async def reserve_guess(means: Means, user_id: UUID, client: Client) -> UUID:
    """Use one of the person's attempts at a code. Raises RateLimited."""
    return await guessing.reserve(means, f"second factor {user_id}", client, person=user_id)


async def check_code(means: Means, user_id: UUID, code: str, client: Client) -> bool:
    """Whether it is a code of the app or a recovery code; consumes it. Raises RateLimited."""
    attempt = await reserve_guess(means, user_id, client)
    vault = await means.vault()
    async with means.database.transaction(TenantBinding(None, user_id)) as session:
        if not await accepts(session, means, vault, code):
            return False
        await queries.finish_login(session, attempt)
    return True


async def accepts(session: AsyncSession, means: Means, vault: Vault, code: str) -> bool:
    """Whether it is a code of the bound person's app or a recovery code; consumes it."""
    row = await queries.factor(session)
    on = row is not None and row.confirmed_at is not None
    if row is not None and on and await takes(session, means, vault, row, code):
        return True
    return await queries.use_recovery_code(session, recovery_hash(code))


async def takes(
    session: AsyncSession, means: Means, vault: Vault, row: SecondFactor, code: str
) -> bool:
    """Whether it is an unused code of the app; consumes it."""
    try:
        secret = vault.open(row.key, place_of(row.user_id))
    except Unreadable:
        return False
    step = matching_step(secret, code, means.now)
    # guard: identity.code-once -> step is not None
    return step is not None and await queries.use_step(session, step)
