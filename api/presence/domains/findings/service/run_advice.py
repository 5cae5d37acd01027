"""The advice of a run: gaps from pooled answers, recommendations, and people's decisions.

Invariant: a cause marked as done is assessed only by answers given after that, so an answer from
before the work cannot keep it open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.gaps import LOOKS, OpenGap, brand_presence
from presence.analysis.pipeline import Own, recommend_stage
from presence.analysis.provenance import reading_version
from presence.analysis.scoring import Observation
from presence.analysis.scoring.observations import pair_up
from presence.analysis.types import (
    Answer,
    AudienceFit,
    AuditReport,
    BrandProfile,
    ContentGap,
    EngineSpec,
    Extraction,
    PanelPrompt,
    Recommendation,
)
from presence.domains.brands.service import active_prompts, brand_offer
from presence.domains.findings.models import Decision
from presence.domains.findings.queries import advice as stored
from presence.domains.findings.queries import findings
from presence.domains.findings.queries.open_gaps import open_gaps_before
from presence.domains.findings.service.own_words import own_words
from presence.domains.findings.service.rows import gap_row, recommendation_row
from presence.domains.findings.service.verdicts import RunConclusions, store_verdicts
from presence.domains.runs.models import Run, StoredAnswer
from presence.domains.runs.queries import evidence
from presence.domains.runs.queries.shown import shown_runs
from presence.domains.runs.service.answers.extractions import extractions_of
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.panels import PANEL
from presence.domains.runs.service.rows import answer_of

POOLED_RUNS = 3
CLOSING_RUNS = LOOKS  # answers of so many runs can close a gap that was too early to call


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice of a run; `presence_counts` is (answers with the brand, answers) per prompt asked.

    `examined` are the keys of what the run looked for on the pages it read; `fitted` says whether
    audience fit was assessed.
    """

    gaps: tuple[ContentGap, ...]
    recommendations: tuple[Recommendation, ...]
    presence_counts: Mapping[str, tuple[int, int]]
    examined: frozenset[str]
    fitted: bool


@dataclass(frozen=True, slots=True)
class AdvisedRun:
    """A run to be assessed, and the brand used for extraction; `transaction` opens short ones."""

    run: Run
    profile: BrandProfile
    transaction: Callable[[], AbstractAsyncContextManager[AsyncSession]]


async def advise(
    subject: AdvisedRun,
    answers: Sequence[Answer],
    extractions: Sequence[Extraction],
    audit: AuditReport | None,
    fit: AudienceFit | None,
) -> Advice:
    """Stage `recommend`: this run's answers with those of the two previous comparable runs."""
    asked = _asked_assistants(answers)
    open_before = await _open_before(subject) if asked else _OpenBefore({}, frozenset())
    earlier = await _earlier(subject, open_before) if asked else ()
    async with subject.transaction() as session:
        words = await own_words(session, subject.run.brand_id, subject.run.id)
        offer = await brand_offer(session, subject.run.brand_id)
        panel = await active_prompts(session, subject.run.brand_id)
    of_panel = sum(not asked.prompt.branded for asked in panel)

    def compute() -> Advice:
        own = Own(() if words is None else words.passages(), offer)
        gaps, recommendations, examined = recommend_stage(
            subject.profile,
            answers,
            extractions,
            audit,
            fit,
            earlier,
            own,
            of_panel,
            open_before.gaps,
        )
        presence_counts = brand_presence(answers, extractions, earlier)
        looked = examined if words is not None and words.read_now else frozenset()
        return Advice(gaps, recommendations, presence_counts, looked, fit is not None)

    return await asyncio.to_thread(compute)


def _asked_assistants(answers: Sequence[Answer]) -> bool:
    return any(answer.engine.basis == "assistants" for answer in answers)


@dataclass(frozen=True, slots=True)
class _OpenBefore:
    """Competitor gaps open until a run, by prompt key; `early` were too early to call in the last.

    A gap has the counts with which it was last found behind; where its cause was marked as done,
    before that.
    """

    gaps: Mapping[str, OpenGap]
    early: frozenset[str]


async def _earlier(subject: AdvisedRun, before: _OpenBefore) -> tuple[Observation, ...]:
    """Observations of earlier runs, extracted with this run's names, since a cause was done.

    Of gaps that were too early to call, more runs: all since they were found behind.
    """
    async with subject.transaction() as session:
        runs = await stored.earlier_runs(session, subject.run, CLOSING_RUNS - 1)
        since = await _done_since(session, subject.run.brand_id)
        pooled, further = runs[: POOLED_RUNS - 1], runs[POOLED_RUNS - 1 :] if before.early else ()
        loaded = [found for run in pooled for found in await _answers_of(session, run)]
        for run in further:
            for row, prompt in await _answers_of(session, run, before.early):
                if row.prompt_key in before.gaps and _newer(row, before.gaps[row.prompt_key]):
                    loaded.append((row, prompt))
    answers = await asyncio.to_thread(
        lambda: [answer_of(row, prompt, _engine(row)) for row, prompt in loaded]
    )
    extractions = await extractions_of(subject.transaction, subject.profile, answers)

    def pair() -> tuple[Observation, ...]:
        return tuple(found for found in pair_up(answers, extractions) if _after(found, since))

    return await asyncio.to_thread(pair)


def _newer(row: StoredAnswer, gap: OpenGap) -> bool:
    return row.answered_at is not None and row.answered_at > gap.at


async def _open_before(subject: AdvisedRun) -> _OpenBefore:
    async with subject.transaction() as session:
        rows = await open_gaps_before(session, subject.run)
        since = await _done_since(session, subject.run.brand_id)
    found: dict[str, OpenGap] = {}
    early: set[str] = set()
    for row in rows:
        prompt = row.key.rpartition(":")[0]
        if prompt not in since or row.created_at < since[prompt]:
            gap = OpenGap(row.competitor, row.brand_answers, row.rival_answers, row.n, row.at)
            found.setdefault(prompt, gap)
        if row.early:
            early.add(prompt)
    return _OpenBefore(found, frozenset(early))


async def _answers_of(
    session: AsyncSession, run_id: UUID, only: frozenset[str] | None = None
) -> list[tuple[StoredAnswer, PanelPrompt]]:
    panel = (await evidence.inputs(session, run_id)).get(PANEL, {"prompts": []})
    prompts = {p.id: p for p in load(tuple[PanelPrompt, ...], panel["prompts"])}
    rows = await stored.assistants_answers(session, run_id, only)
    return [(row, prompts[row.prompt_key]) for row in rows if row.prompt_key in prompts]


def _engine(row: StoredAnswer) -> EngineSpec:
    return EngineSpec(
        row.engine,
        row.engine_name,
        "",
        row.model,
        row.surface,  # type: ignore[arg-type]  # written by answer_row from the same Literal
        row.basis,  # type: ignore[arg-type]
    )


async def _done_since(session: AsyncSession, brand_id: UUID) -> dict[str, datetime]:
    """Maps a prompt key to when its gap, or a recommendation on it, was last marked as done."""
    done = [d for d in await stored.decisions(session, brand_id) if _worked_on(d)]
    advised = {d.key: d for d in done if d.kind == "recommendation"}
    prompts = await stored.recommended_prompts(session, brand_id, advised)
    marks = [(d.key.rpartition(":")[0], d.decided_at) for d in done if d.kind == "gap"]
    marks += [(p, advised[key].decided_at) for key, found in prompts.items() for p in found]
    since: dict[str, datetime] = {}
    for prompt, at in marks:
        since[prompt] = max(at, since.get(prompt, at))
    return since


def _worked_on(decision: Decision) -> bool:
    return decision.status == "done" or decision.verified is not None


def _after(observation: Observation, since: Mapping[str, datetime]) -> bool:
    mark = since.get(observation.prompt_id)
    return mark is None or observation.answer.answered_at > mark


async def store_advice(
    session: AsyncSession,
    subject: AdvisedRun,
    prompts: Mapping[str, UUID],
    advice: Advice,
    audit: AuditReport | None,
) -> None:
    """Store gaps and recommendations in rank order, with the status people gave their causes.

    `prompts` are stored prompts by panel key. Also verifies what was marked as done before this run
    was queued; findings are included if there is an `audit`.
    """
    run = subject.run
    gaps = [gap_row(gap, run.brand_id, prompts) for gap in advice.gaps]
    advised = [recommendation_row(item, run.brand_id) for item in advice.recommendations]
    found = RunConclusions(
        gaps=frozenset(str(row["key"]) for row in gaps),
        recommendations=frozenset(str(row["key"]) for row in advised),
        findings=None if audit is None else frozenset(f.key for f in audit.findings),
        presence_counts=advice.presence_counts,
        early=frozenset(gap.prompt_id for gap in advice.gaps if gap.too_early),
        examined=advice.examined,
        fitted=advice.fitted,
        pages=0 if audit is None or audit.score is None else audit.score.n,
    )
    looked_for = {*found.examined, *(["fit"] if found.fitted else ())}
    await stored.set_looked_for(session, run.id, looked_for | ({"finding"} if audit else set()))
    status = await store_verdicts(session, run, found)
    for kind, rows in (("gap", gaps), ("recommendation", advised)):
        for row in rows:
            row["status"] = status.get((kind, str(row["key"])), "open")
    await findings.replace_gaps(session, run.id, gaps)
    await findings.replace_recommendations(session, run.id, advised)
    await stored.set_advised(session, run.id, reading_version(subject.profile))
    runs = {run.id, *await _shown_now(session, run.brand_id)}
    for (kind, key), value in status.items():
        if kind != "gap":
            await stored.set_status(session, kind, runs, key, value)


async def _shown_now(session: AsyncSession, brand_id: UUID) -> set[UUID]:
    """Runs whose rows a brand shows: a technical run also assesses what a content run listed."""
    shown = await shown_runs(session, brand_id)
    return set() if shown is None else shown.runs
