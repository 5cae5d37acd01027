"""The language that an app or a school teaches: "Irish language app", not any language app.

Invariant: the language is named in the owner's own words; nothing is guessed from the market.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from presence.analysis.offer.categories import Category
from presence.analysis.types.offer import Slot

_TEACHES: Final = frozenset({"language-learning-app", "language-school"})
_NAMES: Final[Mapping[str, str]] = {
    "en": "Afrikaans Albanian Arabic Armenian Basque Bengali Breton Bulgarian Cantonese Catalan "
    "Chinese Cornish Croatian Czech Danish Dutch English Esperanto Estonian Farsi Finnish French "
    "Frisian Gaelic Galician Georgian German Greek Hawaiian Hebrew Hindi Hungarian Icelandic "
    "Indonesian Irish Italian Japanese Korean Kurdish Latin Latvian Lithuanian Luxembourgish Malay "
    "Maltese Mandarin Manx Māori Norwegian Persian Polish Portuguese Punjabi Romanian Russian "
    "Scots Serbian Slovak Slovenian Somali Spanish Swahili Swedish Tagalog Tamil Telugu Thai "
    "Tibetan Turkish Ukrainian Urdu Vietnamese Welsh Xhosa Yiddish Yoruba Zulu",
    "de": "Afrikaans Albanisch Arabisch Armenisch Baskisch Bretonisch Bulgarisch Chinesisch "
    "Dänisch Deutsch Englisch Esperanto Estnisch Finnisch Französisch Friesisch Gälisch Georgisch "
    "Griechisch Hebräisch Hindi Indonesisch Irisch Isländisch Italienisch Japanisch Katalanisch "
    "Koreanisch Kroatisch Kurdisch Latein Lettisch Litauisch Luxemburgisch Mandarin "
    "Niederländisch Norwegisch Persisch Plattdeutsch Polnisch Portugiesisch Rumänisch Russisch "
    "Schwedisch Schweizerdeutsch Serbisch Slowakisch Slowenisch Sorbisch Spanisch Suaheli Thai "
    "Tschechisch Türkisch Ukrainisch Ungarisch Urdu Vietnamesisch Walisisch",
}
# A German course or lesson is one word with its language: „Spanischkurs“.
_COMPOUND: Final = r"(?=(?:kurs|unterricht|stunde|lern|lehrer|schule)\w*\b|\b)"
_PATTERNS: Final = {
    "en": re.compile(rf"\b({'|'.join(_NAMES['en'].split())})\b(?!-)"),
    "de": re.compile(rf"\b({'|'.join(_NAMES['de'].split())}){_COMPOUND}(?!-)"),
}
_APPS: Final = {
    "en": (
        re.compile(
            r"\b[Aa]pp\b[^.;!?]*\b(?:learn|speak|talk|pick up|practi[sc]|read|teach|get by)"
            rf"(?:s|e|ing|es)?\b(?: (?:to|in|some|their|your|on|more|better|fluent|speak))* "
            rf"(?P<taught>{'|'.join(_NAMES['en'].split())})\b"
        ),
        "{} language app",
    ),
    "de": (
        re.compile(
            rf"\b[Aa]pp\b[^.;!?]*\b(?P<taught>{'|'.join(_NAMES['de'].split())})"
            r"(?: \w+)? ?(?:lern|sprech|sprich|üb|versteh)\w*"
        ),
        "Sprachlern-App für {}",
    ),
}
_LESSONS: Final = re.compile(
    r"\blanguage (?=courses?\b|class(?:es)?\b|lessons?\b|tutors?\b|tuition\b)", re.IGNORECASE
)


def of_language(
    entry: Category | None, category: Slot[str] | None, said: str, language: str
) -> Slot[str] | None:
    """The category with the one language that the description names, if it is for learning one."""
    if entry is None or category is None or entry.id not in _TEACHES:
        return category
    named = languages_in(said, language)
    if len(named) != 1 or languages_in(category.value, language):
        return category
    return replace(category, value=_in_words(category.value, next(iter(named)), language))


def languages_in(text: str, language: str) -> frozenset[str]:
    """The languages that a text names, as it spells them; only English and German are read."""
    pattern = _PATTERNS.get(language)
    return frozenset(pattern.findall(text)) if pattern else frozenset()


def taught_by_app(description: str, language: str) -> str:
    """What an app is that gets people to learn or speak a language: "Irish language app"; or ""."""
    pattern, name = _APPS.get(language, (None, ""))
    told = pattern.search(description) if pattern else None
    return name.format(told["taught"]) if told else ""


def of_any_language(text: str, language: str) -> str:
    """The text with "language" for each language named: "Welsh lessons", „Spanischkurs“."""
    pattern = _PATTERNS.get(language)
    anyone = "Sprach" if language == "de" else "language"
    return pattern.sub(anyone, text) if pattern else text


def _in_words(category: str, taught: str, language: str) -> str:
    if language == "de":
        if category == "Sprachkurs":
            return f"{taught}kurs"
        return f"{category} für {taught}"
    if _LESSONS.search(category):
        return _LESSONS.sub(f"{taught} ", category)
    return re.sub("language", f"{taught} language", category, count=1, flags=re.IGNORECASE)
