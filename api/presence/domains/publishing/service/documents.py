"""The documents behind the screens, for use outside the product.

Invariant: nothing is computed here. A document is what the corresponding API call returns, so a
number that leaves the product is the number on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.analytics.schemas.analytics import MetricName
from presence.domains.findings.schemas.conclusions import ConclusionsOut
from presence.domains.findings.service import lists
from presence.http.listing import MAX_LIMIT, Paging, key_of

PageT = TypeVar("PageT", bound=ConclusionsOut)
ENGINES: tuple[MetricName, ...] = (
    "content",
    "mentionRate",
    "avgPosition",
    "citationRate",
    "sentiment",
)
PROMPTS: tuple[MetricName, ...] = ("mentionRate", "avgPosition", "citationRate")
COMPETITORS: tuple[MetricName, ...] = (
    "shareOfVoice",
    "mentionRate",
    "avgPosition",
    "recommendationRate",
)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The filters, search and order of a list of conclusions, named as in its API call."""

    where: Mapping[str, str] = field(default_factory=dict)
    q: str = ""
    sort: str | None = None


async def list_page(
    session: AsyncSession,
    brand_id: UUID,
    of: type[PageT],
    paging: Paging,
    narrowed: Narrowed = Narrowed(),
) -> PageT:
    """One page of a list. Raises NotFound, and ValidationFailed for an unknown filter."""
    asked = lists.ask(lists.KIND_OF[of], narrowed.where, narrowed.q, narrowed.sort, paging)
    return await lists.listing(session, brand_id, of, asked)


async def every_row(session: AsyncSession, brand_id: UUID, of: type[PageT]) -> PageT:
    """Every row of a list that the plan shows, as one page."""
    page = await list_page(session, brand_id, of, Paging(MAX_LIMIT, None))
    rows, next_page = list(page.data), following(page)
    while next_page is not None:
        page = await list_page(session, brand_id, of, next_page)
        rows += page.data
        next_page = following(page)
    return page.model_copy(update={"data": rows})


def following(page: ConclusionsOut) -> Paging | None:
    """The paging of the following page; None after the last."""
    cursor = page.page.next_cursor
    return None if cursor is None else Paging(MAX_LIMIT, key_of(cursor))
