"""How far a brand's pages come with assistants, on the wire."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from presence.domains.results.schemas.results import Count, Percent
from presence.http.schemas import ApiOut

Missing = Literal["refused", "not-fetched", "not-cited", "not-visited"]
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
    answered well, and none is from an address that contradicts its bot. `refused` requests of
    assistants' bots were refused or failed, as in `shutOut`. `cited` answers cite the page, `named`
    of them name the brand; `share` is their share of all, with its 95 % interval over questions.
    `visits` are page views of people whom an assistant sent.

    `missing` is the first thing missing: `refused` if bots met errors only, `not-fetched`,
    `not-cited`, `not-visited`; null if nothing is, or if it cannot be known.
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
    missing: Missing | None


class FunnelOut(ApiOut):
    """The way from a page to a visit over the days `from` to `to` (inclusive) of the logs.

    Answers are from the days `answeredFrom` to `answeredTo`: the same if days were asked for, else
    up to today. `counted` is false while no log tells anything of these days: then only what
    answers cite is known. `newestLogged` is the last day in any log; `cut` says that not all pages
    are told apart. A page is said to be not fetched or not visited only if its site is in a log
    that is not `cut` and ends at most a week before the answers. `answers` are those whose sources
    are known, to `questions` different questions. `pages` counts all pages, `missing` those that
    miss something, by what; `total` counts those that match.
    """

    first: Annotated[date, Field(serialization_alias="from")]
    last: Annotated[date, Field(serialization_alias="to")]
    limited: bool
    counted: bool
    newest_logged: date
    cut: bool
    answered_from: date
    answered_to: date
    runs: Count
    answers: Count
    questions: Count
    steps: list[FunnelStepOut]
    pages: Count
    missing: dict[Missing, Count]
    total: Count
    data: list[FunnelPageOut]
