"""People's decisions on conclusions: status, assignee, note, reason, and undo.

Invariant: a decision applies to the cause, so it also holds in the next run; a row that the plan
does not show cannot be decided on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, NotFound, ValidationFailed
from presence.domains.findings.models import Decision
from presence.domains.findings.queries import advice as stored
from presence.domains.findings.queries import advice_lists as lists
from presence.domains.findings.queries.advice import Conclusion
from presence.domains.findings.service.lists import (
    KIND_OF,
    Kind,
    RowT,
    preview,
    shown_of,
    shown_row,
)
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.workspaces.service import is_member

NOUN: dict[Kind, str] = {
    "gap": "content gap",
    "finding": "technical finding",
    "recommendation": "recommendation",
}
_KEPT = ("status", "note", "reason", "verified", "verified_text")


async def one(session: AsyncSession, brand_id: UUID, of: type[RowT], row_id: UUID) -> RowT:
    """A conclusion that the plan shows. Raises NotFound."""
    await visible(session, brand_id, KIND_OF[of], (row_id,))
    return await _one(session, of, row_id)


async def _one(session: AsyncSession, of: type[RowT], row_id: UUID) -> RowT:
    return shown_row(of, (await lists.one(session, KIND_OF[of], (row_id,)))[0])


async def decide(
    session: AsyncSession,
    brand_id: UUID,
    of: type[RowT],
    rows: Sequence[UUID],
    changes: Mapping[str, Any],
    user_id: UUID,
) -> list[RowT]:
    """Apply the same `changes` (status, assignee_id, note, reason) to all rows, or to none.

    Raises NotFound for a row that does not exist or is locked, ValidationFailed for an assignee who
    is not a member and for ignoring a finding without a reason.
    """
    kind = KIND_OF[of]
    await _check(session, kind, changes)
    chosen = await visible(session, brand_id, kind, rows)
    runs = (await shown_of(session, brand_id)).runs
    for row in sorted(chosen, key=lambda row: row.key):
        decision = await stored.locked_decision(session, brand_id, kind, row.key)
        await stored.change_decision(session, decision.id, _values(decision, changes, user_id))
        if "status" in changes:
            touched = {*runs, row.run_id}
            await stored.set_status(session, kind, touched, row.key, changes["status"])
    await refresh(session, brand_id)
    return [shown_row(of, row) for row in await lists.one(session, kind, rows)]


async def undo(
    session: AsyncSession, brand_id: UUID, of: type[RowT], row_id: UUID, user_id: UUID
) -> RowT:
    """Undo the last decision. Raises NotFound, and Conflict if there is none."""
    kind = KIND_OF[of]
    (row,) = await visible(session, brand_id, kind, (row_id,))
    decision = await stored.locked_decision(session, brand_id, kind, row.key)
    before = decision.before
    if before is None:
        raise Conflict("There is nothing to undo.")
    restored = {name: before[name] for name in _KEPT}
    restored |= {name: _uuid(before[name]) for name in ("assignee_id", "verified_run_id")}
    restored |= {name: _time(before[name]) for name in ("decided_at", "verified_at")}
    values = {**restored, "before": None, "decided_by": user_id}
    if values["assignee_id"] is not None and not await is_member(session, values["assignee_id"]):
        values["assignee_id"] = None
    await stored.change_decision(session, decision.id, values)
    runs = {*(await shown_of(session, brand_id)).runs, row.run_id}
    await stored.set_status(session, kind, runs, row.key, before["status"])
    await refresh(session, brand_id)
    return await _one(session, of, row_id)


async def _check(session: AsyncSession, kind: Kind, changes: Mapping[str, Any]) -> None:
    assignee = changes.get("assignee_id")
    if assignee is not None and not await is_member(session, assignee):
        raise ValidationFailed.at("/assigneeId", "Choose a member of this workspace.")
    ignored = kind == "finding" and changes.get("status") == "dismissed"
    if ignored and not (changes.get("reason") or "").strip():
        raise ValidationFailed.at("/reason", "Say why this finding can be ignored.")


def _values(decision: Decision, changes: Mapping[str, Any], user_id: UUID) -> dict[str, Any]:
    """Columns to update; a new status clears the verdict on the old one."""
    values: dict[str, Any] = {"decided_by": user_id, "before": _snapshot(decision)}
    for name in ("assignee_id", "note", "reason"):
        if name in changes:
            values[name] = changes[name] if name == "assignee_id" else (changes[name] or "").strip()
    if "status" in changes:
        values |= {
            "status": changes["status"],
            "decided_at": func.now(),
            "verified": None,
            "verified_text": "",
            "verified_at": None,
            "verified_run_id": None,
        }
    return values


def _snapshot(decision: Decision) -> dict[str, Any]:
    found: dict[str, Any] = {name: getattr(decision, name) for name in _KEPT}
    for name in ("assignee_id", "verified_run_id"):
        value = getattr(decision, name)
        found[name] = None if value is None else str(value)
    for name in ("decided_at", "verified_at"):
        value = getattr(decision, name)
        found[name] = None if value is None else value.isoformat()
    return found


def _uuid(value: str | None) -> UUID | None:
    return None if value is None else UUID(value)


def _time(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


async def visible(
    session: AsyncSession, brand_id: UUID, kind: Kind, rows: Sequence[UUID]
) -> list[Conclusion]:
    """The rows, if the plan shows all of them; a preview shows the first ones of the shown run."""
    shown = await shown_of(session, brand_id)
    most = await preview(session, kind)
    found: list[Conclusion] = []
    for row_id in dict.fromkeys(rows):
        row = await stored.conclusion(session, kind, brand_id, row_id)
        locked = (
            most is not None
            and row is not None
            and (row.run_id != shown.run_of(kind) or row.number > most)
        )
        if row is None or locked:
            raise NotFound(f"We could not find that {NOUN[kind]}.")
        found.append(row)
    return found
