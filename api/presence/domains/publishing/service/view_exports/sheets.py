"""The tables an export may contain, each read page by page as the screens read them.

Invariant: rows come from the services behind the screens, with the same filters and the same plan
limits; no more than one page of them is in memory at a time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.analytics import service as analytics
from presence.domains.analytics.schemas.analytics import (
    GroupOut,
    MetricName,
    MetricsOut,
    PointOut,
    SeriesOut,
)
from presence.domains.analytics.schemas.answers import SourcesOut
from presence.domains.analytics.service import answer_lists as answers
from presence.domains.analytics.service.answer_lists import AnswerFilter, FullAnswer
from presence.domains.findings.schemas.conclusions import (
    ConclusionsOut,
    DecidedOut,
    FindingsOut,
    GapOut,
    GapsOut,
    RecommendationsOut,
)
from presence.domains.publishing.schemas.view_exports import SheetName, ViewFilters
from presence.domains.publishing.service.documents import (
    COMPETITORS,
    ENGINES,
    PROMPTS,
    Narrowed,
    following,
    list_page,
)
from presence.http.listing import MAX_LIMIT, Paging
from presence.http.schemas import ApiOut

Cell = str | int | float | bool | date | UUID | None
Record = dict[str, Cell]
Read = Callable[[AsyncSession], Awaitable[Any]]
Run = Callable[[Read], Awaitable[Any]]

ANALYTICS: frozenset[SheetName] = frozenset(
    {"course", "engines", "competitors", "prompts", "topics", "sources"}
)
LISTED: Mapping[SheetName, type[ConclusionsOut]] = {
    "content-gaps": GapsOut,
    "technical-gaps": FindingsOut,
    "recommendations": RecommendationsOut,
}
_GROUPS: Mapping[SheetName, tuple[analytics.GroupBy, tuple[MetricName, ...]]] = {
    "engines": ("engine", ENGINES),
    "competitors": ("competitor", COMPETITORS),
    "prompts": ("prompt", PROMPTS),
    "topics": ("topic", PROMPTS),
}
_READING = ("value", "low", "high", "n", "hits")
_POINT = ("day", "series", "metric", "unit", *_READING, "models")
_PROMPT = ("topic", "intent", "locale", "status")
_ANSWER = (
    "id", "answeredAt", "engine", "engineName", "model", "surface", "basis", "status", "prompt",
    "topic", "intent", "mentioned", "position", "sentiment", "text", "citations",
)  # fmt: skip
_COLUMNS: Mapping[type[ConclusionsOut], tuple[str, ...]] = {
    GapsOut: (
        "id", "prompt", "topic", "category", "gapType", "competitor", "competitors", "wonBy",
        "kind", "n", "brandAnswers", "rivalAnswers", "tooEarly", "aiResponse", "attackMove",
        "sources", "status", "note", "answerId",
    ),
    FindingsOut: (
        "id", "issue", "code", "type", "impact", "effort", "page", "affectedPages", "bots", "why",
        "action", "status", "note",
    ),
    RecommendationsOut: (
        "id", "title", "category", "priority", "effort", "grade", "description", "why",
        "expectedGain", "status", "note",
    ),
}  # fmt: skip
_SOURCE = (
    "key", "domain", "title", "sourceClass", "owner", "cited", "retrieved", "withoutBrand",
    "pages", "engines", "gap",
)  # fmt: skip
BATCH = 500


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """Whose rows, with which filters, as of when. `run` does one read in a short transaction."""

    brand_id: UUID
    filters: ViewFilters
    now: datetime
    run: Run

    @property
    def counted_at(self) -> datetime | None:
        """The time now where only the answers that metrics count are wanted."""
        return self.now if self.filters.counted else None


def columns_of(name: SheetName) -> tuple[str, ...]:
    """The members of each row of a table, in order; known before any row is."""
    if name == "answers":
        return _ANSWER
    if name in LISTED:
        return _COLUMNS[LISTED[name]]
    if name == "sources":
        return _SOURCE
    if name not in _GROUPS:
        return _POINT
    group, metrics = _GROUPS[name]
    prompt = _PROMPT if group == "prompt" else ()
    values = [
        column
        for metric in metrics
        for column in (
            metric,
            *(f"{metric}.{part}" for part in _READING[1:]),
            _change_column(metric, of_prompts=group == "prompt"),
            f"{metric}.verdict",
        )
    ]
    return ("label", *prompt, *values, "answers", "failed")


def _change_column(metric: MetricName, *, of_prompts: bool) -> str:
    """The heading of a change: that of a question's mention rate is not the difference as counted.

    It is what probably lasts, without what is likely chance.
    """
    is_probable = of_prompts and metric == "mentionRate"
    return f"{metric}.{'probableChange' if is_probable else 'change'}"


async def pages(name: SheetName, wanted: SheetRequest) -> AsyncIterator[list[Record]]:
    """The rows of a table, page by page; every row has the members of `columns_of`."""
    if name == "answers":
        reading = _answers(wanted)
    elif name in LISTED:
        reading = _listed(LISTED[name], wanted)
    elif name == "sources":
        reading = _sources(wanted)
    else:
        reading = _metrics(name, wanted)
    async for page in reading:
        yield page


async def size_of(name: SheetName, wanted: SheetRequest) -> int | None:
    """How many rows there will be, if that is known in advance."""
    if name != "answers":
        return None
    chosen, days = answer_filter(wanted.filters), _days(wanted.filters)
    found: int = await wanted.run(
        lambda session: answers.count_answers(
            session, wanted.brand_id, chosen, days, wanted.counted_at
        )
    )
    return found


def answer_filter(filters: ViewFilters) -> AnswerFilter:
    """The filter for the list of answers."""
    return AnswerFilter(
        engines=filters.engine or None,
        bases=filters.basis or None,
        statuses=filters.status or None,
        prompts=filters.prompt or None,
        topics=filters.topic or None,
        intents=filters.intent or None,
        markets=filters.market or None,
        mentioned=filters.mentioned,
        sentiment=filters.sentiment,
        entity=filters.entity,
        domain=filters.domain,
        q=filters.q or None,
    )


def narrowed(filters: ViewFilters) -> Narrowed:
    """The filter for a list of conclusions."""
    return Narrowed(filters.where, filters.q, filters.sort)


async def _answers(wanted: SheetRequest) -> AsyncIterator[list[Record]]:
    chosen, days = answer_filter(wanted.filters), _days(wanted.filters)
    after: UUID | None = None
    while True:
        last = after

        async def read(session: AsyncSession, last: UUID | None = last) -> list[FullAnswer]:
            return await answers.answer_batch(
                session, wanted.brand_id, chosen, days, last, BATCH, wanted.counted_at
            )

        rows: list[FullAnswer] = await wanted.run(read)
        if rows:
            after = rows[-1].id
            yield [{to_camel(name): value for name, value in asdict(row).items()} for row in rows]
        if len(rows) < BATCH:
            return


async def _listed(of: type[ConclusionsOut], wanted: SheetRequest) -> AsyncIterator[list[Record]]:
    paging: Paging | None = Paging(MAX_LIMIT, None)
    while paging is not None:
        asked = paging

        async def read(session: AsyncSession, asked: Paging = asked) -> ConclusionsOut:
            return await list_page(session, wanted.brand_id, of, asked, narrowed(wanted.filters))

        page: ConclusionsOut = await wanted.run(read)
        if page.data:
            yield [_conclusion(row, _COLUMNS[of]) for row in page.data]
        paging = following(page)


async def _sources(wanted: SheetRequest) -> AsyncIterator[list[Record]]:
    filters = wanted.filters
    sort = filters.sort or ""

    async def read(session: AsyncSession) -> SourcesOut:
        return await answers.sources(
            session,
            wanted.brand_id,
            _days(filters),
            wanted.now,
            by_url=filters.group == "url",
            engines=filters.engine or None,
            classes=filters.source_class or None,
            q=filters.q or None,
            limit=answers.MAX_EXPORTED_SOURCES,
            sort=sort if sort.removeprefix("-") in answers.SOURCE_ORDERS else "-cited",
        )

    found: SourcesOut = await wanted.run(read)
    yield [_flat(row, _SOURCE) for row in found.data]


async def _metrics(name: SheetName, wanted: SheetRequest) -> AsyncIterator[list[Record]]:
    group, metrics = _GROUPS.get(name, (None, (wanted.filters.metric,)))
    filters = wanted.filters
    asked = analytics.MetricsQuery(
        metrics,
        group,
        _days(filters),
        filters.compare,
        filters.interval,
        tuple(filters.engine),
        tuple(filters.topic),
        tuple(filters.intent),
        tuple(filters.prompt),
        tuple(filters.market),
        compared=(filters.compare_from, filters.compare_to),
        match=filters.match,
    )
    found: MetricsOut = await wanted.run(
        lambda session: analytics.metrics(session, wanted.brand_id, asked, wanted.now)
    )
    if group is None:
        yield [_point(line, point) for line in found.series for point in line.points]
    else:
        yield [_grouped(row, metrics) for row in found.groups]


def _point(line: SeriesOut, point: PointOut) -> Record:
    readings = {part: getattr(point, part) for part in _READING}
    named = {"day": point.at, "series": line.label, "metric": line.metric, "unit": point.unit}
    return {**named, **readings, "models": ", ".join(point.models)}


def _grouped(row: GroupOut, metrics: tuple[MetricName, ...]) -> Record:
    flat: Record = {"label": row.label}
    if row.prompt:
        flat |= {name: getattr(row.prompt, name) for name in _PROMPT}
    for metric in metrics:
        reading = row.values.get(metric)
        delta = reading.delta if reading else None
        flat[metric] = reading.value if reading else None
        flat |= {f"{metric}.{part}": getattr(reading, part, None) for part in _READING[1:]}
        change = _change_column(metric, of_prompts=row.prompt is not None)
        flat[change] = delta.points if delta else None
        flat[f"{metric}.verdict"] = delta.verdict if delta else None
    return {**flat, "answers": row.answers, "failed": row.failed}


def _conclusion(row: DecidedOut, members: tuple[str, ...]) -> Record:
    found = _flat(row, members)
    return found | {"competitor": row.ahead} if isinstance(row, GapOut) else found


def _flat(row: ApiOut, members: tuple[str, ...]) -> Record:
    found = row.model_dump(mode="json")
    return {name: _text_of(found[name]) for name in members}


def _text_of(value: Any) -> Cell:
    cell: Cell = ", ".join(map(str, value)) if isinstance(value, list) else value
    return cell


def _days(filters: ViewFilters) -> tuple[Any, Any]:
    return filters.first, filters.last
