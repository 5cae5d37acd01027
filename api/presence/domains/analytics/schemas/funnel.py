"""How far a brand's pages come with assistants, on the wire."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from presence.domains.results.schemas.results import Count, Percent
from presence.http.schemas import ApiOut

Stop = Literal["refused", "not-fetched", "not-cited", "not-visited"]
StepName = Literal["fetched", "live", "cited", "named", "visited"]


class FunnelStepOut(ApiOut):
    """A step: how many pages take it, and what they take it with.

    `count` is requests for `fetched` and `live`, answers for `cited` and `named`, page views for
    `visited`; `of` is how many answers it is out of.
    """

    step: StepName
    pages: Count
    count: Count
    of: Count | None


class FunnelPageOut(ApiOut):
    """How far a page comes.

    `fetched` counts requests of search indexes, `live` those made while somebody asked; both were
    answered well, and none is from an address that contradicts its bot. `refused` requests of bots
    were answered with a status of 400 or above. `cited` answers cite the page, `named` of them name
    the brand. `share` is the share of the `questions` asked whose answers cite it, with its 95 %
    interval. `visits` are page views of people whom an assistant sent.

    `stop` is the first step that is missing, null if none is.
    """

    site: str
    page: str
    fetched: Count
    live: Count
    refused: Count
    cited: Count
    named: Count
    share: Percent | None
    share_low: Percent | None
    share_high: Percent | None
    visits: Count
    stop: Stop | None


class FunnelOut(ApiOut):
    """The way from a page to a visit over the days `from` to `to` (inclusive) of the logs.

    Answers are from the days `answeredFrom` to `answeredTo`: the same if days were asked for, else
    up to today. `counted` is false while no log tells anything of these days: then only what
    answers cite is known. `answers` are those whose sources are known, to `questions` different
    questions. `pages` counts all pages, `stops` those that miss a step, by the step; `total` counts
    those that match.
    """

    first: Annotated[date, Field(serialization_alias="from")]
    last: Annotated[date, Field(serialization_alias="to")]
    limited: bool
    counted: bool
    answered_from: date
    answered_to: date
    runs: Count
    answers: Count
    questions: Count
    steps: list[FunnelStepOut]
    pages: Count
    stops: dict[Stop, Count]
    total: Count
    data: list[FunnelPageOut]
