"""Versions of a panel: what was asked during which period, who changed it and why.

Invariant: a version is never changed or removed; going back creates a new version with the
questions of an old one. Manual edits are recorded as a version when the next analysis measures
them, so every number can be traced to the questions it was measured with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, cast
from uuid import UUID, uuid5

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.domains.audit.service import acting_for
from presence.domains.brands.models import PanelRevision, Prompt
from presence.domains.brands.panel_records import (
    MeasuredPanel,
    PanelHistory,
    Reason,
    Revision,
    RevisionCause,
    VersionChange,
)
from presence.domains.brands.queries import panels
from presence.domains.brands.queries import prompts as queries
from presence.domains.brands.service.brands import require

_ASKED = UUID("0d3f6a52-7c1e-5b7b-9a0e-6f1c2b8d4e90")


async def record_revision(
    session: AsyncSession,
    brand_id: UUID,
    cause: RevisionCause,
    *,
    basis: Mapping[str, str] | None = None,
    reasons: Sequence[Reason] = (),
    restored: int | None = None,
    by_hand: bool = False,
) -> PanelRevision | None:
    """Record the questions asked now as a new version; None if the newest one already asks them.

    Without a `basis` the previous version's basis still applies. `by_hand` attributes the change to
    the person of the current request; staff acting on their behalf appear only in the log.
    """
    asked = await queries.asked(session, brand_id)
    last = await panels.newest(session, brand_id)
    ids = [row.id for row in asked]
    before = list(last.prompts) if last else []
    if last is not None and set(before) == set(ids):
        return None
    row = PanelRevision(
        id=new_id(),
        brand_id=brand_id,
        number=last.number + 1 if last else 1,
        cause=cause,
        prompts=ids,
        added=[key for key in ids if key not in before],
        removed=[key for key in before if key not in ids],
        reasons=[asdict(reason) for reason in reasons],
        basis=dict(basis) if basis is not None else last.basis if last else None,
        kept=last.kept if last and basis is None else None,
        restored=restored,
        changed_by=binding_of(session).user_id if by_hand and not acting_for.get() else None,
    )
    if last is None and basis is None and asked:
        row.created_at = max(prompt.created_at for prompt in asked)
    session.add(row)
    await session.flush()
    return row


async def latest_revision(session: AsyncSession, brand_id: UUID) -> PanelRevision:
    """The version of the questions asked now, recorded first if they were edited by hand."""
    await require(session, brand_id, lock=True)
    last = await panels.newest(session, brand_id)
    made = await record_revision(session, brand_id, "edited" if last else "first")
    found = made or last
    if found is None:
        raise LookupError("A brand without a version has just been given one.")
    return found


def state_of(number: int, asked: Iterable[Prompt]) -> str:
    """A fingerprint of the newest version and the questions asked now; any change alters it."""
    ids = sorted(str(row.id) for row in asked)
    return f"{number}-{uuid5(_ASKED, ' '.join(ids)).hex}"


async def panel_word(session: AsyncSession, brand_id: UUID) -> str:
    """The fingerprint of the questions asked now."""
    last = await panels.newest(session, brand_id)
    return state_of(last.number if last else 0, await queries.asked(session, brand_id))


async def measured_panel(session: AsyncSession, brand_id: UUID) -> MeasuredPanel:
    """The version that a run starting now measures."""
    found = await latest_revision(session, brand_id)
    return MeasuredPanel(found.number, (found.basis or {}).get("grammar", ""))


async def panel_history(session: AsyncSession, brand_id: UUID) -> PanelHistory:
    """Versions of a brand's questions, newest first, and what was edited since."""
    await require(session, brand_id)
    rows = await panels.history(session, brand_id)
    asked = await queries.asked(session, brand_id)
    if not rows:
        return PanelHistory(state_of(0, asked), (), (), ())
    newest = rows[0][0]
    ids = {key for row, _ in rows for key in (*row.added, *row.removed)} | set(newest.prompts)
    known = await panels.prompts_of(session, brand_id, ids)
    now = {row.id for row in asked}
    return PanelHistory(
        state_of(newest.number, asked),
        tuple(_shown(row, name, known) for row, name in rows),
        tuple(row.text for row in asked if row.id not in newest.prompts),
        tuple(_texts(known, [key for key in newest.prompts if key not in now])),
    )


async def version_changes(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime
) -> tuple[VersionChange, ...]:
    """When in [start, end) the questions of a brand changed, oldest first."""
    rows = await panels.between(session, brand_id, start, end)
    return tuple(
        VersionChange(row.created_at, row.number, len(row.added), len(row.removed), row.restored)
        for row in rows
        if row.number > 1
    )


def _shown(row: PanelRevision, name: str | None, known: Mapping[UUID, Prompt]) -> Revision:
    return Revision(
        number=row.number,
        cause=cast("RevisionCause", row.cause),
        at=row.created_at,
        asked=len(row.prompts),
        added=tuple(_texts(known, row.added)) if row.number > 1 else (),
        removed=tuple(_texts(known, row.removed)),
        reasons=tuple(_reason(data) for data in row.reasons),
        restored=row.restored,
        by=name,
    )


def _texts(known: Mapping[UUID, Prompt], ids: Sequence[UUID]) -> list[str]:
    return [known[key].text for key in ids if key in known]


def _reason(data: Mapping[str, Any]) -> Reason:
    return Reason(data["what"], data["before"], data["after"])
