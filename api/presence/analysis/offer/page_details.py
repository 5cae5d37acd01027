"""What pages add to the category: single wares they list or price, questions they answer.

Pages about the business itself (its people, news, vacancies) are skipped. Invariant: what is
returned occurs on a page, apart from white space, punctuation at its ends and a price.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from urllib.parse import urlsplit

from presence.analysis.language import base_language
from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.categories import SPOKEN
from presence.analysis.offer.common_nouns import COMMON
from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import Quote, Slot

_MOST = 24
_MOST_PAGES = 24
_MOST_WORDS = 6
_LONGEST = 60  # letters
_LONGEST_ACRONYM = 5  # letters; a longer text in capitals is a banner
_LEAST_RUN = 2  # short lines in a row that make a list
_SURE, _LIKELY = 0.8, 0.6
_ABOUT_ITSELF = re.compile(
    r"\b(?:about|team|story|stories|history|blog|news|press|careers?|jobs|vacanc\w+|partners?|"
    r"contact|privacy|terms|legal|imprint|testimonials?|reviews|events?|changelog|community|support|"
    r"über|ueber|geschichte|aktuelles|neuigkeiten|presse|karriere|stellen\w*|partner|kontakt|"
    r"impressum|datenschutz|agb|anfahrt|galerie|referenzen|termine|veranstaltungen)\b",
    re.IGNORECASE,
)
_SELLS = re.compile(
    r"\b(?:services?|what we (?:do|make|offer|sell|treat|repair|cover|teach|build)|products?|shop|"
    r"store|collections?|range|menu|prices?|pricing|price list|rates|fees|courses?|classes|lessons|"
    r"treatments?|practice areas?|rooms|features?|our (?:work|offer|counter)|what is inside|"
    r"what you get|how we help|hire|workshops?|catalogue|catalog|specialities|specialties|"
    r"leistung\w*|angebote?|sortiment|produkte?|preise?|preisliste|kurse?|behandlungen?|"
    r"schwerpunkte?|fachgebiete|rechtsgebiete|funktionen|was wir|unsere|bei uns|speisekarte|karte|"
    r"verleih|werkstatt|gruppen|im laden|kollektion\w*|zimmer|therapien|seminare)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:[$€£¥]|\b(?:EUR|USD|GBP|CHF|AUD|CAD|NZ)\$?)\s?\d[\d.,]*|"
    r"\b\d[\d.,]*\s?(?:€|£|\$|EUR|Euro|CHF|Fr\.)(?!\w)"
)
_BEFORE_PRICE = re.compile(r"\s*\b(?:from|ab|for|für)$", re.IGNORECASE)
# What follows a name: "sack, 0.5 tog", "Massage 30 Minuten", "balm (60 ml)".
_MEASURE = re.compile(
    r"\s*(?:[,:;(|–—·]|\.{2,}|\s-\s).*$"
    r"|\s+\d[\d.,x× ]*(?:min\w*|minutes?|hours?|hrs?|stunden?|std|ml|cl|l|g|kg|cm|mm|m²?|oz|lbs?|"
    r"people|persons?|personen|pieces|stück|tage?n?|days?|weeks?|wochen)\b.*$",
    re.IGNORECASE,
)
# One thing, not three: "Korrektur von Form, Farbe und Stellung".
_ENUMERATES = re.compile(
    r"\b(?:of|for|von|für|bei)\s[\w'’-]+(?:,\s[\w'’-]+)+,?\s(?:and|or|und|oder|sowie)\s[\w'’-]+$"
)
_MARKS = re.compile(r"^[\s•·*✓✔–—>-]+|[\s,:;–—-]+$")
_SENTENCE = re.compile(r"[.!?;:„“\"|@#&/+]|\d{3,}|^\d")
# Words which show that a line addresses somebody, or is not the name of a ware.
_SPEAKS = {
    "en": re.compile(
        r"(?<![\w-])(?:we|our|us|you|your|yours|i|my|me|it|its|they|their|them|this|that|these|those|is|are|"
        r"was|were|be|can|will|do|does|did|has|have|had|not|no|all|every|any|more|new|free|only|"
        r"included|why|how|what|when|where|who|which|welcome|hello|thanks?|sold|since|until|per)(?![\w-])",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(?:wir|unser\w*|uns|sie|ihr\w*|du|dein\w*|ich|mein\w*|es|ist|sind|war|kann|können|wird|"
        r"werden|hat|haben|nicht|kein\w*|alle\w*|jede\w*|neue?r?s?|gratis|kostenlos\w*|inklusive|"
        r"warum|wie|was|wann|wo|wer|welche\w*|willkommen|danke|seit|pro|nur|mehr|so)\b",
        re.IGNORECASE,
    ),
}
# Names of plans, sizes and sections, which nobody searches for.
_NO_WARE = re.compile(
    r"^(?:yes|no|none|item|items|for|from|under|over|above|below|between|up to|"
    r"unter|über|bis|ab|basic|standard|pro|plus|premium|starter|business|enterprise|team|solo|family|personal|"
    r"free|small|medium|large|monthly|yearly|annual|weekly|daily|single|double|adult|adults|child|"
    r"children|concession|plan|price|prices|total|other|others|extras?|contact|home|details|"
    r"more|overview|about|questions|faq|opening hours|delivery|shipping|returns|gift vouchers?|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|januar\w*|"
    r"klein|mittel|groß|monatlich|jährlich|stufe|stufen|erwachsene|kinder|ermäßigt|preise?|"
    r"übersicht|"
    r"fragen|kontakt|öffnungszeiten|versand|lieferung|gutscheine?|sonstiges|weitere\w*|tarif|"
    r"montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)"
    r"(?: (?:plan|tarif|price|preis))?$"
    r"|^(?:\w+e )?(?:ausführung|durchführung|abwicklung|umsetzung|beratung|betreuung|qualität|"
    r"arbeit|wege|preise|termine)$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no|nope|not|sorry|never|nein|nicht|leider|derzeit nicht)\b", re.IGNORECASE
)
_OPEN = word_set(
    "of from to in on for with by and or at up bis ab von in für mit und oder meist pro"
)
_LONGEST_QUESTION = 120


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a page: whether it is a heading, and its price, "" if none is stated."""

    text: str
    heading: bool
    price: str


def listed_wares(profile: BrandProfile, pages: Sequence[PageFacts]) -> Slot[tuple[str, ...]] | None:
    """Short names in lists and beside prices, on English and German pages.

    Priced ones come first, with their price in the evidence.
    """
    language = base_language(profile.language)
    if language not in SPOKEN:
        return None
    priced: dict[str, Quote] = {}
    listed: dict[str, Quote] = {}
    said: dict[str, str] = {}
    for page in _relevant_pages(pages):
        for line in _wares_of(page, language):
            found = priced if line.price else listed
            shown = f"{line.text}, {line.price}" if line.price else line.text
            said.setdefault(line.text.casefold(), line.text)
            found.setdefault(line.text.casefold(), Quote(shown, page.final_url))
    quotes = dict(islice((priced | listed).items(), _MOST))
    if not quotes:
        return None
    return Slot(tuple(said[name] for name in quotes), _LIKELY, tuple(quotes.values()))


def answered_questions(pages: Sequence[PageFacts]) -> Slot[tuple[str, ...]] | None:
    """Questions that pages answer, except those answered with "no", which help nobody who asks."""
    found: dict[str, Quote] = {}
    for page in pages[:_MOST_PAGES]:
        for question, answer in page.questions:
            text = " ".join(question.split())
            if len(text) <= _LONGEST_QUESTION and text.endswith("?") and not _NO.match(answer):
                found.setdefault(text.casefold(), Quote(text, page.final_url))
    kept = tuple(found.values())[:_MOST]
    return Slot(tuple(quote.text for quote in kept), _SURE, kept) if kept else None


def _relevant_pages(pages: Sequence[PageFacts]) -> Iterator[PageFacts]:
    """Pages about what is sold rather than about the business."""
    for page in pages[:_MOST_PAGES]:
        path = re.sub(r"[/_-]+", " ", urlsplit(page.final_url).path)
        if not _ABOUT_ITSELF.search(path) and not _ABOUT_ITSELF.match(page.title.strip()):
            yield page


def _wares_of(page: PageFacts, language: str) -> Iterator[_Line]:
    """Wares in runs of short lines under a heading that sells, and whatever has a price."""
    selling = bool(_SELLS.search(f"{page.title}\n{_first_heading(page)}"))
    under = selling
    run: list[_Line] = []
    answers = False
    for line in (*_lines(page), _Line("", True, "")):
        if line.heading:
            yield from _of_run(run, under, language)
            run = []
            answers = line.text.endswith("?")
            under = selling or bool(_SELLS.search(line.text))
        elif answers:
            continue
        elif line.price or _is_short(line.text):
            run.append(line)
        else:
            yield from _of_run(run, under, language)
            run = []


def _of_run(run: Sequence[_Line], under: bool, language: str) -> Iterator[_Line]:
    listed = under and len(run) >= _LEAST_RUN
    for line in run:
        if (line.price or listed) and _names_ware(line.text, language):
            yield line


def _lines(page: PageFacts) -> Iterator[_Line]:
    headings = {" ".join(text.split()) for _, text in page.headings}
    rows = [" ".join(line.split()) for line in page.main_text.split("\n") if line.strip()]
    often = {row for row, count in Counter(rows).items() if count > 1}  # values in a table
    for row, after in pairwise((*rows, "")):
        if row in headings:
            yield _Line(row, True, "")
        elif row in often:
            continue
        elif amount := _AMOUNT.search(row):
            name = _bare(row[: amount.start()])
            if name and len(row) <= _LONGEST:
                yield _Line(name, False, amount.group())
        else:
            beside = _AMOUNT.search(after)
            near = beside is not None and beside.start() <= len("from ") and len(after) < 24
            yield _Line(_bare(row), False, beside.group() if beside and near else "")


def _bare(text: str) -> str:
    """The name alone, without measures or price; a sentence is left unchanged."""
    if text[-1:] in (*".!?…",) or len(text.split()) > 2 * _MOST_WORDS or _ENUMERATES.search(text):
        return text
    return _MARKS.sub("", _BEFORE_PRICE.sub("", _MEASURE.sub("", text)))


def _first_heading(page: PageFacts) -> str:
    return next((text for level, text in page.headings if level == 1), "")


def _is_short(text: str) -> bool:
    return 0 < len(text) <= _LONGEST and len(text.split()) <= _MOST_WORDS and text[-1] not in ".!?…"


def _names_ware(text: str, language: str) -> bool:
    """Whether a line may name a product: a few words that do not address the reader."""
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    return (
        0 < len(words) <= _MOST_WORDS
        and len(text) >= 3
        and text[0].isupper()
        and not _SENTENCE.search(text)
        and not _SPEAKS[language].search(text)
        and not _NO_WARE.match(text)
        and _OPEN.isdisjoint((words[0].casefold(), words[-1].casefold()))
        and not (text.isupper() and len(text) > _LONGEST_ACRONYM)
        and not (language == "de" and words[-1].rpartition("-")[2].islower())
        and not (len(words) == 1 and text.casefold() in COMMON)
        and not _names_people(words, language)
    )


def _names_people(words: Sequence[str], language: str) -> bool:
    """Whether all words are capitalised and none is frequent: a person, a make, a plan.

    Does not apply to a single German word, which is capitalised whatever it names.
    """
    if language == "de" and len(words) == 1:
        return False
    return all(word[:1].isupper() and not is_frequent(word, language) for word in words)
