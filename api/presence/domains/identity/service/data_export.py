"""What the product knows about a person, as plain values for their copy of it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.identity import queries
from presence.domains.identity.service.logins import device_of
from presence.domains.identity.service.passkeys import passkeys_of
from presence.domains.identity.service.profiles import profile_of
from presence.domains.identity.service.second_factor import state_of


async def portable_account(session: AsyncSession, user_id: UUID, idle: timedelta) -> dict[str, Any]:
    """`account`, `passkeys` and `logins` of the bound person; no secrets."""
    google = await queries.google_of(session)
    return {
        "account": {
            **asdict(await profile_of(session, user_id)),
            "google": google.email if google is not None else None,
            "second_factor": (await state_of(session)).enabled,
        },
        "passkeys": [
            {
                "name": one.name,
                "synced": one.synced,
                "added_at": one.created_at,
                "last_used_at": one.last_used_at,
            }
            for one in await passkeys_of(session)
        ],
        "logins": [
            {
                "device": device_of(row.user_agent),
                "user_agent": row.user_agent,
                "address": row.address,
                "signed_in_at": row.created_at,
                "last_seen_at": row.last_seen_at,
            }
            for row in await queries.login_sessions(session, idle)
        ],
    }
