"""What every number means, in the words shown beside it; shared by evidence and method page.

Invariant: every metric a score row can carry has an entry, and the entry's wording is the formula
that the code in this package computes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from presence.analysis.scoring.intervals import (
    PRIOR_CORRELATION,
    QUANTILE_CEILING,
    QUANTILE_FLOOR,
    RESAMPLES,
)

Unit = Literal["score100", "percent", "rank", "ms", "level"]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric in readable form: `name` is the field, `interval` says how its bounds are made."""

    name: str
    label: str
    formula: str
    unit: Unit
    interval: str


_WILSON: Final = (
    "Wilson score interval with effective n (n ÷ design effect by prompt, shrunk towards that of a"
    f" correlation of {PRIOR_CORRELATION:g} within prompts)"
)
_RATE: Final = (
    f"{_WILSON} and t quantiles of prompts − 1 degrees of freedom, the upper one scaled above 60 %"
    " by a factor tuned on simulated panels"
)
_MEAN: Final = (
    f"{_WILSON}, in which a studentised bootstrap of {RESAMPLES:,} seeded resamples of prompts"
    f" gives the quantiles: from {QUANTILE_FLOOR:g} to {QUANTILE_CEILING:g} times t of prompts − 1"
    " degrees of freedom, scaled for means above 60 % by factors tuned on simulated panels"
)
_CLASSES: Final = ("owned", "competitor", "editorial", "community", "reference", "institutional")

HEADLINE: Final = (
    Metric(
        "content",
        "Content AI Visibility",
        "100 × mean over engines of the mean over non-branded prompts of the mean over samples of"
        " v, where v is 0 when the brand is not named and 1 ÷ (1 + 0.1 × (position − 1)) when it"
        " is. Failed answers are not counted.",
        "score100",
        _MEAN,
    ),
    Metric(
        "technical",
        "Technical AI Visibility",
        "100 × Σ weight of passed checks ÷ Σ weight of applicable checks; a page check counts by"
        " its share of passing pages. At most 40 while every AI search bot is shut out.",
        "score100",
        "None for a census of the pages; else resampled pages, finite-population correction",
    ),
    Metric(
        "audienceFit",
        "Audience Fit",
        "10 × relevance, where relevance is the mean of four items from 0 to 10: needs,"
        " vocabulary, use cases and constraints. An item without a quotable span scores 0.",
        "score100",
        "Bootstrap over assessed passages, at least as wide as three unseen passages could move it",
    ),
    Metric(
        "overall",
        "AI Visibility",
        "0.6 × Content AI Visibility + 0.4 × Technical AI Visibility, or Content AI Visibility"
        " alone when there is no website to judge.",
        "score100",
        "Draws of the content score combined with draws of the technical score",
    ),
)
COMPONENTS: Final = (
    Metric("mentionRate", "Mention rate", "Answers naming the brand ÷ answers", "percent", _RATE),
    Metric(
        "promptCoverage", "Prompt coverage",
        "Prompts with at least one mention ÷ prompts with at least one answer", "percent", _RATE,
    ),
    Metric(
        "position", "Position",
        "Mean rank of the brand among the entities named in an answer, over answers naming it",
        "rank", "t over the mean ranks of prompts",
    ),
    Metric(
        "shareOfVoice", "Share of voice",
        "Answers naming the brand ÷ Σ over brand and competitors of answers naming each; null"
        " without competitors", "percent", _RATE,
    ),
    Metric(
        "citationRate", "Citation rate",
        "Answers citing an owned URL ÷ answers that carry citation data", "percent", _RATE,
    ),
    Metric(
        "citationShare", "Citation share",
        "Citations of owned URLs ÷ all citations", "percent", _RATE,
    ),
    *(
        Metric(
            f"citationShare.{name}", f"Citation share: {name}",
            f"Citations of {name} sources ÷ all citations", "percent", _RATE,
        )
        for name in _CLASSES[1:]
    ),
    Metric(
        "ghostRate", "Ghost rate",
        "Answers citing the brand without naming it ÷ answers citing the brand", "percent", _RATE,
    ),
    Metric(
        "informativeRate", "Informative rate",
        "Answers naming any tracked entity ÷ answers; below 50 % the panel is called thin",
        "percent", _RATE,
    ),
    Metric(
        "sentiment", "Sentiment",
        "(positive + ½ neutral) ÷ judged × 100, over answers naming the brand", "score100", _MEAN,
    ),
    Metric(
        "recommendationRate", "Recommendation rate",
        "Answers presenting the brand as a pick ÷ valid answers", "percent", _RATE,
    ),
    Metric(
        "wordShare", "Word share",
        "Words of sentences citing owned sources ÷ words of all citing sentences; words of more"
        " than two characters, a sentence citing several sources is split equally; null where"
        " nothing is cited", "percent", _MEAN,
    ),
    Metric(
        "positionWordShare", "Position-adjusted word share",
        "Word share with sentence i of n weighted by e^(−i ÷ (n − 1))", "percent", _MEAN,
    ),
    Metric(
        "stability", "Stability",
        "100 × (1 − Bray–Curtis distance of the citation shares of consecutive runs), mean over"
        " pairs of runs; shown from 5 runs on, early until 20", "score100",
        "t over pairs of consecutive runs",
    ),
)  # fmt: skip
METRICS: Final = (*HEADLINE, *COMPONENTS)
LABELS: Final = {metric.name: metric.label for metric in HEADLINE}
FORMULAS: Final = {metric.name: metric.formula for metric in HEADLINE}
