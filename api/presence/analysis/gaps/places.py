"""Which own page is the place for the answer to a question.

Invariant: a page is chosen by what its passages speak of; pages that no customer reads for an
answer (legal notices, jobs, a basket) are never chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import urlsplit

from presence.analysis.crawler.login_walls import is_legal, is_utility
from presence.analysis.gaps.asked import subject_of
from presence.analysis.gaps.stated_kinds import carried
from presence.analysis.gaps.themes import helps_choose
from presence.analysis.language import base_language, terms
from presence.analysis.types import PanelPrompt, Passage
from presence.analysis.types.brand import DESCRIPTION
from presence.analysis.types.results import AskedTheme, StatedFact

# Share of a question's words a page must speak of, in one of its passages, to be on its subject.
_ON_SUBJECT: Final = 0.5
_HEAD_WEIGHT: Final = 3.0
_LEAST_LETTERS: Final = 4  # of a name that is recognized in an address
_NOBODY_READS: Final = re.compile(
    r"/(?:legal|privacy|terms|gallery|galerie|galeria|galleria|accessibility|jobs?|careers?|karriere|"
    r"stellen\w*|press|presse|investors?|sitemap|status)(?:[-_/.]|$)",
    re.IGNORECASE,
)
_PRICES: Final = re.compile(
    r"/(?:[\w-]*-)?(?:pric\w+|fees?|costs?|rates|plans|preis\w*|kosten|honorar\w*|gebuehren|tarif\w*|"
    r"prix|precios?|tarifas?|prezzi|prijzen|precos|cennik|ryokin)(?:[-_/.]|$)",
    re.IGNORECASE,
)
_COMPARES: Final = re.compile(
    r"/(?:[\w-]*-)?(?:vs|versus|compar(?:e|ed|isons?|ing|ar|acion|atif|ativ[ao]s?)|vergleich\w*|"
    r"confront\w+|vergelijk\w*|porownani\w+)(?:[-_/.]|$)"
    r"|/(?:[\w-]*-)?alternative[ns]?(?:-(?:to|zu)-[\w-]+)?/?$",
    re.IGNORECASE,
)
_SERVICES: Final = re.compile(
    r"/(?:services?|leistungen|angebot|prestations|servicios|servizi|diensten|servicos|uslugi)/?$",
    re.IGNORECASE,
)
_CONTACT: Final = re.compile(
    r"/(?:contact|kontakt|contacto|contatti|contato|kontakty|iletisim|yhteystiedot|dove-siamo|"
    r"como-llegar|como-chegar|nous-contacter|contactez-nous|contattaci|dojazd|routebeschrijving|"
    r"directions|anfahrt|find-us|team|our-team)"
    r"(?:[-_/.]|$)",
    re.IGNORECASE,
)
_DATED: Final = re.compile(
    r"/(?:blog|news|journal|aktuelles|magazin|actualites?|noticias|releases?|changelog|archive|"
    r"posts?|events?|whats-on|20[0-3]\d)(?:[-_/.]|$)",
    re.IGNORECASE,
)


def place_for(prompt: PanelPrompt, theme: AskedTheme, own: Sequence[Passage]) -> str | None:
    """The own source to answer a question on, None where a page is to be made.

    Whoever is looked for is shown by the home page, where no other page is on the subject; help to
    choose and prices stand on pages of their own, or on the home page where that is all there is.
    """
    read = [p for p in own if not _is_no_place(p.source)]
    home = home_of(read)
    if theme == "price":
        priced = next((p.source for p in read if _PRICES.search(_path(p.source))), None)
        lasting = lasting_pages(read)
        stating = {p.source for p in lasting if "price" in carried(p.text, prompt.locale)}
        known = nearest_page(prompt, [p for p in lasting if p.source in stating])
        near = nearest_page(prompt, lasting)
        return priced or known or near or _services(lasting)
    others = [p for p in read if not _PRICES.search(_path(p.source))]
    if theme == "choice":
        guides = {p.source for p in others if _is_guide(p, prompt.locale)}
        return nearest_page(prompt, [p for p in others if p.source in guides and p.source != home])
    if theme == "question":
        return nearest_page(prompt, others) or nearest_page(prompt, read)
    lasting = [p for p in lasting_pages(others) if not _CONTACT.search(_path(p.source))]
    return nearest_page(prompt, _about(prompt, lasting, home)) or home


def page_about(prompt: PanelPrompt, name: str, own: Sequence[Passage]) -> str | None:
    """The own source for a question that names somebody: only one that holds the name.

    Where none speaks of the question's subject, the one that has the name in a heading, its title
    or its address; None where the name is at most mentioned.
    """
    folded = name.casefold()
    named = {p.source for p in own if folded in f"{p.title} {p.heading} {p.text}".casefold()}
    holding = [p for p in own if p.source in named]
    near = place_for(prompt, "question", holding)
    if near is not None:
        return near
    letters = _letters(name) if len(name) >= _LEAST_LETTERS else ""
    heads = (
        p.source
        for p in holding
        if not _is_no_place(p.source)
        and (
            folded in f"{p.title} {p.heading}".casefold()
            or (letters and letters in _letters(_path(p.source)))
        )
    )
    return next(heads, None)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _is_guide(passage: Passage, locale: str) -> bool:
    """Whether a page helps to choose: its title, else its heading, or its address says so."""
    compares = _COMPARES.search(_path(passage.source))
    return bool(compares) or helps_choose(passage.title or passage.heading, locale)


def is_price_page(page: str) -> bool:
    """Whether the address of a page says that it holds prices."""
    return bool(_PRICES.search(_path(page)))


def place_of_fact(fact: StatedFact, own: Sequence[Passage]) -> str | None:
    """Where a fact about the whole business stands: with prices and services, or the address."""
    pattern = _PRICES if fact == "price" else _CONTACT
    named = next((p.source for p in own if pattern.search(_path(p.source))), None)
    return named or (_services(own) if fact == "price" else None) or home_of(own)


def _services(own: Iterable[Passage]) -> str | None:
    """The page that lists what is offered: where no page speaks of prices, they stand there."""
    return next((p.source for p in own if _SERVICES.search(_path(p.source))), None)


def _about(prompt: PanelPrompt, own: Iterable[Passage], home: str | None) -> list[Passage]:
    """The home page, and passages under a heading that holds a word of the question's subject."""
    language = base_language(prompt.locale)
    asked = set(terms(subject_of(prompt.text, language), language))
    return [p for p in own if p.source == home or _spoken(p, asked, language)[1]]


def home_of(own: Iterable[Passage]) -> str | None:
    """The brand's page at the root of its site; None if only documents and inner pages exist."""
    return next((p.source for p in own if _path(p.source) == "/"), None)


def nearest_page(prompt: PanelPrompt, own: Iterable[Passage]) -> str | None:
    """The own source with the passage that speaks of most of a question's subject.

    Words that stand on few pages say most, in headings most of all. None where even the
    nearest one is about something else.
    """
    language = base_language(prompt.locale)
    asked = set(terms(subject_of(prompt.text, language), language))
    spoken = [_spoken(passage, asked, language) for passage in own]
    uses = {(source, word) for source, head, text in spoken for word in head | text}
    rarity = Counter(word for _, word in uses)
    best: tuple[float, str] = (0.0, "")
    for source, head, text in spoken:
        said = head | text
        if not said or len(said) < _ON_SUBJECT * len(asked):
            continue
        weight = sum((_HEAD_WEIGHT if word in head else 1.0) / rarity[word] for word in said)
        best = max(best, (weight, source), key=lambda pair: pair[0])
    return best[1] or None


def _spoken(passage: Passage, asked: set[str], language: str) -> tuple[str, set[str], set[str]]:
    """A passage's source and which of the asked words its headings, address and text hold."""
    address = re.sub(r"[-_/.]", " ", _path(passage.source))
    head = asked & set(terms(f"{passage.title} {passage.heading} {address}", language))
    return passage.source, head, asked & set(terms(passage.text, language))


def _path(source: str) -> str:
    parts = urlsplit(source)
    return (parts.path or "/") if parts.scheme in ("http", "https") else ""


def _is_no_place(source: str) -> bool:
    typed_in = source == f"document:{DESCRIPTION}"  # nobody visits it
    for_nobody = is_utility(source) or is_legal(source)
    return typed_in or for_nobody or bool(_NOBODY_READS.search(_path(source)))


def lasting_pages(own: Iterable[Passage]) -> list[Passage]:
    """What customers read, without what is news today and old tomorrow."""
    return [p for p in own if not _DATED.search(_path(p.source)) and not _is_no_place(p.source)]
