"""Counts who is present in the answers of one prompt.

Invariant: presence means affirmatively named or cited, by the same rule for brand and
competitors; an answer without citation data counts by its names alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from presence.analysis.scoring import Observation
from presence.analysis.types import BrandProfile


def named(observation: Observation, entity: str) -> bool:
    """Whether an answer affirmatively names an entity."""
    return observation.extraction.position_of(entity) is not None


def cited(observation: Observation, entity: str) -> bool:
    """Whether one answer cites a page an entity owns."""
    citations = observation.extraction.citations or ()
    return any(c.owner == entity and c.kind == "cited" for c in citations)


def present(observation: Observation, entity: str) -> bool:
    """Whether one answer names or cites an entity."""
    return named(observation, entity) or cited(observation, entity)


@dataclass(frozen=True, slots=True)
class EntityCount:
    """One entity in the answers of a prompt: in how many, their share, mean rank where named."""

    entity: str
    name: str
    count: int
    share: float
    mean_rank: float


def presence_counts(
    profile: BrandProfile, observations: Sequence[Observation]
) -> tuple[EntityCount, tuple[EntityCount, ...]]:
    """(brand, competitors best first) over the answers of one prompt; at least one answer."""
    brand = _count_of("brand", profile.name, observations)
    competitors = [_count_of(c.id, c.name, observations) for c in profile.competitors]
    return brand, tuple(sorted(competitors, key=lambda s: (-s.share, s.mean_rank, s.name)))


def _count_of(entity: str, name: str, observations: Sequence[Observation]) -> EntityCount:
    ranks = [r for o in observations if (r := o.extraction.position_of(entity)) is not None]
    count = sum(present(o, entity) for o in observations)
    mean_rank = sum(ranks) / len(ranks) if ranks else float("inf")
    return EntityCount(entity, name, count, count / len(observations), mean_rank)
