"""What the pages say the brand is or sells if its description does not say so.

Invariant: words of a page count only if the site also mentions that thing elsewhere; a slogan
appears only once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from presence.analysis.language import sentences, terms, words
from presence.analysis.offer.category_choice import Phrases, is_known
from presence.analysis.offer.common_nouns import COMMON
from presence.analysis.offer.denials import without_denials
from presence.analysis.offer.head_nouns import head_word
from presence.analysis.offer.phrases import Grammar, noun_phrases, says_of_itself, says_so
from presence.analysis.types import BrandProfile, DocumentText, PageFacts

_PAGES = 5
_SENTENCES = 25  # per page
_PARTS = re.compile(r"\s+[|–—·»«:-]\s+|\s*[|»:]\s+")
_COMPOUNDING = frozenset({"de", "nl"})
_MOST_SLOGAN = 7  # words
_LEAST_PAGES = 2
_LEAST = 3  # mentions of the thing on the site


def phrases_of_site(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    grammar: Grammar,
    language: str,
) -> Phrases:
    """The first thing that titles or sentences of the site call the brand, and mention again."""
    text = "\n".join(page.main_text[:20_000] for page in pages[:_PAGES])
    counts = Counter(terms(text, language))
    for source, said, outright in _texts(profile, pages, documents, grammar):
        named = said.startswith(profile.name)
        at_first = outright and any(source == page.final_url for page in pages[:1])
        found = [
            phrase
            for phrase in noun_phrases(said, profile.name, grammar)
            if not phrase.casefold().startswith(profile.name.casefold())
            and not COMMON.issuperset(words(phrase))
            and _is_spoken_of(phrase, counts, language, named=named, at_first=at_first)
        ]
        if found:
            return Phrases(found, source, outright)
    return Phrases()


def site_text(pages: Sequence[PageFacts]) -> str:
    """What the pages say, without what they deny."""
    texts = (f"{page.title}\n{page.description}\n{page.main_text[:20_000]}" for page in pages[:12])
    return without_denials("\n".join(texts))


def own_text(profile: BrandProfile, pages: Sequence[PageFacts]) -> str:
    """Everything the brand says about itself."""
    texts = [f"{page.title}\n{page.description}\n{page.main_text}" for page in pages]
    return "\n".join([profile.description, profile.audience, *texts])


def is_borne_out(phrases: Phrases, pages: Sequence[PageFacts], language: str) -> bool:
    """Whether the catalogue or site knows the thing at the beginning of a fragment, if any.

    "Keeping villages warm" looks like a thing, but nothing on the pages has that name.
    """
    if not pages or any(is_known(phrase, language) for phrase in phrases.found):
        return True
    texts = (
        f"{page.title}\n{page.description}\n{page.main_text[:20_000]}" for page in pages[:_PAGES]
    )
    spoken = set(terms("\n".join(texts), language))
    return any(
        not spoken.isdisjoint(terms(head_word(phrase, language), language))
        for phrase in phrases.found
    )


def is_only_slogan(
    named: Sequence[str], description: str, pages: Sequence[PageFacts], language: str
) -> bool:
    """Whether a few words name nothing that is known or that the pages speak of.

    "The last mile, first." is no mile for sale, even if something is priced by the mile.
    """
    short = len(words(description)) <= _MOST_SLOGAN
    if not short or len(pages) < _LEAST_PAGES:
        return False
    if any(is_known(phrase, language) for phrase in named):
        return False
    shown = (f"{page.title}\n{page.main_text[:20_000]}" for page in pages[:_PAGES])
    spoken = set(terms("\n".join(shown), language))
    return not any(spoken.issuperset(terms(phrase, language)) for phrase in named)


def with_compound(phrases: Phrases, pages: Sequence[PageFacts], language: str) -> Phrases:
    """Replace a short word with the longer one of a title or heading: „Reifen“, „Lkw-Reifen“.

    Only in languages with closed compounds; the thing with such a word comes first.
    """
    if language not in _COMPOUNDING or any(len(words(phrase)) > 1 for phrase in phrases.found[:1]):
        return phrases
    titles = [page.title for page in pages] + [text for page in pages for _, text in page.headings]
    spelt = [word for title in titles for word in re.findall(r"[^\W\d_]{6,}", title)]
    for phrase in phrases.found:
        ending = phrase.casefold()
        longer = [
            word for word in spelt if word.casefold().endswith(ending) and _adds(word, ending)
        ]
        if longer and not is_known(phrase, language):
            rest = [other for other in phrases.found if other != phrase]
            return replace(phrases, found=[longer[0], *rest])
    return phrases


def _adds(word: str, ending: str) -> bool:
    """Whether a word adds at least three letters before such an ending."""
    return len(word) >= len(ending) + 3


def _is_spoken_of(
    phrase: str, counts: Counter[str], language: str, *, named: bool, at_first: bool
) -> bool:
    """Whether the site mentions the thing often enough, or directly after its own name.

    Of what the first page says outright, any word that comes up again is enough: "we tune pianos".
    """
    if named or is_known(phrase, language):
        return True
    if at_first and any(counts[term] > 1 for term in terms(phrase, language)):
        return True
    head = terms(head_word(phrase, language), language)
    return len(phrase.split()) > 1 and any(counts[term] >= _LEAST for term in head)


def _texts(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    grammar: Grammar,
) -> Iterator[tuple[str, str, bool]]:
    """(source, text, whether it is stated outright), most likely first."""
    for page in pages[:1]:
        for text in (page.description, page.main_text[:1000]):
            begin = text.find(f"{profile.name} ")
            if begin >= 0 and says_so(text[begin:], profile.name, grammar):
                yield page.final_url, text[begin:], True
    for document in documents:
        for _, text in document.blocks[:5]:
            begin = text.find(f"{profile.name} ")
            if begin >= 0 and says_so(text[begin:], profile.name, grammar):
                yield document.source, text[begin:], True
    for page in pages[:1]:
        yield page.final_url, page.description, False
        for part in _PARTS.split(page.title):
            if profile.name.casefold() not in part.casefold():
                yield page.final_url, part, False
    for page in pages[:_PAGES]:
        for sentence in sentences(page.main_text[:6_000])[:_SENTENCES]:
            if says_of_itself(sentence, profile.name, grammar):
                yield page.final_url, sentence, True
