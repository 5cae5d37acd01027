"""Converts between scores and their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from presence.analysis.scoring import EngineScore
from presence.analysis.types import (
    COVERAGE,
    AudienceFit,
    AuditReport,
    Score,
    Scores,
    StandsFor,
)
from presence.core.rounding import tenth, whole
from presence.domains.results.models import StoredScore
from presence.domains.runs.service.codec import Json, dump, dump_fields, load
from presence.domains.runs.service.rows import Row
from presence.domains.runs.service.run_kinds import Pipeline


def score_row(
    metric: str, score: Score, detail: Mapping[str, Json], stands_for: StandsFor | None = None
) -> Row:
    """One metric; the caller adds run, brand, hash and provisional flag."""
    return {
        "metric": metric,
        "value": score.value,
        "low": score.low,
        "high": score.high,
        "band": "" if stands_for == COVERAGE else score.band,
        "n": score.n,
        "unit": score.unit,
        "model": score.model,
        "exploratory": score.exploratory,
        "detail": {**detail, "stands_for": stands_for} if stands_for else dict(detail),
    }


def shown_values(score: Score | StoredScore) -> dict[str, float]:
    """Value and bounds as rounded wherever a score is shown; `score_out` does so in SQL."""
    return {"value": whole(score.value), "low": tenth(score.low), "high": tenth(score.high)}


def score_rows(scores: Scores, audit: AuditReport | None, fit: AudienceFit | None) -> list[Row]:
    """Headline metrics and the components that exist; a missing one has no row (never 0)."""
    technical: dict[str, Json] = {} if audit is None else _audited(audit)
    fitness: dict[str, Json] = {} if fit is None else dump_fields(fit)
    fitness.pop("score", None)
    headline: tuple[tuple[str, Score | None, dict[str, Json]], ...] = (
        ("content", scores.content, {}),
        ("technical", scores.technical, technical),
        ("audienceFit", scores.audience_fit, fitness),
        ("overall", scores.overall, {}),
    )
    rows = [
        score_row(name, score, detail, scores.stands_for(name))
        for name, score, detail in headline
        if score
    ]
    return rows + [score_row(name, score, {"component": True}) for name, score in scores.components]


def _audited(audit: AuditReport) -> dict[str, Json]:
    """What the technical score is based on; `unreadable` says why the site cannot be read."""
    return {
        "checks": dump_fields(audit)["checks"],
        "capped": audit.capped,
        "unreadable": audit.unreadable,
    }


def score_of(row: StoredScore) -> Score:
    """The score of a row."""
    names = ("value", "low", "high", "n", "unit", "model", "exploratory")
    return load(Score, {name: getattr(row, name) for name in names})


def fit_of(row: StoredScore | None) -> AudienceFit | None:
    """The audience fit of its score row."""
    return None if row is None else load(AudienceFit, {**row.detail, "score": dump(score_of(row))})


def engine_rows(engines: Sequence[EngineScore]) -> list[Row]:
    """Score and components of each engine alone."""
    return [
        {**score_row(name, score, {"engine": scored.engine, **more}), "engine": scored.engine}
        for scored in engines
        for name, score, more in (
            ("content", scored.score, {}),
            *((name, score, {"component": True}) for name, score in scored.components),
        )
    ]


def own_rows(pipeline: Pipeline, rows: Sequence[Row]) -> list[Row]:
    """The rows that this kind of run measured itself; the rest only served the overall score."""
    return [row for row in rows if pipeline.keeps(_measured_as(row))]


def _measured_as(row: Row) -> str:
    """The headline a row belongs to: components are those of the content score."""
    detail = row["detail"]
    component = isinstance(detail, dict) and detail.get("component")
    return "content" if component else str(row["metric"])
