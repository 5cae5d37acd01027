"""Reads one engine's answer to "What is {brand}?": known or not, tone, audience, facts.

Invariant: every judgement is about the stored text alone and says by which method it was made; an
answer that does not know the brand states nothing, so its tone and audience are not judged and no
fact it happens to guess counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from presence.analysis.audience import FIT_MODEL, audience_fit, tone_match
from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.facts.kinds import FACTS_VERSION, LEAST, READ, Fact
from presence.analysis.facts.matching import FactMatch, Statement, match_facts, recognised
from presence.analysis.language import sentence_spans
from presence.analysis.ports import Embedder
from presence.analysis.types import Answer, AudienceFit, BrandProfile, Extraction, Passage, Tone

EXCERPT = 1_200
TONE_MATCHES = 60.0
AUDIENCE_MATCHES = 6.0  # of 10


@dataclass(frozen=True, slots=True)
class Interpretation:
    """`relevance` 0..10 and `tone_match` 0..100 (as measured for this engine); None: not judged."""

    recognised: bool
    tone: Tone
    tone_match: float | None
    relevance: float | None
    match: FactMatch
    method: str
    version: str


def interpretation_version(embedder: Embedder | None) -> str:
    """A version that changes with anything that shapes an interpretation."""
    local = embedder.name if embedder else "none"
    return f"{FACTS_VERSION} {FIT_MODEL} {EXTRACTOR_VERSION} embeddings:{local}"


def interpret(
    profile: BrandProfile,
    facts: Sequence[Fact],
    answer: Answer,
    extraction: Extraction,
    tone: Tone,
    embedder: Embedder | None,
    seed: int,
) -> Interpretation:
    """Judge one valid answer against the brand's facts, audience and tone."""
    matched = match_facts(profile, facts, answer.text, embedder)
    version = interpretation_version(embedder)
    if not recognised(extraction, matched):
        nothing = FactMatch(
            0.0 if len(facts) >= LEAST else None,
            (),
            (),
            tuple(Statement(fact.kind, fact.value) for fact in facts),
            matched.method,
        )
        return Interpretation(False, tone, None, None, nothing, matched.method, version)
    passages = _passages(answer)
    fit = audience_fit(replace(profile, tone=tone), passages, (), embedder, seed)
    share = tone_match([passage.text for passage in passages], tone, profile.language)
    method = f"{matched.method} {fit.method}" if fit else matched.method
    return Interpretation(True, tone, share, _relevance(fit), matched, method, version)


def _relevance(fit: AudienceFit | None) -> float | None:
    """The relevance 0..10, unless it misses the audience only because there is little text.

    An answer of a few paragraphs that does not reach `AUDIENCE_MATCHES` speaks to others only if
    the upper bound of its 95 % interval does not reach it either.
    """
    if fit is None or fit.relevance < AUDIENCE_MATCHES <= fit.score.high / 10:
        return None
    return fit.relevance


def excerpt(text: str) -> str:
    """The beginning of an answer word for word, at most 1,200 characters, whole sentences."""
    if len(text) <= EXCERPT:
        return text
    ends = [end for _, end in sentence_spans(text[:EXCERPT])][:-1]  # the last may be cut
    whole = [end for end in ends if end > EXCERPT // 2]
    return text[: whole[-1] if whole else EXCERPT]


def _passages(answer: Answer) -> tuple[Passage, ...]:
    """Paragraphs of an answer, judged like the brand's own words."""
    parts = [part.strip() for part in answer.text[:READ].split("\n") if part.strip()]
    source = f"answer:{answer.id}"
    return tuple(
        Passage(f"{answer.id}:{number}", part, source, "brand", answer.engine.name)
        for number, part in enumerate(parts)
    )
