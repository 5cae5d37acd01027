"""Secrets of endpoints: sealed for their row, opened only to sign or send.

Invariant: a sealed secret can be opened only for the endpoint it was sealed for.
"""

from __future__ import annotations

import asyncio
from uuid import UUID

from presence.core.secrets import open_vault
from presence.core.settings import Settings
from presence.db.sealed import sealed_to
from presence.domains.messaging.models.endpoints import Endpoint


async def seal(settings: Settings, endpoint_id: UUID, secret: str) -> bytes:
    """The sealed form, which may be stored."""
    vault = await asyncio.to_thread(open_vault, settings)
    return vault.seal(secret, _place(endpoint_id))


async def unseal(settings: Settings, endpoint_id: UUID, sealed: bytes) -> str:
    """The secret in plain text. Raises Unreadable."""
    vault = await asyncio.to_thread(open_vault, settings)
    return vault.open(sealed, _place(endpoint_id))


def _place(endpoint_id: UUID) -> str:
    return sealed_to(Endpoint.secret, id=endpoint_id)
