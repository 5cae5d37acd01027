"""Learns how certain a category is, from businesses whose category is known.

`python -m tests.analysis.offer.learning_certainty` prints, for thresholds, how many of what is kept
is right, with each set judged by what the others teach; `--write` replaces the weights of the
product. Every business is read as it is and without what it may lack: its description, its pages
but the first, the line for search engines. Takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from presence.analysis import offer as package
from presence.analysis.offer.agreement_choice import settled
from presence.analysis.offer.candidate_ranking import chosen
from presence.analysis.offer.certainty import signs_of
from presence.analysis.offer.definitions import by_definition
from presence.analysis.offer.reading import GRAMMARS, offer_of, read_words
from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile, PageFacts
from tests.analysis.offer.learning import FURTHER
from tests.analysis.offer.sites import FILES, told
from tests.sense.corpus import businesses, set_of
from tests.sense.crawled import pages_of, profile_of

LACKING = 0.5  # what a business counts that is read without something
PENALTY = 2.0  # of the squares of the weights
THRESHOLDS = (0.0, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85)


@dataclass(frozen=True)
class Case:
    """A business as it is read once: what it lacks, and whether a category would be right."""

    of: str
    lacks: str
    profile: BrandProfile
    pages: Sequence[PageFacts]
    is_right: Callable[[str], bool]


@dataclass(frozen=True)
class Row:
    """A category that was read, its signs, and whether it is right."""

    of: str
    lacks: str
    signs: Mapping[str, float]
    right: bool


def cases() -> Iterator[Case]:
    """Every business, as it is and without what it may lack."""
    sets = {"development": businesses("development")}
    sets |= {file.stem: set_of(file) for file in sorted(FURTHER.glob("businesses*.json"))}
    for name, listed in sets.items():
        for business in listed:
            accept = "(?!)" if business["must_ask"] else business["accept"]
            right = _matching(accept)
            profile, pages = profile_of(business), pages_of(business)
            yield Case(name, "", profile, pages, right)
            bare = replace(profile, description="", audience="")
            yield Case(name, "description", bare, pages, right)
    for name in FILES:
        for one in told(name):
            bare = replace(one.profile, description="", audience="")
            yield Case(name, "", one.profile, one.pages(), one.is_right)
            yield Case(name, "pages", one.profile, one.pages(whole=False), one.is_right)
            yield Case(name, "line", one.profile, one.pages(line=False), one.is_right)
            yield Case(name, "description", bare, one.pages(), one.is_right)


def _matching(accept: str) -> Callable[[str], bool]:
    return lambda category: re.search(accept, category, re.IGNORECASE) is not None


def rows_of(found: Iterator[Case], embedder: Embedder | None) -> list[Row]:
    """The categories that are read; cases that are asked about have none."""
    rows = []
    for case in found:
        words = read_words(case.profile, case.pages, embedder, ())
        grammar = GRAMMARS.get(words.language)
        best = chosen(words.candidates, words.doubts)
        best = settled(best, words.agreed, words.text, grammar, words.language)
        best = by_definition(best, words.profile, words.pages, words.language)
        category = offer_of(words, best).category
        if category is not None and words.pages:
            signs = signs_of(
                category,
                words.profile,
                words.pages,
                words.agreed,
                grammar,
                words.language,
                outright=words.phrases.outright,
            )
            rows.append(Row(case.of, case.lacks, signs, case.is_right(category.value)))
    return rows


def learned(rows: Sequence[Row]) -> dict[str, float]:
    """Weights of the signs, by logistic regression; the constant is not penalized."""
    names = sorted({name for row in rows for name in row.signs})
    table = np.array([[row.signs.get(name, 0.0) for name in names] for row in rows])
    truth = np.array([float(row.right) for row in rows])
    counts = np.array([LACKING if row.lacks else 1.0 for row in rows])
    penalty = np.diag([1e-6 if name == "constant" else PENALTY for name in names])
    found: Any = np.zeros(len(names))
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(table @ found, -30, 30)))
        slope = table.T @ (counts * (chance - truth)) + penalty @ found
        bend = counts * chance * (1 - chance) + 1e-9
        found = found - np.linalg.solve((table * bend[:, None]).T @ table + penalty, slope)
    return {name: round(float(w), 3) for name, w in zip(names, found, strict=True)}


def certainties(rows: Sequence[Row]) -> list[float]:
    """The probability of each row by what the other sets teach."""
    by = {of: learned([row for row in rows if row.of != of]) for of in {row.of for row in rows}}
    totals = [sum(by[row.of].get(n, 0.0) * v for n, v in row.signs.items()) for row in rows]
    return [float(1 / (1 + np.exp(-total))) for total in totals]


def figures(rows: Sequence[Row], sure: Sequence[float]) -> Iterator[str]:
    """For each threshold and lack: how many are kept, and how many of those are right."""
    for limit in THRESHOLDS:
        parts = []
        for lacks in ("", "pages", "line", "description"):
            own = [(row, p) for row, p in zip(rows, sure, strict=True) if row.lacks == lacks]
            kept = [row for row, p in own if p >= limit]
            right = sum(row.right for row in kept)
            parts.append(f"{lacks or 'whole'} {right}/{len(kept)} of {len(own)}")
        yield f"{limit}: {', '.join(parts)}"


def main() -> None:
    """Print the figures; write the weights where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace the weights of the product")
    write = parser.parse_args().write
    rows = rows_of(cases(), load_embedder())
    show: Callable[[str], None] = print
    for line in figures(rows, certainties(rows)):
        show(line)
    if write:
        file = Path(package.__file__).with_name("weights.json")
        found = json.loads(file.read_text(encoding="utf-8")) | {"certain": learned(rows)}
        text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
        file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
