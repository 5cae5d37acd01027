"""The contents of a content brief: the documents behind the screens, gathered once.

Invariant: nothing is assessed here. The gap, its answers, the facts and the findings are what the
corresponding API calls return, and no row is read that the plan does not show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.db.tenancy import binding_of
from presence.domains.analytics.schemas.facts import FactOut
from presence.domains.analytics.service.interpretations.facts import facts_document
from presence.domains.brands.service import active_prompts, get_brand
from presence.domains.brands.service.prompts import read_prompt
from presence.domains.findings.schemas.conclusions import FindingRowOut, FindingsOut, GapOut
from presence.domains.findings.schemas.evidence import AnswerOut
from presence.domains.findings.service import decisions
from presence.domains.findings.service.evidence import answer_document
from presence.domains.findings.service.nearest_passages import NearestPassage, nearest_passages
from presence.domains.measurement.schemas.method import MethodOut
from presence.domains.measurement.service.method import method_document
from presence.domains.publishing.models import Report
from presence.domains.publishing.service.documents import every_row
from presence.domains.publishing.service.reports.branding import Branding, branding_in_use
from presence.domains.workspaces.service import workspace_zone

MOST_ANSWERS = 40
MOST_NEIGHBOURS = 6


@dataclass(frozen=True, slots=True)
class BriefQuestion:
    """How the question is worded: its versions, oldest first, and others on its topic."""

    intent: str
    locale: str
    wordings: tuple[str, ...]
    neighbours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """Documents as returned by the API; `findings` are those of `page`, the closest one.

    `page` is None if no page comes close. `links` is the product's address.
    """

    workspace_id: UUID | None
    brand_id: UUID
    brand: str
    website: str
    made_at: datetime
    zone: ZoneInfo
    links: str
    branding: Branding | None
    gap: GapOut
    question: BriefQuestion
    answers: tuple[AnswerOut, ...]
    nearest: tuple[NearestPassage, ...]
    page: str | None
    facts: tuple[FactOut, ...]
    findings: tuple[FindingRowOut, ...]
    locked_findings: int
    method: MethodOut


async def gather_brief(session: AsyncSession, report: Report, now: datetime, links: str) -> Brief:
    """Everything the brief contains. Raises NotFound if the brand or the gap is gone."""
    if report.gap_id is None:
        raise ValueError(f"Report {report.id} is no brief.")
    brand = await get_brand(session, report.brand_id)
    gap = await decisions.one(session, brand.id, GapOut, report.gap_id)
    question = await _question(session, brand.id, gap)
    nearest = await nearest_passages(session, brand.id, report.gap_id, question.locale)
    page = next((one.source for one in nearest if _is_page(one.source)), None)
    facts = await facts_document(session, brand.id)
    findings = await every_row(session, brand.id, FindingsOut)
    return Brief(
        workspace_id=binding_of(session).workspace_id,
        brand_id=brand.id,
        brand=brand.name,
        website=brand.website_url or "",
        made_at=now,
        zone=await workspace_zone(session),
        links=links,
        branding=await branding_in_use(session),
        gap=gap,
        question=question,
        answers=await _answers(session, gap),
        nearest=nearest,
        page=page,
        facts=tuple(fact for fact in facts.facts if fact.status == "confirmed"),
        findings=tuple(_open_on(page, findings.data)),
        locked_findings=findings.locked,
        method=await method_document(session),
    )


async def _question(session: AsyncSession, brand_id: UUID, gap: GapOut) -> BriefQuestion:
    """If its prompt has been removed, the question consists of its text alone."""
    asked = await active_prompts(session, brand_id)
    others = (one.prompt.text for one in asked if one.prompt.topic == gap.topic)
    neighbours = tuple(text for text in others if text != gap.prompt)[:MOST_NEIGHBOURS]
    if gap.prompt_id is None:
        return BriefQuestion("", "en", (gap.prompt,), neighbours)
    try:
        prompt, versions = await read_prompt(session, brand_id, gap.prompt_id)
    except NotFound:
        return BriefQuestion("", "en", (gap.prompt,), neighbours)
    wordings = tuple(dict.fromkeys((gap.prompt, *(one.text for one in versions))))
    return BriefQuestion(prompt.intent, prompt.locale, wordings, neighbours)


async def _answers(session: AsyncSession, gap: GapOut) -> tuple[AnswerOut, ...]:
    """The answers the gap was counted from, taken from the engines in turn."""
    by_engine = [engine.answer_ids for engine in gap.engines]
    turns = max(map(len, by_engine), default=0)
    ids = [ids[turn] for turn in range(turns) for ids in by_engine if turn < len(ids)]
    return tuple([await answer_document(session, one) for one in ids[:MOST_ANSWERS]])


def _is_page(source: str) -> bool:
    return source.startswith(("https://", "http://"))


def _open_on(page: str | None, findings: Sequence[FindingRowOut]) -> list[FindingRowOut]:
    """The findings that are open on the page."""
    return [
        row
        for row in findings
        if row.status not in {"done", "dismissed"} and page in {row.page, *row.pages}
    ]
