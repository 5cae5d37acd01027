"""Runs built for tests of why a number moved: answers by question, engine and sample."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from presence.analysis.scoring import Observation, pair_up
from tests.analysis.scoring.answered import Pair, answered, engine, split

Named = Mapping[tuple[str, str], Iterable[Mapping[str, int]]]


def run(named: Named, models: Mapping[str, str] | None = None, **more: object) -> list[Observation]:
    """A run from the ranks that each (question, engine) gave, one mapping for each sample."""
    known = models or {}
    pairs: list[Pair] = [
        answered(
            prompt,
            sample,
            positions=dict(ranks),
            by=engine(name, "assistants", known.get(name, "m1")),
            **more,  # type: ignore[arg-type]  # fields of an answer by name
        )
        for (prompt, name), samples in named.items()
        for sample, ranks in enumerate(samples)
    ]
    return observed(pairs)


def observed(pairs: list[Pair]) -> list[Observation]:
    """Observations of answers."""
    return list(pair_up(*split(pairs)))


def rated(rates: Mapping[str, int], of: int = 10, name: str = "a") -> list[Observation]:
    """A run of one engine in which so many `of` the answers to each question name the brand."""
    return run(
        {
            (prompt, name): [{"brand": 1} if i < count else {} for i in range(of)]
            for prompt, count in rates.items()
        }
    )
