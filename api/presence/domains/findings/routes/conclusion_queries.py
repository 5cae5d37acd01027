"""Query parameters of the lists of conclusions, as dependencies of their routes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from presence.domains.findings.queries.advice_lists import FILTERS, AdviceQuery
from presence.domains.findings.service.lists import ask
from presence.http.filters import OnlyFilters
from presence.http.listing import PagingDep

Words = Annotated[str | None, Query(max_length=200)]
Status = Annotated[str | None, Query(alias="filter[status]", max_length=200)]
Type = Annotated[str | None, Query(alias="filter[type]", max_length=200)]
Category = Annotated[str | None, Query(alias="filter[category]", max_length=400)]
Effort = Annotated[str | None, Query(alias="filter[effort]", max_length=200)]

GAP_FILTERS = OnlyFilters(*FILTERS["gap"])
FINDING_FILTERS = OnlyFilters(*FILTERS["finding"])
RECOMMENDATION_FILTERS = OnlyFilters(*FILTERS["recommendation"])


async def gap_query(
    paging: PagingDep,
    status: Status = None,
    type_: Type = None,
    category: Category = None,
    topic: Annotated[str | None, Query(alias="filter[topic]", max_length=400)] = None,
    competitor: Annotated[str | None, Query(alias="filter[competitor]", max_length=400)] = None,
    engine: Annotated[str | None, Query(alias="filter[engine]", max_length=200)] = None,
    q: Words = None,
    sort: Words = None,
) -> AdviceQuery:
    """Parameters of the content gaps."""
    given = {
        "status": status,
        "type": type_,
        "category": category,
        "topic": topic,
        "competitor": competitor,
        "engine": engine,
    }
    return ask("gap", given, q, sort, paging)


async def finding_query(
    paging: PagingDep,
    status: Status = None,
    type_: Type = None,
    impact: Annotated[str | None, Query(alias="filter[impact]", max_length=200)] = None,
    effort: Effort = None,
    code: Annotated[str | None, Query(alias="filter[code]", max_length=400)] = None,
    bot: Annotated[str | None, Query(alias="filter[bot]", max_length=400)] = None,
    page: Annotated[str | None, Query(alias="filter[page]", max_length=2048)] = None,
    q: Words = None,
    sort: Words = None,
) -> AdviceQuery:
    """Parameters of the technical findings; `filter[type]` takes group names like ai-access."""
    given = {
        "status": status,
        "type": type_,
        "impact": impact,
        "effort": effort,
        "code": code,
        "bot": bot,
        "page": page,
    }
    return ask("finding", given, q, sort, paging)


async def recommendation_query(
    paging: PagingDep,
    status: Status = None,
    category: Category = None,
    priority: Annotated[str | None, Query(alias="filter[priority]", max_length=200)] = None,
    effort: Effort = None,
    grade: Annotated[str | None, Query(alias="filter[grade]", max_length=200)] = None,
    source: Annotated[str | None, Query(alias="filter[source]", max_length=200)] = None,
    q: Words = None,
    sort: Words = None,
) -> AdviceQuery:
    """Parameters of the recommendations."""
    given = {
        "status": status,
        "category": category,
        "priority": priority,
        "effort": effort,
        "grade": grade,
        "source": source,
    }
    return ask("recommendation", given, q, sort, paging)


GapQuery = Annotated[AdviceQuery, Depends(gap_query)]
FindingQuery = Annotated[AdviceQuery, Depends(finding_query)]
RecommendationQuery = Annotated[AdviceQuery, Depends(recommendation_query)]
