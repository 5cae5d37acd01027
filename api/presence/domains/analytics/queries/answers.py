"""SQL statements for lists of answers and of the pages they cite.

Invariant: newest first by key, so the pages of a list neither repeat nor skip an answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# Answers with their questions and the extraction that their run uses.
_READ = """  FROM answer a JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
  JOIN run r ON r.workspace_id = a.workspace_id AND r.id = a.run_id
  LEFT JOIN LATERAL (
    SELECT x.brand_named, x.position, x.data FROM extraction x
     WHERE x.workspace_id = a.workspace_id AND x.answer_id = a.id
     ORDER BY x.version = r.reading DESC NULLS LAST, x.created_at DESC LIMIT 1) e ON true
"""
_ADMITTED = """ WHERE a.brand_id = :brand
   AND (CAST(:run AS uuid) IS NULL OR a.run_id = :run)
   AND (CAST(:engines AS text[]) IS NULL OR a.engine = ANY(CAST(:engines AS text[])))
   AND (CAST(:bases AS text[]) IS NULL OR a.basis = ANY(CAST(:bases AS text[])))
   AND (CAST(:statuses AS text[]) IS NULL OR a.status = ANY(CAST(:statuses AS text[])))
   AND (CAST(:prompts AS uuid[]) IS NULL OR a.prompt_id = ANY(CAST(:prompts AS uuid[])))
   AND (CAST(:topics AS text[]) IS NULL OR p.topic = ANY(CAST(:topics AS text[])))
   AND (CAST(:intents AS text[]) IS NULL OR p.intent = ANY(CAST(:intents AS text[])))
   AND (CAST(:markets AS text[]) IS NULL OR p.locale = ANY(CAST(:markets AS text[])))
   AND (CAST(:mentioned AS boolean) IS NULL
        OR (a.status = 'completed' AND e.brand_named = CAST(:mentioned AS boolean)))
   AND (CAST(:sentiment AS text) IS NULL OR e.data ->> 'sentiment' = :sentiment)
   AND (CAST(:entity AS text) IS NULL OR jsonb_path_exists(e.data,
        '$.positions[*][0] ? (@ == $entity)', jsonb_build_object('entity', CAST(:entity AS text))))
   AND (CAST(:domain AS text) IS NULL OR e.data -> 'citations' @>
        jsonb_build_array(jsonb_build_object('domain', CAST(:domain AS text))))
   AND (CAST(:runs AS uuid[]) IS NULL OR NOT p.branded AND (a.run_id, a.engine) IN (
        SELECT * FROM unnest(CAST(:runs AS uuid[]), CAST(:run_engines AS text[]))))
   AND (CAST(:start AS timestamptz) IS NULL OR a.answered_at >= :start)
   AND (CAST(:end AS timestamptz) IS NULL OR a.answered_at < :end)
   AND (CAST(:q AS text) IS NULL OR strpos(lower(a.text), lower(:q)) > 0
        OR strpos(lower(p.text), lower(:q)) > 0)"""
_PAGE = text(f"""
WITH wanted AS MATERIALIZED (SELECT a.id
{_READ}{_ADMITTED})
SELECT counted.total, page.id, b.document
  FROM (SELECT count(*) AS total FROM wanted) counted
  LEFT JOIN (SELECT id FROM wanted WHERE CAST(:after AS uuid) IS NULL OR id < :after
              ORDER BY id DESC LIMIT :limit) page ON true
  LEFT JOIN answer_brief b ON b.id = page.id
 ORDER BY page.id DESC
""")  # noqa: S608 - only constants of this module
_BATCH = text(f"""
SELECT a.id, a.answered_at, a.engine, a.engine_name, a.model, a.surface, a.basis, a.status,
       p.text AS prompt, p.topic, p.intent,
       CASE WHEN a.status = 'completed' THEN e.brand_named END AS mentioned,
       CASE WHEN a.status = 'completed' THEN e.position END AS position,
       e.data ->> 'sentiment' AS sentiment, a.text,
       (SELECT string_agg(c ->> 'url', ' ') FROM jsonb_array_elements(CASE
          WHEN jsonb_typeof(a.citations) = 'array' THEN a.citations ELSE '[]' END) c) AS citations
{_READ}{_ADMITTED}
   AND (CAST(:after AS uuid) IS NULL OR a.id < :after)
 ORDER BY a.id DESC LIMIT :limit
""")  # noqa: S608 - only constants of this module
_COUNT = text(f"SELECT count(*)\n{_READ}{_ADMITTED}")
_PLACES = text(f"""
SELECT named ->> 0 AS entity,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY CAST(named ->> 1 AS integer)) AS place
{_READ} CROSS JOIN LATERAL jsonb_array_elements(e.data -> 'positions') named
 WHERE a.run_id = :run AND a.status = 'completed' AND NOT p.branded AND a.engine = ANY(:engines)
 GROUP BY 1
""")
_RAW = text("SELECT raw, engine, model FROM answer WHERE id = :answer")
_TEXT = text("SELECT brand_id, run_id, text FROM answer WHERE id = :answer")

_SOURCES = """
SELECT CASE WHEN :by_url THEN url ELSE domain END AS key, min(domain) AS domain,
       max(title) FILTER (WHERE title <> '') AS title, mode() WITHIN GROUP (ORDER BY source_class)
       AS source_class, mode() WITHIN GROUP (ORDER BY owner) AS owner,
       sum(cited)::integer AS cited, sum(retrieved)::integer AS retrieved,
       sum(without_brand)::integer AS without_brand, count(DISTINCT url)::integer AS pages,
       array_agg(DISTINCT engine ORDER BY engine) AS engines, count(*) OVER () AS total,
       sum(sum(cited)) OVER ()::integer AS all_cited
  FROM run_source
  JOIN unnest(CAST(:runs AS uuid[]), CAST(:counted AS text[])) AS fit (run_id, engine)
    USING (run_id, engine)
 WHERE (CAST(:engines AS text[]) IS NULL OR engine = ANY(CAST(:engines AS text[])))
   AND (CAST(:classes AS text[]) IS NULL OR source_class = ANY(CAST(:classes AS text[])))
   AND (CAST(:q AS text) IS NULL OR strpos(lower(url || ' ' || title), lower(:q)) > 0)
 GROUP BY 1 ORDER BY {order}, cited DESC, retrieved DESC, key LIMIT :limit
"""
# Sort keys for sources, as columns of the statement above.
SOURCE_ORDERS = {
    "cited": "cited", "retrieved": "retrieved", "source": "key", "type": "source_class",
    "gap": "without_brand",
}  # fmt: skip
_SHARES = text("""
SELECT run_id, domain, sum(cited)::float8 / sum(sum(cited)) OVER (PARTITION BY run_id) AS share
  FROM run_source
  JOIN unnest(CAST(:runs AS uuid[]), CAST(:counted AS text[])) AS fit (run_id, engine)
    USING (run_id, engine)
 WHERE cited > 0 GROUP BY run_id, domain
""")


@dataclass(frozen=True, slots=True)
class AnswerFilter:
    """Filter of a list of answers; None admits everything. `start` and `end` are [start, end).

    `runs` and `run_engines`, of equal length, are the pairs whose neutral questions count.
    """

    run: UUID | None = None
    engines: Sequence[str] | None = None
    bases: Sequence[str] | None = None
    statuses: Sequence[str] | None = None
    prompts: Sequence[UUID] | None = None
    topics: Sequence[str] | None = None
    intents: Sequence[str] | None = None
    mentioned: bool | None = None
    sentiment: str | None = None
    entity: str | None = None
    domain: str | None = None
    start: datetime | None = None
    end: datetime | None = None
    q: str | None = None
    markets: Sequence[str] | None = None
    runs: Sequence[UUID] | None = None
    run_engines: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class FullAnswer:
    """An answer with its text; `citations` are the addresses it cites, separated by spaces."""

    id: UUID
    answered_at: datetime
    engine: str
    engine_name: str
    model: str
    surface: str
    basis: str
    status: str
    prompt: str
    topic: str
    intent: str
    mentioned: bool | None
    position: int | None
    sentiment: str | None
    text: str
    citations: str | None


async def page(
    session: AsyncSession, brand_id: UUID, wanted: AnswerFilter, after: UUID | None, limit: int
) -> tuple[list[dict[str, Any]], int]:
    """Answers in brief as JSON, newest first, and their total number."""
    asked = {"brand": brand_id, "after": after, "limit": limit, **asdict(wanted)}
    rows = (await session.execute(_PAGE, asked)).all()
    return [row.document for row in rows if row.id is not None], rows[0].total


async def batch(
    session: AsyncSession, brand_id: UUID, wanted: AnswerFilter, after: UUID | None, limit: int
) -> list[FullAnswer]:
    """The next answers older than `after` with their full text, newest first."""
    asked = {"brand": brand_id, "after": after, "limit": limit, **asdict(wanted)}
    return [FullAnswer(*row) for row in await session.execute(_BATCH, asked)]


async def count(session: AsyncSession, brand_id: UUID, wanted: AnswerFilter) -> int:
    """How many answers match a filter."""
    asked = {"brand": brand_id, **asdict(wanted)}
    return int((await session.execute(_COUNT, asked)).scalar_one())


async def usual_places(
    session: AsyncSession, run_id: UUID, engines: Sequence[str]
) -> dict[str, int]:
    """The median place in the order of names, by entity, in a run's answers to neutral prompts."""
    rows = await session.execute(_PLACES, {"run": run_id, "engines": list(engines)})
    return {row.entity: row.place for row in rows}


async def raw(session: AsyncSession, answer_id: UUID) -> Any | None:
    """The provider's payload, with engine and model."""
    return (await session.execute(_RAW, {"answer": answer_id})).one_or_none()


async def text_of(session: AsyncSession, answer_id: UUID) -> Any | None:
    """Brand, run and text of an answer."""
    return (await session.execute(_TEXT, {"answer": answer_id})).one_or_none()


async def sources(
    session: AsyncSession,
    pairs: Iterable[tuple[UUID, str]],
    *,
    by_url: bool,
    engines: Sequence[str] | None,
    classes: Sequence[str] | None,
    q: str | None,
    limit: int,
    sort: str = "-cited",
) -> Sequence[Any]:
    """Pages or domains the (run, engine) pairs used, most cited first; `total` counts all.

    `sort` is one of SOURCE_ORDERS, prefixed with "-" for the reverse; rows without a value come
    last.
    """
    ordered = sorted(pairs, key=str)
    asked = {
        "runs": [run for run, _ in ordered],
        "counted": [engine for _, engine in ordered],
        "by_url": by_url,
        "engines": engines,
        "classes": classes,
        "q": q,
        "limit": limit,
    }
    way = "DESC" if sort.startswith("-") else "ASC"
    order = f"{SOURCE_ORDERS[sort.removeprefix('-')]} {way} NULLS LAST"
    return (await session.execute(text(_SOURCES.format(order=order)), asked)).all()


async def citation_shares(
    session: AsyncSession, pairs: Iterable[tuple[UUID, str]]
) -> dict[UUID, dict[str, float]]:
    """The share of each domain among the citations of a run's answers, by run.

    Runs that cite nothing are missing.
    """
    ordered = sorted(pairs, key=str)
    asked = {"runs": [run for run, _ in ordered], "counted": [engine for _, engine in ordered]}
    found: dict[UUID, dict[str, float]] = defaultdict(dict)
    for row in await session.execute(_SHARES, asked):
        found[row.run_id][row.domain] = row.share
    return found
