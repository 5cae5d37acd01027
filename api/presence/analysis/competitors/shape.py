"""What a candidate looks like by itself: its letters, its words, what the world knows it for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from presence.analysis.competitors.cues import JOINING, cue
from presence.analysis.competitors.known_kinds import known_kind
from presence.analysis.competitors.likeness import ARTICLES, is_rare, likeness
from presence.analysis.competitors.lists import words_of
from presence.analysis.language.words import base_language, stop_words

_INNER = re.compile(r"[a-zß-ÿ][A-Z]|[A-Za-z]\d|\w\.(?:com|io|co|net|org|ai|app|[a-z]{2})$")
_AND = re.compile(r"\w\s*[&+]\s*\w")
_SCRIPT = re.compile(r"[\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff]")
_KATAKANA = re.compile(r"[\u30a1-\u30ff]{3,}")
_CODE = re.compile(r"^[A-Z]{1,6}[\s-]?\d[\w.-]*$")
_LONG = 24


def shape(name: str, language: str) -> Mapping[str, float]:
    """Properties of the phrase alone."""
    words = list(words_of(name)) or [name]
    content = [w for w in words if w.lower() not in JOINING] or words
    rare = [w for w in content if is_rare(w, language)]
    foreign = [w for w in content if is_rare(w, language, alone=True)]
    small = [w for w in content if w[0].islower()]
    first = words[0]
    found = {
        "likeness": likeness(name, language),
        "one word": float(len(words) == 1),
        "two or three words": float(len(words) in (2, 3)),
        "many words": float(len(words) > 4),
        "rare words": len(rare) / len(content),
        "words rare in the language": len(foreign) / len(content),
        "only frequent words": float(not rare),
        "one frequent word": float(len(content) == 1 and not foreign),
        "small words": len(small) / len(content),
        "begins small": float(first[0].islower()),
        "capitals inside": float(bool(_INNER.search(name))),
        "abbreviation": float(len(words) == 1 and name.isupper() and 2 <= len(name) <= 6),
        "abbreviation and more": float(len(words) > 1 and first.isupper() and 2 <= len(first) <= 5),
        "code": float(bool(_CODE.match(name))),
        "and": float(bool(_AND.search(name))),
        "begins with a stop word": float(
            len(words) > 1
            and first.lower() in stop_words(language)
            and first.lower() not in ARTICLES
        ),
        "institution": float(bool(cue("institution", language).search(name))),
        "trade": float(bool(cue("trade", language).search(name))),
        "advice": float(bool(cue("advice", language).search(name))),
        "praise": float(bool(cue("options", language).search(name))),
        "warns": float(bool(cue("shunning", language).search(name))),
        "long": float(len(name) > _LONG),
        "other script": float(bool(_SCRIPT.search(name))),
        "katakana": float(bool(_KATAKANA.search(name))),
        "German word": float(base_language(language) == "de" and not rare),
    }
    if kind := known_kind(name):
        found["known"] = 1.0
        found[f"known {kind}"] = 1.0
    elif any(known_kind(word) == "place" for word in content):
        found["holds a place"] = 1.0
    return found
