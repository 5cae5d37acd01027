"""Words, light stems and sentences: the small shared grammar of panel, simulator and audience.

Invariant: sentences are verbatim slices of their text, so quoted evidence can be found again.
"""

from __future__ import annotations

import re
import unicodedata

from presence.analysis.language.stopwords import STOP_WORDS

WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?…。！？])[\"'”’)\]]*(?:\s+|$)|\n+")
_ABBREVIATIONS = frozenset(
    (
        *("e.g", "i.e", "mr", "mrs", "ms", "dr", "prof", "st", "vs", "no", "approx", "inc", "ltd"),
        *("co", "etc", "u.s", "z.b", "d.h", "bzw", "ca", "nr", "art", "p.ex"),
    )
)
_ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"),
           ("shes", "sh"), ("ing", ""), ("ers", "er"), ("es", "e"), ("ed", ""),
           ("ly", ""), ("s", "")),
    "de": (("ungen", "ung"), ("en", ""), ("ern", ""), ("er", ""), ("es", ""), ("e", ""), ("s", "")),
    "fr": (("eaux", "eau"), ("aux", "al"), ("es", ""), ("s", ""), ("x", ""), ("e", "")),
    "es": (("ces", "z"), ("es", ""), ("os", ""), ("as", ""), ("o", ""), ("a", ""), ("s", "")),
}  # fmt: skip


def base_language(language: str) -> str:
    """Primary subtag of a BCP 47 tag, lower case ("de-AT" gives "de"); "en" when empty."""
    return language.replace("_", "-").split("-")[0].lower() or "en"


def words(text: str) -> list[str]:
    """Case-folded NFKC words in order; hyphen and apostrophe compounds stay whole."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return WORD.findall(folded)


def stop_words(language: str) -> frozenset[str]:
    """Function words of a language; English ones where the language is not shipped."""
    return STOP_WORDS.get(base_language(language), STOP_WORDS["en"])


def stem(word: str, language: str = "en") -> str:
    """Strip one common ending when at least three letters remain. Not a linguistic stem."""
    for ending, replacement in _ENDINGS.get(base_language(language), _ENDINGS["en"]):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            cut = word[: len(word) - len(ending)] + replacement
            doubled = len(cut) > 3 and cut[-1] == cut[-2] and ending in {"ing", "ed"}
            cut = cut[:-1] if doubled and cut[-1] not in "sl" else cut
            return cut[:-1] if cut.endswith("e") and len(cut) > 4 else cut
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def terms(text: str, language: str = "en") -> list[str]:
    """Stems of the content words of a text, in order, compounds also split at the hyphen."""
    stops = stop_words(language)
    found: list[str] = []
    for word in words(text):
        parts = [word, *re.split(r"[-']", word)] if "-" in word else [word.removesuffix("'s")]
        found += [stem(part, language) for part in parts if part not in stops and len(part) > 1]
    return found


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Half-open (start, end) spans of sentences, trimmed, in order; line breaks also end one."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        last = text[start : match.start()].rsplit(None, 1)
        tail = last[-1].rstrip(".").lower() if last else ""
        if "\n" not in match.group() and (tail in _ABBREVIATIONS or len(tail) == 1):
            continue
        _append(spans, text, start, match.end())
        start = match.end()
    _append(spans, text, start, len(text))
    return spans


def sentences(text: str) -> list[str]:
    """Verbatim sentences of a text, in order."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = start + len(piece.rstrip())
    if right > left:
        spans.append((left, right))
