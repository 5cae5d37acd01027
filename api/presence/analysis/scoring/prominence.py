"""How much of an answer a source accounts for: the word-share measures of GEO (KDD 2024).

Invariant: counting follows the authors' released code (words longer than two characters, shares
normalised over the sources), except that an answer citing nothing gives None, not 1/n.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.types import Citation

_CITATION: Final = re.compile(r"\[[^\w\s]*(\d+)[^\w\s]*\]")
# The white space behind a sentence and the citations that close it, with or without a space
# before them: "A wins.[1] B loses. [2]", "甲快。[1]乙慢。".
_SENTENCE_END: Final = re.compile(
    r"[.!?][\"')”’»]*(?:\s?\[[^\w\s]*\d{1,3}[^\w\s]*\])*+(?P<gap>\s+)(?=\S)"
    r"|[。！？｡]+[」』”’]*(?:\s?\[[^\w\s]*\d{1,3}[^\w\s]*\])*+(?P<close>\s*)(?=\S)"
    r"|(?P<line>\n+)"
)
# Scripts without spaces: kana, Han, Thai, Lao, Burmese, Khmer.
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)
_SIGNS_A_WORD: Final = 2
_CONTRACTION: Final = re.compile(r"(n['’]t|['’](?:s|re|ve|ll|d|m))\b", re.IGNORECASE)
_TOKEN: Final = re.compile(r"n['’]t|['’]?[^\W_]+(?:[-.'’][^\W_]+)*", re.IGNORECASE)
_MIN_LENGTH: Final = 3
_LINK_TARGET: Final = re.compile(r"(?<=\])\([^)\s]*\)|https?://\S+")


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """One sentence and the numbers of the sources it cites, including repeats."""

    text: str
    sources: tuple[int, ...]


def cited_sentences(answer: str) -> tuple[CitedSentence, ...]:
    """Split an answer into sentences with their [n] citations, in order."""
    sentences = []
    start = 0
    for end, following in _breaks(answer):
        piece, start = answer[start:end], following
        numbers = tuple(int(number) for number in _CITATION.findall(piece))
        text = _CITATION.sub(" ", piece).strip()
        if any(char.isalnum() for char in text) or numbers:
            sentences.append(CitedSentence(text, numbers))
    return tuple(sentences)


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """(end of a sentence, beginning of the next) in order; the last one is the end of the text."""
    for found in _SENTENCE_END.finditer(text):
        yield found.span(found.lastgroup or 0)
    yield len(text), len(text)


def owned_shares(text: str, citations: Sequence[Citation] | None) -> tuple[float, float] | None:
    """Word share and position-adjusted word share of the brand's own sources in one answer.

    None if nothing is cited, or if no citation shows which sentence it belongs to (neither an [n]
    in the text nor a span).
    """
    cited = [c for c in citations or () if c.kind == "cited"]
    if not cited:
        return None
    own = {number for number, c in enumerate(cited, 1) if c.owner == "brand"}
    if not own:
        return (0.0, 0.0) if _any_placed(text, cited) else None
    sentences = _placed(text, cited)
    plain = word_share(sentences, len(cited))
    weighted = position_adjusted_share(sentences, len(cited))
    if plain is None or weighted is None:
        return None
    return sum(plain[n - 1] for n in own), sum(weighted[n - 1] for n in own)


def _any_placed(text: str, cited: Sequence[Citation]) -> bool:
    """Whether any citation falls into a sentence, without building the sentences of `_placed`."""
    size = len(text)
    if any(
        c.start is not None and c.end is not None and c.start < size and c.end > 0 for c in cited
    ):
        return True
    numbers = {c.number for c in cited if c.number}
    return bool(numbers) and any(int(n) in numbers for n in _CITATION.findall(text))


def _placed(text: str, cited: Sequence[Citation]) -> tuple[CitedSentence, ...]:
    """Sentences with the numbers (from 1) of the citations in them, placed by span or by [n]."""
    spans = [
        (c.start, c.end, place)
        for place, c in enumerate(cited, 1)
        if c.start is not None and c.end is not None
    ]
    numbers = {c.number: place for place, c in reversed(list(enumerate(cited, 1))) if c.number}
    sentences: list[CitedSentence] = []
    start = 0
    for end, following in _breaks(text):
        piece = text[start:end]
        sources = [place for first, last, place in spans if first < end and last > start]
        named = [int(number) for number in _CITATION.findall(piece)]
        sources = sources or [numbers[number] for number in named if number in numbers]
        plain = _LINK_TARGET.sub(" ", _CITATION.sub(" ", piece)).strip()
        if sources or any(char.isalnum() for char in plain):
            sentences.append(CitedSentence(plain, tuple(sources)))
        start = following
    return tuple(sentences)


def counted_words(sentence: str) -> int:
    """Words of more than two characters; contractions count as two words ("do" + "n't").

    In scripts without spaces, every two characters count as a word, rounded up.
    """
    bare, signs = _UNSPACED.subn(" ", sentence)
    split = _CONTRACTION.sub(r" \1", bare)
    words = sum(1 for token in _TOKEN.findall(split) if len(token) >= _MIN_LENGTH)
    return words + -(-signs // _SIGNS_A_WORD)


def word_share(sentences: Sequence[CitedSentence], sources: int) -> tuple[float, ...] | None:
    """Share of the counted words of the sentences citing each source 1..`sources`.

    A sentence citing several is split equally. None if no counted word cites a known source.
    """
    return _shares(sentences, [1.0] * len(sentences), sources)


def position_adjusted_share(
    sentences: Sequence[CitedSentence], sources: int
) -> tuple[float, ...] | None:
    """Word share with sentence i of n weighted by e^(-i/(n-1)) (1 for a single sentence)."""
    last = max(len(sentences) - 1, 1)
    return _shares(sentences, [math.exp(-i / last) for i in range(len(sentences))], sources)


def _shares(
    sentences: Sequence[CitedSentence], weights: Sequence[float], sources: int
) -> tuple[float, ...] | None:
    totals = [0.0] * sources
    for sentence, weight in zip(sentences, weights, strict=True):
        for number in sentence.sources:
            if 1 <= number <= sources:
                share = counted_words(sentence.text) * weight / len(sentence.sources)
                totals[number - 1] += share
    whole = sum(totals)
    return tuple(total / whole for total in totals) if whole > 0.0 else None
