"""Marks on a brand's charts: people's notes, and automatic events.

Invariant: a personal note belongs to its owner alone; the workspace's are written by those who may
edit. Events are read from the slices that know them and are never stored as notes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, Forbidden, NotFound
from presence.core.ids import new_id
from presence.domains.billing.service.history import plan_changes
from presence.domains.brands.panel_records import VersionChange
from presence.domains.brands.service import get_brand, version_changes
from presence.domains.materials.service.chart_events import materials_added
from presence.domains.publishing.models import Annotation
from presence.domains.publishing.queries import annotations as queries
from presence.domains.publishing.schemas.annotations import (
    AnnotationIn,
    AnnotationOut,
    MarkKind,
)
from presence.domains.results.service.chart_events import chart_events_of
from presence.domains.results.service.ranges import moments
from presence.domains.workspaces.service import decide_permitted, lock_workspace, workspace_zone

MOST = 1_000
LONGEST = timedelta(days=731)
_GONE = "We could not find that note."
_FULL = f"A brand can have {MOST} notes. Delete some that are not needed any more."
_NOT_YOURS = "Your role lets you write personal notes only."


@dataclass(frozen=True, slots=True)
class NoteReader:
    """The person viewing the chart; nobody if a link was opened."""

    user_id: UUID | None = None
    role: str | None = None

    def may_edit(self, row: Annotation) -> bool:
        """Whether the reader may change the note."""
        return row.owner_id is not None or decide_permitted(self.role, "run")


async def marks(
    session: AsyncSession, brand_id: UUID, days: tuple[date, date], reader: NoteReader
) -> list[AnnotationOut]:
    """Every mark on the given inclusive days, oldest first. Raises NotFound, ValidationFailed."""
    await get_brand(session, brand_id)
    first, last = days
    days = (last - min(last - first, LONGEST), last) if first <= last else days
    zone = await workspace_zone(session)
    start, end = moments(*days, zone)
    if start is None or end is None:
        raise ValueError("Both days are needed.")
    rows = await queries.between(session, brand_id, days, reader.user_id)
    found = [_shown(row, reader) for row in rows]
    for event in await chart_events_of(session, brand_id, start, end, zone):
        found.append(_mark(event.day, event.kind, event.text))
    for added in await materials_added(session, brand_id, start, end):
        day = added.at.astimezone(zone).date()
        found.append(_mark(day, "material", f"Material added: {added.name}"))
    for turn in await version_changes(session, brand_id, start, end):
        found.append(_mark(turn.at.astimezone(zone).date(), "questions", _version_words(turn)))
    for change in await plan_changes(session, start, end):
        day = change.at.astimezone(zone).date()
        found.append(_mark(day, "plan", f"Now on the {change.plan or 'free'} plan"))
    return sorted(found, key=lambda mark: mark.day)


async def write(
    session: AsyncSession, brand_id: UUID, reader: NoteReader, wanted: AnnotationIn
) -> AnnotationOut:
    """Create a note. Raises NotFound, Forbidden, and Conflict if there are too many."""
    await get_brand(session, brand_id)
    if wanted.scope == "workspace":
        await _require_editor(session, reader)
    if await queries.count(session, brand_id) >= MOST:
        raise Conflict(_FULL)
    row = Annotation(
        id=new_id(),
        brand_id=brand_id,
        owner_id=reader.user_id if wanted.scope == "personal" else None,
        author_id=reader.user_id,
        day=wanted.day,
        text=wanted.text,
    )
    await queries.insert(session, row)
    return _shown(row, reader)


async def change_note(
    session: AsyncSession, annotation_id: UUID, reader: NoteReader, values: dict[str, Any]
) -> AnnotationOut:
    """Move or reword a note. Raises NotFound, Forbidden."""
    row = await _editable(session, annotation_id, reader)
    given = {name: value for name, value in values.items() if value is not None}
    return _shown(await queries.update_annotation(session, row.id, given) if given else row, reader)


async def remove(session: AsyncSession, annotation_id: UUID, reader: NoteReader) -> None:
    """Delete a note. Raises NotFound, Forbidden."""
    row = await _editable(session, annotation_id, reader)
    await queries.remove(session, row.id)


async def _editable(session: AsyncSession, annotation_id: UUID, reader: NoteReader) -> Annotation:
    row = (
        await queries.find_annotation(session, annotation_id, reader.user_id)
        if reader.user_id
        else None
    )
    if row is None:
        raise NotFound(_GONE)
    if row.owner_id is None:
        await _require_editor(session, reader)
    return row


async def _require_editor(session: AsyncSession, reader: NoteReader) -> None:
    """Raise Forbidden unless the caller's role, read anew, may change what everybody sees."""
    if not decide_permitted(await lock_workspace(session) or reader.role, "run"):
        raise Forbidden(_NOT_YOURS)


def _shown(row: Annotation, reader: NoteReader) -> AnnotationOut:
    """A note as shown to its reader."""
    kind: MarkKind = "workspace" if row.owner_id is None else "personal"
    return AnnotationOut.from_row(row, kind=kind, editable=reader.may_edit(row))


def _version_words(turn: VersionChange) -> str:
    """What a change of questions does to the line: it continues, but measures other questions."""
    counts = f"{turn.added} new, {turn.removed} gone"
    if turn.restored is not None:
        return f"Version {turn.number} of the questions: version {turn.restored} again ({counts})"
    return f"Version {turn.number} of the questions: {counts}"


def _mark(day: date, kind: MarkKind, text: str) -> AnnotationOut:
    return AnnotationOut(id=None, day=day, text=text, kind=kind, editable=False)


def last_days(now: datetime, days: int) -> tuple[date, date]:
    """The last `days` inclusive days in the time zone of `now`."""
    return now.date() - timedelta(days=days - 1), now.date()
