"""Words and sentences, shared by the panel, the simulator and audience fit."""

from presence.analysis.language.words import (
    base_language,
    sentence_spans,
    sentences,
    stem,
    stop_words,
    terms,
    words,
)

__all__ = [
    "base_language",
    "sentence_spans",
    "sentences",
    "stem",
    "stop_words",
    "terms",
    "words",
]
