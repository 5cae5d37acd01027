"""What a run concludes from answers that were extracted again.

Invariant: a pure function of the extractions and of what the run stored; a part whose version did
not change is carried over unchanged, and names the version it was made with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
from presence.analysis.types import AuditReport, Basis, BrandProfile, Scores
from presence.domains.results.models import StoredScore
from presence.domains.results.service.cells import Sums, sums_of
from presence.domains.results.service.rereading import Reread
from presence.domains.results.service.revisions import RevisionInputs
from presence.domains.results.service.score_rows import engine_rows, fit_of, own_rows, score_rows
from presence.domains.runs.models import Run
from presence.domains.runs.service.rows import Row
from presence.domains.runs.service.run_kinds import pipeline_of

_HEADLINE = ("content", "technical", "overall")


@dataclass(frozen=True, slots=True)
class Revised:
    """A run's new revision before it is stored; `scores` is None for a run that has none."""

    made: RevisionInputs
    rows: list[Row]
    scores: Scores | None
    headline: tuple[Observation, ...]
    sums: Sums | None


def revise(
    run: Run,
    profile: BrandProfile,
    read: Reread,
    before: Mapping[str, StoredScore],
    audit: AuditReport | None,
) -> Revised:
    """Scores of the extractions; `before` are the run's shown scores by metric.

    `read` and `audit` are the run's own, or for a part it did not measure, those it was computed
    with. A run without scores (imported answers, single prompts) is only extracted again.
    """
    pipeline = pipeline_of(run.kind)
    sums = (
        sums_of(read.answers, read.extractions) if pipeline.asks or not pipeline.concludes else None
    )
    versions = {**run.versions, "extractor": EXTRACTOR_VERSION, "scoreModel": SCORE_MODEL}
    checks = None if audit is None else audit.checks
    made = RevisionInputs(
        reason="rescore",
        reading=reading_version(profile),
        versions=versions,
        profile=profile,
        inputs_hash=inputs_hash(profile, read.digests, checks, run.seed, versions),
        answers=len(read.every),
    )
    basis, headline = headline_in(read)
    if before.keys().isdisjoint(_HEADLINE):  # coverage without a site has no overall score
        return Revised(made, [], None, tuple(headline), sums)
    fit = fit_of(before.get("audienceFit"))  # depends on pages and audience, not on answers
    scores = score_observed(profile, basis, headline, audit, fit, run.seed)
    scores = _as_sure_as(scores, before.get("content") or before.get("overall"))
    rows = own_rows(pipeline, score_rows(scores, audit, fit))
    if "content" in pipeline.measures:
        rows += engine_rows(engine_scores(read.valid, run.seed, bool(profile.competitors)))
    return Revised(made, rows, scores, tuple(headline), sums)


def headline_in(read: Reread) -> tuple[Basis | None, list[Observation]]:
    """The basis and observations that a run's headline is computed from."""
    basis = headline_basis(read.answers)
    return basis, [] if basis is None else headline_of(read.answers, read.valid, basis)


def _as_sure_as(scores: Scores, before: StoredScore | None) -> Scores:
    """Keep a score exploratory if it was so because of what could be quoted."""
    if before is None or not before.exploratory:
        return scores
    return scores.as_exploratory()
