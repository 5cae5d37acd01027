"""Content AI Visibility: the headline number and the components shown beside it.

Invariant: macro-averages throughout (samples within a prompt, prompts within an engine, then
engines), so neither an engine with many answers nor a repeated prompt can dominate.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from presence.analysis.scoring import metrics
from presence.analysis.scoring.intervals import Floats, Interval, clustered_bounds
from presence.analysis.scoring.observations import (
    Observation,
    headline_observations,
    pair_up,
)
from presence.analysis.types import Answer, Extraction, Score, SourceClass

Bools = NDArray[np.bool_]
SCORE_MODEL: Final = "content-v1"
SOURCE_CLASSES: Final[tuple[SourceClass, ...]] = get_args(SourceClass)


@dataclass(frozen=True, slots=True)
class VisibilityMatrix:
    """Mean visibility per (prompt, engine): shape (prompts, engines), NaN where not asked."""

    cells: Floats
    prompts: tuple[str, ...]
    engines: tuple[str, ...]
    answers: int


def panel_of(observations: Sequence[Observation]) -> VisibilityMatrix | None:
    """Lay observations out by prompt and engine; None without any."""
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    for o in observations:
        values[o.prompt_id, o.engine_id].append(o.visibility)
    if not values:
        return None
    prompts = tuple(sorted({prompt for prompt, _ in values}))
    engines = tuple(sorted({engine for _, engine in values}))
    rows = {prompt: row for row, prompt in enumerate(prompts)}
    columns = {name: column for column, name in enumerate(engines)}
    cells = np.full((len(prompts), len(engines)), np.nan)
    for (prompt, engine), samples in values.items():
        # Sorted, so that the sum does not depend on the order in which answers arrived.
        cells[rows[prompt], columns[engine]] = float(np.mean(sorted(samples)))
    return VisibilityMatrix(cells, prompts, engines, len(observations))


def cell_weights(asked: Bools, prompts: Floats) -> Floats:
    """What each cell counts in the mean over engines of the means over prompts; sums to 1.

    Shapes: `asked` (prompts, engines), `prompts` the weight of each prompt, 1 unless some count
    more. An engine without a prompt that counts is left out.
    """
    counted = asked * prompts[:, None]
    totals = counted.sum(axis=0)
    fit = totals > 0.0
    shares: Floats = np.where(fit, counted / np.where(fit, totals, 1.0), 0.0) / max(fit.sum(), 1)
    return shares


def visibility_interval(panel: VisibilityMatrix, seed: int) -> Interval:
    """Content AI Visibility / 100 with its interval.

    Each prompt's contribution is linearised: its cells, weighted so that their plain mean over
    prompts is the mean over engines of the mean over that engine's prompts.
    """
    asked = ~np.isnan(panel.cells)
    filled = np.where(asked, panel.cells, 0.0)
    prompts, engines = panel.cells.shape
    engine_means = filled.sum(axis=0) / asked.sum(axis=0)
    value = float(engine_means.mean())
    weights = prompts / (engines * asked.sum(axis=0))
    contributions = (weights * (filled - engine_means) * asked).sum(axis=1) + value
    if asked.all():
        contributions = filled.mean(axis=1)
    inside = np.clip(contributions, 0.0, 1.0)[None, :]
    mean, low, high = clustered_bounds(inside, panel.answers / prompts, seed)
    # Clipping can shift the mean slightly; the bounds are shifted with it.
    shift = value - float(mean[0])
    return Interval(
        value,
        min(max(float(low[0]) + shift, 0.0), value),
        max(min(float(high[0]) + shift, 1.0), value),
        panel.answers,
        prompts,
    )


def as_score(interval: Interval, scale: float = 100.0) -> Score:
    """Interval as a Score over answers; ratios are scaled to 0..100."""
    return Score(
        value=interval.value * scale,
        low=interval.low * scale,
        high=interval.high * scale,
        n=interval.n,
        unit="answers",
        model=SCORE_MODEL,
        exploratory=interval.exploratory,
    )


def score_observations(
    observations: Sequence[Observation], seed: int, has_competitors: bool = True
) -> tuple[Score | None, tuple[tuple[str, Score], ...]]:
    """Score and components of the observations of one basis; (None, ()) without any."""
    panel = panel_of(observations)
    if panel is None:
        return None, ()
    score = as_score(visibility_interval(panel, seed))
    return score, _components(observations, seed, has_competitors)


def score_content(
    answers: Sequence[Answer],
    extractions: Sequence[Extraction],
    seed: int,
    has_competitors: bool = True,
) -> tuple[Score | None, tuple[tuple[str, Score], ...]]:
    """Content AI Visibility of the headline basis and its components, omitting absent ones.

    Component scores are 0..100, except `position` (mean rank, lower is better).
    """
    _, observations = headline_observations(answers, extractions)
    return score_observations(observations, seed, has_competitors)


@dataclass(frozen=True, slots=True)
class EngineScore:
    """Content AI Visibility of one engine alone, with its components."""

    engine: str
    score: Score
    components: tuple[tuple[str, Score], ...]


def by_engine(
    answers: Sequence[Answer],
    extractions: Sequence[Extraction],
    seed: int,
    has_competitors: bool = True,
) -> tuple[EngineScore, ...]:
    """Scores of every engine with a valid answer to a neutral prompt, sorted by engine id.

    Imported answers enter no score. An engine with too few answers for the headline still has its
    own row: its `n` shows how few.
    """
    return engine_scores(pair_up(answers, extractions), seed, has_competitors)


def engine_scores(
    observations: Sequence[Observation], seed: int, has_competitors: bool = True
) -> tuple[EngineScore, ...]:
    """`by_engine` for observations of arbitrary engines and prompts."""
    groups: dict[str, list[Observation]] = defaultdict(list)
    for o in observations:
        if o.answer.engine.basis != "imported" and not o.answer.prompt.branded:
            groups[o.engine_id].append(o)
    scored = []
    for engine in sorted(groups):
        score, components = score_observations(groups[engine], seed, has_competitors)
        if score is not None:
            scored.append(EngineScore(engine, score, components))
    return tuple(scored)


def _components(
    observations: Sequence[Observation], seed: int, has_competitors: bool
) -> tuple[tuple[str, Score], ...]:
    plain: tuple[tuple[str, Callable[[Sequence[Observation]], Interval | None]], ...] = (
        ("mentionRate", metrics.mention_rate),
        ("promptCoverage", metrics.prompt_coverage),
        ("citationRate", metrics.citation_rate),
        ("citationShare", metrics.citation_share),
        ("ghostRate", metrics.ghost_rate),
        ("informativeRate", metrics.informative_rate),
        ("recommendationRate", metrics.recommendation_rate),
    )
    found = [(name, as_score(i)) for name, of in plain if (i := of(observations)) is not None]
    for source in SOURCE_CLASSES[1:]:
        if (share := metrics.citation_share(observations, source)) is not None:
            found.append((f"citationShare.{source}", as_score(share)))
    for name, words in zip(
        ("wordShare", "positionWordShare"), metrics.word_shares(observations, seed), strict=True
    ):
        if words is not None:
            found.append((name, as_score(words)))
    if has_competitors and (voice := metrics.share_of_voice(observations)) is not None:
        found.append(("shareOfVoice", as_score(voice)))
    if (mood := metrics.sentiment(observations, seed)) is not None:
        found.append(("sentiment", as_score(mood)))
    if (rank := metrics.position(observations)) is not None:
        found.append(("position", as_score(rank, scale=1.0)))
    return tuple(sorted(found))
