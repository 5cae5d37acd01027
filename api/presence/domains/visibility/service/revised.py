"""What a run concludes from answers that were read anew.

Invariant: a pure function of the readings and of what the run stored; a part whose version did
not change is carried over as it is, and says under which version it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.provenance import inputs_hash, reading_version
from presence.analysis.scoring import (
    SCORE_MODEL,
    Observation,
    engine_scores,
    headline_basis,
    headline_of,
    score_observed,
)
from presence.analysis.types import AudienceFit, AuditReport, Basis, BrandProfile, Score, Scores
from presence.domains.visibility.models import Run, StoredScore
from presence.domains.visibility.service.cells import Sums, sums_of
from presence.domains.visibility.service.codec import load
from presence.domains.visibility.service.rereading import Reread
from presence.domains.visibility.service.revisions import Made
from presence.domains.visibility.service.rows import Row, engine_rows, score_rows
from presence.domains.visibility.service.work import AUDIT


@dataclass(frozen=True, slots=True)
class Revised:
    """A run's new revision before it is stored; `scores` None for a run that has none."""

    made: Made
    rows: list[Row]
    scores: Scores | None
    headline: tuple[Observation, ...]
    sums: Sums

    def headline_of(self, read: Reread) -> list[Observation]:
        """What the headline of another run rests on."""
        return _headline(read)[1]


def revise(
    run: Run,
    profile: BrandProfile,
    read: Reread,
    before: Mapping[str, StoredScore],
    inputs: Mapping[str, Any],
) -> Revised:
    """Scores of the readings; `before` are the run's shown scores by metric.

    A run without a content score (imported answers, single prompts) is only read anew.
    """
    sums = sums_of(read.answers, read.extractions)
    versions = {**run.versions, "extractor": EXTRACTOR_VERSION, "scoreModel": SCORE_MODEL}
    audit = load(AuditReport, inputs[AUDIT]) if inputs.get(AUDIT) else None
    checks = None if audit is None else audit.checks
    made = Made(
        reason="rescore",
        reading=reading_version(profile),
        versions=versions,
        profile=profile,
        inputs_hash=inputs_hash(profile, read.digests, checks, run.seed, versions),
        answers=len(read.every),
    )
    basis, headline = _headline(read)
    if "content" not in before and "overall" not in before:
        return Revised(made, [], None, tuple(headline), sums)
    fit = _fit(before.get("audienceFit"))
    scores = score_observed(profile, basis, headline, audit, fit, run.seed)
    scores = _as_sure_as(scores, before.get("content"))
    rivals = bool(profile.competitors)
    rows = score_rows(scores, audit, fit) + engine_rows(engine_scores(read.valid, run.seed, rivals))
    return Revised(made, rows, scores, tuple(headline), sums)


def _headline(read: Reread) -> tuple[Basis | None, list[Observation]]:
    basis = headline_basis(read.answers)
    return basis, [] if basis is None else headline_of(read.answers, read.valid, basis)


def _fit(row: StoredScore | None) -> AudienceFit | None:
    """Audience fit as it was: it rests on pages and audience, not on how answers are read."""
    if row is None:
        return None
    names = ("value", "low", "high", "n", "unit", "model", "exploratory")
    score = {name: getattr(row, name) for name in names}
    return load(AudienceFit, {**row.detail, "score": score})


def _as_sure_as(scores: Scores, before: StoredScore | None) -> Scores:
    """A score that was exploratory for what could be quoted stays so."""
    if before is None or not before.exploratory:
        return scores
    return replace(
        scores, content=_exploratory(scores.content), overall=_exploratory(scores.overall)
    )


def _exploratory(score: Score | None) -> Score | None:
    return None if score is None else replace(score, exploratory=True)
