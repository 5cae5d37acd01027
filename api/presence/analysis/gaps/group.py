"""Which answers are evidence about one prompt: this run's and comparable earlier ones.

Invariant: an earlier answer is pooled only when the same prompt was put to the same engine and
model that this run's headline rests on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from presence.analysis.gaps.presence_counts import present
from presence.analysis.scoring import Observation, headline_observations
from presence.analysis.scoring.observations import by_prompt
from presence.analysis.types import Answer, Basis, Extraction


@dataclass(frozen=True)
class Group:
    """Answers to one prompt: of this run (at least one), then of the runs before it."""

    now: tuple[Observation, ...]
    before: tuple[Observation, ...] = ()
    _earlier: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_earlier", frozenset(o.answer.id for o in self.before))

    @property
    def all(self) -> tuple[Observation, ...]:
        """Everything pooled, this run's first."""
        return self.now + self.before

    def is_earlier(self, observation: Observation) -> bool:
        """Whether an answer comes from a run before this one."""
        return observation.answer.id in self._earlier


def groups_of(
    answers: Sequence[Answer], extractions: Sequence[Extraction], earlier: Sequence[Observation]
) -> tuple[Basis | None, tuple[Group, ...]]:
    """The headline basis and its answers per prompt, prompts sorted by id.

    Given the same corpus and seed the simulator gives the same answers, so its earlier ones add no
    evidence and would keep a gap open after the page that closes it went live: they are not
    pooled.
    """
    basis, observations = headline_observations(answers, extractions)
    pooled = _comparable(observations, earlier) if basis == "assistants" else {}
    return basis, tuple(
        Group(tuple(now), tuple(pooled.get(prompt, ())))
        for prompt, now in by_prompt(observations).items()
    )


def brand_presence(
    answers: Sequence[Answer], extractions: Sequence[Extraction], earlier: Sequence[Observation]
) -> dict[str, tuple[int, int]]:
    """Per prompt asked now: in how many of the pooled answers the brand is named or cited."""
    _, groups = groups_of(answers, extractions, earlier)
    return {
        group.now[0].prompt_id: (sum(present(o, "brand") for o in group.all), len(group.all))
        for group in groups
    }


def _comparable(
    observations: Sequence[Observation], earlier: Sequence[Observation]
) -> dict[str, list[Observation]]:
    asked = {(o.engine_id, o.answer.raw.model or o.answer.engine.model) for o in observations}
    found: dict[str, list[Observation]] = defaultdict(list)
    for o in earlier:
        same = (o.engine_id, o.answer.raw.model or o.answer.engine.model) in asked
        if same and o.answer.valid and not o.answer.prompt.branded:
            found[o.prompt_id].append(o)
    return found
