"""The metric table: every rate and mean beside Content AI Visibility, each with its interval.

Invariant: a metric without data is None, never 0. Rates are ratios 0..1; `position` is a rank
from 1, `sentiment` a ratio. Pass observations of one basis (`headline_observations`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from presence.analysis.scoring.intervals import (
    Floats,
    Interval,
    cluster_quantile,
    clustered_mean,
    clustered_rate,
)
from presence.analysis.scoring.observations import Observation, by_prompt
from presence.analysis.types import SourceClass

_JUDGED = {"positive": 1.0, "neutral": 0.5, "negative": 0.0}


@dataclass(frozen=True, slots=True)
class Ratio:
    """What a pooled rate counts in an answer: the sum of `part` over that of `whole`."""

    part: Callable[[Observation], float]
    whole: Callable[[Observation], float]


RATIOS: Final = {
    "mentionRate": Ratio(lambda o: o.extraction.brand_named, lambda _: 1),
    "informativeRate": Ratio(lambda o: bool(o.extraction.positions), lambda _: 1),
    "recommendationRate": Ratio(lambda o: o.extraction.recommended, lambda _: 1),
    "citationRate": Ratio(
        lambda o: o.extraction.cited_owned is True,
        lambda o: o.extraction.cited_owned is not None,
    ),
    "ghostRate": Ratio(
        lambda o: o.extraction.cited_owned is True and not o.extraction.brand_named,
        lambda o: o.extraction.cited_owned is True,
    ),
    "shareOfVoice": Ratio(
        lambda o: o.extraction.brand_named, lambda o: len(o.extraction.positions)
    ),
}


def ratio_value(part: Floats, whole: Floats, weights: Floats) -> float | None:
    """A pooled rate of parts of the answers, each with its mean `part` and `whole` per answer.

    `weights` is how many answers each stands for, of any shape. None where nothing is counted.
    """
    counted = float((weights * whole).sum())
    return float((weights * part).sum()) / counted if counted > 0.0 else None


def _rate(observations: Sequence[Observation], name: str) -> Interval | None:
    """The ratio of that name over the observations, clustered by prompt."""
    ratio = RATIOS[name]
    groups = by_prompt(observations).values()
    return clustered_rate(
        [int(sum(map(ratio.part, group))) for group in groups],
        [int(sum(map(ratio.whole, group))) for group in groups],
    )


def mention_rate(observations: Sequence[Observation]) -> Interval | None:
    """Answers affirmatively naming the brand / answers."""
    return _rate(observations, "mentionRate")


def informative_rate(observations: Sequence[Observation]) -> Interval | None:
    """Answers naming any entity / answers."""
    return _rate(observations, "informativeRate")


def recommendation_rate(observations: Sequence[Observation]) -> Interval | None:
    """Answers presenting the brand as a pick / answers."""
    return _rate(observations, "recommendationRate")


def citation_rate(observations: Sequence[Observation]) -> Interval | None:
    """Answers citing an owned URL / answers for which that is known."""
    return _rate(observations, "citationRate")


def ghost_rate(observations: Sequence[Observation]) -> Interval | None:
    """Answers citing the brand without naming it / answers citing the brand."""
    return _rate(observations, "ghostRate")


def prompt_coverage(observations: Sequence[Observation]) -> Interval | None:
    """Prompts with a mention / prompts with an answer; n counts the answers behind them."""
    groups = by_prompt(observations).values()
    covered = [int(any(o.extraction.brand_named for o in group)) for group in groups]
    found = clustered_rate(covered, [1] * len(covered))
    if found is None:
        return None
    return Interval(found.value, found.low, found.high, len(observations), found.clusters)


def share_of_voice(observations: Sequence[Observation]) -> Interval | None:
    """Answers naming the brand / sum over entities of answers naming each.

    None if nobody is named or no competitor is in any answer's entity set.
    """
    return _rate(observations, "shareOfVoice")


def position(observations: Sequence[Observation]) -> Interval | None:
    """Mean rank where the brand is named (lower is better); None if it never is.

    The interval uses the prompts' mean ranks and t; with one prompt it extends one rank either way.
    """
    ranks: dict[str, list[int]] = {}
    for o in observations:
        rank = o.extraction.position_of("brand")
        if rank is not None:
            ranks.setdefault(o.prompt_id, []).append(rank)
    if not ranks:
        return None
    every = [rank for group in ranks.values() for rank in group]
    mean = float(np.mean(every))
    per_prompt = np.array([np.mean(group) for group in ranks.values()])
    k = len(per_prompt)
    # Ranks are whole numbers: a quarter of a rank is the smallest spread that can be claimed.
    spread = max(float(per_prompt.std(ddof=1)), 0.25) if k > 1 else 0.25
    half = cluster_quantile(k) * spread / float(np.sqrt(k)) if k > 1 else 1.0
    return Interval(mean, max(1.0, mean - half), mean + half, len(every), k)


def sentiment(observations: Sequence[Observation], seed: int) -> Interval | None:
    """(positive + half of neutral) / judged, over answers naming the brand."""
    groups: list[float] = []
    judged = 0
    for group in by_prompt(observations).values():
        values = [_JUDGED[o.extraction.sentiment] for o in group if o.extraction.sentiment]
        if values:
            judged += len(values)
            groups.append(float(np.mean(sorted(values))))
    return clustered_mean(groups, judged, seed)


def citation_share(
    observations: Sequence[Observation], source_class: SourceClass = "owned"
) -> Interval | None:
    """Citations of one source class / all citations; None without citations.

    The brand's own share is the class "owned". n counts citations here.
    """
    own: list[int] = []
    every: list[int] = []
    for group in by_prompt(observations).values():
        counts = citation_classes(group)
        own.append(counts[source_class])
        every.append(sum(counts.values()))
    return clustered_rate(own, every)


def word_shares(
    observations: Sequence[Observation], seed: int
) -> tuple[Interval | None, Interval | None]:
    """Mean word share and position-adjusted word share of owned sources.

    Only answers whose citations can be placed in sentences count; (None, None) without any.
    """
    plain: list[float] = []
    weighted: list[float] = []
    answers = 0
    for group in by_prompt(observations).values():
        shares = sorted(o.shares for o in group if o.shares is not None)
        if shares:
            answers += len(shares)
            plain.append(float(np.mean([share for share, _ in shares])))
            weighted.append(float(np.mean(sorted(share for _, share in shares))))
    return clustered_mean(plain, answers, seed), clustered_mean(weighted, answers, seed)


def citation_classes(observations: Sequence[Observation]) -> Counter[SourceClass]:
    """Number of citations (cited, not only retrieved) per source class."""
    return Counter(
        citation.source_class
        for o in observations
        for citation in o.extraction.citations or ()
        if citation.kind == "cited" and citation.source_class is not None
    )
