"""Ranks candidates for what the brand sells, or decides to ask; weights are learned from examples.

Invariant: the probabilities of all candidates sum to 1; if the doubts prevail, nothing is chosen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from presence.analysis.offer.candidates import Candidate
from presence.analysis.offer.evidence import DESCRIPTION
from presence.analysis.offer.weights import weights

CERTAIN = "constant"
_SURE = 0.95
_DOUBTFUL = 0.8  # sum of doubts from which nothing is chosen
# Properties of the chosen candidate that make it more or less credible.
_BELIEVED = (
    "of the audience",
    "pages with its noun",
    "weight",
    "kind fits site",
    "noun in description",
    "unlike names",
    "like names",
    "common noun",
    "generic noun",
)


def chosen(found: Sequence[Candidate], doubts: Mapping[str, float]) -> Candidate | None:
    """The most likely candidate; None if it is more likely that none is right.

    Without `doubts` there was nothing to weigh: the only candidate is the one the rules chose.
    """
    if not doubts or not found:
        return next(iter(found), None)
    best = likeliest(found, weights("which"))
    if said := next((one for one in found if _is_acronym_said(one)), None):
        best = said
    doubt = weighed_sum(doubts_of(best, found, doubts, weights("which")), weights("asking"))
    if doubt > _DOUBTFUL:
        return None
    best.confidence = round(min(_SURE, kin_of(best, found)), 2)
    return best


def _is_acronym_said(one: Candidate) -> bool:
    """Whether the description names a known category by its acronym: "an MES for moulders"."""
    said = one.is_ruled and one.entry is not None and one.quote.source == DESCRIPTION
    return said and one.text.isupper() and len(one.text) > 1


def likeliest(found: Sequence[Candidate], weighing: Mapping[str, float]) -> Candidate:
    """The candidate with the highest probability; sets the probability of each."""
    scores = [weighed_sum(one.properties, weighing) for one in found]
    shares = [math.exp(score - max(scores)) for score in scores]
    for one, share in zip(found, shares, strict=True):
        one.chance = share / sum(shares)
    return max(found, key=lambda one: one.chance)


def doubts_of(
    best: Candidate,
    found: Sequence[Candidate],
    doubts: Mapping[str, float],
    weighing: Mapping[str, float],
) -> dict[str, float]:
    """The reasons to ask instead of choosing, including how much supports the candidate."""
    kin = kin_of(best, found)
    believed = {f"chosen: {name}": best.properties.get(name, 0.0) for name in _BELIEVED}
    return {
        **doubts,
        **believed,
        "chance": kin,
        "log chance": math.log(kin),
        "score": weighed_sum(best.properties, weighing) / 5,
        CERTAIN: 1.0,
    }


def kin_of(best: Candidate, found: Sequence[Candidate]) -> float:
    """The total probability of candidates that mean the same: one noun or one entry."""
    return sum(
        one.chance
        for one in found
        if one.key[-1] == best.key[-1] or (one.entry is not None and one.entry is best.entry)
    )


def weighed_sum(properties: Mapping[str, float], weighing: Mapping[str, float]) -> float:
    """The sum of the properties times their weights."""
    return sum(weighing.get(name, 0.0) * value for name, value in properties.items())
