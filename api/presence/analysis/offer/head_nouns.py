"""Infers the kind of offer from a phrase's noun, by how the catalogue's names are distributed.

"guitar lessons" is in no list, but everything else that ends in "lessons" is education. Invariant:
a noun found in names of several kinds alike says nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from presence.analysis.language import terms, words
from presence.analysis.language.frequent_words import frequent_words
from presence.analysis.language.words import stem
from presence.analysis.offer.categories import catalogue
from presence.analysis.types.offer import OfferKind

_SHARE = 0.7  # of the names with such a noun that must be of one kind
_LEAST = 2  # names
_ENDING = 9  # letters
_ENDING_SEEN = 4
_USUAL = 5  # names
_COMPOUNDS = {"de": 4, "nl": 5, "ja": 2}  # letters of the shortest noun that ends a compound
_LAST = frozenset({"en", "de", "nl", "ja"})  # languages in which the noun comes last
# Nouns that too few catalogue names end in; in German also the endings of compounds.
_NAMED: Mapping[OfferKind, str] = {
    "trade": "roofing joinery thatching welding glazing masonry montage "
    "painting plastering tiling insulation landscaping upholstery demolition drilling "
    "zimmerei tischlerei schreinerei dachdeckerei spenglerei menuiserie rifacimento installazione "
    "ristrutturazione tinteggiatura coibentazione rénovation rehabilitación instalación reforma "
    "renovatie installatie plaatsing isolatie instalação sanierung verlegung dämmung bau",
    "local-service": "cleaning moving relocation hauling towing pruning mowing sharpening "
    "polishing washing repair servicing alterations tailoring framing engraving grooming assembly "
    "réparation entretien nettoyage dépannage ramonage débarras affûtage reparación mantenimiento "
    "limpieza alquiler restauration restauración riparazione manutenzione pulizia noleggio "
    "restauro reparatie onderhoud "
    "reiniging verhuur schoonmaak conserto limpeza aluguel aluguer manutenção reparação "
    "reparatur wartung reinigung restaurierung vermietung verleih entsorgung polsterung lackierung "
    "entrümpelung naprawa serwis czyszczenie wynajem wypożyczalnia renowacja sprzątanie strzyżenie",
    "hospitality": "motel inn lodge guesthouse diner tavern tearoom takeaway catering "
    "gasthof gasthaus wirtshaus imbiss kantine chalet chalets ferienwohnung "
    "caminhadas passeios caminatas excursiones randonnées visites escursioni rondleidingen "
    "wandelingen wycieczki ferienwohnungen auberge gîte trattoria osteria posada",
    "health": "behandlung treatment treatments pflege tagespflege altenpflege therapy therapie "
    "nursing orthodontics heilpraktik",
    "professional-service": "survey surveys beratung gutachten gutachter sachverständiger "
    "sachverständige "
    "buchhaltung lohnabrechnung bookkeeping payroll consulting consultancy advisers advisors "
    "surveyors brokers conseil consulenza asesoría doradztwo",
    "non-profit": "verein charity nonprofit förderverein selbsthilfe schuldnerberatung foodbank "
    "ayuda aide aiuto ajuda",
    "public-body": "amt behörde stadtwerke gemeinde bürgerbüro landratsamt "
    "council authority mairie ayuntamiento gemeente urząd comune",
    "media": "newsletter blog journal gazette wochenblatt zeitschrift rivista revue revista",
    "shop": "store boutique onlineshop versandhandel laden handlung tienda winkel "
    "negozio loja 通販 専門店",
    "education": "prep tuition unterricht lessons workshops nachhilfe lezioni aulas",
    "software": "proxy daemon accelerator toolkit interpreter compiler linter formatter debugger "
    "profiler emulator parser utility plugin add-on",
    "marketplace": "marktplatz börse tauschbörse exchange marketplace",
}
_OF = {
    "en": frozenset({"of"}),
    "nl": frozenset({"van"}),
    "de": frozenset({"von", "vom", "zu", "zum", "zur", "bei", "beim"}),
}
_TAIL = frozenset(
    {"for", "about", "in", "with", "from", "für", "fürs", "über", "mit", "aus", "voor", "met"}
)


# A shop in which something is done or served sells little.
_WORKING_SHOP: Mapping[OfferKind, re.Pattern[str]] = {
    "local-service": re.compile(
        r"\b(?:repair|body|barber|print|copy|tattoo|tyre|tire|machine|alterations?) shops?\b",
        re.IGNORECASE,
    ),
    "hospitality": re.compile(
        r"\b(?:coffee|tea|sandwich|chip|ice[- ]cream|noodle|ramen|pizza) shops?\b", re.IGNORECASE
    ),
}
# „Streichen von Zäunen“ is work, whatever noun the verb ends like.
_DOING = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+e?n von [A-ZÄÖÜ]")


def kind_by_head(phrase: str, language: str) -> OfferKind | None:
    """The kind of nearly all catalogue names that share the phrase's noun."""
    if language == "de" and _DOING.match(phrase):
        return None
    if language == "en":
        for kind, shop in _WORKING_SHOP.items():
            if shop.search(phrase):
                return kind
    head = head_word(phrase, language)
    votes, listed = _votes(language), _listed()
    for form in _forms(head, language):
        if form in listed:
            return listed[form]
        kinds = votes.get(form)
        if kinds is None or sum(kinds.values()) < _LEAST:
            continue
        kind, count = kinds.most_common(1)[0]
        if count >= _SHARE * sum(kinds.values()):
            return kind
    return None


def head_word(phrase: str, language: str) -> str:
    """The noun of a phrase in lower case: the last word before "for", or the first in Romance."""
    spelt = [part for word in words(phrase) for part in word.split("-") if part]
    if not spelt:
        return ""
    if language not in _LAST:
        return spelt[0]
    tail = _TAIL | _OF.get(language, frozenset())
    end = next((at for at, word in enumerate(spelt) if at and word in tail), len(spelt))
    return spelt[end - 1]


def is_usual_end(phrase: str, language: str) -> bool:
    """Whether many catalogue names end in its noun: "software", "repair", „Kurs“."""
    return _usual_ends(language)[head_word(phrase, language)] >= _USUAL


@lru_cache(maxsize=2)
def _usual_ends(language: str) -> Counter[str]:
    """How many names end in each noun, in German also as the end of a compound."""
    found: Counter[str] = Counter()
    for entry in catalogue().values():
        for name in {*entry.wordings[language].names, entry.wordings[language].plural} - {""}:
            found.update(set(_forms(head_word(name, language), language)))
    return found


@lru_cache(maxsize=2)
def heads_and_rest(language: str) -> tuple[Counter[str], Counter[str]]:
    """How many catalogue names end in each noun, and how many contain it before their noun."""
    ends: Counter[str] = Counter()
    rest: Counter[str] = Counter()
    for entry in catalogue().values():
        for name in set(entry.wordings[language].names):
            head = stem(head_word(name, language), language)
            ends[head] += 1
            rest.update(term for term in terms(name, language) if term != head)
    return ends, rest


def likeness_to_names(word: str, language: str) -> float:
    """How typical a word's ending is of names' nouns compared with other words, -1 to 1."""
    ours, others = _endings(language)
    for size in range(min(_ENDING, len(word)), 2, -1):
        end = word[-size:]
        if ours[end] + others[end] >= _ENDING_SEEN:
            share = (ours[end] + 0.5) / (ours[""] + 1)
            usual = (others[end] + 0.5) / (others[""] + 1)
            return max(-1.0, min(1.0, math.log(share / usual) / 3))
    return 0.0


@lru_cache(maxsize=2)
def _endings(language: str) -> tuple[Counter[str], Counter[str]]:
    """Endings of the nouns of names and of all frequent words; the totals are under ""."""
    nouns = {
        head_word(name, language)
        for entry in catalogue().values()
        for name in {*entry.wordings[language].names, entry.wordings[language].plural} - {""}
    }
    counted = []
    for group in (nouns, frequent_words(language)):
        found: Counter[str] = Counter({"": len(group)})
        for word in group:
            found.update(word[-size:] for size in range(3, min(_ENDING, len(word)) + 1))
        counted.append(found)
    return counted[0], counted[1]


def _forms(head: str, language: str) -> Iterator[str]:
    """The noun, and in languages with closed compounds its endings, longest first."""
    yield head
    shortest = _COMPOUNDS.get(language)
    if shortest is not None:
        yield from (head[at:] for at in range(1, len(head) - shortest + 1))


@lru_cache(maxsize=1)
def _listed() -> Mapping[str, OfferKind]:
    return {noun: kind for kind, nouns in _NAMED.items() for noun in nouns.split()}


@lru_cache(maxsize=16)
def _votes(language: str) -> Mapping[str, Counter[OfferKind]]:
    found: dict[str, Counter[OfferKind]] = {}
    for entry in catalogue().values():
        wording = entry.wordings.get(language)
        if wording is None:
            continue
        for name in {*wording.names, wording.plural}:
            for form in _forms(head_word(name, language), language):
                found.setdefault(form, Counter())[entry.kind] += 1
    return found
