"""Tone of a text by documented lexical features: Friendly, Formal, Expert, Playful or Plain.

Invariant: a text without any feature is neutral: it fits every tone and contradicts none.

Features, each per sentence or per word, clipped to 0..1 and added per tone:
  Friendly  direct address and "we" (share of sentences), contractions, warm words
  Formal    formal connectives, long sentences, no direct address and no contractions
  Expert    numbers with units, acronyms, share of words of ten letters and more
  Playful   exclamation marks, interjections, emoji
  Plain     short sentences of short words without any of the above
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from presence.analysis.language import base_language, sentences, words
from presence.analysis.language.stopwords import word_set
from presence.analysis.types import Tone

TONES: tuple[Tone, ...] = get_args(Tone)
OPPOSITES: dict[Tone, frozenset[Tone]] = {
    "Friendly": frozenset({"Formal"}),
    "Formal": frozenset({"Friendly", "Playful"}),
    "Expert": frozenset({"Playful"}),
    "Playful": frozenset({"Formal", "Expert"}),
    "Plain": frozenset({"Expert", "Formal"}),
}
FIT_MARGIN = 0.25
CLEAR = 0.5

_ADDRESS = {
    "en": word_set("you your yours you're you'll you've we our us we're we'll we've let's"),
    "de": word_set("du dein deine deinen ihr euch wir unser unsere uns"),
    "fr": word_set("tu ton ta tes vous votre vos nous notre nos"),
    "es": word_set("tú tu tus te vosotros vuestra nosotros nuestra nuestro nos"),
}
_WARM = word_set(
    """love lovely happy enjoy welcome together friends friend family thanks thank share smile cosy
    cozy gern gerne freuen willkommen heureux bienvenue plaisir ensemble encanta bienvenidos juntos
    feliz"""
)
_FORMAL = word_set(
    """therefore furthermore moreover hereby pursuant thereof regarding accordingly shall
    notwithstanding whereas henceforth nevertheless constitute endeavour aforementioned
    gemäß hierbei diesbezüglich jedoch conformément néanmoins dorénavant asimismo conforme"""
)
_PLAYFUL = word_set(
    """wow yay oops hey hooray yum yummy whoop psst ta-da boom woohoo zap hooray bam juhu hurra
    hourra youpi olé guau"""
)
_NUMBER_UNIT = re.compile(
    r"\d+(?:[.,]\d+)?\s?(?:%|°|mm|cm|km|m|kg|g|mg|ml|l|kwh|kw|w|v|mah|ghz|mhz|gb|mb|tb|ms|hz|bar|psi|db|ppm|nm)\b|\d%",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"\b[A-Z]{2,}(?:-?\d+)?\b")
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")


@dataclass(frozen=True, slots=True)
class ToneReading:
    """Strength 0..1 of each tone in a text, in the order of TONES."""

    strengths: tuple[float, ...]

    @property
    def neutral(self) -> bool:
        """Whether the text shows no tone at all."""
        return max(self.strengths) == 0.0

    def of(self, tone: Tone) -> float:
        """Strength of one tone."""
        return self.strengths[TONES.index(tone)]

    def fits(self, tone: Tone) -> bool:
        """Whether the tone is the strongest or within 0.25 of it."""
        return self.neutral or self.of(tone) >= max(self.strengths) - FIT_MARGIN

    def contradicts(self, tone: Tone) -> bool:
        """Whether an opposite tone is clear (0.5) and at least 0.25 stronger."""
        against = max(self.of(other) for other in OPPOSITES[tone])
        return against >= CLEAR and against > self.of(tone) + FIT_MARGIN


def read_tone(text: str, language: str) -> ToneReading:
    """Measure one passage."""
    found = sentences(text)
    tokens = words(text)
    if not found or len(tokens) < 3:
        return ToneReading((0.0,) * len(TONES))
    address = _ADDRESS.get(base_language(language), _ADDRESS["en"])
    addressed = sum(any(w in address for w in words(s)) for s in found) / len(found)
    contracted = min(1.0, sum("'" in w for w in tokens) / len(found))
    excited = min(1.0, text.count("!") / len(found))
    mean_length = len(tokens) / len(found)
    long_words = sum(len(w) >= 10 for w in tokens) / len(tokens)
    friendly = 0.7 * addressed + 0.3 * contracted + 0.3 * _any(tokens, _WARM)
    formal = 0.6 * min(1.0, _count(tokens, _FORMAL)) + _ramp(mean_length, 20, 32) * 0.6
    formal *= 1 - 0.7 * max(addressed, contracted)
    technical = len(_NUMBER_UNIT.findall(text)) + 0.5 * len(_ACRONYM.findall(text))
    expert = 0.6 * min(1.0, technical / len(found)) + 0.6 * _ramp(long_words, 0.12, 0.3)
    jokes = _any(tokens, _PLAYFUL) + bool(_EMOJI.search(text))
    playful = 0.5 * excited + 0.6 * min(1.0, jokes)
    others = max(friendly, formal, expert, playful)
    plain = (1 - _ramp(mean_length, 12, 18)) * (1 - _ramp(long_words, 0.05, 0.2)) * (1 - others)
    values = (friendly, formal, expert, playful, 0.7 * max(plain, 0.0))
    return ToneReading(tuple(round(min(1.0, value), 4) for value in values))


def dominant_tone(readings: list[ToneReading]) -> Tone:
    """The tone with the highest mean strength; Friendly if none is clear."""
    toned = [reading for reading in readings if not reading.neutral]
    if not toned:
        return "Friendly"
    means = [sum(r.strengths[i] for r in toned) / len(toned) for i in range(len(TONES))]
    best = max(range(len(TONES)), key=lambda i: (means[i], -i))
    return TONES[best]


def tone_match(texts: Sequence[str], tone: Tone, language: str) -> float | None:
    """Share (%) of texts that fit a tone; None without any text."""
    readings = [read_tone(text, language) for text in texts]
    if not readings:
        return None
    return round(100 * sum(reading.fits(tone) for reading in readings) / len(readings), 4)


def _any(tokens: list[str], wanted: frozenset[str]) -> int:
    return int(any(token in wanted for token in tokens))


def _count(tokens: list[str], wanted: frozenset[str]) -> int:
    return sum(token in wanted for token in tokens)


def _ramp(value: float, low: float, high: float) -> float:
    """0 below `low`, 1 above `high`, linear in between."""
    return min(1.0, max(0.0, (value - low) / (high - low)))
