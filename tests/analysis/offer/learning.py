"""Learns which candidate is what a business sells, and when to ask, from made-up businesses.

`python -m tests.analysis.offer.learning` prints figures with whole sets left out in turn and, with
`--write`, replaces the weights of the product. A candidate is as good as the share of questions it
leads to that customers would ask. Takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from presence.analysis import offer as package
from presence.analysis.language import terms
from presence.analysis.offer.candidate_ranking import doubts_of, likeliest, weighed_sum
from presence.analysis.offer.candidates import Candidate
from presence.analysis.offer.categories import SPOKEN
from presence.analysis.offer.reading import Words, offer_of, read_words
from presence.analysis.panel import build_panel
from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from tests.sense.corpus import FOLDER, Business, businesses, set_of
from tests.sense.crawled import pages_of, profile_of
from tests.sense.judge import sensible, without_audience

FURTHER = FOLDER.parent / "further" / "development"
# Sets that were read while the rules were written, so that these look better there than they are.
KNOWN_TO_RULES = ("development", "businesses_en_de")
LESS = 0.5  # what such a set counts
PENALTY = 20.0  # of the squares of the weights
PENALTY_OF_DOUBTS = 1.0
SELDOM = 6  # a property seen less often is not learned
ROUNDS = 70
SIZE = 25
FEWEST = 12  # questions
GOOD = 0.6  # share of sensible questions, below which a candidate is hardly right
POOR = 0.15  # what it counts then
NAMED_SO = 0.3  # what being called as customers call it adds
UNKNOWABLE = 4.0  # times one of these counts


@dataclass(frozen=True)
class Example:
    """A business of a set with its candidates and how good each is; none where nobody can know."""

    of: str
    words: Words
    shares: Any
    goals: Any
    unknowable: bool

    @property
    def found(self) -> Sequence[Candidate]:
        """Its candidates."""
        return self.words.candidates


def load(embedder: Embedder | None) -> list[Example]:
    """Every business in a language in which candidates are weighed."""
    sets = {"development": businesses("development")}
    sets |= {file.stem: set_of(file) for file in sorted(FURTHER.glob("businesses*.json"))}
    return [
        _example(name, business, embedder)
        for name, listed in sets.items()
        for business in listed
        if business["language"] in SPOKEN
    ]


def _example(name: str, business: Business, embedder: Embedder | None) -> Example:
    words = read_words(profile_of(business), pages_of(business), embedder, ())
    plain = replace(words, embedder=None)
    shares = np.array([_share(business, plain, one) for one in words.candidates])
    called = np.array([_called(business, one) for one in words.candidates])
    goals = np.where(shares >= GOOD, shares, POOR * shares) * (1 - NAMED_SO + NAMED_SO * called)
    return Example(name, words, shares, goals, business["must_ask"])


def _share(business: Business, words: Words, one: Candidate) -> float:
    """The share of its questions that customers would ask; 0 where it is not about the offer."""
    names = (one.text, *(one.entry.wordings[words.language].names if one.entry else ()))
    about = any(re.search(business["accept"], name, re.IGNORECASE) for name in names)
    if business["must_ask"] or not about:
        return 0.0
    panel = build_panel(words.profile, offer_of(words, one), SIZE, None)
    asked = [prompt.text for prompt in panel.prompts if not prompt.branded]
    fitting = sum(sensible(business, without_audience(business, text)) for text in asked)
    return fitting / len(asked) if len(asked) >= FEWEST else 0.0


def _called(business: Business, one: Candidate) -> float:
    """How much of its words and of a name that customers use is the same."""
    own = set(terms(one.text, business["language"]))
    named = [set(terms(name, business["language"])) for name in business["category"]]
    both = [2 * len(own & other) / max(1, len(own) + len(other)) for other in named]
    return max(both, default=0.0)


def learned(examples: Sequence[Example]) -> dict[str, float]:
    """Weights of the properties: the chance of the good ones as high as can be, by softmax."""
    used = [e for e in examples if not e.unknowable and e.goals.max(initial=0.0) > 0]
    counted = Counter(name for e in used for one in e.found for name in one.properties)
    names = sorted(name for name, times in counted.items() if times >= SELDOM)
    column = {name: place for place, name in enumerate(names)}
    rows = [one.properties for e in used for one in e.found]
    table = np.zeros((len(rows), len(names)))
    for place, properties in enumerate(rows):
        for name, value in properties.items():
            if name in column:
                table[place, column[name]] = value
    begins = np.cumsum([0, *(len(e.found) for e in used)])[:-1]
    of = np.repeat(np.arange(len(used)), [len(e.found) for e in used])
    goals = np.concatenate([e.goals for e in used])
    counts = np.array([LESS if e.of in KNOWN_TO_RULES else 1.0 for e in used])

    def loss(weights: Any) -> tuple[float, Any]:
        scores = table @ weights
        power = np.exp(scores - np.maximum.reduceat(scores, begins)[of])
        chance = power / np.add.reduceat(power, begins)[of]
        good = np.maximum(np.add.reduceat(chance * goals, begins), 1e-12)
        slope = table.T @ ((chance - chance * goals / good[of]) * counts[of])
        size = PENALTY / 2 * weights @ weights
        return float(size - counts @ np.log(good)), slope + PENALTY * weights

    found = _least(loss, len(names))
    return {name: round(float(w), 3) for name, w in zip(names, found, strict=True)}


def _least(loss: Callable[[Any], tuple[float, Any]], size: int) -> Any:
    """The weights of least loss, by L-BFGS with halved steps."""
    weights = np.zeros(size)
    value, slope = loss(weights)
    steps: list[tuple[Any, Any]] = []
    for _ in range(ROUNDS):
        way = _direction(slope, steps)
        length = 1.0
        while True:
            moved = weights - length * way
            new, new_slope = loss(moved)
            if new <= value - 1e-4 * length * (slope @ way) or length < 1e-6:
                break
            length /= 2
        if (moved - weights) @ (new_slope - slope) > 1e-10:
            steps = [*steps[-7:], (moved - weights, new_slope - slope)]
        done = abs(value - new) < 1e-5 * abs(value)
        weights, value, slope = moved, new, new_slope
        if done:
            break
    return weights


def _direction(slope: Any, steps: Sequence[tuple[Any, Any]]) -> Any:
    way = slope.copy()
    parts = []
    for step, change in reversed(steps):
        part = (step @ way) / (change @ step)
        way = way - part * change
        parts.append(part)
    last = steps[-1] if steps else None
    way = way * (
        (last[0] @ last[1]) / (last[1] @ last[1]) if last else 1 / max(1.0, np.abs(slope).sum())
    )
    for (step, change), part in zip(steps, reversed(parts), strict=True):
        way = way + step * (part - (change @ way) / (change @ step))
    return way


def learned_doubts(rows: Sequence[tuple[Mapping[str, float], bool]]) -> dict[str, float]:
    """Weights of the doubts, by logistic regression; few businesses are unknowable, so they count
    more. The constant is not penalized.
    """
    names = sorted({name for doubts, _ in rows for name in doubts})
    table = np.array([[doubts.get(name, 0.0) for name in names] for doubts, _ in rows])
    truth = np.array([float(unknowable) for _, unknowable in rows])
    counts = np.where(truth > 0, UNKNOWABLE, 1.0)
    penalty = np.diag([1e-6 if name == "constant" else PENALTY_OF_DOUBTS for name in names])
    found = np.zeros(len(names))
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(table @ found, -30, 30)))
        slope = table.T @ (counts * (chance - truth)) + penalty @ found
        bend = counts * chance * (1 - chance) + 1e-9
        found -= np.linalg.solve((table * bend[:, None]).T @ table + penalty, slope)
    return {name: round(float(w), 3) for name, w in zip(names, found, strict=True)}


@dataclass(frozen=True)
class Judged:
    """What was chosen for a business by weights that its set had no part in."""

    example: Example
    doubts: Mapping[str, float]
    share: float


def judged_unseen(examples: Sequence[Example]) -> list[Judged]:
    """Every business, judged by what the other sets teach."""
    found = []
    for name in dict.fromkeys(example.of for example in examples):
        which = learned([example for example in examples if example.of != name])
        found += [_judged(example, which) for example in examples if example.of == name]
    return found


def _judged(example: Example, which: Mapping[str, float]) -> Judged:
    best = likeliest(example.found, which)
    place = next(at for at, one in enumerate(example.found) if one is best)
    doubts = doubts_of(best, example.found, example.words.doubts, which)
    return Judged(example, doubts, float(example.shares[place]))


def figures(judged: Sequence[Judged], of: str, limit: float = 0.8) -> str:
    """A line for one set, whose doubts are weighed by what the others teach."""
    others = [(one.doubts, one.example.unknowable) for one in judged if one.example.of != of]
    asking = learned_doubts(others)
    total: Counter[str] = Counter()
    share = 0.0
    for one in (one for one in judged if one.example.of == of):
        asks = weighed_sum(one.doubts, asking) > limit
        if one.example.unknowable:
            total.update(unknowable=1, rightly=asks)
        else:
            share += 0.0 if asks else one.share
            total.update(known=1, right=not asks and one.share >= GOOD, asked=asks)
    mean = 100 * share / max(1, total["known"])
    return (
        f"{of} left out: category right {total['right']}/{total['known']}, questions sensible "
        f"{mean:.0f} %, asked though knowable {total['asked']}, asked where unknowable "
        f"{total['rightly']}/{total['unknowable']}"
    )


def main() -> None:
    """Print the figures; write the weights where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace the weights of the product")
    write = parser.parse_args().write
    examples = load(load_embedder())
    judged = judged_unseen(examples)
    show: Callable[[str], None] = print
    for name in dict.fromkeys(example.of for example in examples):
        show(figures(judged, name))
    if write:
        asking = learned_doubts([(one.doubts, one.example.unknowable) for one in judged])
        found = {"which": learned(examples), "asking": asking}
        file = Path(package.__file__).with_name("weights.json")
        found = json.loads(file.read_text(encoding="utf-8")) | found
        text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
        file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
