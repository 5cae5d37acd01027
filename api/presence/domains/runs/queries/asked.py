"""What a run has asked: open cells, the results per engine, and replaced attempts.

Invariant: a cell (prompt, engine, sample) has one answer; when a failed one is asked again, the old
answer moves to `answer_attempt` in the transaction that stores the new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.runs.models import AnswerAttempt, StoredAnswer, StoredExtraction

Cell = tuple[str, str, int]
_KEPT = (
    "run_id", "prompt_id", "engine", "model", "sample", "round", "status", "error", "error_code",
    "raw", "cost_usd", "answered_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of one engine's answers in a run. `cost_usd` is None if no answer has a price.

    Replaced attempts cost something too: they are included in the cost but in no count.
    """

    answered: int
    failed: int
    refused: int
    cost_usd: float | None
    error: str
    error_code: str


NONE = Counts(0, 0, 0, None, "", "")


async def finished_cells(session: AsyncSession, run_id: UUID, round_: int) -> set[Cell]:
    """Cells not to be asked in this round: all except those that failed in an earlier one."""
    rows = await session.execute(
        select(StoredAnswer.prompt_key, StoredAnswer.engine, StoredAnswer.sample).where(
            StoredAnswer.run_id == run_id,
            (StoredAnswer.status != "failed") | (StoredAnswer.round >= round_),
        )
    )
    return {(row.prompt_key, row.engine, row.sample) for row in rows}


async def unread_answers(session: AsyncSession, run_id: UUID) -> Sequence[StoredAnswer]:
    """Paid answers of a run from which nothing has been extracted yet."""
    read = (
        select(StoredExtraction.answer_id)
        .where(StoredExtraction.answer_id == StoredAnswer.id)
        .exists()
    )
    rows = await session.scalars(
        select(StoredAnswer).where(
            StoredAnswer.run_id == run_id, StoredAnswer.basis == "assistants", ~read
        )
    )
    return rows.all()


async def failed_cells(session: AsyncSession, run_id: UUID) -> dict[str, int]:
    """How many failed answers of each engine may be retried."""
    rows = await session.execute(
        select(StoredAnswer.engine, func.count().label("failed"))
        .where(
            StoredAnswer.run_id == run_id,
            StoredAnswer.status == "failed",
            StoredAnswer.basis == "assistants",
        )
        .group_by(StoredAnswer.engine)
    )
    return {row.engine: row.failed for row in rows}


async def replace_attempt(
    session: AsyncSession, run_id: UUID, new: Mapping[str, Any], round_: int
) -> None:
    """Make room for a cell's `new` answer: a failure of an earlier round moves to the history."""
    old = (
        await session.execute(
            delete(StoredAnswer)
            .where(
                StoredAnswer.run_id == run_id,
                StoredAnswer.prompt_id == new["prompt_id"],
                StoredAnswer.engine == new["engine"],
                StoredAnswer.sample == new["sample"],
                StoredAnswer.status == "failed",
                StoredAnswer.round < round_,
            )
            .returning(StoredAnswer)
        )
    ).scalar_one_or_none()
    if old is not None:
        kept = {name: getattr(old, name) for name in _KEPT}
        await session.execute(insert(AnswerAttempt).values(id=new_id(), **kept))


async def counts(session: AsyncSession, run_id: UUID) -> dict[str, Counts]:
    """Per engine of the run: the outcomes of its answers, and its most frequent error."""
    answer, status = StoredAnswer, StoredAnswer.status
    before = (
        select(func.coalesce(func.sum(AnswerAttempt.cost_usd), 0.0))
        .where(AnswerAttempt.run_id == run_id, AnswerAttempt.engine == answer.engine)
        .scalar_subquery()
    )
    errors = answer.status != "completed"
    rows = await session.execute(
        select(
            answer.engine,
            func.count().filter(status == "completed").label("answered"),
            func.count().filter(status == "failed").label("failed"),
            func.count().filter(status == "refused").label("refused"),
            (func.sum(answer.cost_usd) + before).label("cost"),
            func.mode().within_group(answer.error).filter(errors).label("error"),
            func.mode().within_group(answer.error_code).filter(errors).label("error_code"),
        )
        .where(answer.run_id == run_id)
        .group_by(answer.engine)
    )
    return {
        row.engine: Counts(
            row.answered, row.failed, row.refused, row.cost, row.error or "", row.error_code or ""
        )
        for row in rows
    }


async def attempts(session: AsyncSession, run_id: UUID) -> Sequence[Any]:
    """Replaced answers of a run, oldest first."""
    rows = await session.scalars(
        select(AnswerAttempt).where(AnswerAttempt.run_id == run_id).order_by(AnswerAttempt.id)
    )
    return rows.all()
