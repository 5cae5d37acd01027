"""The steps of each kind of run, from its inputs to its end.

Invariant: steps are taken in the same order however often the run is resumed, and each finds what
an earlier worker stored.
"""

from __future__ import annotations

from presence.analysis.pipeline import Ingested
from presence.analysis.simulator import Simulator
from presence.analysis.types import Answer, AuditReport
from presence.domains.analytics.service.interpretations.cards import interpret_run
from presence.domains.measurement.service.concluding import conclude, score_so_far
from presence.domains.measurement.service.finishing import finish, finish_unscored
from presence.domains.measurement.service.preparation import choose_prompts, gather, inspect
from presence.domains.runs.service.answers.asking import ask, build_engine, read_answers
from presence.domains.runs.service.closing import ending_of
from presence.domains.runs.service.panels import Prompts, load_panel
from presence.domains.runs.service.prompt_suggestions import offer_questions
from presence.domains.runs.service.understanding import understand
from presence.domains.runs.service.work import Work

FIRST_SCORE_ANSWERS = 10
RESCORE_S = 4.0
SCORING_SHARE = 8.0  # asking continues for at least this many times as long as scoring took


async def run_pipeline(work: Work) -> None:
    """Take the run to its end. Raises RunFailed if it cannot produce anything."""
    if work.run.kind == "imported":
        await _read_imported(work)
    elif work.run.kind == "prompt":
        await _ask_chosen(work)
    elif work.pipeline.asks:
        await _ask_and_score(work)
    else:
        await _look_and_score(work)


async def _ask_and_score(work: Work) -> None:
    """Kinds full and content."""
    ingested = await gather(work)
    audit = await inspect(work, ingested)
    if audit is not None and work.run.first_score_at is None:
        await score_so_far(work, (), audit)
    await understand(work, ingested)
    prompts = await choose_prompts(work, ingested)
    simulator = await build_engine(work, ingested)
    await _ask_scoring(work, prompts, simulator, audit)
    answers = await work.answers(prompts)
    await read_answers(work, answers)
    await _close_audit(work, ingested, audit)
    found = await conclude(work, ingested, answers, audit)
    scored = list(zip(found.answers, found.extractions, strict=True))
    await interpret_run(work, prompts, ingested, scored, found.fit)
    await offer_questions(work, ingested)
    ending = ending_of(ingested.crawl, found.scores, answers, work.run.engines, prompts.ask)
    await finish(work, prompts, found, ending)


async def _look_and_score(work: Work) -> None:
    """Kind technical: the overall score uses the answers of the newest run that asked."""
    ingested = await gather(work)
    audit = await inspect(work, ingested)
    await _close_audit(work, ingested, audit)
    prompts, answers = await work.earlier_answers()
    found = await conclude(work, ingested, answers, audit)
    await finish(work, prompts, found, ending_of(ingested.crawl, found.scores, ()))


async def _ask_chosen(work: Work) -> None:
    """Kind prompt: a few questions of the panel, stored and shown but in no score."""
    ingested = await gather(work)
    prompts = await choose_prompts(work, ingested)
    await ask(work, prompts, await build_engine(work, ingested), _nothing)
    await _read_and_end(work, prompts)


async def _read_imported(work: Work) -> None:
    """Kind imported: the answers exist already."""
    await _read_and_end(work, load_panel(work.stored.get("panel")))


async def _read_and_end(work: Work, prompts: Prompts) -> None:
    answers: tuple[Answer, ...] = await work.answers(prompts)
    await read_answers(work, answers)
    await finish_unscored(work, answers)


async def _nothing(done: int, total: int) -> None:
    """Score nothing on the way."""


async def _ask_scoring(
    work: Work, prompts: Prompts, simulator: Simulator, audit: AuditReport | None
) -> None:
    """Ask, with provisional scores from the tenth answer on and at most every few seconds.

    Scoring a large run takes a while; it gets a small share of the time, asking gets the rest.
    """
    clock = work.lease.context.resources.clock
    due_at = 0.0

    async def after(done: int, total: int) -> None:
        nonlocal due_at
        began = clock.monotonic()
        if began >= due_at and min(FIRST_SCORE_ANSWERS, total) <= done < total:
            due_at = float("inf")  # nobody else while this one is counting
            await score_so_far(work, await work.answers(prompts), audit)
            now = clock.monotonic()
            due_at = now + max(RESCORE_S, SCORING_SHARE * (now - began))

    await ask(work, prompts, simulator, after)


async def _close_audit(work: Work, ingested: Ingested, audit: AuditReport | None) -> None:
    """The audit was made when the pages arrived; its stage is reported in its place."""
    if audit is None or ingested.crawl is None or "technical" not in work.pipeline.measures:
        await work.lease.skip("audit")
    else:
        await work.lease.end("audit", len(ingested.crawl.pages), len(ingested.crawl.pages))
