"""SQL statements for what a run reads, asks and receives: stored on the way, and loaded again.

Invariant: storing the same thing twice changes nothing (conflict on the natural key), so an
interrupted stage can simply be run again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.runs.models import (
    Crawl,
    PageSnapshot,
    Run,
    RunInput,
    StoredAnswer,
    StoredExtraction,
)

Row = Mapping[str, Any]


_COPY_CRAWLS = text("""
INSERT INTO crawl (id, run_id, owner, data)
SELECT gen_random_uuid(), :run, owner, data FROM crawl WHERE run_id = :source
ON CONFLICT (workspace_id, run_id, owner) DO NOTHING
""")


_COPY_PAGES = text("""
INSERT INTO page_snapshot (id, run_id, crawl_id, number, url, facts)
SELECT gen_random_uuid(), :run, own.id, page.number, page.url, page.facts
FROM page_snapshot page
JOIN crawl read ON read.workspace_id = page.workspace_id AND read.id = page.crawl_id
JOIN crawl own ON own.run_id = :run AND own.owner = read.owner
WHERE page.run_id = :source
ON CONFLICT (workspace_id, crawl_id, number) DO NOTHING
""")


async def put_input(session: AsyncSession, run_id: UUID, kind: str, data: Any) -> None:
    """Store an input of the run; the first one stored wins."""
    await session.execute(
        insert(RunInput)
        .values(run_id=run_id, kind=kind, data=data)
        .on_conflict_do_nothing(index_elements=["workspace_id", "run_id", "kind"])
    )


async def inputs(session: AsyncSession, run_id: UUID) -> dict[str, Any]:
    """Every stored input of the run by kind."""
    rows = await session.execute(
        select(RunInput.kind, RunInput.data).where(RunInput.run_id == run_id)
    )
    return {row.kind: row.data for row in rows}


async def stored_input(session: AsyncSession, run_id: UUID, kind: str) -> Any | None:
    """A row with the `data` of one stored input, which may be null; None if it was not stored."""
    rows = await session.execute(
        select(RunInput.data).where(RunInput.run_id == run_id, RunInput.kind == kind)
    )
    return rows.one_or_none()


async def put_crawl(
    session: AsyncSession, run_id: UUID, owner: str, data: Any, pages: Sequence[Row]
) -> None:
    """Store a crawl with its pages (`url`, `facts`) in crawl order, once per owner."""
    crawl_id = (
        await session.execute(
            insert(Crawl)
            .values(id=new_id(), run_id=run_id, owner=owner, data=data)
            .on_conflict_do_nothing(index_elements=["workspace_id", "run_id", "owner"])
            .returning(Crawl.id)
        )
    ).scalar_one_or_none()
    if crawl_id is None or not pages:
        return
    await session.execute(
        insert(PageSnapshot),
        [
            {"id": new_id(), "run_id": run_id, "crawl_id": crawl_id, "number": number, **page}
            for number, page in enumerate(pages, 1)
        ],
    )


async def crawls(session: AsyncSession, run_id: UUID) -> dict[str, tuple[Any, list[Any]]]:
    """Stored crawls of a run: owner to (crawl data, page facts in crawl order)."""
    found: dict[str, tuple[Any, list[Any]]] = {}
    owners: dict[UUID, str] = {}
    for row in await session.execute(
        select(Crawl.id, Crawl.owner, Crawl.data).where(Crawl.run_id == run_id)
    ):
        owners[row.id] = row.owner
        found[row.owner] = (row.data, [])
    for page in await session.execute(
        select(PageSnapshot.crawl_id, PageSnapshot.facts)
        .where(PageSnapshot.run_id == run_id)
        .order_by(PageSnapshot.crawl_id, PageSnapshot.number)
    ):
        found[owners[page.crawl_id]][1].append(page.facts)
    return found


async def copy_crawls(session: AsyncSession, source: UUID, run_id: UUID) -> None:
    """Give a run the crawls of another one, as if it had read the pages itself."""
    await session.execute(_COPY_CRAWLS, {"source": source, "run": run_id})
    await session.execute(_COPY_PAGES, {"source": source, "run": run_id})


async def put_answers(session: AsyncSession, run_id: UUID, rows: Sequence[Row]) -> set[UUID]:
    """Store answers (rows include their ids); returns the ids stored now.

    An answer whose idempotency key is already stored is left unchanged.
    """
    stored = await session.execute(
        insert(StoredAnswer)
        .on_conflict_do_nothing(constraint="uq_answer_idempotency")
        .returning(StoredAnswer.id),
        [{"run_id": run_id, **row} for row in rows],
    )
    return set(stored.scalars())


async def answers(session: AsyncSession, run_id: UUID) -> Sequence[StoredAnswer]:
    """Answers of a run in asking order of prompt, engine and sample."""
    rows = await session.execute(
        select(StoredAnswer)
        .where(StoredAnswer.run_id == run_id)
        .order_by(StoredAnswer.prompt_key, StoredAnswer.engine, StoredAnswer.sample)
    )
    return rows.scalars().all()


async def answer_counts(session: AsyncSession, run_id: UUID) -> dict[str, tuple[int, int]]:
    """Per engine: (completed, not completed)."""
    done = func.count().filter(StoredAnswer.status == "completed")
    rows = await session.execute(
        select(StoredAnswer.engine, done.label("done"), func.count().label("asked"))
        .where(StoredAnswer.run_id == run_id)
        .group_by(StoredAnswer.engine)
    )
    return {row.engine: (row.done, row.asked - row.done) for row in rows}


async def put_extractions(session: AsyncSession, rows: Sequence[Row]) -> None:
    """Store extractions of answers, one per answer and extractor version."""
    if rows:
        await session.execute(
            insert(StoredExtraction).on_conflict_do_nothing(
                index_elements=["workspace_id", "answer_id", "version"]
            ),
            list(rows),
        )


def column_of(run_id: UUID, column: Any) -> Any:
    """A column of the run, as a subquery."""
    return select(column).where(Run.id == run_id).scalar_subquery()


async def extractions_by_version(
    session: AsyncSession, answers: Sequence[UUID], version: str
) -> dict[UUID, Any]:
    """The data of the extractions that one version made of these answers, by answer."""
    rows = await session.execute(
        select(StoredExtraction.answer_id, StoredExtraction.data).where(
            StoredExtraction.answer_id.in_(answers), StoredExtraction.version == version
        )
    )
    return {row.answer_id: row.data for row in rows}


async def extractions(session: AsyncSession, run_id: UUID) -> dict[UUID, StoredExtraction]:
    """The shown extraction of each answer of a run: the newest one while it is running."""
    shown = func.coalesce(column_of(run_id, Run.reading), StoredExtraction.version)
    rows = await session.execute(
        select(StoredExtraction)
        .join(
            StoredAnswer,
            tuple_(StoredAnswer.workspace_id, StoredAnswer.id)
            == tuple_(StoredExtraction.workspace_id, StoredExtraction.answer_id),
        )
        .where(StoredAnswer.run_id == run_id, StoredExtraction.version == shown)
        .order_by(StoredExtraction.created_at)
    )
    return {row.answer_id: row for row in rows.scalars()}
