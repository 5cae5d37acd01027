"""One run's answers summed by prompt and engine.

Invariant: sums add up, so the cells of several runs of a prompt and engine may be added and every
metric computed from them equals the metric over the answers themselves. Failed and refused answers
are counted apart and enter no sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from presence.analysis.extraction import BRAND
from presence.analysis.scoring import Observation, pair_up
from presence.analysis.types import Answer, Extraction


@dataclass(frozen=True, slots=True)
class Cell:
    """What the valid answers of one engine to one prompt say of the brand, in counts.

    `position_sum` and `visibility_sum` are over the `mentions` answers naming the brand;
    `cited_known` answers carry citation data, `cited_owned` of them cite an owned page, `ghosts`
    of those do not name the brand.
    """

    prompt_id: str
    engine: str
    basis: str
    answers: int = 0
    failed: int = 0
    mentions: int = 0
    position_sum: int = 0
    visibility_sum: float = 0.0
    informative: int = 0
    recommended: int = 0
    cited_known: int = 0
    cited_owned: int = 0
    ghosts: int = 0
    positive: int = 0
    neutral: int = 0
    negative: int = 0


@dataclass(frozen=True, slots=True)
class EntityCell:
    """In how many answers of one engine to one prompt an entity is named, and where."""

    prompt_id: str
    engine: str
    entity: str
    mentions: int
    position_sum: int
    recommended: int


def cells_of(answers: Sequence[Answer], extractions: Sequence[Extraction]) -> tuple[Cell, ...]:
    """Cells of a run, ordered by prompt and engine; branded prompts have theirs too."""
    groups: dict[tuple[str, str, str], list[Observation]] = defaultdict(list)
    failed: dict[tuple[str, str, str], int] = defaultdict(int)
    for answer in answers:
        key = (answer.prompt.id, answer.engine.id, answer.engine.basis)
        groups.setdefault(key, [])
        failed[key] += not answer.valid
    for o in pair_up(answers, extractions):
        groups[o.prompt_id, o.engine_id, o.answer.engine.basis].append(o)
    return tuple(_cell(key, groups[key], failed[key]) for key in sorted(groups))


def _cell(key: tuple[str, str, str], seen: Sequence[Observation], failed: int) -> Cell:
    ranks = [r for o in seen if (r := o.extraction.position_of(BRAND)) is not None]
    moods = [o.extraction.sentiment for o in seen if o.extraction.brand_named]
    cited = [o for o in seen if o.extraction.cited_owned is not None]
    owned = [o for o in cited if o.extraction.cited_owned]
    return Cell(
        *key,
        answers=len(seen),
        failed=failed,
        mentions=len(ranks),
        position_sum=sum(ranks),
        visibility_sum=sum(sorted(o.visibility for o in seen)),
        informative=sum(bool(o.extraction.positions) for o in seen),
        recommended=sum(o.extraction.recommended for o in seen),
        cited_known=len(cited),
        cited_owned=len(owned),
        ghosts=sum(not o.extraction.brand_named for o in owned),
        positive=moods.count("positive"),
        neutral=moods.count("neutral"),
        negative=moods.count("negative"),
    )


def entity_cells_of(
    answers: Sequence[Answer], extractions: Sequence[Extraction]
) -> tuple[EntityCell, ...]:
    """Who is named in a run's valid answers, the brand included, by prompt and engine."""
    sums: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for o in pair_up(answers, extractions):
        picks = {m.entity for m in o.extraction.mentions if m.recommended}
        for entity, rank in o.extraction.positions:
            cell = sums[o.prompt_id, o.engine_id, entity]
            cell[0] += 1
            cell[1] += rank
            cell[2] += entity in picks
    return tuple(EntityCell(*key, *sums[key]) for key in sorted(sums))
