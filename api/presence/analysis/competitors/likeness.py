"""How much a phrase looks like the name of somebody or something that is offered.

Invariant: the phrase alone decides, by its letters and by which words of the language are frequent;
its position is assessed elsewhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from presence.analysis.competitors.cues import JOINING
from presence.analysis.competitors.lists import words_of
from presence.analysis.language.frequent_words import frequent_words, is_frequent
from presence.analysis.language.words import base_language, stop_words

MOST_WORDS: Final = 7
_ACRONYM: Final = 5
NOUNS_IN_CAPITALS: Final = frozenset({"de"})
_INNER = re.compile(
    r"[a-zß-ÿ][A-Z]|[A-Za-z]\d|\d[A-Za-z]|\w\.(?:com|io|co|net|org|ai|app|[a-z]{2})$"
)
_FIGURE = re.compile(
    r"^[\d.,\s%€$£¥–-]+(?:\s?(?:GB|MB|TB|kg|g|km|m|cm|mm|W|kW|h|min|ml|l|dB|mAh|Hz|px))?$", re.I
)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_KATAKANA = re.compile(r"[\u30a1-\u30ff]{3,}|[A-Za-z]{2,}")
_UNCASED = re.compile(r"[\u0590-\u06ff\u0900-\u0eff]")
ARTICLES: Final = frozenset(
    (
        *("the", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il", "lo", "gli"),
        *("i", "de", "het", "o", "a", "os", "as"),
    )
)
_SMALL: Final = 3  # letters of the small words within a title: "at", "on", "aux"
_SENTENCE_END = re.compile(r"[?!？！]$")


@lru_cache(maxsize=4096)
def likeness(phrase: str, language: str) -> float:
    """0 (surely no name) to 1 (surely a name)."""
    phrase = phrase.strip()
    if len(phrase) < 2 or _SENTENCE_END.search(phrase) or _FIGURE.match(phrase):
        return 0.0
    if _UNSPACED.search(phrase):
        return _unspaced(phrase, language)
    words = list(words_of(phrase))
    if not words or len(words) > MOST_WORDS:
        return 0.0
    if words[0].lower() in stop_words(language):
        return _after_stop_word(words, language)
    if _UNCASED.search(phrase):
        return _uncased(words, language)
    return _cased(words, language)


def _cased(words: list[str], language: str) -> float:
    if any(_INNER.search(word) for word in words):
        return 1.0
    content = [word for word in words if word.lower() not in JOINING and word not in {"&", "+"}]
    small = [word for word in content if word[0].islower()]
    rare = [word for word in content if is_rare(word, language)]
    foreign = [word for word in content if is_rare(word, language, alone=True)]
    if not content:
        return 0.0
    if small:
        if len(content) == 1:
            return 0.6 if rare else 0.0
        return 0.35 if rare and rare[0] == content[0] and len(small) < len(content) else 0.05
    if rare and len(words) == 1 and words[0].isupper() and len(words[0]) <= _ACRONYM:
        return 0.5
    if rare:
        return 0.95 if len(content) > 1 or len(rare[0]) > 3 else 0.7
    if foreign and len(content) == 1:
        return 0.5
    if len(content) == 1 or base_language(language) in NOUNS_IN_CAPITALS:
        return 0.3 if len(content) == 1 else 0.4
    return 0.65


def _after_stop_word(words: list[str], language: str) -> float:
    """What follows an article decides; behind other small words only a rare word makes a name."""
    if not _titled(words) or len(words) < 2:
        return 0.0
    if words[0].lower() in ARTICLES and words[1][0].isupper():
        return max(0.25, _cased(words[1:], language))
    rare = any(word[0].isupper() and is_rare(word, language) for word in words[1:])
    return 0.6 if rare else 0.25


def is_rare(word: str, language: str, *, alone: bool = False) -> bool:
    """Whether a word is frequent neither in the language nor, unless `alone`, in English."""
    if not frequent_words(language):
        return True
    if word.isdigit():
        return False
    parts = [part for part in re.split(r"['’-]", word) if len(part) > 1] or [word]
    return not all(is_frequent(p, language) or (not alone and is_frequent(p, "en")) for p in parts)


def _uncased(words: list[str], language: str) -> float:
    """Arabic, Hebrew and others know no capitals: rare words are all there is to go by."""
    rare = sum(
        word.removeprefix("ال") not in frequent_words(language)
        and word not in frequent_words(language)
        for word in words
    )
    return min(0.7, 0.7 * rare / len(words)) if len(words) <= 3 else 0.05


def _unspaced(phrase: str, language: str) -> float:
    if phrase in frequent_words(language) or len(phrase) > 20:
        return 0.1
    if base_language(language) == "ja":
        return 0.5 if _KATAKANA.search(phrase) else 0.35
    return 0.45 if 2 <= len(phrase) <= 6 else 0.2


def _titled(words: list[str]) -> bool:
    return all(
        w[0].isupper() or w[0].isdigit() or w.lower() in JOINING or len(w) <= _SMALL for w in words
    )
