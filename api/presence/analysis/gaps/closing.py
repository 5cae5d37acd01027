"""When a gap that was found is closed: by the posterior of its counts, not by one comparison.

Invariant: a gap that no longer shows in the newest answers stays listed, as too early to call,
until a rise of the brand or a fall of the competitor is beyond reasonable doubt, over all the looks
it may take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from presence.analysis.changes import RatePrior, chance_ahead, fit_prior
from presence.analysis.changes.evidence import DEFAULT_DAY
from presence.analysis.gaps.group import Group
from presence.analysis.gaps.presence_counts import present
from presence.analysis.types import BrandProfile

ERROR: Final = 0.05  # of gaps with nothing done, how many may ever be called closed
LOOKS: Final = 12  # analyses over which that error is spent
_REASONS: Final = 2  # the brand rose, the competitor fell
CLOSED_DOUBT: Final = ERROR / (LOOKS * _REASONS)  # at one look, for one reason (Bonferroni)
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
    """Whether the answers since `before` leave at most `CLOSED_DOUBT` that the gap closed.

    Either the brand is in a larger share of them, or the competitor in a smaller one; None for one
    that is no longer tracked, whose counts nobody knows. Both rates are drawn towards those of the
    entity over all questions (`presence_priors`), and answers of one day tell less than as many.
    """
    since = [o for o in group.all if not group.is_earlier(o) or o.answer.answered_at > before.at]
    a_day = len(since) / len({o.answer.answered_at.date() for o in since})
    sides = [(BRAND, before.brand, 1)]
    if competitor is not None:
        sides.append((competitor, before.other, -1))
    for entity, counted, direction in sides:
        hits = sum(present(o, entity) for o in since)
        weight = _weight((hits + counted) / (len(since) + before.answers), a_day)
        prior = priors[entity]
        new = prior.density(weight * hits, weight * len(since))
        old = prior.density(weight * counted, weight * before.answers)
        risen = chance_ahead(new, old) if direction > 0 else chance_ahead(old, new)
        if risen >= 1.0 - CLOSED_DOUBT:
            return True
    return False


def _weight(rate: float, a_day: float) -> float:
    """What an answer tells, 0..1, where `a_day` answers share what their day does to all of them.

    1 / (1 + (a_day - 1) r), Kish's design effect (1965), with the default component of a day s on
    the logit scale: r = s^2 rate (1 - rate).
    """
    return 1.0 / (1.0 + max(a_day - 1.0, 0.0) * DEFAULT_DAY**2 * rate * (1.0 - rate))


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
