"""The whole run in one call, for the command line and for tests.

Invariant: the report depends on what the ports give and on the seed, never on timing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from presence.analysis.crawler import CrawlLimits, SitesHere
from presence.analysis.panel import build_panel
from presence.analysis.pipeline.stages import (
    COMPETITOR_LIMITS,
    Own,
    ask_one,
    audit_stage,
    corpus,
    extract_all,
    ingest,
    offer_stage,
    questions,
    recommend_stage,
    score_stage,
    versions_of,
)
from presence.analysis.ports import AssistantEngine, Clock, Embedder, Fetcher, Progress, Stage
from presence.analysis.simulator import PHRASINGS, Simulator
from presence.analysis.types import Answer, BrandProfile, DocumentText, Panel, Question, RunReport

AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class AnalyseOptions:
    """How much a run looks at. `embedder` None means lexical retrieval, and says so."""

    prompts: int = 25
    samples: int = PHRASINGS
    seed: int = 1
    limits: CrawlLimits = field(default_factory=CrawlLimits)
    competitor_limits: CrawlLimits = COMPETITOR_LIMITS
    embedder: Embedder | None = None


async def analyse(
    profile: BrandProfile,
    fetcher: Fetcher,
    clock: Clock,
    engines: Sequence[AssistantEngine] | None = None,
    options: AnalyseOptions | None = None,
    documents: Sequence[DocumentText] = (),
    progress: Progress | None = None,
) -> RunReport:
    """The whole pipeline. `engines` None asks the simulator over what was read.

    Heavy stages run in threads, so the event loop stays free. Raises ValueError when the website
    is not a web address; an unreachable one gives a report whose `crawl.unreachable` says why.
    """
    chosen = options or AnalyseOptions()
    on_progress = progress or _silent
    embedder, seed = chosen.embedder, chosen.seed
    ingested = await ingest(
        profile, SitesHere(fetcher, clock), chosen.limits, progress, chosen.competitor_limits
    )
    await on_progress("panel", 0, 1)
    offer = await asyncio.to_thread(offer_stage, profile, ingested, documents, embedder)
    panel = await asyncio.to_thread(build_panel, profile, offer, chosen.prompts, embedder)
    await on_progress("panel", 1, 1)
    passages = corpus(profile, ingested, documents)
    asked = list(engines) if engines is not None else [Simulator(passages, profile, embedder, seed)]
    answers = await _ask_all(asked, panel, chosen, clock, on_progress)
    await on_progress("extract", 0, len(answers))
    extractions = await asyncio.to_thread(extract_all, profile, answers)
    await on_progress("extract", len(answers), len(answers))
    await on_progress("audit", 0, 1)
    audited = await asyncio.to_thread(audit_stage, ingested.crawl, profile, seed)
    await on_progress("audit", 1, 1)
    await on_progress("score", 0, 1)
    scores, fit = await asyncio.to_thread(
        score_stage, profile, passages, answers, extractions, audited, embedder, seed
    )
    await on_progress("score", 1, 1)
    await on_progress("recommend", 0, 1)
    gaps, advice, _ = await asyncio.to_thread(
        recommend_stage, profile, answers, extractions, audited, fit, (), Own(passages, offer)
    )
    await on_progress("recommend", 1, 1)
    specs = tuple(engine.spec for engine in asked)
    return RunReport(
        profile,
        ingested.crawl,
        offer,
        panel,
        specs,
        tuple(answers),
        extractions,
        scores,
        audited,
        fit,
        gaps,
        advice,
        versions_of(audited, fit, embedder),
    )


async def _ask_all(
    engines: Sequence[AssistantEngine],
    panel: Panel,
    options: AnalyseOptions,
    clock: Clock,
    on_progress: Progress,
) -> list[Answer]:
    """All answers, in order of engine, prompt and sample; a few questions at a time."""
    prompts = {prompt.id: prompt for prompt in panel.prompts}
    jobs: list[tuple[AssistantEngine, Question]] = []
    for engine in engines:
        own = questions(panel, engine.spec, options.samples, options.seed)
        await on_progress("answers", 0, len(own) * len(engines))
        if isinstance(engine, Simulator):
            await engine.prepare(own)
        jobs += [(engine, question) for question in own]
    slots = asyncio.Semaphore(AT_ONCE)
    done = 0

    async def answer(engine: AssistantEngine, question: Question) -> Answer:
        nonlocal done
        async with slots:
            made = await ask_one(engine, prompts[question.prompt_id], question, clock)
        done += 1
        await on_progress("answers", done, len(jobs))
        return made

    return list(await asyncio.gather(*(answer(engine, question) for engine, question in jobs)))


async def _silent(stage: Stage, done: int, total: int) -> None:
    """Ignore progress."""
