"""The stages that look: ingest the site, audit it, and decide what to ask.

Invariant: a stage whose result is stored is not done again, so a resumed run fetches no site
twice and asks the questions it had begun with.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from presence.analysis.crawler import CrawlLimits
from presence.analysis.documents import site_passages
from presence.analysis.pipeline import Ingested, audit_stage, ingest, panel_stage
from presence.analysis.ports import Stage
from presence.analysis.types import (
    AuditReport,
    Panel,
    PanelPrompt,
    Passage,
    SiteCrawl,
    Topic,
)
from presence.core.settings import AnalysisSettings
from presence.domains.brands.service import active_prompts, save_panel
from presence.domains.visibility.queries import results
from presence.domains.visibility.service.advice_rows import finding_row
from presence.domains.visibility.service.codec import dump, load
from presence.domains.visibility.service.rows import Row, crawl_of, crawl_rows
from presence.domains.visibility.service.work import (
    AUDIT,
    INGESTED,
    PANEL,
    TOPICS,
    Prompts,
    RunFailed,
    Work,
    aside,
)

BRAND = "brand"


@dataclass(frozen=True, slots=True)
class _FrozenPanel:
    version: str
    prompts: tuple[PanelPrompt, ...]
    ids: dict[str, UUID]


async def gather(work: Work) -> Ingested:
    """Stage `ingest`: crawl the site and its competitors', or rebuild them from snapshots."""
    if INGESTED in work.stored:
        return await _stored_crawls(work)
    if work.profile.website is None and not work.profile.competitors:
        await work.ledger.skip("ingest")
        await work.remember(INGESTED, True)
        return Ingested(None, (), ())
    await work.ledger.begin("ingest")
    ingested = await _crawl(work)
    owned = [(BRAND, ingested.crawl)] if ingested.crawl else []
    crawls = [*owned, *ingested.competitor_crawls]
    rows = await aside(lambda: [(owner, *crawl_rows(crawl)) for owner, crawl in crawls])
    async with work.ledger.transaction() as session:
        for owner, data, pages in rows:
            await results.put_crawl(session, work.run.id, owner, data, pages)
        await results.put_input(session, work.run.id, INGESTED, True)
    read = len(ingested.crawl.pages) if ingested.crawl else 0
    await work.ledger.end("ingest", read, read)
    return ingested


async def _crawl(work: Work) -> Ingested:
    resources = work.ledger.context.resources
    own, rivals = _limits(resources.settings.analysis)

    async def progress(stage: Stage, done: int, total: int) -> None:
        await work.ledger.progress(stage, done, total)

    try:
        return await ingest(work.profile, resources.fetcher, resources.clock, own, progress, rivals)
    except ValueError as error:
        raise RunFailed("site-invalid", "The website is not a web address.") from error


def _limits(settings: AnalysisSettings) -> tuple[CrawlLimits, CrawlLimits]:
    return (
        CrawlLimits(pages=settings.pages, deadline_s=settings.crawl_deadline_s),
        CrawlLimits(
            pages=settings.competitor_pages,
            depth=2,
            deadline_s=min(12.0, settings.crawl_deadline_s),
            probes=False,
        ),
    )


async def _stored_crawls(work: Work) -> Ingested:
    async with work.ledger.transaction() as session:
        stored = await results.crawls(session, work.run.id)
    names = {BRAND: work.profile.name, **{c.id: c.name for c in work.profile.competitors}}

    def rebuild() -> Ingested:
        crawls = {owner: crawl_of(data, facts) for owner, (data, facts) in stored.items()}
        ordered = [(owner, crawls[owner]) for owner in names if owner in crawls]
        passages = [p for owner, crawl in ordered for p in _passages(crawl, owner, names[owner])]
        rivals = tuple((owner, crawl) for owner, crawl in ordered if owner != BRAND)
        return Ingested(crawls.get(BRAND), rivals, tuple(passages))

    return await aside(rebuild)


def _passages(crawl: SiteCrawl, owner: str, name: str) -> tuple[Passage, ...]:
    return tuple(site_passages(crawl.pages, owner, name))


async def inspect(work: Work, ingested: Ingested) -> AuditReport | None:
    """Stage `audit`, done as soon as the pages are there; None when no page could be read."""
    if AUDIT in work.stored:
        return None if work.stored[AUDIT] is None else load(AuditReport, work.stored[AUDIT])
    report = await aside(lambda: audit_stage(ingested.crawl, work.profile, work.seed))
    data = None if report is None else dump(report)
    findings = report.findings if report else ()
    rows = [finding_row(finding, work.run.brand_id) for finding in findings]
    async with work.ledger.transaction() as session:
        await results.put_input(session, work.run.id, AUDIT, data)
        ids = await results.replace_findings(session, work.run.id, rows)
        news = [_finding_news(key, row) for key, row in zip(ids, rows, strict=True)]
        await work.ledger.announce(session, "finding.created", *news)
    work.stored[AUDIT] = data
    return report


def _finding_news(key: UUID, row: Row) -> Row:
    """Tells that there is one; what it says is read through the plan's limits."""
    return {"findingId": str(key), "impact": row["impact"]}


async def choose_prompts(work: Work, ingested: Ingested) -> Prompts:
    """Stage `panel`: the brand's prompts, made from its own words when it has none yet."""
    if PANEL in work.stored:
        return _prompts(load(_FrozenPanel, work.stored[PANEL]))
    await work.ledger.begin("panel")
    async with work.ledger.transaction() as session:
        stored = await active_prompts(session, work.run.brand_id)
    version = work.run.panel_version or ""
    if not stored:
        topics, panel = await _build(work, ingested)
        if not panel.prompts:
            raise RunFailed(
                "nothing-to-ask",
                "The brand's pages, documents and description hold too few words to ask about.",
            )
        version = panel.version
        async with work.ledger.transaction() as session:
            stored = await save_panel(session, work.run.brand_id, panel)
        await work.remember(TOPICS, dump(topics, tuple[Topic, ...]))
    chosen = stored[: work.run.panel_size]
    frozen = _FrozenPanel(
        version, tuple(s.prompt for s in chosen), {s.prompt.id: s.id for s in chosen}
    )
    async with work.ledger.transaction() as session:
        await results.put_input(session, work.run.id, PANEL, dump(frozen))
        await work.ledger.update(session, {"panel_version": version})
    await work.ledger.end("panel", len(chosen), len(chosen))
    return _prompts(frozen)


async def _build(work: Work, ingested: Ingested) -> tuple[tuple[Topic, ...], Panel]:
    embedder = await work.embedder()
    return await aside(
        lambda: panel_stage(
            work.profile, ingested, work.documents, work.run.panel_size, work.seed, embedder
        )
    )


def _prompts(frozen: _FrozenPanel) -> Prompts:
    return Prompts(Panel(frozen.prompts, frozen.version), frozen.ids)
