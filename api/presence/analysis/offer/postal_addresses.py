"""Towns that pages give in the postal address of the business.

Invariant: only an address with its postal code counts, only the first of a page, and none of a
page on data protection, which gives the addresses of others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from presence.analysis.types import PageFacts
from presence.analysis.types.offer import Quote

_PAGES = 24
_WORD = r"[A-ZÀ-ÞŁŚŻŹČŠŽ][^\W\d_]+(?:['’-][^\W\d_]+)*"
_TOWN = (
    rf"({_WORD}(?:[ ](?:am|an der|im|in|ob der|sur|sous|de|del|di|la|le|les|upon|{_WORD})){{0,3}})"
)
_FIVE = rf"(?<![\w-])(?:[A-Z]{{1,2}}-)?\d{{5}}[ ]{_TOWN}"
# After a house number or at the start of a line; a year is no code.
_FOUR = rf"(?:^|(?<=\d[,\n] )|(?<=\d, )|(?<=\d,)|\b(?:A|CH)-)(?!19\d\d|20\d\d)\d{{4}}[ ]{_TOWN}"
_NO_STREET = (
    r"(?!(?:[\w'’-]+ )*(?:Street|Road|Lane|Row|Avenue|Way|Drive|Close|Court|Place|Square|House|"
    r"Mews|Crescent|Terrace|Hill|Gardens|Parade|Park|Estate|Centre|Floor|St|Rd|Ln|Ave|Dr)\b)"
)
_BRITISH = (
    rf"{_NO_STREET}{_TOWN},?\s(?:{_WORD}(?: {_WORD})?,\s)?[A-Z]{{1,2}}\d[\dA-Z]? \d[A-Z]{{2}}\b"
)
_AMERICAN = rf"{_TOWN},\s?[A-Z]{{2}},?\s\d{{5}}(?:-\d{{4}})?\b"
_AUSTRALIAN = rf"{_TOWN},?\s(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT),?\s\d{{4}}\b"
_CANADIAN = rf"{_TOWN},?\s(?:[A-Z]{{2}}),?\s[A-Z]\d[A-Z] ?\d[A-Z]\d\b"
_CODES = {
    "en": (_AMERICAN, _BRITISH, _AUSTRALIAN, _CANADIAN),
    "de": (_FIVE, _FOUR),
    "fr": (_FIVE, _FOUR),
    "es": (_FIVE,),
    "it": (_FIVE,),
    "nl": (rf"\b\d{{4}} ?[A-Z]{{2}}[ ]+{_TOWN}",),
    "pt": (rf"\b\d{{4}}-\d{{3}}[ ]{_TOWN}",),
    "pl": (rf"\b\d{{2}}-\d{{3}}[ ]{_TOWN}",),
}
_OF_OTHERS = re.compile(
    r"privacy|privacid|privacit|datenschutz|confidentialit|donnees|rgpd|gdpr|dsgvo|prywatno|cookie|"
    r"terms|conditions|agb\b",
    re.IGNORECASE,
)
# Someone who sends goods is not looked for where the parcels are packed.
_SENDS = re.compile(
    r"\b(?:add to (?:cart|basket|bag)|(?:free|worldwide|nationwide) (?:shipping|delivery)|checkout|"
    r"in den warenkorb|versandkosten\w*|zzgl\. versand|ajouter au panier|frais de (?:port|"
    r"livraison)|añadir al carrito|gastos de envío|aggiungi al carrello|in winkelwagen|"
    r"dodaj do koszyka|adicionar ao carrinho)\b",
    re.IGNORECASE,
)


def postal_town(pages: Sequence[PageFacts], language: str) -> Quote | None:
    """The one town whose address pages give most often; None where two are given alike."""
    patterns = [re.compile(text, re.MULTILINE) for text in _CODES.get(language, ())]
    found: dict[str, list[str]] = {}
    for page in pages[:_PAGES]:
        if _SENDS.search(page.main_text):
            return None
        if _OF_OTHERS.search(unquote(urlsplit(page.final_url).path)):
            continue
        matches = (pattern.search(page.main_text) for pattern in patterns)
        first = min((m for m in matches if m), key=lambda match: match.start(), default=None)
        if first is not None:
            found.setdefault(first.group(1), []).append(page.final_url)
    ranked = Counter({town: len(sources) for town, sources in found.items()}).most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    town = ranked[0][0]
    return Quote(town, found[town][0])
