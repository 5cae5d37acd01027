"""Addresses at which a file can be downloaded for 15 minutes, with or without signing in.

Invariant: an address is sealed with the deployment's key: it names one file of one workspace, the
session, key or member of staff it was created for, and its expiry. Its holder can read nothing
else, and it stops working once that session, key or person loses access; a download in progress is
cut off.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.adapters import objects
from presence.adapters.objects import StoredObject
from presence.core.errors import BrokenOff, NotFound
from presence.core.secrets import Unreadable, open_vault
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity.keys import role_of_key
from presence.domains.publishing.queries.exports import staff_may_fetch
from presence.domains.team.service import require_key_plan
from presence.domains.workspaces.service import decide_permitted, still_allowed

LIFETIME = timedelta(minutes=15)
RECHECK_S = 1.0
_PLACE = "address of a file"
_ENDED = "This download link has ended. Open the list of reports for a new one."
_NOT_READY = "There is no file: it is not ready, or its 24 hours are over."


class Made(Protocol):
    """Something that may have a file: a report or an export."""

    @property
    def status(self) -> str:
        """Whether the file exists already."""
        ...

    @property
    def file_id(self) -> UUID | None:
        """The id of the file."""
        ...

    @property
    def expires_at(self) -> datetime | None:
        """When the file expires."""
        ...


@dataclass(frozen=True, slots=True)
class Holder:
    """The member an address is created for: by their session, or by the key they call with."""

    user_id: UUID
    session_id: UUID
    key_hash: bytes | None = None

    @property
    def named(self) -> dict[str, str]:
        """The fields as stored in an address."""
        if self.key_hash is not None:
            return {"p": str(self.user_id), "k": self.key_hash.hex()}
        return {"p": str(self.user_id), "l": str(self.session_id)}


@dataclass(frozen=True, slots=True)
class FileLocation:
    """Where a file is stored, and for whom its address was created."""

    workspace_id: UUID
    file_id: UUID
    named: dict[str, Any]

    @property
    def binding(self) -> TenantBinding:
        """The identity under which the file is read."""
        person = self.named.get("p")
        return TenantBinding(self.workspace_id, UUID(person) if person else None)


async def address_of(
    settings: Settings,
    workspace_id: UUID,
    made: Made,
    now: datetime,
    holder: Holder | None,
    *,
    staff: UUID | None = None,
) -> str:
    """A path that leads to its file. Raises NotFound if there is none, or no longer.

    `staff` is the member of staff who requests it, instead of a member of the workspace.
    """
    ready = made.status == "ready" and made.file_id is not None
    if not ready or made.expires_at is None or made.expires_at <= now:
        raise NotFound(_NOT_READY)
    until = min(now + LIFETIME, made.expires_at)
    named = {"w": str(workspace_id), "f": str(made.file_id), "until": until.timestamp()}
    if holder is not None:
        named |= holder.named
    if staff is not None:
        named["s"] = str(staff)
    vault = await asyncio.to_thread(open_vault, settings)
    return f"/api/v1/files/{vault.seal(json.dumps(named), _PLACE).hex()}"


async def file_at(
    session: AsyncSession, settings: Settings, token: str, now: datetime
) -> tuple[StoredObject, FileLocation]:
    """The file of an address. Raises NotFound if the address has expired or is not ours."""
    vault = await asyncio.to_thread(open_vault, settings)
    try:
        named = json.loads(vault.open(bytes.fromhex(token), _PLACE))
    except (Unreadable, ValueError) as error:
        raise NotFound(_ENDED) from error
    if named["until"] <= now.timestamp():  # guard: files.link-ended
        raise NotFound(_ENDED)
    place = FileLocation(UUID(named["w"]), UUID(named["f"]), named)
    await bind(session, place.binding)
    if not await _still_opens(session, place):
        raise NotFound(_ENDED)
    found = await objects.fetch(session, place.file_id, now)
    if found is None:
        raise NotFound(_ENDED)
    return found, place


async def _still_opens(session: AsyncSession, place: FileLocation) -> bool:
    """Whether the recipient of an address still has access."""
    named = place.named
    if "s" in named:
        # guard: files.link-of-staff -> True
        return await staff_may_fetch(session, UUID(named["s"]))
    if "k" in named:
        role_now = role_of_key(bytes.fromhex(named["k"]), place.workspace_id, require_key_plan)
        # guard: files.link-of-key -> True
        return decide_permitted(await role_now(session), "view")
    if "l" not in named:  # created before addresses named their recipient
        return False
    log_in, person = UUID(named["l"]), UUID(named["p"])
    # guard: files.link-of-member -> True
    return await still_allowed(session, log_in, person, "view")


async def parts_of(database: Database, place: FileLocation, parts: int) -> AsyncIterator[bytes]:
    """The content of a large file; each part is read once the previous one was consumed.

    Raises BrokenOff, which cuts the connection, as soon as the address has lost its validity.
    """
    asked = monotonic()
    for number in range(parts):
        async with database.transaction(place.binding) as session:
            if monotonic() - asked >= RECHECK_S:
                if not await _still_opens(session, place):  # guard: files.right-while-sent
                    raise BrokenOff("The right to a file ended while it was sent.")
                asked = monotonic()
            piece = await objects.part(session, place.file_id, number)
        yield piece
