"""What changed since the brand's earlier completed runs: the one owner of changes and verdicts.

Invariant: `deltas_since` alone makes a run's changes, and `change_over` alone puts those of several
runs together; every place that tells a change reads them. Only comparable things are compared: same
models, the (prompt, engine) pairs that both runs have, the pages that both crawls read. A change
within the noise is labelled as such, a census is exact, and a partial run changes nothing.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.changes import CountedRun, JudgedMetric, count_run, judge_run
from presence.analysis.provenance import way_of_reading
from presence.analysis.scoring import Observation, overall_change
from presence.analysis.scoring.technical_change import (
    ScoredSites,
    compare_apart,
    compare_technical,
    is_census,
)
from presence.analysis.types import (
    BrandProfile,
    Score,
    ScoreChange,
    Scores,
    SiteCrawl,
    Verdict,
)
from presence.core.rounding import tenth, whole
from presence.domains.results.models import StoredScore
from presence.domains.results.queries.counted_runs import counted_runs
from presence.domains.results.queries.engine_breaks import engine_breaks, marked_models
from presence.domains.results.queries.stored_scores import scores as scores_of_run
from presence.domains.results.schemas.results import ChangeOut, DeltaOut, MeasuredOut
from presence.domains.results.service.score_rows import score_of
from presence.domains.runs.models import Run
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.service.rows import crawl_of
from presence.domains.runs.service.run_kinds import PARTS, Part, pipeline_of

MOVED: Final = "moved"
NOISE: Final = "within noise"
CHANGED: Final = "model changed"
MAX_CHANGES = 10
PERIODS: Final = {"week": timedelta(days=8), "month": timedelta(days=35)}
UNCHANGED: Final = ScoreChange(0.0, NOISE)
BRAND = "brand"
BARRIERS = "ai-access"
TITLES = {
    "content": "Content AI Score",
    "technical": "Technical AI Score",
    "audienceFit": "Audience Fit",
}


@dataclass(frozen=True, slots=True)
class ScorePair:
    """A score as each of two runs shows it; None for what is only counted."""

    before: MeasuredOut | None = None
    after: MeasuredOut | None = None


@dataclass(frozen=True, slots=True)
class NewConclusions:
    """What a run concluded: its scores, and the answers and pages behind them.

    `headline` are the observations that carry its scores, empty for a run that asks nothing;
    `reading` is the version of their extraction. `audited` is the technical change where pages were
    not read again, so that it is known already.
    """

    scores: Scores
    headline: Sequence[Observation]
    reading: str
    profile: BrandProfile
    crawl: SiteCrawl | None = None
    audited: ScoreChange | None = None


async def deltas_since(
    session: AsyncSession, run: Run, previous: Run, found: NewConclusions
) -> dict[str, ScoreChange]:
    """The change and the verdict of each of a run's scores: nothing else makes them.

    What answers are counted for is judged against the brand's whole history; pages are compared
    with `previous`, see `comparable_run`.
    """
    before = {row.metric: row for row in await scores_of_run(session, previous.id)}
    sites = None if found.audited else await _audited_sites(session, previous, before, found)
    judged = await _judge_answers(session, run, found)
    measures = pipeline_of(run.kind).measures
    return await asyncio.to_thread(
        lambda: _deltas(
            before,
            judged,
            found.scores,
            run.seed,
            sites,
            measures=measures,
            audited=found.audited,
        )
    )


def _deltas(
    before: Mapping[str, StoredScore],
    judged: Mapping[JudgedMetric, ScoreChange],
    scores: Scores,
    seed: int,
    sites: ScoredSites | None = None,
    *,
    measures: frozenset[Part],
    audited: ScoreChange | None = None,
) -> dict[str, ScoreChange]:
    """Delta of each headline score that both runs have, and of the judged metrics beside them.

    `judged` are the verdicts on what was counted in answers; `sites` are the crawls behind the
    technical scores, if they could be loaded.
    `measures` is what runs of this kind measure; the overall score takes the other part from
    another run, where it has not changed. `audited` is the technical change if it is known already.
    """
    deltas: dict[str, ScoreChange] = {}
    if scores.content is not None:
        deltas |= {metric: _delta(change) for metric, change in judged.items()}
    if audited is not None:
        deltas["technical"] = audited
    elif scores.technical is not None and "technical" in before:
        was = score_of(before["technical"])
        deltas["technical"] = _delta(compare_technical(was, scores.technical, sites, seed))
    if scores.audience_fit is not None and "audienceFit" in before:
        fit = compare_apart(score_of(before["audienceFit"]), scores.audience_fit)
        deltas["audienceFit"] = _delta(fit)
    if scores.overall is not None and "overall" in before:
        borrowed = {
            part: UNCHANGED for part in PARTS if part not in measures and _has(scores, part)
        }
        deltas["overall"] = _overall_delta(before["overall"].model, scores, borrowed | deltas)
    return deltas


def _delta(change: ScoreChange) -> ScoreChange:
    return change if change.points is None else replace(change, points=tenth(change.points))


async def _audited_sites(
    session: AsyncSession, previous: Run, before: Mapping[str, StoredScore], found: NewConclusions
) -> ScoredSites | None:
    """The crawls behind two technical scores, loaded only if a sample must be compared."""
    if found.scores.technical is None or "technical" not in before or found.crawl is None:
        return None
    if is_census(found.scores.technical) and is_census(score_of(before["technical"])):
        return None
    stored = (await evidence.crawls(session, previous.id)).get(BRAND)
    return None if stored is None else ScoredSites(crawl_of(*stored), found.crawl, found.profile)


def _overall_delta(model: str, scores: Scores, parts: Mapping[str, ScoreChange]) -> ScoreChange:
    """The change of the overall score, whose earlier value was computed by `model`."""
    if scores.overall is not None and scores.overall.model != model:
        return ScoreChange(None, CHANGED)
    content, technical = parts.get("content"), parts.get("technical")
    if content and technical and technical.verdict == MOVED and content.verdict == NOISE:
        content = UNCHANGED  # the audit alone moved it, since the run before
    found = _delta(overall_change(scores.verdict, content, technical))
    return replace(found, since=content.since if content else None)


def change_over(deltas: Sequence[DeltaOut]) -> DeltaOut | None:
    """What the changes of several runs come to, oldest run first; None without any.

    Those that moved add up, because each is compared with the one before it that moved; where none
    did, it is the newest. Nothing is told across a change of model.
    """
    if not deltas:
        return None
    if any(delta.verdict == CHANGED for delta in deltas):
        return DeltaOut(points=None, verdict=CHANGED)
    moved = [delta for delta in deltas if delta.verdict == MOVED]
    if not moved:
        return deltas[-1]
    points = tenth(sum(delta.points or 0.0 for delta in moved))
    return DeltaOut(
        points=points,
        verdict=MOVED if points else NOISE,
        exact=all(delta.exact for delta in moved),
        since=moved[0].since,
    )


def _has(scores: Scores, part: Part) -> bool:
    return (scores.content if part == "content" else scores.technical) is not None


def measured(before: Mapping[str, StoredScore], scores: Scores) -> dict[str, ScorePair]:
    """Each headline score of both runs as each run shows it, if both have it."""
    now = {
        "content": scores.content,
        "technical": scores.technical,
        "audienceFit": scores.audience_fit,
    }
    return {
        metric: ScorePair(_shown(score_of(before[metric])), _shown(score))
        for metric, score in now.items()
        if score is not None and metric in before
    }


def _shown(score: Score) -> MeasuredOut:
    return MeasuredOut(
        value=whole(score.value),
        low=tenth(score.low),
        high=tenth(score.high),
        n=score.n,
        unit=score.unit,
    )


def changes_of(
    deltas: Mapping[str, ScoreChange],
    pairs: Mapping[str, ScorePair],
    opened: Sequence[str],
    closed: int,
    now: datetime,
    since: datetime,
) -> list[ChangeOut]:
    """Lines of Recent Changes; `opened` holds the groups of new findings.

    For a score that changed, `pairs` gives the old and new values; different models are never
    compared.
    """
    period = "week" if now - since <= PERIODS["week"] else "month"
    lines: list[tuple[str, str, str, Verdict | None, ScorePair]] = []
    for metric, title in TITLES.items():
        delta = deltas.get(metric)
        if delta and delta.verdict == MOVED and (points := _whole(delta.points or 0.0)):
            word = "improved" if points > 0 else "declined"
            text = f"{points:+d} points {_since(delta, now, period)}"
            pair = pairs.get(metric, ScorePair())
            lines.append((f"{metric}-score", f"{title} {word}", text, MOVED, pair))
        elif delta and delta.verdict == CHANGED:
            text = f"{title} is measured anew"
            lines.append((f"{metric}-model", text, "The model changed", CHANGED, ScorePair()))
    lines += [(*line, None, ScorePair()) for line in _findings(opened, closed)]
    return [
        ChangeOut(
            kind=kind,
            title=title,
            detail=detail,
            verdict=verdict,
            before=pair.before,
            after=pair.after,
            at=now,
        )
        for kind, title, detail, verdict, pair in lines[:MAX_CHANGES]
    ]


def _since(delta: ScoreChange, now: datetime, period: str) -> str:
    """ "this week", or the day of the run compared with where that was longer ago."""
    if delta.since is None or now - delta.since <= PERIODS[period]:
        return f"this {period}"
    return f"since {delta.since:%B} {delta.since.day}"


def _whole(points: float) -> int:
    """Round half a point up, like the gauge beside the line."""
    return math.floor(points + 0.5)


def _findings(opened: Sequence[str], closed: int) -> Iterator[tuple[str, str, str]]:
    """Kind, title and detail of new findings of the technical audit, and of those resolved."""
    barriers = sum(group == BARRIERS for group in opened)
    for count, noun in (
        (barriers, "crawling barrier"),
        (len(opened) - barriers, "technical issue"),
    ):
        if count:
            found = f"{count} new {noun}{'s' if count > 1 else ''} found"
            yield "findings-opened", "Technical issues detected", found
    if closed:
        gone = f"{closed} issue{'s' if closed > 1 else ''} no longer found"
        yield "findings-closed", "Technical issues resolved", gone


async def _judge_answers(
    session: AsyncSession, run: Run, found: NewConclusions
) -> dict[JudgedMetric, ScoreChange]:
    """The verdicts on a run's answers, by one rule over the brand's whole history.

    The rule is that of `presence.analysis.changes`.
    """
    if not found.headline:
        return {}
    earlier: list[CountedRun] = await counted_runs(session, run.brand_id, run.created_at)
    breaks, way = await engine_breaks(session), way_of_reading(found.reading)

    def judged() -> dict[JudgedMetric, ScoreChange]:
        newest = count_run(str(run.id), run.created_at, found.headline, way)
        models = marked_models(newest.models, run.created_at, breaks)
        return judge_run([*earlier, replace(newest, models=models)])

    return await asyncio.to_thread(judged)


async def comparable_run(session: AsyncSession, run: Run) -> Run | None:
    """The run that this one's deltas are computed against."""
    return await runs.previous_run(session, run)
