"""Recovery codes: created with the first second factor, shown once, stored as hashes."""

from __future__ import annotations

import secrets
from string import ascii_lowercase
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.identity import queries
from presence.domains.identity.service.codes import recovery_hash

RECOVERY_CODES = 10
_ALPHABET = f"{ascii_lowercase}234567"
_LENGTH = 28
_GROUP = 4


def new_codes() -> tuple[str, ...]:
    """Recovery codes of 140 random bits each, in groups of four characters."""
    made = []
    for _ in range(RECOVERY_CODES):
        text = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
        made.append("-".join(text[n : n + _GROUP] for n in range(0, len(text), _GROUP)))
    return tuple(made)


async def put_codes(session: AsyncSession, user_id: UUID, codes: tuple[str, ...]) -> None:
    """Store new recovery codes, which replace the bound person's old ones."""
    await queries.put_recovery_codes(session, user_id, [recovery_hash(one) for one in codes])
