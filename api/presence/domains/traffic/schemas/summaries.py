"""What was counted, on the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field

from presence.domains.traffic.records import TrafficSummary
from presence.http.schemas import ApiOut, unit


class BotTrafficOut(ApiOut):
    """A bot's requests by its token.

    `errors` were answered with a status of 400 or above. The addresses of `verified` requests are
    ones its maker publishes, those of `contradicted` ones are not; for the others there is nothing
    to compare with. `aiCrawler` says whether the bot fetches for an assistant, AI search or a
    model; bots of classic search engines and tools do not.
    """

    bot: str
    purpose: str
    ai_crawler: bool
    requests: int = unit("count")
    errors: int = unit("count")
    verified: int = unit("count")
    contradicted: int = unit("count")


class ReferralOut(ApiOut):
    """People an assistant sent: their requests, and the page views among them."""

    assistant: str
    requests: int = unit("count")
    page_views: int = unit("count")


class TrafficDayOut(ApiOut):
    """Requests of a day (UTC) by purpose; `people` includes those an assistant sent."""

    day: date
    search: int = unit("count")
    user: int = unit("count")
    training: int = unit("count")
    agent: int = unit("count")
    other: int = unit("count")
    referral: int = unit("count")
    people: int = unit("count")


class BotStatusOut(ApiOut):
    """How often a bot was answered with a status."""

    bot: str
    status: int
    requests: int = unit("count")


class ShutOutOut(ApiOut):
    """How often an AI crawler was refused, or answered with a server error."""

    bot: str
    purpose: str
    status: int
    requests: int = unit("count")


class TrafficOut(ApiOut):
    """The requests in a brand's access logs over the days `from` to `to` (UTC, inclusive).

    `days` lists the days with requests. `shutOut` lists AI crawlers your server turned away
    (401, 403, 406, 407, 429, 451) or failed (500 to 599), without requests that use a bot's name
    from an address its maker does not publish. `limited` says that the plan shows seven days of
    uploaded logs.
    """

    first: Annotated[date, Field(serialization_alias="from")]
    last: Annotated[date, Field(serialization_alias="to")]
    limited: bool
    bots: list[BotTrafficOut]
    referrals: list[ReferralOut]
    people: int = unit("count")
    days: list[TrafficDayOut]
    statuses: list[BotStatusOut]
    shut_out: list[ShutOutOut]

    @classmethod
    def of(cls, found: TrafficSummary) -> Self:
        """A summary as its service returned it."""
        kinds = ("search", "user", "training", "agent", "other", "referral", "people")
        return cls(
            first=found.first,
            last=found.last,
            limited=found.limited,
            bots=[BotTrafficOut.model_validate(one) for one in found.bots],
            referrals=[
                ReferralOut(assistant=one.bot, requests=one.requests, page_views=one.views)
                for one in found.referrals
            ],
            people=found.people,
            days=[
                TrafficDayOut(
                    day=day,
                    **{
                        **{kind: counts.get(kind, 0) for kind in kinds},
                        "people": counts.get("people", 0) + counts.get("referral", 0),
                    },
                )
                for day, counts in found.days
            ],
            statuses=[
                BotStatusOut(bot=bot, status=status, requests=requests)
                for bot, status, requests in found.statuses
            ],
            shut_out=[ShutOutOut.model_validate(one) for one in found.shut_out],
        )


class TrafficPageOut(ApiOut):
    """Requests of a page by bots and by people an assistant sent.

    `page` is null for the total of all other pages: at most 300 pages are counted separately per
    source and hour.
    """

    site: str
    page: str | None
    requests: int = unit("count")
    errors: int = unit("count")
    page_views: int = unit("count")


class TrafficPagesOut(ApiOut):
    """The 200 most requested pages."""

    data: list[TrafficPageOut]


class SampleLineOut(ApiOut):
    """A bot's request as it was logged, with the network instead of its address."""

    id: UUID
    at: datetime
    bot: str
    purpose: str
    page: str
    status: int
    verdict: str
    line: str
