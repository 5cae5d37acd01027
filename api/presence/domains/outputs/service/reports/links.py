"""Addresses under which a file can be fetched for a quarter of an hour, signed in or not.

Invariant: an address is sealed with the deployment's key: it names one file of one workspace, whom
it was made for and the moment it ends. Whoever holds it can read nothing else, and it opens nothing
once that person may not look any more.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.adapters import objects
from presence.adapters.objects import StoredObject
from presence.core.errors import NotFound
from presence.core.secrets import Unreadable, open_vault
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding, bind
from presence.domains.outputs.queries.exports import staff_may_fetch
from presence.domains.workspaces.service import is_member, locked_members, members_permitted

LIFETIME = timedelta(minutes=15)
_PLACE = "address of a file"
_ENDED = "This download link has ended. Open the list of reports for a new one."
_NOT_READY = "There is no file: it is not ready, or its 24 hours are over."


class Made(Protocol):
    """What may have a file: a report, an export."""

    @property
    def status(self) -> str:
        """Whether there is one already."""
        ...

    @property
    def file_id(self) -> UUID | None:
        """Which."""
        ...

    @property
    def expires_at(self) -> datetime | None:
        """Until when."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file is kept."""

    workspace_id: UUID
    file_id: UUID


async def address_of(
    settings: Settings,
    workspace_id: UUID,
    made: Made,
    now: datetime,
    person: UUID | None,
    *,
    staff: UUID | None = None,
) -> str:
    """A path that leads to its file. Raises NotFound when it has none (any more).

    `person` is the member who asks, `staff` the member of staff instead.
    """
    ready = made.status == "ready" and made.file_id is not None
    if not ready or made.expires_at is None or made.expires_at <= now:
        raise NotFound(_NOT_READY)
    until = min(now + LIFETIME, made.expires_at)
    named = {"w": str(workspace_id), "f": str(made.file_id), "until": until.timestamp()}
    if person is not None:
        named["p"] = str(person)
    if staff is not None:
        named["s"] = str(staff)
    vault = await asyncio.to_thread(open_vault, settings)
    return f"/api/v1/files/{vault.seal(json.dumps(named), _PLACE).hex()}"


async def file_at(
    session: AsyncSession, settings: Settings, token: str, now: datetime
) -> tuple[StoredObject, Place]:
    """The file an address leads to. Raises NotFound for one that ended or is none of ours."""
    vault = await asyncio.to_thread(open_vault, settings)
    try:
        named = json.loads(vault.open(bytes.fromhex(token), _PLACE))
    except (Unreadable, ValueError) as error:
        raise NotFound(_ENDED) from error
    if named["until"] <= now.timestamp():  # guard: files.link-ended
        raise NotFound(_ENDED)
    place = Place(UUID(named["w"]), UUID(named["f"]))
    await bind(session, TenantBinding(place.workspace_id))
    if not await _still_opens(session, named):
        raise NotFound(_ENDED)
    found = await objects.fetch(session, place.file_id, now)
    if found is None:
        raise NotFound(_ENDED)
    return found, place


async def _still_opens(session: AsyncSession, named: dict[str, Any]) -> bool:
    """Whether whom an address was made for may still look."""
    if "s" in named:
        return await staff_may_fetch(session, UUID(named["s"]))  # guard: files.link-of-staff
    if "p" not in named:  # of before an address named whom it was made for
        return False
    return await _may_look(session, UUID(named["p"]))  # guard: files.link-of-member


async def _may_look(session: AsyncSession, person: UUID) -> bool:
    seated = await is_member(session, person)
    if not seated or person not in await members_permitted(session, "view"):
        return False
    return not await locked_members(session, [person])


async def parts_of(database: Database, place: Place, parts: int) -> AsyncIterator[bytes]:
    """The content of a large file, each part read when the reader has taken the one before."""
    for number in range(parts):
        async with database.transaction(TenantBinding(place.workspace_id)) as session:
            piece = await objects.part(session, place.file_id, number)
        yield piece
