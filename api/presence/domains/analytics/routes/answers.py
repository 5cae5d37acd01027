"""Lists of answers, the sources behind them, and people's corrections of what was extracted."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from fastapi import Depends, Query, Response

from presence.domains.analytics.queries.answers import AnswerFilter
from presence.domains.analytics.schemas.answers import (
    CorrectionIn,
    CorrectionOut,
    DecisionIn,
    ReviewItemOut,
    SourceClass,
    SourcesOut,
)
from presence.domains.analytics.service import answer_lists as answers
from presence.domains.analytics.service import reviews
from presence.domains.identity.context import CurrentUser
from presence.domains.results.schemas.results import AnswerBriefOut, AnswerStatus
from presence.domains.runs.context import RUN, VIEW, ready_json, slice_router
from presence.domains.runs.schemas.runs import RunBasis
from presence.domains.workspaces.context import TenantSession
from presence.http.filters import Day, order
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import NowDep

router = slice_router("analytics")
Names = Annotated[list[str] | None, Query(max_length=100)]
Words = Annotated[str | None, Query(max_length=200)]
First = Annotated[Day | None, Query(alias="from")]
Last = Annotated[Day | None, Query(alias="to")]


async def _wanted(
    run: UUID | None = None,
    engine: Names = None,
    basis: Annotated[list[RunBasis] | None, Query()] = None,
    status: Annotated[list[AnswerStatus] | None, Query()] = None,
    prompt: Annotated[list[UUID] | None, Query(max_length=100)] = None,
    topic: Names = None,
    intent: Names = None,
    market: Names = None,
    mentioned: bool | None = None,
    sentiment: Literal["positive", "neutral", "negative"] | None = None,
    entity: Words = None,
    domain: Words = None,
    q: Words = None,
) -> AnswerFilter:
    return AnswerFilter(
        run=run,
        engines=engine,
        bases=basis,
        statuses=status,
        prompts=prompt,
        topics=topic,
        intents=intent,
        mentioned=mentioned,
        sentiment=sentiment,
        entity=entity,
        domain=domain,
        q=q or None,
        markets=market,
    )


@router.get("/api/v1/brands/{brand_id}/answers", dependencies=VIEW)
async def answer_list(
    brand_id: UUID,
    session: TenantSession,
    paging: PagingDep,
    wanted: Annotated[AnswerFilter, Depends(_wanted)],
    now: NowDep,
    first: First = None,
    last: Last = None,
    counted: bool = False,
) -> ListOut[AnswerBriefOut]:
    """List the answers to a brand's prompts.

    Newest first, from `from` to `to` inclusive, in the workspace's time zone. Plans without full
    analytics only see the answers of the run behind the current scores, and with `basis=imported`
    those of the newest import. `counted=true` lists only the answers that the metrics of these
    days count: valid, of the newest basis, from engines with enough answers, to prompts that do
    not name the brand. With `run` and no days, they are those that count in that run.
    """
    days = (first, last)
    rows, total = await answers.answer_list(
        session, brand_id, wanted, days, paging.after, paging.probe, now if counted else None
    )
    shown, page = cut(rows, paging, lambda row: row.id, total)
    return ListOut(data=list(shown), page=page)


@router.get("/api/v1/answers/{answer_id}/raw", dependencies=RUN)
async def answer_raw(answer_id: UUID, session: TenantSession) -> Response:
    """Get the provider's original response for an answer, as it was stored."""
    response = ready_json(await answers.raw_answer(session, answer_id))
    response.headers["Content-Disposition"] = f'attachment; filename="answer-{answer_id}.json"'
    return response


@router.post("/api/v1/answers/{answer_id}/corrections", status_code=201, dependencies=RUN)
@idempotent
async def correct(
    answer_id: UUID,
    said: CorrectionIn,
    user: CurrentUser,
    session: TenantSession,
    repeatable: RepeatableDep,
) -> CorrectionOut:
    """Report a wrong detection in an answer.

    If it changes which names count as mentioned, the brand's stored answers are analyzed again.
    """
    word = reviews.Correction(said.kind, said.entity, said.start, said.end, said.note)
    key = await reviews.correct(session, answer_id, word, user.user_id)
    return CorrectionOut(id=key, rescoring=reviews.changes_reading(said.kind))


@router.get("/api/v1/brands/{brand_id}/sources", dependencies=VIEW)
async def sources(
    brand_id: UUID,
    session: TenantSession,
    now: NowDep,
    group: Literal["domain", "url"] = "domain",
    first: First = None,
    last: Last = None,
    engine: Names = None,
    source_class: Annotated[list[SourceClass] | None, Query(alias="class")] = None,
    q: Words = None,
    sort: Annotated[str | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=answers.MAX_SOURCES)] = 50,
) -> SourcesOut:
    """List the pages or domains that answers cite or retrieve.

    403 `plan-limit` when the plan does not include full analytics.
    """
    return await answers.sources(
        session,
        brand_id,
        (first, last),
        now,
        by_url=group == "url",
        engines=engine,
        classes=source_class,
        q=q or None,
        limit=limit,
        sort=order(sort, answers.SOURCE_ORDERS, "-cited"),
    )


@router.get("/api/v1/brands/{brand_id}/mentions/review", dependencies=VIEW)
async def open_reviews(
    brand_id: UUID, session: TenantSession, paging: PagingDep
) -> ListOut[ReviewItemOut]:
    """List ambiguous mentions that need a decision.

    These are common words that may refer to a brand or competitor. None counts as a mention until
    someone confirms it. Oldest first.
    """
    rows, total = await reviews.open_reviews(session, brand_id, paging.after, paging.probe)
    shown, page = cut(rows, paging, lambda row: row.id, total)
    return ListOut(data=list(shown), page=page)


@router.post(
    "/api/v1/brands/{brand_id}/mentions/review/{review_id}", status_code=204, dependencies=RUN
)
async def decide(
    brand_id: UUID,
    review_id: UUID,
    decision: DecisionIn,
    user: CurrentUser,
    session: TenantSession,
    now: NowDep,
) -> None:
    """Decide whether an ambiguous word is a mention.

    The brand's stored answers are analyzed again with the decision.
    """
    await reviews.decide(session, brand_id, review_id, decision.is_brand, user.user_id, now)
