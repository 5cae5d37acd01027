"""What changed since the brand's previous completed run.

Invariant: only comparable things are compared: same models, the (prompt, engine) pairs that both
runs have, the pages that both crawls read. A change within the noise is labelled as such, a census
is exact, and a partial run changes nothing.
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
from presence.domains.results.schemas.results import ChangeOut, MeasuredOut
from presence.domains.results.service.score_rows import score_of
from presence.domains.runs.models import Run
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.service.rows import crawl_of
from presence.domains.runs.service.run_kinds import PARTS, Part

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
    """What the new run concluded about its site."""

    scores: Scores
    crawl: SiteCrawl | None
    profile: BrandProfile


def deltas_of(
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


async def audited_sites(
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
    return _delta(overall_change(scores.verdict, parts.get("content"), parts.get("technical")))


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
    since = None if delta.since is None else datetime.fromisoformat(delta.since)
    if since is None or now - since <= PERIODS[period]:
        return f"this {period}"
    return f"since {since:%B} {since.day}"


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


async def judge_answers(
    session: AsyncSession, run: Run, observations: Sequence[Observation], reading: str
) -> dict[JudgedMetric, ScoreChange]:
    """The verdicts on a run's answers against the brand's earlier runs.

    `observations` are those of its headline, `reading` is the version of their extraction. The
    verdicts come from one rule over the whole history (`presence.analysis.changes`).
    """
    if not observations:
        return {}
    earlier: list[CountedRun] = await counted_runs(session, run)
    return await asyncio.to_thread(
        lambda: judge_run(
            [
                *earlier,
                count_run(str(run.id), run.created_at, observations, way_of_reading(reading)),
            ]
        )
    )


async def comparable_run(session: AsyncSession, run: Run) -> Run | None:
    """The run that this one's deltas are computed against."""
    return await runs.previous_run(session, run)
