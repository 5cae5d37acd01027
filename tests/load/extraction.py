"""Answers a second of the extractor on one core: `python -m tests.load.extraction`.

Reads 300-word answers for a set of 20 entities, and the same texts with a plain alternation of
the names, in turns. Prints one JSON object: answers per second of both and their ratio.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median

from presence.analysis.extraction import EntitySet, extract
from presence.analysis.extraction.wordlist import ordinary_words
from presence.analysis.types import BrandProfile, Competitor

ANSWERS = 120
WORDS = 300
ROUNDS = 5
SEED = 1
GOAL_PER_S = 400
BRAND = "Harrow Oak"
COMPETITORS = (
    "Nordfold", "Ledger & Grain", "Tylko", "Vitsoe", "Bolia", "Muuto", "Hay", "Vipp", "Made",
    "Habitat", "Loaf", "Swoon", "Heal's", "Ercol", "Skagerak", "Ethnicraft", "Zeitraum",
    "Brightmoor Mills", "Target",
)  # fmt: skip
OPENERS = (
    "For a small flat most people look at {a} first, because the pieces are light.",
    "{a} is a strong choice for oak, although {b} costs less and ships sooner.",
    "I could not find any reliable information about {a} in the sources I was given.",
    "Reviewers praise {a} for its joints; some complain that delivery takes weeks.",
    "1. **{a}** – the best value in solid oak\n2. **{b}** – flat-packed, cheaper\n",
    "If money is no object, go with {a}. Otherwise {b} is sensible and easy to move.",
    "Nothing at this price comes close to {a}, and its guarantee runs for ten years.",
)
FILLERS = (
    "Measure the room before you order and leave space for the door to swing open.",
    "Solid wood moves with the seasons, so a small gap between two boards is normal.",
    "Oil needs a fresh coat each year, while lacquer can be left alone for a decade.",
    "Ask how returns are handled, who pays for collection, and how long a refund takes.",
    "A slatted base lets the mattress breathe and is easily replaced when a slat breaks.",
)


def texts(count: int, seed: int) -> list[str]:
    """Answers of at least `WORDS` words, about half of whose sentences name somebody."""
    chance = random.Random(seed)  # noqa: S311 - a fixed sequence is the point
    vocabulary = sorted(ordinary_words("en"))
    made: list[str] = []
    for _ in range(count):
        lines: list[str] = []
        while sum(len(line.split()) for line in lines) < WORDS:
            first, second = chance.sample((BRAND, *COMPETITORS), 2)
            named = chance.choice(OPENERS).format(a=first, b=second)
            # Words of its own keep any two sentences apart, as in answers of an engine.
            own = " ".join(chance.sample(vocabulary, 3))
            lines += [f"For {own}, {named}", chance.choice(FILLERS)]
        made.append(" ".join(lines))
    return made


def seconds(work: Callable[[str], object], answers: Sequence[str]) -> float:
    """Processor time to read every answer once."""
    started = time.process_time()
    for answer in answers:
        work(answer)
    return time.process_time() - started


def measure() -> dict[str, object]:
    """Both readers in turns over fresh texts; medians over the rounds."""
    competitors = tuple(Competitor(str(number), name) for number, name in enumerate(COMPETITORS))
    entities = EntitySet.of(BrandProfile(BRAND, "Beds and tables of oak", competitors=competitors))
    plain = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in (BRAND, *COMPETITORS)))
    ours: list[float] = []
    theirs: list[float] = []
    for turn in range(ROUNDS + 1):
        answers = texts(ANSWERS, SEED + turn)
        ours.append(ANSWERS / seconds(lambda text: extract("a", text, entities, None), answers))
        theirs.append(ANSWERS / max(seconds(plain.findall, answers), 1e-9))
    # The first round warms caches up and is not counted.
    read, matched = median(ours[1:]), median(theirs[1:])
    return {
        "answersPerSecond": round(read),
        "alternationPerSecond": round(matched),
        "ratio": read / matched,
        "goal": GOAL_PER_S,
        "entities": len(COMPETITORS) + 1,
        "words": WORDS,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
