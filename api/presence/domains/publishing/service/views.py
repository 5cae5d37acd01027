"""Saving, changing and removing views of a brand's screens.

Invariant: no two views of one owner on one screen of a brand have the same name; which view a
person starts with is theirs alone to choose, even if the view is the workspace's.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, Forbidden, NotFound
from presence.core.ids import new_id
from presence.domains.brands.service import get_brand
from presence.domains.publishing.models import SavedView
from presence.domains.publishing.queries import views as queries
from presence.domains.publishing.schemas.views import SavedViewIn, SavedViewOut
from presence.domains.workspaces.service import decide_permitted, lock_workspace

MOST = 100
KEPT_REMOVED = timedelta(days=1)
_GONE = "We could not find that view."
_TAKEN = "There is a view of this name already. Choose another name, or update that view."
_FULL = f"A brand can have {MOST} personal views and {MOST} of the workspace. Delete some first."
_NOT_YOURS = "Your role lets you keep personal views only."


async def views_of(
    session: AsyncSession, brand_id: UUID, user_id: UUID, role: str | None
) -> list[SavedViewOut]:
    """The views of a brand that a person may see, by name. Raises NotFound."""
    await get_brand(session, brand_id)
    rows = await queries.of_brand(session, brand_id, user_id)
    firsts = await queries.firsts(session, brand_id, user_id)
    return [_shown(row, role, row.id in firsts) for row in rows]


async def keep(
    session: AsyncSession,
    brand_id: UUID,
    user_id: UUID,
    role: str | None,
    wanted: SavedViewIn,
    now: datetime,
) -> SavedViewOut:
    """Save a view.

    Raises NotFound, Forbidden, Conflict if its name is taken or there are too many.
    """
    await get_brand(session, brand_id)
    owner_id = user_id if wanted.scope == "personal" else None
    row = SavedView(
        id=new_id(),
        brand_id=brand_id,
        owner_id=owner_id,
        author_id=user_id,
        screen=wanted.screen,
        name=wanted.name,
        query=wanted.query,
        created_at=now,
    )
    await _require_editable(session, row, role)
    await _fits(session, row, user_id)
    await queries.purge_removed(session, brand_id, now - KEPT_REMOVED)
    await queries.insert(session, row)
    if wanted.is_default:
        await queries.begin_with(session, user_id, row)
    return _shown(row, role, wanted.is_default)


async def change_view(
    session: AsyncSession,
    view_id: UUID,
    user_id: UUID,
    role: str | None,
    values: dict[str, Any],
) -> SavedViewOut:
    """Rename a view, change its filters, or start with it. Raises NotFound, Forbidden, Conflict."""
    row = await _visible(session, view_id, user_id)
    first = values.pop("is_default", None)
    given = {name: value for name, value in values.items() if value is not None}
    if given:
        await _require_editable(session, row, role)
        await _fits(session, row, user_id, given.get("name"))
        row = await queries.update_view(session, view_id, given)
    if first is True:
        await queries.begin_with(session, user_id, row)
    elif first is False:
        await queries.begin_without(session, user_id, view_id)
    firsts = await queries.firsts(session, row.brand_id, user_id)
    return _shown(row, role, row.id in firsts)


async def remove(
    session: AsyncSession, view_id: UUID, user_id: UUID, role: str | None, now: datetime
) -> None:
    """Delete a view; it can be restored for a day. Raises NotFound, Forbidden."""
    row = await _visible(session, view_id, user_id)
    await _require_editable(session, row, role)
    await queries.update_view(session, view_id, {"removed_at": now})


async def restore(
    session: AsyncSession, view_id: UUID, user_id: UUID, role: str | None, now: datetime
) -> SavedViewOut:
    """Restore a view as it was. Raises NotFound, Forbidden, Conflict."""
    row = await queries.find_view(session, view_id, user_id, removed=True)
    if row is None or row.removed_at is None or row.removed_at < now - KEPT_REMOVED:
        raise NotFound(_GONE)
    await _require_editable(session, row, role)
    await _fits(session, row, user_id)
    row = await queries.update_view(session, view_id, {"removed_at": None})
    firsts = await queries.firsts(session, row.brand_id, user_id)
    return _shown(row, role, row.id in firsts)


async def _visible(session: AsyncSession, view_id: UUID, user_id: UUID) -> SavedView:
    row = await queries.find_view(session, view_id, user_id)
    if row is None:
        raise NotFound(_GONE)
    return row


async def _fits(
    session: AsyncSession, row: SavedView, user_id: UUID, name: str | None = None
) -> None:
    """Check that the row, with `name` if given, fits beside the others. Raises Conflict."""
    await queries.lock(session, row.brand_id)
    others = [
        other
        for other in await queries.of_brand(session, row.brand_id, user_id)
        if other.owner_id == row.owner_id and other.id != row.id
    ]
    if len(others) >= MOST:
        raise Conflict(_FULL)
    if (name or row.name).casefold() in _names(others, row.screen):
        raise Conflict.at("/name", _TAKEN, "taken")


def _names(rows: Iterable[SavedView], screen: str) -> set[str]:
    return {row.name.casefold() for row in rows if row.screen == screen}


def _editable(row: SavedView, role: str | None) -> bool:
    return row.owner_id is not None or decide_permitted(role, "run")


async def _require_editable(session: AsyncSession, row: SavedView, role: str | None) -> None:
    """Raise Forbidden unless the caller may change the view; of a shared one, by their role now."""
    if row.owner_id is None:
        role = await lock_workspace(session) or role
    if not _editable(row, role):
        raise Forbidden(_NOT_YOURS)


def _shown(row: SavedView, role: str | None, first: bool) -> SavedViewOut:
    scope = "workspace" if row.owner_id is None else "personal"
    return SavedViewOut.from_row(row, scope=scope, is_default=first, editable=_editable(row, role))
