"""The contents of a report: the documents behind the screens, gathered once.

Invariant: nothing is computed here. Every document is what the corresponding API call returns, so a
number in a report is the number on the screen; what the plan does not show is not read, and the
report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.analytics import service as analytics
from presence.domains.analytics.schemas.analytics import MetricName, MetricsOut
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.findings.schemas.conclusions import (
    ConclusionsOut,
    FindingsOut,
    GapsOut,
    RecommendationsOut,
)
from presence.domains.measurement.schemas.method import MethodOut
from presence.domains.measurement.service.method import method_document
from presence.domains.publishing.models import Report
from presence.domains.publishing.service.documents import (
    COMPETITORS,
    ENGINES,
    PROMPTS,
    every_row,
)
from presence.domains.publishing.service.reports.branding import Branding, branding_in_use
from presence.domains.results.schemas.results import BrandResults, ScoresOut
from presence.domains.results.service.reading import results_of
from presence.domains.results.service.why import why_sentence
from presence.domains.workspaces.service import workspace_zone

TREND: tuple[MetricName, ...] = ("content", "overall")
_GROUPED: dict[str, tuple[analytics.GroupBy, tuple[MetricName, ...]]] = {
    "engines": ("engine", ENGINES),
    "prompts": ("prompt", PROMPTS),
    "competitors": ("competitor", COMPETITORS),
}
_LISTED: dict[str, type[ConclusionsOut]] = {
    "gaps": GapsOut,
    "technical": FindingsOut,
    "recommendations": RecommendationsOut,
}
Section = ScoresOut | MetricsOut | ConclusionsOut | MethodOut
SectionT = TypeVar("SectionT", bound=Section)


@dataclass(frozen=True, slots=True)
class Content:
    """Documents by section; None if the plan does not show a section.

    `results` is what the dashboard shows of the brand's runs; `why` is its sentence on why Content
    AI Visibility changed, empty without one. `links` is the product's address.
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
    why: str
    sections: dict[str, Section | None]

    def section(self, name: str, kind: type[SectionT]) -> SectionT | None:
        """The document of a section; None if it was not requested or the plan does not show it."""
        found = self.sections.get(name)
        return found if isinstance(found, kind) else None

    @property
    def span(self) -> str | None:
        """The days that were measured, as reported by the metrics."""
        for name in ("trends", *_GROUPED):
            if metrics := self.section(name, MetricsOut):
                days = metrics.range
                return f"{days.from_} to {days.to} ({days.time_zone})"
        return None


async def gather(session: AsyncSession, report: Report, now: datetime, links: str) -> Content:
    """Everything the report needs. Raises NotFound if the brand is gone."""
    brand = await get_brand(session, report.brand_id)
    results = await results_of(session, report.brand_id)
    full = (await current_plan(session)).limits.allows("analytics.full")
    found: dict[str, Section | None] = {}
    for name in report.sections:
        if name in _LISTED:
            found[name] = await every_row(session, report.brand_id, _LISTED[name])
        elif name == "method":
            found[name] = await method_document(session)
        elif name != "summary":
            found[name] = await _metrics(session, report, name, now) if full else None
        else:
            found[name] = results.scores
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
        why=await why_sentence(session, report.brand_id, results.score_runs.content, now),
        sections=found,
    )


async def _metrics(session: AsyncSession, report: Report, name: str, now: datetime) -> MetricsOut:
    group, chosen = _GROUPED.get(name, (None, TREND))
    asked = analytics.MetricsQuery(
        chosen, group, (report.first, report.last), "previous", "day", (), (), (), ()
    )
    return await analytics.metrics(session, report.brand_id, asked, now)
