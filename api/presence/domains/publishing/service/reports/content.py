"""The contents of a report: the documents behind the screens, gathered once.

Invariant: nothing is computed here. Every document is what the corresponding API call returns, as
JSON, so a number in a report is the number on the screen; what the plan does not show is not read,
and the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.analytics import service as analytics
from presence.domains.analytics.schemas.analytics import MetricName
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.findings.service import lists
from presence.domains.measurement.service.method import method_document
from presence.domains.publishing.models import Report
from presence.domains.publishing.service.documents import (
    COMPETITORS,
    ENGINES,
    PROMPTS,
    Document,
    as_json,
    every_row,
    metrics_document,
)
from presence.domains.publishing.service.reports.branding import Branding, branding_in_use
from presence.domains.results.schemas.results import BrandResults
from presence.domains.results.service.reading import results_of
from presence.domains.workspaces.service import workspace_zone

TREND: tuple[MetricName, ...] = ("content", "overall")
_GROUPED: dict[str, tuple[analytics.GroupBy, tuple[MetricName, ...]]] = {
    "engines": ("engine", ENGINES),
    "prompts": ("prompt", PROMPTS),
    "competitors": ("competitor", COMPETITORS),
}
_LISTED: dict[str, lists.Kind] = {
    "gaps": "gap",
    "technical": "finding",
    "recommendations": "recommendation",
}


@dataclass(frozen=True, slots=True)
class Content:
    """Documents by section; None if the plan does not show a section.

    `results` is what the dashboard shows of the brand's runs. `links` is the product's address.
    """

    brand_id: UUID
    brand: str
    website: str
    audience: str
    made_at: datetime
    zone: ZoneInfo
    links: str
    branding: Branding | None
    results: BrandResults
    sections: dict[str, Document | None]

    @property
    def span(self) -> Document | None:
        """The days that were measured, as reported by the metrics."""
        metrics = (self.sections.get(name) for name in ("trends", *_GROUPED))
        return next((found["range"] for found in metrics if found), None)


async def gather(session: AsyncSession, report: Report, now: datetime, links: str) -> Content:
    """Everything the report needs. Raises NotFound if the brand is gone."""
    brand = await get_brand(session, report.brand_id)
    results = await results_of(session, report.brand_id)
    full = (await current_plan(session)).limits.allows("analytics.full")
    found: dict[str, Document | None] = {}
    for name in report.sections:
        if name in _LISTED:
            found[name] = await every_row(session, report.brand_id, _LISTED[name])
        elif name == "method":
            found[name] = as_json(await method_document(session))
        elif name != "summary":
            found[name] = await _metrics(session, report, name, now) if full else None
        else:
            found[name] = as_json(results.scores)
    return Content(
        brand_id=report.brand_id,
        brand=brand.name,
        website=brand.website_url or "",
        audience=brand.target_audience,
        made_at=now,
        zone=await workspace_zone(session),
        links=links,
        branding=await branding_in_use(session),
        results=results,
        sections=found,
    )


async def _metrics(session: AsyncSession, report: Report, name: str, now: datetime) -> Document:
    group, chosen = _GROUPED.get(name, (None, TREND))
    asked = analytics.MetricsQuery(
        chosen, group, (report.first, report.last), "previous", "day", (), (), (), ()
    )
    return await metrics_document(session, report.brand_id, asked, now)
