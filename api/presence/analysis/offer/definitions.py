"""What a program's pages say that it is: "Privoxy is a non-caching web proxy".

A manual speaks of everything its program touches, so its words together say little about what it
is. Invariant: only what the pages state of the brand by name, with a noun for a program, counts; a
guess from words alone is asked about rather than shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from presence.analysis.language import terms
from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.offer.candidates import Candidate
from presence.analysis.offer.recognition import entry_named
from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import Offer, OfferKind, Quote, Slot

_PAGES, _LETTERS = 12, 20_000
_STATED = 0.7  # confidence of what is said by name
_LEAST = 0.15  # confidence below which words together say nothing about a program
_MOST_WORDS = 6
_PROGRAMS: frozenset[OfferKind] = frozenset(("software", "open-source"))
_NOUN: Mapping[str, str] = {
    "en": r"(?:programs?|software|tool|toolkit|suite|server|client|proxy|daemon|library|framework|"
    r"engine|database|editor|viewer|browser|compiler|interpreter|shell|manager|management system|"
    r"system|platform|package|utility|generator|parser|accelerator|cache|balancer|emulator|"
    r"simulator|plugin|extension|add-on|app|application|service|kernel|linter|formatter|debugger|"
    r"profiler|scheduler|queue|broker|gateway|firewall|scanner|player|language|distribution)",
    "de": r"[\w-]*(?:[Pp]rogramm|[Ss]oftware|[Ww]erkzeug|[Ss]erver|[Cc]lient|[Pp]roxy|"
    r"[Bb]ibliothek|[Ff]ramework|[Dd]atenbank|[Ee]ditor|[Bb]rowser|[Cc]ompiler|[Vv]erwaltung|"
    r"[Ss]ystem|[Pp]lattform|[Pp]aket|[Gg]enerator|[Ee]mulator|[Ss]imulator|[Ee]rweiterung|"
    r"[Aa]nwendung|[Dd]istribution)",
}
_IS: Mapping[str, str] = {"en": r"is (?:an?|the)", "de": r"ist (?:ein|eine|das|die|der)"}
_SEPARATOR = re.compile(r"\s+[-–—|·]\s+|:\s+|\s*[–—|]\s*")
_ARTICLE = re.compile(r"^(?:the|an?|das|die|der|eine?)\s+", re.IGNORECASE)
_ADDED = re.compile(
    r"^(?:(?:free|open[- ]source|powerful|simple|small|fast|lightweight|modern|new|easy-to-use|"
    r"non-\w+|portable|popular|flexible|complete|advanced|high-performance|freies?|quelloffenes?|"
    r"mächtiges?|schnelles?|kleines?|GNU|and|und)[\s,]+)+",
    re.IGNORECASE,
)
_LICENCE = re.compile(
    r"GNU (?:\w+ )?General Public Licen[cs]e|\b(?:BSD|MIT|Apache)[- ]Licen[cs]e|"
    r"\bA?L?GPL(?:v?\d)?\b|\bfreie Software\b|\bfree software\b|\bgit clone\b|"
    r"\bsource tarballs?\b|\bQuelltext\b",
    re.IGNORECASE,
)
# "a package of", "the system that you set up": a part or the whole of something else.
_OF_OTHERS = re.compile(r"^(?:\s+(?:of|von|der|des)\b)")


def by_definition(
    chosen: Candidate | None, profile: BrandProfile, pages: Sequence[PageFacts], language: str
) -> Candidate | None:
    """The program that the pages define; else the choice, unless it is but a guess at a program.

    What the person says about the brand is worth more, and nothing is done then.
    """
    if profile.description.strip():
        return chosen
    if language in _NOUN and (stated := _stated(profile.name, pages, language)):
        text, source = stated
        entry = entry_named(text, language)
        return Candidate(
            text, tuple(terms(text, language)), entry, Quote(text, source), confidence=_STATED
        )
    guessed = chosen is not None and chosen.entry is not None and chosen.confidence < _LEAST
    if guessed and chosen and chosen.entry and chosen.entry.kind in _PROGRAMS:
        return None
    return chosen


def free_by_licence(offer: Offer, profile: BrandProfile, pages: Sequence[PageFacts]) -> Offer:
    """The offer as open source if it is a program whose own pages state a free licence.

    Only where the person has said nothing: what sells programs speaks of free ones as well.
    """
    if profile.description.strip() or offer.kind is None or offer.kind.value != "software":
        return offer
    for page in pages[:_PAGES]:
        if found := _LICENCE.search(page.main_text[:_LETTERS]):
            quote = Quote(found.group(), page.final_url)
            return replace(offer, kind=Slot("open-source", _STATED, (quote,)))
    return offer


def _stated(name: str, pages: Sequence[PageFacts], language: str) -> tuple[str, str] | None:
    """What most pages define it as, the first on ties, with the page."""
    said: Counter[str] = Counter()
    where: dict[str, str] = {}
    for page in pages[:_PAGES]:
        for text in dict.fromkeys(_of_page(name, page, language)):
            said[text] += 1
            where.setdefault(text, page.final_url)
    if not said:
        return None
    text = said.most_common(1)[0][0]
    return text, where[text]


def _of_page(name: str, page: PageFacts, language: str) -> Iterator[str]:
    ours = re.escape(name)
    noun = _NOUN[language]
    titled = [part for part in _SEPARATOR.split(page.title) if part]
    if len(titled) > 1 and re.fullmatch(rf"(?:GNU )?{ours}[\w.]*", titled[0], re.IGNORECASE):
        yield from _named(_ARTICLE.sub("", titled[1]), noun, language)
    defined = re.compile(
        rf"\b{ours}\w*(?: [A-Z]\w+)?(?: \([^)]{{1,40}}\))? {_IS[language]} "
        rf"(?P<what>[\w\s,/-]{{3,90}}?\b{noun})\b(?!\s+{noun}\b)(?P<rest>[^.]{{0,30}})"
    )
    for match in defined.finditer(page.main_text[:_LETTERS]):
        if not _OF_OTHERS.match(match["rest"]):
            yield from _named(match["what"], noun, language)


def _named(text: str, noun: str, language: str) -> Iterator[str]:
    """The phrase as a category, if it is one: short, and more than the noun alone."""
    phrase = _ADDED.sub("", " ".join(text.split()))
    if language == "en":
        phrase = " ".join(_plain(word) for word in phrase.split())
    several = " " in phrase or language == "de"
    known = re.search(rf"\b{noun}$", phrase, re.IGNORECASE) is not None
    joined = re.search(r",|\b(?:and|or|und|oder|that|which)\b", phrase) is not None
    if several and known and not joined and len(phrase.split()) <= _MOST_WORDS:
        yield phrase


def _plain(word: str) -> str:
    """The word of a title as prose has it: "Mailing List" becomes "mailing list"."""
    return word.lower() if word[1:] == word[1:].lower() and is_frequent(word, "en") else word
