"""Facts that pages state besides the offer: prices, and the names the brand compares itself with.

Invariant: what is returned occurs on a page verbatim, apart from white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from presence.analysis.language import base_language
from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.language.german_words import is_german_noun
from presence.analysis.offer.recognition import entry_named
from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import Quote

_AMOUNT = re.compile(r"[$€£¥]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:€|£|\$|EUR|USD|GBP|CHF|zł|円|kr)(?!\w)")
_SENTENCE_END = re.compile(r"[.!?\n]")
_BEFORE, _AFTER = 80, 60  # letters of the passage around an amount
_MOST_PRICES = 8
# Full stops are allowed only inside a name: "Alternative zu Monday.com. Alle Preise".
_NAMED = r"[\w&+-]*(?:\.[\w&+-]+)*"
_NAME = rf"((?:[A-Z]{_NAMED})(?:[ \t]+[A-Z0-9]{_NAMED}){{0,2}})"
_AGAINST = re.compile(
    r"\b(?:alternatives? to|compared (?:to|with)|switch(?:ing)? from|"
    r"(?P<loosely>instead of|moving from)|Alternative zu|im Vergleich (?:zu|mit)|Wechsel von|statt|"
    rf"alternative à|comparé à|alternativa a|frente a)[ \t]+{_NAME}"
)
# Two things set beside each other: competitors only where the brand is one of them.
_BESIDE = r"[ \t]+(?:vs\.?|versus)[ \t]+"
# "SR-22", "HMAC-SHA256", "X509_get_name", "SysV-like": a form, a method, a function, no company.
_TECHNICAL = re.compile(r"[A-Z\d]+-[A-Z]*\d+\w*|\w*_\w+|\w+-(?:like|style|based|artig)")


def price_lines(pages: Iterable[PageFacts]) -> list[Quote]:
    """At most eight passages that state an amount of money."""
    found: dict[str, Quote] = {}
    for page in pages:
        for text in _passages(page.main_text):
            found.setdefault(text, Quote(text, page.final_url))
            if len(found) == _MOST_PRICES:
                return list(found.values())
    return list(found.values())


def _passages(text: str) -> Iterator[str]:
    """Each amount with the surrounding words, within its sentence; without duplicates."""
    end = 0
    for amount in _AMOUNT.finditer(text):
        if amount.start() < end:
            continue
        before = _SENTENCE_END.split(text[max(end, amount.start() - _BEFORE) : amount.start()])[-1]
        after = _SENTENCE_END.split(text[amount.end() : amount.end() + _AFTER])[0]
        end = amount.end() + len(after)
        yield " ".join(f"{before}{amount.group()}{after}".split())


def compared_with(pages: Iterable[PageFacts], profile: BrandProfile) -> list[Quote]:
    """At most ten names that pages compare the brand with, excluding its own."""
    names = (profile.name, *profile.aliases)
    # "Debian" of "Debian Reference" is its own name, too.
    own = {word.casefold() for name in names for word in (name, *name.split())}
    ours = "|".join(re.escape(name) for name in names if name)
    beside = re.compile(
        rf"\b(?:{ours}|[Uu]s|[Ww]e){_BESIDE}{_NAME}|{_NAME}{_BESIDE}(?:{ours})(?!\w)"
    )
    found: dict[str, Quote] = {}
    read = list(pages)
    german = base_language(profile.language) == "de"
    text = "\n".join(page.main_text for page in read) if german else ""
    for page in read:
        against = (m for m in _AGAINST.finditer(page.main_text) if not _is_common(m))
        for match in (*against, *beside.finditer(page.main_text)):
            name = match.group(match.lastindex or 0)
            if german and (is_german_noun(name, text) or entry_named(name, "de")):
                continue  # „statt Gummistiefel“: German capitalises every noun
            if name.casefold() not in own:
                found.setdefault(name.casefold(), Quote(name, page.final_url))
    return list(found.values())[:10]


def _is_common(match: re.Match[str]) -> bool:
    """Whether it is a thing rather than a company: a form, a function, an ordinary word.

    "Instead of Online" compares ways of buying; "an alternative to Notion" names a program.
    """
    name = match.group(match.lastindex or 0)
    if any(_TECHNICAL.fullmatch(word) for word in name.split()):
        return True
    return bool(match["loosely"]) and all(is_frequent(word, "en") for word in name.split())
