"""The answers behind a gap, engine by engine, so that every count opens.

Invariant: counts are over all pooled answers; the ids listed are a bounded choice of them, those
that show the gap first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, Literal

from presence.analysis.gaps.presence_counts import cited, named, present
from presence.analysis.scoring import Observation
from presence.analysis.types import GapEvidence

MOST_ANSWERS: Final = 12
WonBy = Literal["named", "cited", "named and cited", ""]


def engine_evidence(
    observations: Sequence[Observation], competitor: str | None
) -> tuple[GapEvidence, ...]:
    """One row per engine, engines sorted by id; `competitor` None where nobody else is ahead."""
    groups: dict[str, list[Observation]] = defaultdict(list)
    for observation in observations:
        groups[observation.engine_id].append(observation)
    return tuple(_row(group, competitor) for _, group in sorted(groups.items()))


def _row(group: Sequence[Observation], competitor: str | None) -> GapEvidence:
    engine = group[0].answer.engine
    ordered = sorted(
        group,
        key=lambda o: (present(o, "brand"), competitor is not None and not present(o, competitor)),
    )
    return GapEvidence(
        engine=engine.id,
        name=engine.name,
        n=len(group),
        brand=sum(present(o, "brand") for o in group),
        rival=0 if competitor is None else sum(present(o, competitor) for o in group),
        answer_ids=tuple(o.answer.id for o in ordered[:MOST_ANSWERS]),
    )


def presence_of(observations: Sequence[Observation], entity: str) -> WonBy:
    """How an entity is present over the answers."""
    by_name = any(named(o, entity) for o in observations)
    by_source = any(cited(o, entity) for o in observations)
    if by_name and by_source:
        return "named and cited"
    return "named" if by_name else "cited" if by_source else ""
