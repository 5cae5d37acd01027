"""Audience fit without a model key: how well the brand's words speak to the stated audience.

Invariant: every item above 0 quotes a verbatim span of the material that earned it; without an
audience or material there is no score at all.

Method. Four items are looked for in every assessed passage (own passages, and assistants' answers
to the neutral question about the brand):
  needs        closeness of the passage to what the audience is said to need
  use cases    closeness to the audience itself, in passages that speak of using (cue words)
  constraints  closeness to the audience, in passages that name price, time, size, safety or limits
  vocabulary   share of the audience's content words that the material uses
Closeness is the cosine of local embeddings, 0 points at 0.20 and 10 at 0.50, or without them the
share of the audience's words in the passage, 0 points at 0.10 and 10 at 0.50; an item is the mean
of its best three passages. Each of those that contradicts the tone subtracts 1.2 from the item.
Nobody repeats every word of a described audience: vocabulary gives 10 from three quarters on.
These ranges were fixed on one half of labelled audiences and are held by the other half
(tests/analysis/audience/pairs.py): words for an audience 70 and more, words for others below 40.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from presence.analysis.audience.audience_terms import audience_terms
from presence.analysis.audience.tone import ToneReading, dominant_tone, read_tone
from presence.analysis.language import base_language, sentences, terms
from presence.analysis.panel.audience_words import audience_needs
from presence.analysis.ports import Embedder
from presence.analysis.simulator.retrieval import indexed_text
from presence.analysis.types import (
    Answer,
    AudienceFit,
    BrandProfile,
    FitItem,
    Passage,
    Score,
    Tone,
)

FIT_MODEL = "audience-fit-2"
SEMANTIC_RANGE = (0.20, 0.50)
LEXICAL_RANGE = (0.10, 0.50)
VOCABULARY_FULL = 0.75
BEST = 3
CONTRADICTION = 1.2
UNSEEN = 3.0  # rule of three: what n passages never showed may be true of 3 in n (95 %)
ASSESSED = 200
RESAMPLES = 2_000
_USE = re.compile(
    r"\b(?:for|when|while|use[ds]?|using|ideal|suit(?:s|ed|able)?|made|designed|helps?|every day|"
    r"für|wenn|nutzen|geeignet|hilft|pour|quand|idéal|convient|utilis\w+|aide|para|cuando|ideal|"
    r"sirve|ayuda)\b",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"[€$£%]|\d|\b(?:price|cost|budget|cheap|afford\w*|free|fee|minutes?|hours?|days?|time|size|"
    r"small|safe\w*|guarantee|warranty|return|without|no|only|limit\w*|preis|kosten|kostenlos|zeit|"
    r"sicher|garantie|ohne|nur|prix|gratuit|temps|sûr|garantie|sans|seulement|precio|gratis|"
    r"tiempo|seguro|garantía|sin|solo)\b",
    re.IGNORECASE,
)

_CUES = {"use cases": _USE, "constraints": _LIMITS}

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Assessed:
    """The passages that were assessed, with their tone."""

    passages: tuple[Passage, ...]
    tones: tuple[ToneReading, ...]


def audience_fit(
    profile: BrandProfile,
    passages: Sequence[Passage],
    answers: Sequence[Answer],
    embedder: Embedder | None,
    seed: int,
) -> AudienceFit | None:
    """The fit with its interval (resampled over passages), or None without audience or material."""
    if not profile.audience.strip():
        return None
    assessed = _assess(profile, passages, answers)
    if not assessed.passages:
        return None
    tone = profile.tone or dominant_tone(list(assessed.tones))
    closeness = _closeness(profile, assessed, embedder)
    presence, vocabulary = _vocabulary(profile, assessed)
    penalties = np.array([reading.contradicts(tone) for reading in assessed.tones], dtype=float)
    items = tuple(
        _item(name, column, penalties, assessed, profile, embedder)
        for name, column in closeness.items()
    )
    words_item = _vocabulary_item(presence, vocabulary, assessed, profile)
    ordered = (items[0], words_item, *items[1:])
    relevance = float(np.mean([item.score for item in ordered]))
    low, high = _interval(closeness, penalties, presence, relevance, seed)
    count = len(assessed.passages)
    score = Score(
        round(10 * relevance, 4), low, high, count, "passages", FIT_MODEL, exploratory=count < 5
    )
    match = 100 * float(np.mean([reading.fits(tone) for reading in assessed.tones]))
    return AudienceFit(
        score, round(relevance, 4), round(match, 4), tone, ordered, _method(embedder, profile.tone)
    )


def _assess(
    profile: BrandProfile, passages: Sequence[Passage], answers: Sequence[Answer]
) -> _Assessed:
    """Own passages, evenly thinned to 200, and assistants' answers about the brand."""
    own = [passage for passage in passages if passage.owner == "brand"]
    if len(own) > ASSESSED:
        own = [own[int(i * len(own) / ASSESSED)] for i in range(ASSESSED)]
    said = [
        Passage(answer.id, answer.text, f"answer:{answer.id}", "reference", answer.engine.name)
        for answer in answers
        if answer.valid and answer.prompt.branded and answer.engine.basis == "assistants"
    ]
    kept = (*own, *said)
    return _Assessed(kept, tuple(read_tone(p.text, profile.language) for p in kept))


def _closeness(
    profile: BrandProfile, assessed: _Assessed, embedder: Embedder | None
) -> dict[str, Array]:
    """Points 0..10 of every passage for needs, use cases and constraints, in that order."""
    language = base_language(profile.language)
    needs = " ".join(audience_needs(profile.audience, language)) or profile.audience
    texts = [indexed_text(passage) for passage in assessed.passages]
    to_needs = _points(needs, texts, embedder, language)
    to_people = _points(profile.audience, texts, embedder, language)
    uses = np.array([bool(_USE.search(text)) for text in texts])
    limits = np.array([bool(_LIMITS.search(text)) for text in texts])
    return {
        "needs": to_needs,
        "use cases": np.where(uses, to_people, 0.0),
        "constraints": np.where(limits, to_people, 0.0),
    }


def _points(wanted: str, texts: Sequence[str], embedder: Embedder | None, language: str) -> Array:
    """Calibrated closeness 0..10 of each text to what is wanted."""
    if embedder is not None:
        rows = embedder.embed([wanted, *texts])
        raw = np.round((rows[1:] @ rows[0]).astype(np.float64), 4)
        low, high = SEMANTIC_RANGE
    else:
        stems = set(audience_terms(wanted, language))
        raw = np.array([_share(stems, set(terms(text, language))) for text in texts])
        low, high = LEXICAL_RANGE
    points: Array = np.clip((raw - low) / (high - low), 0.0, 1.0) * 10
    return points


def _share(wanted: set[str], found: set[str]) -> float:
    return len(wanted & found) / len(wanted) if wanted else 0.0


def _vocabulary(profile: BrandProfile, assessed: _Assessed) -> tuple[Array, float]:
    """(passage x audience word presence, points 0..10 for the share of words used at all)."""
    language = base_language(profile.language)
    stems = sorted(set(audience_terms(profile.audience, language)))
    found = [set(terms(indexed_text(p), language)) for p in assessed.passages]
    presence = np.array([[stem in words for stem in stems] for words in found], dtype=float)
    points = float(_used(presence.any(axis=0).mean())) if stems else 0.0
    return presence, points


def _used(share: Array) -> Array:
    """Points for the share of the audience's words that are used."""
    points: Array = 10 * np.minimum(1.0, share / VOCABULARY_FULL)
    return points


def _best(column: Array) -> NDArray[np.intp]:
    """Rows of the best three passages that earn anything, best first, earlier first on ties."""
    order = np.argsort(-column, kind="stable")[:BEST]
    return order[column[order] > 0]


def _item_value(column: Array, penalties: Array) -> float:
    rows = _best(column)
    if not len(rows):
        return 0.0
    return max(0.0, float(column[rows].mean()) - CONTRADICTION * float(penalties[rows].sum()))


def _item(
    name: str,
    column: Array,
    penalties: Array,
    assessed: _Assessed,
    profile: BrandProfile,
    embedder: Embedder | None,
) -> FitItem:
    rows = _best(column)
    if not len(rows):
        return FitItem(name, 0.0, "", "")
    passage = assessed.passages[int(rows[0])]
    cue = _CUES.get(name)
    matching = [text for text in sentences(passage.text) if cue is None or cue.search(text)]
    quote = _closest(matching or sentences(passage.text), profile, embedder)
    return FitItem(name, round(_item_value(column, penalties), 2), quote, passage.source)


def _vocabulary_item(
    presence: Array, points: float, assessed: _Assessed, profile: BrandProfile
) -> FitItem:
    if points == 0.0:
        return FitItem("vocabulary", 0.0, "", "")
    passage = assessed.passages[int(np.argmax(presence.sum(axis=1)))]
    quote = _closest(sentences(passage.text), profile, None)
    return FitItem("vocabulary", round(points, 2), quote, passage.source)


def _closest(found: Sequence[str], profile: BrandProfile, embedder: Embedder | None) -> str:
    points = _points(profile.audience, found, embedder, base_language(profile.language))
    return found[int(np.argmax(points))]


def _interval(
    closeness: dict[str, Array], penalties: Array, presence: Array, relevance: float, seed: int
) -> tuple[float, float]:
    """95 % bounds of 10 x relevance from passages drawn with replacement; they hold the value.

    Passages that all say the same would leave no width at all, though another one could differ:
    the bounds reach at least as far as three unseen passages beside those read could move them.
    One passage cannot show how passages differ: then the bounds are the whole scale.
    """
    if len(penalties) < 2:
        return 0.0, 100.0
    rng = np.random.default_rng(seed & 0xFFFFFFFF)
    size = len(penalties)
    draws = rng.integers(0, size, size=(RESAMPLES, size))
    counts = np.zeros((RESAMPLES, size))
    np.add.at(counts, (np.arange(RESAMPLES)[:, None], draws), 1.0)
    total = _used(((counts @ presence) > 0).mean(axis=1)) if presence.size else np.zeros(RESAMPLES)
    best = min(BEST, size)
    for column in closeness.values():
        drawn = column[draws]
        rows = np.argpartition(-drawn, best - 1, axis=1)[:, :best]
        points = np.take_along_axis(drawn, rows, axis=1)
        against = np.take_along_axis(penalties[draws], rows, axis=1) * (points > 0)
        earning = np.maximum((points > 0).sum(axis=1), 1)
        total = total + np.maximum(
            0.0, points.sum(axis=1) / earning - CONTRADICTION * against.sum(axis=1)
        )
    low, high = np.quantile(10 * total / 4, [0.025, 0.975])
    value, unseen = 10 * relevance, UNSEEN / (size + UNSEEN)
    least, most = value * (1 - unseen), value + (100 - value) * unseen
    return round(min(float(low), least), 4), round(max(float(high), most), 4)


def _method(embedder: Embedder | None, stated: Tone | None) -> str:
    measured = (
        f"Local embeddings ({embedder.name}) with a fixed calibration"
        if embedder is not None
        else "Word overlap with a fixed calibration, without local embeddings"
    )
    tone = "stated" if stated else "inferred from the brand's own words"
    return f"{measured}; tone {tone}. No language model was asked."
