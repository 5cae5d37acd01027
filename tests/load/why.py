"""Seconds to explain the change of a number between two large runs: `python -m tests.load.why`.

Two runs of 150 questions × 5 engines × 3 samples, a tenth of the questions and one engine replaced,
are split with all of their rows, beside scoring one of them whole. Prints one JSON object.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from statistics import median

import numpy as np

from presence.analysis.scoring import Observation, headline_of, pair_up, score_observed
from presence.analysis.why import Readings, TwoRuns, explain, why_in_words
from tests.analysis.scoring.answered import split
from tests.load.scoring import PROFILE, run_of_answers, seconds

ROUNDS = 5
REPLACED = 15


def later(observations: list[Observation]) -> list[Observation]:
    """The next run: some questions and an engine are new, and every tenth answer is another."""
    rng = np.random.default_rng(7)
    old = [o.extraction for o in observations]
    return [
        replace(
            _moved(o),
            extraction=old[int(rng.integers(len(old)))] if rng.random() < 0.1 else o.extraction,
        )
        for o in observations
    ]


def _moved(o: Observation) -> Observation:
    prompt, engine = o.answer.prompt, o.answer.engine
    if int(prompt.id[1:]) < REPLACED:
        prompt = replace(prompt, id=f"n{prompt.id}")
    if engine.id == "e0":
        engine = replace(engine, id="e9")
    return replace(o, answer=replace(o.answer, prompt=prompt, engine=engine))


def measure() -> dict[str, object]:
    """Medians over rounds in turns."""
    answers, extractions = split(run_of_answers())
    old = headline_of(answers, pair_up(answers, extractions), "assistants")
    runs = TwoRuns(Readings.unchanged(old), later(old))

    def explained() -> None:
        if (found := explain(runs, "content")) is not None:
            why_in_words(found)

    def scored() -> None:
        score_observed(PROFILE, "assistants", old, None, None, 1)

    rounds = [(seconds(explained), seconds(scored)) for _ in range(ROUNDS)]
    ours, scoring = median(r[0] for r in rounds), median(r[1] for r in rounds)
    return {
        "answers": 2 * len(old),
        "seconds": round(ours, 4),
        "scoringSeconds": round(scoring, 4),
        "ratio": round(ours / scoring, 2),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
