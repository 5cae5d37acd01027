"""The stages before asking: crawl the site, audit it, and decide what to ask.

Invariant: a stage whose result is stored is not repeated, so a resumed run fetches no site twice
and asks the questions it began with.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from uuid import UUID

from presence.analysis.crawler import CrawlLimits
from presence.analysis.panel import build_panel, tag_lines
from presence.analysis.pipeline import Ingested, audit_stage, ingest
from presence.analysis.ports import Stage
from presence.analysis.types import AuditReport, BrandProfile, Panel
from presence.core import metrics
from presence.core.settings import AnalysisSettings
from presence.domains.brands.service import (
    active_prompts,
    interpretation_prompt,
    measured_panel,
    save_panel,
)
from presence.domains.findings.queries import findings
from presence.domains.findings.service.rows import finding_row
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.service.codec import dump, load
from presence.domains.runs.service.panels import PANEL, Prompts, freeze, load_panel
from presence.domains.runs.service.rows import Row, crawl_rows
from presence.domains.runs.service.run_kinds import PARTS
from presence.domains.runs.service.stored_crawls import ingested_of
from presence.domains.runs.service.understanding import understand
from presence.domains.runs.service.work import AUDIT, INGESTED, RunFailed, Work

BRAND = "brand"


class ServerWaits(Exception):
    """The site's server cannot be visited yet; the job is retried."""


async def gather(work: Work) -> Ingested:
    """Stage `ingest`: crawl the site and its competitors', or rebuild them from snapshots.

    A run that does not crawl uses the pages of the newest one that did.
    """
    if INGESTED in work.stored:
        return await _stored_crawls(work, work.run.id)
    if not work.pipeline.crawls:
        return await _earlier_crawls(work)
    if work.profile.website is None and not work.profile.competitors:
        await work.lease.skip("ingest")
        await work.remember(INGESTED, True)
        return Ingested(None, (), ())
    if work.run.trigger == "confirmed" and await _take_over_crawls(work):
        return await _stored_crawls(work, work.run.id)
    await work.lease.begin("ingest")
    ingested = await _crawl(work, work.profile)
    await _keep(work, ingested)
    read = len(ingested.crawl.pages) if ingested.crawl else 0
    await work.lease.end("ingest", read, read)
    return ingested


async def _keep(work: Work, ingested: Ingested) -> None:
    owned = [(BRAND, ingested.crawl)] if ingested.crawl else []
    crawls = [*owned, *ingested.competitor_crawls]
    rows = await asyncio.to_thread(lambda: [(owner, *crawl_rows(crawl)) for owner, crawl in crawls])
    async with work.lease.transaction() as session:
        for owner, data, pages in rows:
            await evidence.put_crawl(session, work.run.id, owner, data, pages)
        await evidence.put_input(session, work.run.id, INGESTED, True)


async def _take_over_crawls(work: Work) -> bool:
    """Reuse the pages that the first analysis has just read, and read those of new competitors.

    False if there are no fresh ones.
    """
    async with work.lease.transaction() as session:
        source = await runs.read_lately(session, work.run.brand_id, work.run.created_at)
        if source is None:
            return False
        await evidence.copy_crawls(session, source, work.run.id)
        stored = await evidence.crawls(session, work.run.id)
    missing = tuple(c for c in work.profile.competitors if c.website and c.id not in stored)
    await work.lease.begin("ingest")
    found = Ingested(None, (), ())
    if missing:
        found = await _crawl(work, replace(work.profile, website=None, competitors=missing))
    await _keep(work, found)
    read = len(stored[BRAND][1]) if BRAND in stored else 0
    await work.lease.end("ingest", read, read)
    return True


async def _crawl(work: Work, wanted: BrandProfile) -> Ingested:
    resources = work.lease.context.resources
    profile = wanted if work.pipeline.asks else replace(wanted, competitors=())
    own, of_competitors = _limits(resources.settings.analysis)
    own = replace(own, probes="technical" in work.pipeline.measures)

    async def progress(stage: Stage, done: int, total: int) -> None:
        await work.lease.progress(stage, done, total)

    try:
        with metrics.crawl_duration.time():
            found = await ingest(profile, resources.sites, own, progress, of_competitors)
    except ValueError as error:
        raise RunFailed("site-invalid", "The website is not a web address.") from error
    busy = found.crawl is not None and found.crawl.unreachable
    if busy and busy.code == "server-busy" and not work.lease.context.last_attempt:
        raise ServerWaits(busy.message)
    if found.crawl is not None:
        metrics.crawl_robots_blocked.inc(len(found.crawl.refused))
    return found


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


async def _earlier_crawls(work: Work) -> Ingested:
    async with work.lease.transaction() as session:
        found = [await runs.earlier_run(session, work.run, part) for part in PARTS]
    read = [run for run in found if run is not None]
    if not read:
        return Ingested(None, (), ())
    return await _stored_crawls(work, max(read, key=lambda run: run.created_at).id)


async def _stored_crawls(work: Work, run_id: UUID) -> Ingested:
    async with work.lease.transaction() as session:
        stored = await evidence.crawls(session, run_id)
    return await asyncio.to_thread(lambda: ingested_of(stored, work.profile))


async def inspect(work: Work, ingested: Ingested) -> AuditReport | None:
    """Stage `audit`, done as soon as the pages are available; None if no page could be read.

    A run that does not audit uses the findings of the newest audit.
    """
    if "technical" not in work.pipeline.measures:
        return await work.earlier_audit()
    if AUDIT in work.stored:
        return None if work.stored[AUDIT] is None else load(AuditReport, work.stored[AUDIT])
    report = await asyncio.to_thread(lambda: audit_stage(ingested.crawl, work.profile, work.seed))
    data = None if report is None else dump(report)
    found = report.findings if report else ()
    rows = [finding_row(finding, work.run.brand_id) for finding in found]
    async with work.lease.transaction() as session:
        await evidence.put_input(session, work.run.id, AUDIT, data)
        ids = await findings.replace_findings(session, work.run.id, rows)
        news = [_finding_news(key, row) for key, row in zip(ids, rows, strict=True)]
        await work.lease.announce(session, "finding.created", *news)
    work.stored[AUDIT] = data
    return report


def _finding_news(key: UUID, row: Row) -> Row:
    """Announces that a finding exists; its content is read within the plan's limits."""
    return {"findingId": str(key), "impact": row["impact"]}


async def choose_prompts(work: Work, ingested: Ingested) -> Prompts:
    """Stage `panel`: the brand's prompts, built from its offer if it has none yet.

    If something must be known first there are none, and `Prompts.ask` says what.
    """
    if PANEL in work.stored:
        return load_panel(work.stored[PANEL])
    await work.lease.begin("panel")
    async with work.lease.transaction() as session:
        known = await active_prompts(session, work.run.brand_id)
    if not known:
        panel = await _build(work, ingested)
        if panel.ask is not None:
            return await _ask_first(work, panel)
        async with work.lease.transaction() as session:
            lines = tag_lines(work.profile, ingested.crawl.pages if ingested.crawl else ())
            await save_panel(session, work.run.brand_id, panel, lines)
    async with work.lease.transaction() as session:
        neutral = await interpretation_prompt(session, work.run.brand_id)
        measured = await measured_panel(session, work.run.brand_id)
        # Read with the brand locked: the questions of that version. A smaller run asks the first.
        stored = await active_prompts(session, work.run.brand_id)
        chosen = stored[: work.run.panel_size]
        version = measured.grammar
        prompts = await freeze(session, work.run.id, version, chosen, neutral)
        await work.lease.update(
            session, {"panel_version": version, "panel_number": measured.number}
        )
    await work.lease.end("panel", len(chosen), len(chosen))
    return prompts


async def _ask_first(work: Work, panel: Panel) -> Prompts:
    """Ask nothing in this run, and store what must be known first."""
    async with work.lease.transaction() as session:
        prompts = await freeze(session, work.run.id, panel.version, (), None, panel.ask)
        await work.lease.update(session, {"panel_version": panel.version})
    await work.lease.end("panel", 0, 0)
    return prompts


async def _build(work: Work, ingested: Ingested) -> Panel:
    """As many questions as the run may choose, and the neutral one, which is kept apart."""
    offer = await understand(work, ingested)
    embedder = await work.embedder()
    size = work.run.panel_size + 1
    return await asyncio.to_thread(lambda: build_panel(work.profile, offer, size, embedder))
