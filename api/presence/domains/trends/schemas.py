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
    """A domain that answers to this query cite, and how many do."""

    domain: str
    answers: Count


class QueryGapOut(ApiOut):
    """An open content gap: the question that is lost."""

    id: UUID
    prompt: str


class TrendingQueryOut(ApiOut):
    """A query engines issued while answering, or a term of the market nobody searched for.

    `demand` is an estimated index: the share of the last 28 days' `n` answers that searched for
    it. `growth` null means new, or no demand. `topics` are those of the questions its example
    answers answer; a term nobody searched for is a topic itself. `gap` is the worst content gap of
    those questions that is open and shown on the plan: the one a brief can be made for.
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
    """The newest reading; `state` is that of the newest request."""

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
    """The prompt a query became."""

    prompt_id: UUID
    text: str
