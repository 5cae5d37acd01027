"""Learns how much each property of a candidate counts, from the development sets.

`python -m tests.analysis.competitors.learning` prints cross-validated figures (whole answers left
out, then a whole set) and, with `--write`, replaces the weights of the product.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from presence.analysis import competitors
from presence.analysis.competitors.candidate_rating import (
    RatedCandidate,
    chance_of,
    distinct,
    second_look,
)
from presence.analysis.competitors.candidates import Case
from presence.analysis.competitors.naming import candidates_of
from presence.analysis.competitors.spans import squeezed
from presence.analysis.types import BrandProfile, Competitor

ANSWERS = Path(__file__).with_name("answers")
SETS = ("development", "second", "short")
PENALTY = 1.0  # of the squares of the weights
SELDOM = 4  # a property seen less often is not learned
FOLDS = 4


@dataclass(frozen=True)
class Example:
    """The candidates of an answer, with some of its names known; `right` is None where arguable."""

    of: str
    names: list[list[str]]
    known: set[str]
    whole: bool
    judged: list[RatedCandidate]
    right: list[bool | None]


def load(name: str, seed: int = 5) -> list[Example]:
    """Three readings of each answer: as it is, with nobody known, with one competitor known."""
    chosen = random.Random(seed)  # noqa: S311 - repeats, keeps no secret
    examples = []
    for answer in json.loads((ANSWERS / f"{name}.json").read_text(encoding="utf-8")):
        tracked = [n["name"] for n in answer["named"] if n["is_competitor"] or n.get("tracked")]
        readings = [(answer["brand"], answer["tracked"]), ("", [])]
        if len(tracked) > 1:
            readings.append((answer["brand"], chosen.sample(tracked, 1)))
        examples += [
            _example(answer, brand, known, order == 0)
            for order, (brand, known) in enumerate(readings)
        ]
    return examples


def _example(answer: Mapping[str, Any], brand: str, tracked: Sequence[str], whole: bool) -> Example:
    profile = BrandProfile(
        name=brand or "Nobody In Here",
        language=answer["language"],
        competitors=tuple(Competitor(f"c{n}", name) for n, name in enumerate(tracked)),
    )
    known = {squeezed(name) for name in (profile.name, *tracked)}
    names = [
        [squeezed(form) for form in (named["name"], *named.get("forms", ()))]
        for named in answer["named"]
        if (named["is_competitor"] or named.get("tracked")) and squeezed(named["name"]) not in known
    ]
    judged = candidates_of(answer["text"], profile)
    measured = "" if brand else squeezed(answer["brand"])
    right = [_is_right(item.case, names, measured) for item in judged]
    return Example(f"{answer['id']}", names, known, whole, judged, right)


def _is_right(case: Case, names: Sequence[Sequence[str]], measured: str) -> bool | None:
    """Whether a candidate is a name; None for parts and longer forms, and for the own brand."""
    key = case.key
    if any(key in forms for forms in names):
        return True
    if measured and (key.startswith(measured) or measured.startswith(key)):
        return None
    for form in (form for forms in names for form in forms):
        if min(len(key), len(form)) >= 3 and (key in form or form in key):
            small = sum(word[0].islower() for word in case.name.split())
            return False if form in key and small > 1 else None
    return False


def learned(examples: Sequence[Example]) -> dict[str, float]:
    """Weights by property, by logistic regression."""
    rows = [
        (item.properties, right, 1.0 if example.whole else 0.5)
        for example in examples
        for item, right in zip(example.judged, example.right, strict=True)
        if right is not None
    ]
    counted = Counter(name for properties, _, _ in rows for name in properties)
    names = sorted(name for name, times in counted.items() if times >= SELDOM)
    column = {name: number for number, name in enumerate(names)}
    table = np.zeros((len(rows), len(names) + 1))
    table[:, -1] = 1.0
    for number, (properties, _, _) in enumerate(rows):
        for name, value in properties.items():
            if name in column:
                table[number, column[name]] = value
    truth = np.array([float(right) for _, right, _ in rows])
    weight = np.array([weight for _, _, weight in rows])
    found = _regressed(table, truth, weight)
    return dict(zip([*names, "constant"], (round(float(w), 3) for w in found), strict=True))


def _regressed(table: Any, truth: Any, weight: Any) -> Any:
    """Newton's method; the constant is not penalized."""
    found = np.zeros(table.shape[1])
    penalty = np.eye(table.shape[1]) * PENALTY
    penalty[-1, -1] = 1e-6
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(table @ found, -30, 30)))
        slope = table.T @ (weight * (chance - truth)) + penalty @ found
        bend = weight * chance * (1 - chance) + 1e-9
        step = np.linalg.solve((table * bend[:, None]).T @ table + penalty, slope)
        found -= step
        if np.abs(step).max() < 1e-5:
            break
    return found


def both_rounds(examples: Sequence[Example]) -> dict[str, dict[str, float]]:
    """Weights of both rounds; the second learns from chances of answers the first has not seen."""
    for _, seen, unseen in folds(examples):
        judge(unseen, {"first": learned(seen)})
    first = _first_only(examples)
    for example in examples:
        second_look(example.judged)
    return {"first": first, "second": learned(examples)}


def _first_only(examples: Sequence[Example]) -> dict[str, float]:
    for example in examples:
        for item in example.judged:
            item.first_round()
    return learned(examples)


def judge(examples: Sequence[Example], weights: Mapping[str, Mapping[str, float]]) -> None:
    """Sets the chances of all candidates."""
    for example in examples:
        for item in example.judged:
            item.first_round()
            item.chance = chance_of(item.properties, weights["first"])
        if "second" in weights:
            second_look(example.judged)
            for item in example.judged:
                item.chance = chance_of(item.properties, weights["second"])


def folds(
    examples: Sequence[Example],
) -> list[tuple[int, list[Example], list[Example]]]:
    """Whole answers left out in turn."""
    ids = sorted({example.of for example in examples})
    random.Random(3).shuffle(ids)  # noqa: S311 - repeats, keeps no secret
    split = []
    for number in range(FOLDS):
        out = set(ids[number::FOLDS])
        split.append(
            (number, [e for e in examples if e.of not in out], [e for e in examples if e.of in out])
        )
    return split


def figures(examples: Sequence[Example]) -> tuple[int, int, int]:
    """Names found, missed and wrongly found in the answers as they are."""
    found = missed = wrong = 0
    for example in examples:
        if not example.whole:
            continue
        keys = [case.key for case in distinct(example.judged)]
        hits = [any(_same(key, form) for form in forms for key in keys) for forms in example.names]
        found += sum(hits)
        missed += len(hits) - sum(hits)
        allowed = [*example.known, *(form for forms in example.names for form in forms)]
        wrong += sum(not any(_same(key, form) for form in allowed) for key in keys)
    return found, missed, wrong


def _same(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) >= 3 and (one in other or other in one))


def told(title: str, counts: tuple[int, int, int]) -> str:
    """A line of figures."""
    found, missed, wrong = counts
    recall, precision = found / max(1, found + missed), found / max(1, found + wrong)
    return f"{title}: recall {recall:.3f}, precision {precision:.3f}"


def main() -> None:
    """Print the figures; write the weights where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace the weights of the product")
    write = parser.parse_args().write
    sets = {name: load(name) for name in SETS}
    everything = [example for examples in sets.values() for example in examples]
    total = [0, 0, 0]
    for _, seen, unseen in folds(everything):
        judge(unseen, both_rounds(seen))
        total = [a + b for a, b in zip(total, figures(unseen), strict=True)]
    show: Callable[[str], None] = print
    show(told("answers left out", (total[0], total[1], total[2])))
    for name in SETS:
        others = [e for other, examples in sets.items() if other != name for e in examples]
        judge(sets[name], both_rounds(others))
        show(told(f"{name} left out", figures(sets[name])))
    if write:
        file = Path(competitors.__file__).with_name("weights.json")
        text = json.dumps(both_rounds(everything), ensure_ascii=False, indent=1, sort_keys=True)
        file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
