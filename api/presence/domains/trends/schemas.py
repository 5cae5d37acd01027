"""Trending queries on the wire; null where nothing is known, never 0 instead."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from presence.http.schemas import ApiOut


def _unit(name: str) -> Any:
    return Field(json_schema_extra={"x-unit": name})


Count = Annotated[int, _unit("count")]
Percent = Annotated[float, _unit("percent")]
Score100 = Annotated[float, _unit("score100")]


class CitedDomainOut(ApiOut):
    """A domain cited in answers that searched for this query, and the number of those answers."""

    domain: str
    answers: Count


class QueryGapOut(ApiOut):
    """An open content gap behind a query."""

    id: UUID
    prompt: str


class TrendingQueryOut(ApiOut):
    """A query that engines searched for while answering, or a market term without searches.

    `demand` is an estimated index: the share of the `n` answers of the last 28 days that searched
    for it. A null `growth` means that the query is new or has no demand. `topics` are those of the
    prompts its example answers belong to; a term without searches is its own topic. `gap` is the
    worst open content gap of those prompts that the plan shows; a brief can be requested for it.
    """

    id: UUID
    query: str
    demand: Score100 | None
    growth: Percent | None
    saturation: Literal["Very Low", "Low", "Medium", "High", "Very High"] | None
    effective_domains: Annotated[float, _unit("count")] | None
    difficulty: Literal["Low", "Medium", "High"] | None
    top_three_share: Percent | None
    authority_share: Percent | None
    simulated: bool
    seen: Count
    n: Count
    topics: list[str]
    answers: list[UUID]
    cited: list[CitedDomainOut]
    gap: QueryGapOut | None


class TrendsOut(ApiOut):
    """The newest trending queries; `state` is that of the latest update."""

    state: Literal["none", "reading", "done", "failed"]
    failure: str
    as_of: datetime | None
    basis: Literal["assistants", "simulator"] | None
    answers: Count
    source: Literal["fan-out"]
    estimated: bool
    data: list[TrendingQueryOut]
    total: Count
    locked: Count


class TrackedOut(ApiOut):
    """The prompt created from a query."""

    prompt_id: UUID
    text: str
