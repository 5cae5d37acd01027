"""Imports a list of prompts: stores every valid row and reports every other one with a reason.

Invariant: prompts that exceed the plan are stored as paused, and a rejected row is returned with
its number and text, so nothing the customer submitted is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, cast, get_args
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types.answers import Intent
from presence.core.errors import ValidationFailed
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.brands.models import Prompt
from presence.domains.brands.queries import prompts as queries
from presence.domains.brands.records import NewPrompt
from presence.domains.brands.service.limits import prompt_room
from presence.domains.brands.service.managing import require_writable_row
from presence.domains.brands.service.questions import ParsedQuestion, QuestionParser, reader_for
from presence.domains.brands.wording import MOST_ROWS

MOST_KEPT = 10_000
_INTENTS = [intent for intent in get_args(Intent) if intent != "branded"]
_UNKNOWN_INTENT = f"Intent must be one of {', '.join(_INTENTS)}"
_BRANDED = "This question names your brand, so it does not count in the visibility score"


@dataclass(frozen=True, slots=True)
class Row:
    """A row as submitted: `number` is its row number in a spreadsheet, or its place in the list."""

    number: int
    text: str
    topic: str = ""
    intent: str = ""


@dataclass(frozen=True, slots=True)
class RowNote:
    """A remark about one row."""

    row: int
    text: str
    code: str
    detail: str


@dataclass(slots=True)
class Imported:
    """The outcome for the rows: asked, stored as paused because the plan is full, or rejected.

    `notices` concern rows that were stored nevertheless.
    """

    active: int = 0
    paused: int = 0
    rejected: list[RowNote] = field(default_factory=list)
    notices: list[RowNote] = field(default_factory=list)


async def import_prompts(session: AsyncSession, brand_id: UUID, rows: Sequence[Row]) -> Imported:
    """Store a list of prompts in the given order.

    Raises ValidationFailed for more than 10,000 rows.
    """
    if len(rows) > MOST_ROWS:
        sentence = f"The list has {len(rows):,} rows. Import at most {MOST_ROWS:,} at a time."
        raise ValidationFailed.at("/rows", sentence, "too-many")
    brand = await require_writable_row(session, brand_id)
    room = await prompt_room(session)  # from here on no other request can add prompts
    stored = await queries.all_of(session, brand_id)
    position = await queries.last_position(session, brand_id)
    list_ = _List(await reader_for(session, brand), stored, room, position)
    for row in rows:
        list_.take(row)
    await session.flush()
    fresh = [{"id": new_id(), **columns} for columns in list_.fresh.values()]
    await queries.take_in(session, brand_id, fresh)
    report = list_.report
    facts = {"active": report.active, "paused": report.paused, "rejected": len(report.rejected)}
    await record(session, "prompts.imported", f"brand:{brand_id}", after=facts)
    return report


class _List:
    """A list being imported alongside the existing prompts. `fresh` maps folded text to columns."""

    def __init__(
        self, reader: QuestionParser, stored: Sequence[Prompt], room: int, position: int
    ) -> None:
        self.report = Imported()
        self.fresh: dict[str, dict[str, Any]] = {}
        self._reader = reader
        self._room = room
        self._position = position
        living = [row for row in stored if row.status in queries.LISTED]
        self._kept = len(living)
        self._stored = {row.folded: row for row in (*stored, *living)}  # one not deleted wins

    def take(self, row: Row) -> None:
        """Store the row's question, or record why it was not stored."""
        question = self._read(row)
        if question is None:
            return
        old = self._stored.get(question.folded)
        if question.folded in self.fresh or (old is not None and old.status in queries.LISTED):
            self._reject(row, "duplicate", "You already have this question")
        elif self._kept >= MOST_KEPT:
            self._reject(row, "too-many", f"A brand can keep at most {MOST_KEPT:,} questions")
        else:
            self._keep(question, old)
            if question.branded:
                self.report.notices.append(RowNote(row.number, question.text, "branded", _BRANDED))

    def _keep(self, question: ParsedQuestion, old: Prompt | None) -> None:
        asked = self.report.active < self._room
        self.report.active += asked
        self.report.paused += not asked
        self._kept += 1
        self._position += 1
        status = "active" if asked else "paused"
        if old is not None:
            old.status, old.position, old.origin = status, self._position, "imported"
            return
        placed = {"status": status, "position": self._position}
        self.fresh[question.folded] = {**asdict(question), **placed}

    def _read(self, row: Row) -> ParsedQuestion | None:
        intent = row.intent.strip().lower()
        if intent not in ("", "branded", *_INTENTS):
            self._reject(row, "intent", _UNKNOWN_INTENT)
            return None
        try:
            stated = cast("Intent | None", intent or None)
            return self._reader.read(NewPrompt(row.text, stated, row.topic or None))
        except ValidationFailed as refused:
            self._reject(row, refused.errors[0].code, refused.message)
            return None

    def _reject(self, row: Row, code: str, sentence: str) -> None:
        self.report.rejected.append(RowNote(row.number, row.text[:600], code, sentence))
