"""Combines content, technical and audience scores into the four headline numbers.

Invariant: what cannot be measured stays None and is never replaced by 0. The overall score is based
on content and, if there is a website, on technical (.6 / .4), never on audience fit or on coverage,
which measures what the brand's own texts answer rather than who is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from presence.analysis.scoring.content import SCORE_MODEL, score_observations
from presence.analysis.scoring.intervals import Floats
from presence.analysis.scoring.observations import Observation, headline_observations
from presence.analysis.scoring.quantiles import normal_quantile
from presence.analysis.types import (
    COVERAGE,
    Answer,
    AudienceFit,
    AuditReport,
    Basis,
    BrandProfile,
    Extraction,
    Score,
    ScoreChange,
    Scores,
    Verdict,
)

CONTENT_WEIGHT: Final = 0.6
TECHNICAL_WEIGHT: Final = 0.4
THIN_PANEL_BELOW: Final = 50.0
_DRAWS: Final = 20_000


def score_run(
    profile: BrandProfile,
    answers: Sequence[Answer],
    extractions: Sequence[Extraction],
    audit: AuditReport | None,
    fit: AudienceFit | None,
    seed: int,
) -> Scores:
    """All four scores of a run with basis and verdict. Deterministic for a seed."""
    basis, observations = headline_observations(answers, extractions)
    return score_observed(profile, basis, observations, audit, fit, seed)


def score_observed(
    profile: BrandProfile,
    basis: Basis | None,
    observations: Sequence[Observation],
    audit: AuditReport | None,
    fit: AudienceFit | None,
    seed: int,
) -> Scores:
    """Like `score_run`, from headline observations that were made earlier."""
    content, components = score_observations(observations, seed, bool(profile.competitors))
    return combine(
        content,
        audit.score if audit is not None else None,
        fit.score if fit is not None else None,
        basis=basis if content is not None else None,
        has_competitors=bool(profile.competitors),
        components=components,
        seed=seed,
    )


def combine(
    content: Score | None,
    technical: Score | None,
    fit: Score | None,
    *,
    basis: Basis | None,
    has_competitors: bool,
    components: tuple[tuple[str, Score], ...] = (),
    seed: int = 0,
) -> Scores:
    """Headline scores from their parts; overall is None without content.

    Coverage never enters the overall score, which is then the technical score alone, or None.
    """
    verdict = verdict_of(basis, has_competitors, components)
    covered = verdict == COVERAGE
    return Scores(
        content=content,
        technical=technical,
        audience_fit=fit,
        overall=technical if covered else overall_score(content, technical, seed),
        basis=basis,
        verdict=verdict,
        components=components,
    )


def verdict_of(
    basis: Basis | None, has_competitors: bool, components: Sequence[tuple[str, Score]]
) -> str:
    """How to read the content score.

    "coverage": the simulator without competitors only shows which questions the brand's own texts
    can answer. "thin panel": fewer than half of the answers name the brand or a tracked
    competitor.
    """
    if basis == "simulator" and not has_competitors:
        return COVERAGE
    informative = next((s for name, s in components if name == "informativeRate"), None)
    thin = informative is not None and informative.value < THIN_PANEL_BELOW
    return "thin panel" if thin else ""


def overall_score(content: Score | None, technical: Score | None, seed: int) -> Score | None:
    """.6 content + .4 technical with their draws combined, or content alone; n = answers.

    Each part's uncertainty is redrawn from its interval (a normal distribution on either side of
    the value, scaled so that 95 % lie inside); a census (low = high) is a constant.
    """
    if content is None:
        return None
    if technical is None:
        return Score(
            content.value,
            content.low,
            content.high,
            content.n,
            "answers",
            SCORE_MODEL,
            content.exploratory,
        )
    rng = np.random.default_rng(seed)
    drawn = CONTENT_WEIGHT * _draws(content, rng) + TECHNICAL_WEIGHT * _draws(technical, rng)
    value = CONTENT_WEIGHT * content.value + TECHNICAL_WEIGHT * technical.value
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Score(
        value=value,
        low=max(0.0, min(float(low), value)),
        high=min(100.0, max(float(high), value)),
        n=content.n,
        unit="answers",
        model=SCORE_MODEL,
        exploratory=content.exploratory,
    )


def overall_change(
    verdict: str, content: ScoreChange | None, technical: ScoreChange | None
) -> ScoreChange:
    """The parts' changes by their weights; without a part on both sides, the other one's.

    Never new minus old: what only one run asked or read is in no part's change. The overall score
    has moved when a part has. `verdict` is how the new content score is to be read.
    """
    weighed = ((CONTENT_WEIGHT, content), (TECHNICAL_WEIGHT, technical))
    parts = [(weight, part) for weight, part in weighed if part is not None]
    if verdict == COVERAGE:  # the overall score is the technical score alone
        parts = parts[1:] if content is not None else parts
    verdicts = {part.verdict for _, part in parts}
    if "model changed" in verdicts:
        return ScoreChange(None, "model changed")
    points = [weight * part.points for weight, part in parts if part.points is not None]
    if not points or len(points) < len(parts):
        return ScoreChange(None, "not enough data")
    change = sum(points) / sum(weight for weight, _ in parts)
    if "not enough data" in verdicts:
        return ScoreChange(change, "not enough data")
    surest: tuple[Verdict, ...] = ("moved", "probably moving")
    for verdict_of_part in surest:
        if change and verdict_of_part in verdicts:
            return ScoreChange(change, verdict_of_part)
    return ScoreChange(change, "within noise")


def _draws(score: Score, rng: np.random.Generator) -> Floats:
    z = rng.standard_normal(_DRAWS)
    side = np.where(z < 0.0, score.value - score.low, score.high - score.value)
    drawn: Floats = score.value + z * side / normal_quantile(0.975)
    return drawn
