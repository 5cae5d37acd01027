"""What questions are about in languages with names alone: category, further offers, single parts.

Invariant: the brand's own words are used where they are a name; work is not asked for as a thing,
and what is only part of the offer is asked for together with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from presence.analysis.offer.categories import Category, Wording, catalogue
from presence.analysis.offer.recognition import entry_named
from presence.analysis.offer.trades_by_language import Trade, plainly, trade_named
from presence.analysis.panel.deed_nouns import is_work
from presence.analysis.panel.own_words import own_words
from presence.analysis.panel.qualified import for_whom
from presence.analysis.panel.sentences import Manner, SentenceTemplate, noun_slots, sentences_of
from presence.analysis.panel.subject import PLACED, Subject
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, OfferKind

_OTHER_NAMES = 2  # for the same thing
_PARTS = 6  # of an offer
_PROGRAMS: frozenset[OfferKind] = frozenset(("software", "open-source"))
_GOODS: frozenset[OfferKind] = frozenset(("product", "shop", "marketplace"))
# Kinds that nobody shops for.
_ALONE: Mapping[OfferKind, Manner] = {
    "media": "abroad-media",
    "public-body": "abroad-civic",
}
# Kinds that do work for one: for the others, a noun of work is what they sell or teach.
_DO_WORK: frozenset[OfferKind | None] = frozenset(
    ("local-service", "trade", "professional-service", "health", None)
)
_APP = re.compile(
    r"\b(?:appli\w*|app|aplicaci\w+|aplicativ\w+|aplikacj\w+)\b|アプリ|应用|تطبيق|uygulama", re.I
)
# What is said of a program that a business runs.
_AT_WORK = re.compile(
    r"tableur|Excel|hoja de cálculo|foglio di calcolo|spreadsheet|folha de cálculo|arkusz|エクセル|"
    r"إكسل|"
    r"outil actuel|programa que usamos|programma che usiamo|huidige programma|obecny program|"
    r"システムが使|今のシステム|البرنامج الذي|现在用的系统|Kullandığımız"
)
# Where no catalogue tells the kind of a name.
_PROGRAM_NAME = re.compile(
    r"(?:软件|系统|平台|工具|小程序|yazılımı|programı|sistemi|uygulaması)$", re.IGNORECASE
)
_PAID = re.compile(
    r"trop cher|gratuit|demasiado caro|gratis|costa troppo|te duur|de graça|za drogi|費用が|無料|"
    r"غالي|مجاني|"
    r"太贵|收费|免费|pahalı|Ücretsiz"
)
# Who has just moved to a place looks for no hotel there.
_MOVED = re.compile(
    r"emménag|d’arriver|mudarme|traslocato|trasferito|verhuisd|mudar de casa|niedawna mieszkam|"
    r"引っ越して|انتقلت|刚搬到|taşındım"
)
_SALE = re.compile(r"(?:vente|venta|vendita|venda|verkoop|sprzedaż)\b|.*verkoop$", re.IGNORECASE)
# Sellers or makers of goods.
_SELLER = re.compile(
    r"(?:boutique|magasin|librairie|mercerie|épicerie|fabrica|tienda|librería|negozio|libreria|loja|"
    r"livraria|winkel|\w*winkel|\w*handel|boekhandel|sklep|księgarnia|pasmanteria|producent|wytwórnia|"
    r"hurtownia|manufaktura|\w+erij\b|\w+erie\b|\w+er[ií]a\b|atelier|domaine|cantina|azienda|frantoio|"
    r"\w+ifici[oi]\b|bodega|finca|adega|quinta|browar|winnica|pracownia|\w+arnia\b|taller|fábrica|oficina|"
    r"laboratorio|متجر|محل|مكتبة|مصنع|\w+店|\w+屋|\w+工房|\w+mağazası|\w+dükkânı)",
    re.IGNORECASE,
)


def category_words(phrase: str, entry: Category, language: str) -> Wording:
    """The brand's own words where they name the entry or say more; else the name that is shown.

    "cedar hot tubs" say more than "hot tub"; words for something else do not name it.
    """
    wording = entry.wordings[language]
    own = own_words(phrase, entry.kind, language).wording
    said = own.name.casefold()
    names = [name.casefold() for name in wording.names]
    if any(said == name or said.endswith(name) or said.startswith(name) for name in names):
        return own
    said_words = {_stem(word) for word in said.split()}
    if any({_stem(word) for word in name.split()} <= said_words for name in names):
        return own
    return wording


def _stem(word: str) -> str:
    """A word without the ending that shows its number."""
    return re.sub(r"(?<=\w{3})(?:e[ns]?|[iao])$", "", re.sub(r"(?<=\w{3})s$", "", word))


def sentences_by_language(
    kind: OfferKind | None, wording: Wording, language: str
) -> tuple[SentenceTemplate, ...]:
    """The sentences that suit a category of the kind, or of the kind that its name shows."""
    if kind is None and _PROGRAM_NAME.search(wording.name):
        kind = "software"
    if kind is not None and kind in _ALONE:
        return sentences_of(_ALONE[kind], language)
    done = kind in _DO_WORK or (kind in _GOODS and not _SALE.match(wording.name))
    if done and is_work(wording.name, language):
        return sentences_of("abroad-deed", language)
    goods = kind in ("product", "shop") and _is_bought(wording, kind, language)
    placed = kind is None or kind in PLACED or kind in ("shop", "non-profit", "product")
    manners: list[Manner] = ["abroad-place"] if placed and not goods else []
    if goods:
        manners.append("abroad-goods")
    elif kind in _PROGRAMS:
        return _of_program(wording, kind, language)
    elif kind is not None and kind != "marketplace":
        manners.append("abroad-work")
    own = [sentence for manner in manners for sentence in sentences_of(manner, language)]
    if kind == "hospitality":
        own = [sentence for sentence in own if not _MOVED.search(sentence.text)]
    return (*own, *sentences_of("abroad", language))


def _of_program(wording: Wording, kind: OfferKind, language: str) -> tuple[SentenceTemplate, ...]:
    """The sentences for a program; people do not run an app instead of a spreadsheet."""
    own = sentences_of("abroad-program", language)
    if kind == "open-source":
        free = sentences_of("abroad-open", language)
        own = (*free, *(sentence for sentence in own if not _PAID.search(sentence.text)))
    if _APP.search(wording.name):
        own = tuple(sentence for sentence in own if not _AT_WORK.search(sentence.text))
    return (*own, *sentences_of("abroad", language))


def further_subjects(
    first: Subject, profile: BrandProfile, offer: Offer, language: str
) -> Iterator[Subject]:
    """What else the brand says it sells to the same people, parts of it, and synonyms."""
    said = offer.more_categories.value if offer.more_categories else ()
    whom = for_whom(first.name, language)
    known = trade_named(first.name, language) or catalogue().get(first.entry or "")
    varied = first.kind == "hospitality"  # museums and boat trips are listed together
    named = () if known is None or whom or varied else _names_of(known, language)
    if plainly(first.name) not in map(plainly, named):
        named = ()  # a name that says more is not a synonym
    seen = {plainly(first.name)}
    turn = 0
    for text in (*said, *named):
        sold = first.kind in _GOODS and not is_work(text, language)
        same = text in named or sold or first.kind in _ALONE
        whole = f"{text} {whom}" if same and whom and text in profile.description else text
        plain = plainly(whole)
        if any(plain in other or other in plain for other in seen):
            continue
        seen.add(plain)
        wording = own_words(whole, first.kind, language).wording
        if _is_other_side(text, first.name, language, synonym=text in named):
            continue  # the repair for a repairer says nothing new
        if same:  # sold beside it, or another name for it
            sentences = sentences_by_language(first.kind, wording, language)
            yield Subject(first.kind, wording, noun_slots(wording, language), sentences)
        elif is_work(first.name, language) and wording.plural_only:  # things that are made as well
            sentences = sentences_of("abroad-goods", language)
            yield Subject(first.kind, wording, noun_slots(wording, language), sentences, turn=turn)
            turn += 1
        elif turn < _PARTS:
            yield from _part(text, first, turn, language)
            turn += 1


def _is_other_side(text: str, category: str, language: str, *, synonym: bool) -> bool:
    """Whether one is the work and the other who does it: nobody calls for « le plombier »."""
    done, doer = is_work(category, language), not is_work(text, language)
    if synonym:
        return done == doer
    trade = trade_named(text, language) if done and doer else None
    return trade is not None and trade.kind in _DO_WORK


def _part(text: str, first: Subject, turn: int, language: str) -> Iterator[Subject]:
    """One thing of several that somebody does, or that a program also does."""
    manner: Manner = "abroad-feature" if first.kind in _PROGRAMS else "abroad-part"
    sentences: Sequence[SentenceTemplate] = sentences_of(manner, language)
    things = first.wording.plural_only and first.kind in (None, *_GOODS)
    if things or is_work(first.name, language) or _is_alike(text, first.name, language):
        # the category names no one who could be asked for it
        sentences = [one for one in sentences if not one.slots & set(first.slots)]
    wording = own_words(text, None, language).wording
    own = noun_slots(wording, language)
    parts = {
        "part": wording.name,
        **{f"{form} part": own[form] for form in ("the", "acc", "for") if form in own},
    }
    slots = {**first.slots, **parts}
    yield Subject(first.kind, wording, slots, sentences, manner=manner, turn=turn)


def _is_alike(text: str, category: str, language: str) -> bool:
    """Whether both are of one sort: a balloon tour is not had from a walking tour."""
    if language in ("ja", "zh"):
        return text[-2:] == category[-2:]
    at = -1 if language in ("nl", "tr") else 0
    return _stem(text.casefold().split()[at]) == _stem(category.casefold().split()[at])


def _names_of(known: Trade | Category, language: str) -> tuple[str, ...]:
    names = known.names if isinstance(known, Trade) else known.wordings[language].names
    return tuple(names[:_OTHER_NAMES])


def _is_bought(wording: Wording, kind: OfferKind | None, language: str) -> bool:
    """Whether it is a thing to buy: plural, or listed as goods; a shop or a maker is not."""
    if _SELLER.match(wording.name):
        return False
    entry, trade = entry_named(wording.name, language), trade_named(wording.name, language)
    if kind == "product":
        return True
    listed = any(found is not None and found.kind == "product" for found in (entry, trade))
    return listed or wording.plural_only or language in ("ja", "ar", "zh", "tr")
