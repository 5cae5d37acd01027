"""When a gap that was found is closed: by the posterior of its counts, not by one comparison.

Invariant: a gap that no longer shows in the newest answers stays listed, as too early to call,
until a rise of the brand or a fall of the competitor is beyond reasonable doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from presence.analysis.changes import RatePrior, chance_ahead, fit_prior
from presence.analysis.gaps.group import Group
from presence.analysis.gaps.presence_counts import present
from presence.analysis.types import BrandProfile

CLOSED_DOUBT: Final = 0.01  # for either reason: the brand rose, the competitor fell
BRAND: Final = "brand"


@dataclass(frozen=True, slots=True)
class OpenGap:
    """The counts with which a gap was last found open: of `answers` answers, up to `at`.

    `brand` of them name or cite the brand, `other` the competitor of that name.
    """

    competitor: str
    brand: int
    other: int
    answers: int
    at: datetime


def is_early(kind: str, brand: int, other: int) -> bool:
    """Whether a stored gap no longer shows in its counts, so that it is too early to call."""
    return kind == "competitor" and other <= brand


def is_closed(
    before: OpenGap, group: Group, competitor: str | None, priors: Mapping[str, RatePrior]
) -> bool:
    """Whether the answers since `before` leave at most 1 % doubt that the gap closed.

    Either the brand is in a larger share of them, or the competitor in a smaller one; None for one
    that is no longer tracked, whose counts nobody knows. Both rates are drawn towards those of the
    entity over all questions (`presence_priors`).
    """
    since = [o for o in group.all if not group.is_earlier(o) or o.answer.answered_at > before.at]
    sides = [(BRAND, before.brand, 1)]
    if competitor is not None:
        sides.append((competitor, before.other, -1))
    for entity, counted, direction in sides:
        prior = priors[entity]
        new = prior.density(sum(present(o, entity) for o in since), len(since))
        old = prior.density(counted, before.answers)
        risen = chance_ahead(new, old) if direction > 0 else chance_ahead(old, new)
        if risen >= 1.0 - CLOSED_DOUBT:
            return True
    return False


def presence_priors(profile: BrandProfile, groups: Sequence[Group]) -> dict[str, RatePrior]:
    """What the answers to all questions say of how often each entity is present in any one's."""
    found: dict[str, RatePrior] = {}
    sizes = [len(group.all) for group in groups]
    for entity in (BRAND, *(competitor.id for competitor in profile.competitors)):
        hits = [sum(present(o, entity) for o in group.all) for group in groups]
        prior = fit_prior(hits, sizes)
        if prior is not None:
            found[entity] = prior.loosened
    return found
