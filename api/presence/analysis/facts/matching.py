"""Holds one answer against a brand's key facts: stated correctly, contradicted, or not stated.

Invariant: correct and wrong quote the answer verbatim at [start, end); the score is None below
three facts. Score = 100 x (weights stated correctly - weights contradicted) / all weights,
at least 0: a fact left out costs its weight, a wrong one twice that. Weights: kinds.WEIGHTS.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from presence.analysis.facts.figures import founded, priced, reached
from presence.analysis.facts.kinds import KINDS, LEAST, READ, WEIGHTS, Fact, FactKind
from presence.analysis.facts.naming import Sentence, blanked, names_one
from presence.analysis.facts.sense import Sense, placed
from presence.analysis.facts.verdicts import FactCheck
from presence.analysis.facts.wording import FactPatterns, english, of
from presence.analysis.language import sentence_spans
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, Extraction

MAX_QUOTE = 300


@dataclass(frozen=True, slots=True)
class Statement:
    """What an answer says of one fact: `said` is its own words, "" where it says nothing.

    [start, end) are code points of the answer; both 0 where it says nothing.
    """

    kind: FactKind
    value: str
    said: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class FactMatch:
    """Facts of a brand as one answer has them; `score` 0..100, None with too few facts."""

    score: float | None
    correct: tuple[Statement, ...]
    wrong: tuple[Statement, ...]
    missing: tuple[Statement, ...]
    method: str


def match_facts(
    profile: BrandProfile, facts: Sequence[Fact], text: str, embedder: Embedder | None
) -> FactMatch:
    """Compare an answer's text with the facts; deterministic for equal inputs."""
    judge = _Judge(profile, text, embedder)
    sorted_facts = sorted(facts, key=lambda fact: KINDS.index(fact.kind))
    verdicts = [(fact, judge.verdict(fact)) for fact in sorted_facts]
    correct = tuple(_said(f, v, text) for f, v in verdicts if v is not None and v.right)
    wrong = tuple(_said(f, v, text) for f, v in verdicts if v is not None and not v.right)
    missing = tuple(Statement(f.kind, f.value) for f, v in verdicts if v is None)
    score = None if len(facts) < LEAST else match_score(facts, correct, wrong)
    return FactMatch(score, correct, wrong, missing, judge.method)


def match_score(
    facts: Iterable[Fact], correct: Iterable[Statement], wrong: Iterable[Statement]
) -> float:
    """The weighted share, see the module; facts of one kind share its weight."""
    counts = Counter(fact.kind for fact in facts)
    total = sum(WEIGHTS[kind] for kind in counts)
    gained = sum(WEIGHTS[said.kind] / counts[said.kind] for said in correct)
    lost = sum(WEIGHTS[said.kind] / counts[said.kind] for said in wrong)
    return round(100 * max(0.0, gained - lost) / total, 4)


def recognised(extraction: Extraction, matched: FactMatch) -> bool:
    """Whether the answer knows the brand: it speaks of it affirmatively, or states a fact.

    "I could not find anything about Acme" names it only in doubt or denial; what follows "if you
    mean" is a guess, so a fact that happens to agree does not make it known.
    """
    stances = [mention.stance for mention in extraction.mentions if mention.entity == "brand"]
    if not stances:
        return bool(matched.correct)
    if stances[0] == "affirmative":
        return True
    return "affirmative" in stances and bool(matched.correct)


def _said(fact: Fact, verdict: FactCheck, text: str) -> Statement:
    end = min(verdict.end, verdict.start + MAX_QUOTE)
    return Statement(fact.kind, fact.value, text[verdict.start : end], verdict.start, end)


class _Judge:
    """One answer, read once for all facts."""

    def __init__(self, profile: BrandProfile, text: str, embedder: Embedder | None) -> None:
        names = (profile.name, *profile.aliases)
        competitor_names = tuple(
            name
            for competitor in profile.competitors
            for name in (competitor.name, *competitor.aliases)
        )
        self._wording: FactPatterns = of(profile.language) or english()
        self._sentences = [
            Sentence(text[start:end], blanked(text[start:end]), start)
            for start, end in sentence_spans(text[:READ])
            if names_one(names, text[start:end]) or not names_one(competitor_names, text[start:end])
        ]
        self._sense = Sense(names, self._wording, profile.language, self._sentences, embedder)
        measured = f"local embeddings ({embedder.name})" if embedder else "word overlap"
        self.method = f"Figures, places and addresses literally; phrases by {measured}."

    def verdict(self, fact: Fact) -> FactCheck | None:
        """Stated, contradicted, or None."""
        if fact.kind == "founded":
            return founded(fact.value, self._wording, self._sentences)
        if fact.kind == "url":
            return reached(fact.value, self._sentences)
        if fact.kind == "priceRange":
            return priced(fact.value, self._wording, self._sentences)
        if fact.kind == "place":
            return placed(fact.value, self._wording, self._sentences)
        return self._sense.verdict(fact.value, category=fact.kind == "category")
