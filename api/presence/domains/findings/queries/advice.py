"""SQL statements for decisions on conclusions, and for the earlier answers used to assess gaps.

Invariant: a decision is looked up by its cause; the statuses of a run's rows follow it, never the
other way round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, cast
from uuid import UUID

from sqlalchemy import func, select, true, update
from sqlalchemy.dialects.postgresql import distinct_on, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer
from sqlalchemy.orm.attributes import set_committed_value

from presence.core.ids import new_id
from presence.domains.findings.models import (
    Decision,
    StoredGap,
    StoredRecommendation,
    TechnicalFinding,
)
from presence.domains.runs.models import Run, RunInput, StoredAnswer

LOOKED_FOR: Final = "looked-for"
Conclusion = TechnicalFinding | StoredGap | StoredRecommendation
ConclusionTable = type[TechnicalFinding] | type[StoredGap] | type[StoredRecommendation]
TABLES: Final[Mapping[str, ConclusionTable]] = {
    "finding": TechnicalFinding,
    "gap": StoredGap,
    "recommendation": StoredRecommendation,
}


async def earlier_runs(session: AsyncSession, run: Run, count: int) -> Sequence[UUID]:
    """The brand's newest completed runs before `run` that asked questions."""
    rows = await session.execute(
        select(Run.id)
        .where(
            Run.brand_id == run.brand_id,
            Run.status == "completed",
            Run.kind.in_(("full", "content")),
            Run.created_at < run.created_at,
        )
        .order_by(Run.created_at.desc())
        .limit(count)
    )
    return rows.scalars().all()


async def set_advised(session: AsyncSession, run_id: UUID, reading: str) -> None:
    """Record which extraction of the answers a run's gaps and recommendations are based on."""
    await session.execute(update(Run).where(Run.id == run_id).values(advised=reading))


async def set_looked_for(session: AsyncSession, run_id: UUID, keys: Iterable[str]) -> None:
    """Record what the advice of a run looked for: keys of it, or the part of them before the colon.

    Advice made of gaps is not among them: it is judged by the questions asked.
    """
    stored = insert(RunInput).values(run_id=run_id, kind=LOOKED_FOR, data=sorted(keys))
    await session.execute(
        stored.on_conflict_do_update(
            index_elements=["workspace_id", "run_id", "kind"], set_={"data": stored.excluded.data}
        )
    )


async def assistants_answers(
    session: AsyncSession, run_id: UUID, prompts: Collection[str] | None = None
) -> Sequence[StoredAnswer]:
    """Completed answers of real assistants, without the providers' raw payloads.

    `prompts` are the panel keys of the questions; None for all.
    """
    rows = (
        await session.execute(
            select(StoredAnswer)
            .where(
                StoredAnswer.run_id == run_id,
                StoredAnswer.basis == "assistants",
                StoredAnswer.status == "completed",
                true() if prompts is None else StoredAnswer.prompt_key.in_(prompts),
            )
            .options(defer(StoredAnswer.raw))
            .order_by(StoredAnswer.prompt_key, StoredAnswer.engine, StoredAnswer.sample)
        )
    ).scalars()
    found = rows.all()
    for row in found:
        set_committed_value(row, "raw", "")
    return found


async def decisions(session: AsyncSession, brand_id: UUID) -> Sequence[Decision]:
    """All decisions on the brand's conclusions."""
    rows = await session.execute(select(Decision).where(Decision.brand_id == brand_id))
    return rows.scalars().all()


async def locked_decision(session: AsyncSession, brand_id: UUID, kind: str, key: str) -> Decision:
    """The decision on one cause, created open if there is none, locked until the commit."""
    await session.execute(
        insert(Decision)
        .values(id=new_id(), brand_id=brand_id, kind=kind, key=key)
        .on_conflict_do_nothing(constraint="uq_conclusion_decision_key")
    )
    return (
        await session.execute(
            select(Decision)
            .where(Decision.brand_id == brand_id, Decision.kind == kind, Decision.key == key)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
    ).scalar_one()


async def change_decision(
    session: AsyncSession, decision_id: UUID, values: Mapping[str, Any]
) -> None:
    """Update columns of one decision."""
    await session.execute(update(Decision).where(Decision.id == decision_id).values(**values))


async def verify(
    session: AsyncSession, decision_id: UUID, run_id: UUID, verified: str, text: str, status: str
) -> None:
    """Record what a run found about a cause marked as done."""
    await change_decision(
        session,
        decision_id,
        {
            "verified": verified,
            "verified_text": text,
            "verified_at": func.now(),
            "verified_run_id": run_id,
            "status": status,
        },
    )


async def set_status(
    session: AsyncSession, kind: str, runs: Iterable[UUID], key: str, status: str
) -> None:
    """Set the status of a cause's rows in some runs."""
    table = TABLES[kind]
    await session.execute(
        update(table).where(table.run_id.in_(list(runs)), table.key == key).values(status=status)
    )


async def conclusion(
    session: AsyncSession, kind: str, brand_id: UUID, row_id: UUID
) -> Conclusion | None:
    """One conclusion of the brand, from any run."""
    table = TABLES[kind]
    found = await session.execute(
        select(table).where(table.id == row_id, table.brand_id == brand_id)
    )
    return cast("Conclusion | None", found.scalar_one_or_none())


async def recommended_prompts(
    session: AsyncSession, brand_id: UUID, keys: Iterable[str]
) -> dict[str, set[str]]:
    """Prompt keys behind recommendations, by recommendation key, as last recommended."""
    rows = await session.execute(
        select(StoredRecommendation.key, StoredRecommendation.evidence)
        .where(StoredRecommendation.brand_id == brand_id, StoredRecommendation.key.in_(list(keys)))
        .ext(distinct_on(StoredRecommendation.key))
        .order_by(StoredRecommendation.key, StoredRecommendation.created_at.desc())
    )
    return {row.key: {ref["ref"] for ref in row.evidence if ref["kind"] == "gap"} for row in rows}
