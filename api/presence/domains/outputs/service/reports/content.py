"""What a report holds: the documents of the screens' own calls, gathered once.

Invariant: nothing is computed here. Every document is what the matching call of the API answers,
as JSON, so a number in a report is the number on the screen; what the plan does not show is not
read, and the report says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.outputs.models import Report
from presence.domains.visibility.schemas.analytics import MetricsOut
from presence.domains.visibility.schemas.conclusions import (
    FindingsOut,
    GapsOut,
    RecommendationsOut,
)
from presence.domains.visibility.schemas.method import MethodOut
from presence.domains.visibility.service import analytics
from presence.domains.visibility.service.advice import lists
from presence.domains.visibility.service.method import method_document
from presence.domains.visibility.service.reading import results_of
from presence.domains.workspaces.service import workspace_zone
from presence.http.listing import MAX_LIMIT, Paging

Document = dict[str, Any]

ENGINES = ("content", "mentionRate", "avgPosition", "citationRate", "sentiment")
PROMPTS = ("mentionRate", "avgPosition", "citationRate")
COMPETITORS = ("shareOfVoice", "mentionRate", "avgPosition", "recommendationRate")
COURSE = ("content", "overall")
_GROUPED: dict[str, tuple[analytics.GroupBy, Sequence[str]]] = {
    "engines": ("engine", ENGINES),
    "prompts": ("prompt", PROMPTS),
    "competitors": ("competitor", COMPETITORS),
}
_LISTED: dict[str, tuple[lists.Kind, type[BaseModel]]] = {
    "gaps": ("gap", GapsOut),
    "technical": ("finding", FindingsOut),
    "recommendations": ("recommendation", RecommendationsOut),
}


@dataclass(frozen=True, slots=True)
class Content:
    """Documents by section; None where the plan does not show a section.

    `results` is what the dashboard shows of the brand's runs. `links` is the product's address.
    """

    brand_id: UUID
    brand: str
    website: str
    audience: str
    made_at: datetime
    zone: ZoneInfo
    links: str
    results: Document
    sections: dict[str, Document | None]

    @property
    def span(self) -> Document | None:
        """The days that were measured, as the metrics answered them."""
        metrics = (self.sections.get(name) for name in ("trends", *_GROUPED))
        return next((found["range"] for found in metrics if found), None)


async def gather(session: AsyncSession, report: Report, now: datetime, links: str) -> Content:
    """Everything the report asks for. Raises NotFound when the brand is gone."""
    brand = await get_brand(session, report.brand_id)
    results = await results_of(session, report.brand_id)
    full = (await current_plan(session)).limits.allows("analytics.full")
    found: dict[str, Document | None] = {}
    for name in report.sections:
        if name in _LISTED:
            found[name] = await _list(session, report.brand_id, name)
        elif name == "method":
            method = MethodOut.model_validate(await method_document(session))
            found[name] = _json(method)
        elif name != "summary":
            found[name] = await _metrics(session, report, name, now) if full else None
        else:
            found[name] = results["scores"]
    return Content(
        brand_id=report.brand_id,
        brand=brand.name,
        website=brand.website_url or "",
        audience=brand.target_audience,
        made_at=now,
        zone=await workspace_zone(session),
        links=links,
        results=results,
        sections=found,
    )


async def _metrics(session: AsyncSession, report: Report, name: str, now: datetime) -> Document:
    group, chosen = _GROUPED.get(name, (None, COURSE))
    asked = analytics.Asked(
        tuple(chosen), group, (report.first, report.last), "previous", "day", (), (), (), ()
    )
    found = await analytics.metrics(session, report.brand_id, asked, now)
    return _json(MetricsOut.model_validate(found))


async def _list(session: AsyncSession, brand_id: UUID, name: str) -> Document:
    """Every row the plan shows, page by page."""
    kind, schema = _LISTED[name]
    whole: Document = {"data": [], "locked": 0}
    paging = Paging(MAX_LIMIT, None)
    while True:
        asked = lists.ask(kind, {}, None, None, paging)
        page = _json(schema.model_validate(await lists.listing(session, brand_id, kind, asked)))
        whole["data"] += page["data"]
        whole["locked"] = page["locked"]
        if page["page"]["nextCursor"] is None:
            return whole
        paging = Paging(MAX_LIMIT, UUID(page["data"][-1]["id"]))


def _json(model: BaseModel) -> Document:
    document: Document = model.model_dump(mode="json", by_alias=True)
    return document
