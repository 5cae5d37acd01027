"""API keys: created, shown once, rotated, revoked.

Invariant: the secret exists only in the response that created it; the database has its SHA-256, and
a prefix to tell keys apart.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, Forbidden
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.identity.service.tokens import new_token, token_hash
from presence.domains.workspaces.errors import no_key
from presence.domains.workspaces.models import ApiKey
from presence.domains.workspaces.queries import keys as queries
from presence.domains.workspaces.records import ApiKeyLine, IssuedKey, KeyScope
from presence.domains.workspaces.service.tenant import lock_workspace
from presence.http.events import recall

MOST_KEYS = 50
_MARK = "pk_"
_SHOWN = 10
_TOO_MANY = f"A workspace can have {MOST_KEYS} API keys. Revoke one you no longer use."

_NOT_YOURS = "Only the person who made a key can rotate it. You can revoke it instead."


async def list_keys(session: AsyncSession, user_id: UUID) -> list[ApiKeyLine]:
    """All keys of the bound workspace, newest first, as `user_id` sees them."""
    return [
        ApiKeyLine(
            id=row.id,
            name=row.name,
            prefix=row.prefix,
            scope=row.scope,
            every_workspace=row.every_workspace,
            made_by=row.made_by,
            yours=row.user_id == user_id,
            expires_at=row.expires_at,
            last_used_at=row.last_used_at,
            previous_until=row.previous_until,
            created_at=row.created_at,
        )
        for row in await queries.api_keys(session)
    ]


async def make_key(
    session: AsyncSession,
    user_id: UUID,
    name: str,
    scope: KeyScope,
    expires_at: datetime | None,
    *,
    every_workspace: bool,
) -> IssuedKey:
    """Create a key that acts for `user_id`. Raises Conflict if there are `MOST_KEYS`."""
    await lock_workspace(session)
    if await queries.count_keys(session) >= MOST_KEYS:  # guard: keys.most
        raise Conflict(_TOO_MANY)
    issued = IssuedKey(new_id(), _MARK + new_token())
    values = {
        "id": issued.id,
        "user_id": user_id,
        "name": name,
        "scope": scope,
        "every_workspace": every_workspace,
        "expires_at": expires_at,
        **_hashed(issued.secret),
    }
    await queries.insert_key(session, values)
    entry = {"name": name, "scope": scope, "everyWorkspace": every_workspace}
    await record(session, "api_key.created", f"api_key:{issued.id}", after=entry)
    return issued


async def rotate_key(
    session: AsyncSession, user_id: UUID, key_id: UUID, overlap: timedelta, now: datetime
) -> IssuedKey:
    """Create a new secret for a key; the old one works until `overlap` has passed.

    Raises Forbidden for anybody but its creator: the secret acts as that person, possibly in
    workspaces to which the caller does not belong.
    """
    key = await _key(session, key_id)
    if key.user_id != user_id:  # guard: keys.of-another
        raise Forbidden(_NOT_YOURS)
    issued = IssuedKey(key_id, _MARK + new_token())
    # guard: keys.old-secret-for-the-overlap -> now + timedelta(days=1)
    until = now + overlap if overlap else None
    previous = {"previous_hash": key.key_hash if until else None, "previous_until": until}
    await queries.update_key(session, key_id, **previous, **_hashed(issued.secret))
    await recall(session, user_id)  # guard: keys.rotation-ends-streams
    await record(session, "api_key.rotated", f"api_key:{key_id}", after={"name": key.name})
    return issued


async def revoke_key(session: AsyncSession, key_id: UUID) -> None:
    """Revoke a key permanently."""
    key = await _key(session, key_id)
    await queries.delete_key(session, key_id)
    await record(session, "api_key.revoked", f"api_key:{key_id}", before={"name": key.name})


async def revoke_by_staff(session: AsyncSession, key_id: UUID, name: str) -> None:
    """Revoke a key permanently; its name is passed in, as staff cannot read the secret parts."""
    await queries.delete_key(session, key_id)
    await record(session, "api_key.revoked", f"api_key:{key_id}", before={"name": name})


async def _key(session: AsyncSession, key_id: UUID) -> ApiKey:
    key = await queries.api_key(session, key_id)
    if key is None:
        raise no_key()
    return key


def _hashed(secret: str) -> dict[str, object]:
    return {"key_hash": token_hash(secret), "prefix": secret[:_SHOWN]}
