"""Seconds to score one large run: `python -m tests.load.scoring`.

A run of 150 prompts × 5 engines × 3 samples with texts, citations and readings is scored whole
(headline, components, every engine, and the verdicts on five metrics over a year of weekly runs),
2,000 resamples each, beside a plain percentile bootstrap
of the same answers in numpy. Prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from statistics import median

import numpy as np

from presence.analysis.changes import CountedRun, count_run, judge_run
from presence.analysis.scoring import (
    Observation,
    engine_scores,
    headline_of,
    pair_up,
    score_observed,
)
from presence.analysis.scoring.intervals import RESAMPLES
from presence.analysis.types import Answer, BrandProfile, Citation, Competitor, Extraction
from tests.analysis.scoring.answered import Pair, answered, engine, split

PROMPTS, ENGINES, SAMPLES = 150, 5, 3
ROUNDS = 5
WEEKS = 52
PROFILE = BrandProfile(
    name="Acme", competitors=tuple(Competitor(f"c{i}", f"Rival {i}") for i in range(19))
)
SENTENCE = "Acme makes durable trail shoes for runners who train on rough ground every week[{}]. "


def run_of_answers() -> list[Pair]:
    """The run: about every third answer names the brand, every fourth cites it."""
    rng = np.random.default_rng(20261121)
    specs = [engine(f"e{number}", "assistants") for number in range(ENGINES)]
    text = "".join(SENTENCE.format(1 + i % 6) for i in range(20))
    pairs = []
    for prompt in range(PROMPTS):
        chance = rng.beta(1.0, 2.0)
        for spec in specs:
            for sample in range(SAMPLES):
                named = {"brand": int(rng.integers(1, 5))} if rng.random() < chance else {}
                named |= {f"c{i}": 5 + i for i in rng.integers(0, 19, 3)}
                owned = bool(rng.random() < 0.25)
                pairs.append(
                    answered(
                        f"p{prompt:03}",
                        sample,
                        by=spec,
                        positions=named,
                        text=text,
                        citations=_citations(owned),
                        cited_owned=owned,
                        sentiment="positive" if "brand" in named else None,
                    )
                )
    return pairs


def _citations(owned: bool) -> tuple[Citation, ...]:
    others = tuple(
        Citation(
            f"https://site{i}.example/a",
            domain=f"site{i}.example",
            number=i + 1,
            source_class="editorial",
        )
        for i in range(6)
    )
    own = Citation(
        "https://acme.example/",
        domain="acme.example",
        number=1,
        owner="brand",
        source_class="owned",
    )
    return (own, *others[1:]) if owned else others


def a_year_before(observations: list[Observation]) -> list[CountedRun]:
    """51 weekly runs with the same answers, before a run at the end of the year."""
    end = datetime(2026, 12, 28, tzinfo=UTC)
    newest = count_run("51", end, observations, "v1")
    return [
        replace(newest, id=str(week), at=end - timedelta(weeks=WEEKS - 1 - week))
        for week in range(WEEKS - 1)
    ]


def scored(answers: list[Answer], extractions: list[Extraction], earlier: list[CountedRun]) -> None:
    """What the end of a run computes, all verdicts over a year of weekly runs included."""
    observations = pair_up(answers, extractions)
    headline = headline_of(answers, observations, "assistants")
    score_observed(PROFILE, "assistants", headline, None, None, 1)
    engine_scores(observations, 1)
    newest = count_run("51", datetime(2026, 12, 28, tzinfo=UTC), headline, "v1")
    judge_run([*earlier, newest])


def plain(answers: list[Answer], extractions: list[Extraction]) -> None:
    """A percentile bootstrap over answers of the mean visibility, once."""
    values = np.array([o.visibility for o in pair_up(answers, extractions)])
    rng = np.random.default_rng(1)
    drawn = values[rng.integers(0, len(values), (RESAMPLES, len(values)))].mean(axis=1)
    np.quantile(drawn, [0.025, 0.975])


def seconds(work: Callable[[], None]) -> float:
    """Wall time of one call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def measure() -> dict[str, object]:
    """Medians over rounds in turns."""
    answers, extractions = split(run_of_answers())
    earlier = a_year_before(pair_up(answers, extractions))
    rounds = [
        (
            seconds(lambda: scored(answers, extractions, earlier)),
            seconds(lambda: plain(answers, extractions)),
        )
        for _ in range(ROUNDS)
    ]
    ours, theirs = median(r[0] for r in rounds), median(r[1] for r in rounds)
    return {
        "answers": len(answers),
        "resamples": RESAMPLES,
        "weeksJudged": WEEKS,
        "seconds": round(ours, 4),
        "plainBootstrapSeconds": round(theirs, 4),
        "ratio": round(ours / theirs, 2),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
