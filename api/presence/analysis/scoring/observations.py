"""Selects the answers that a headline number may be based on, and prepares them for counting.

Invariant: one basis only (assistants, else simulator; imported never), valid answers only,
non-branded prompts only. Failed and refused answers are in no denominator.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from presence.analysis.scoring.prominence import owned_shares
from presence.analysis.types import Answer, Basis, Extraction

ENOUGH_VALID: Final = 0.8


@dataclass(frozen=True, slots=True)
class Observation:
    """A valid answer with its extraction.

    `shares` are the owned sources' word share and position-adjusted word share, None if unknown.
    """

    answer: Answer
    extraction: Extraction
    shares: tuple[float, float] | None = None

    @property
    def prompt_id(self) -> str:
        """The cluster this answer belongs to."""
        return self.answer.prompt.id

    @property
    def engine_id(self) -> str:
        """The engine that answered."""
        return self.answer.engine.id

    @property
    def visibility(self) -> float:
        """0 if the brand is not named, else 1 / (1 + 0.1 (position - 1))."""
        position = self.extraction.position_of("brand")
        return 0.0 if position is None else 1.0 / (1.0 + 0.1 * (position - 1))


def observe(answer: Answer, extraction: Extraction) -> Observation:
    """One valid answer as an observation."""
    return Observation(answer, extraction, owned_shares(answer.text, extraction.citations))


def slim(observation: Observation) -> Observation:
    """The same for every metric, without the texts, for keeping while many answers stream by."""
    answer, extraction = observation.answer, observation.extraction
    raw = replace(answer.raw, text="", raw="", citations=None, search_queries=(), passages=())
    return Observation(
        replace(answer, raw=raw), replace(extraction, mentions=(), review=()), observation.shares
    )


def pair_up(answers: Iterable[Answer], extractions: Iterable[Extraction]) -> list[Observation]:
    """Valid answers that have an extraction, in answer order."""
    known = {extraction.answer_id: extraction for extraction in extractions}
    return [
        observe(answer, known[answer.id])
        for answer in answers
        if answer.valid and answer.id in known
    ]


def engines_of_basis(answers: Sequence[Answer], basis: Basis) -> tuple[str, ...]:
    """Engines of a basis that may carry a headline, sorted.

    An assistant needs 80 % valid answers: averaged in with only a few, it would weigh as much as
    one with a full panel. The simulator needs one valid answer. Branded prompts say nothing about
    the panel and are not counted.
    """
    asked: dict[str, int] = defaultdict(int)
    valid: dict[str, int] = defaultdict(int)
    for answer in answers:
        if answer.engine.basis == basis and not answer.prompt.branded:
            asked[answer.engine.id] += 1
            valid[answer.engine.id] += answer.valid
    return tuple(
        sorted(e for e, count in asked.items() if carries_headline(basis, valid[e], count))
    )


def carries_headline(basis: str, valid: int, asked: int) -> bool:
    """Whether an engine with so many valid answers of those asked for may carry a headline."""
    return valid > 0 and (basis != "assistants" or valid >= ENOUGH_VALID * asked)


def headline_engines(counts: Iterable[tuple[str, str, int, int]]) -> tuple[str, ...]:
    """The engines behind a headline, from (engine, basis, valid, asked); see `headline_basis`."""
    fit = [(engine, basis) for engine, basis, *of in counts if carries_headline(basis, *of)]
    for basis in ("assistants", "simulator"):
        if found := sorted(engine for engine, its in fit if its == basis):
            return tuple(found)
    return ()


def headline_basis(answers: Sequence[Answer]) -> Basis | None:
    """Assistants if one of them gave at least 80 % valid answers, else the simulator."""
    for basis in ("assistants", "simulator"):
        if engines_of_basis(answers, basis):
            return basis
    return None


def headline_observations(
    answers: Sequence[Answer], extractions: Iterable[Extraction]
) -> tuple[Basis | None, list[Observation]]:
    """The headline's basis and its observations: its engines, non-branded prompts."""
    basis = headline_basis(answers)
    if basis is None:
        return None, []
    return basis, headline_of(answers, pair_up(answers, extractions), basis)


def headline_of(
    answers: Sequence[Answer], observations: Iterable[Observation], basis: Basis
) -> list[Observation]:
    """The observations that a headline of `basis` is based on; `answers` are all those asked."""
    engines = set(engines_of_basis(answers, basis))
    return [
        observation
        for observation in observations
        if observation.engine_id in engines
        and observation.answer.engine.basis == basis
        and not observation.answer.prompt.branded
    ]


def by_prompt(observations: Iterable[Observation]) -> dict[str, list[Observation]]:
    """Observations per prompt, prompts sorted by id."""
    groups: dict[str, list[Observation]] = defaultdict(list)
    for observation in observations:
        groups[observation.prompt_id].append(observation)
    return dict(sorted(groups.items()))
