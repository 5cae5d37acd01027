"""Reads a brand's offer from its own texts, strongest source first.

Furniture never counts. Invariant: an offer that cannot be read has no category, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from presence.analysis.crawler.furniture import without_furniture
from presence.analysis.crawler.login_walls import lists_folder
from presence.analysis.language import base_language, sentences, terms
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.agreement import Agreed, agreed_things
from presence.analysis.offer.agreement_choice import settled
from presence.analysis.offer.business_facts import Known
from presence.analysis.offer.candidate_ranking import chosen
from presence.analysis.offer.candidates import Candidate, candidates_of, ruled_candidate
from presence.analysis.offer.categories import SPOKEN, Category
from presence.analysis.offer.category_choice import (
    CLEAR_LEAD,
    LEAST_SCORE,
    Phrases,
    Site,
    choose_category,
    in_particular,
    is_known,
    nearest_entry,
    of_the_brand,
)
from presence.analysis.offer.category_evidence import likely_entries, standing_out
from presence.analysis.offer.certainty import GUESSED, SURE, certainty_of
from presence.analysis.offer.chunks import completed
from presence.analysis.offer.customer_goals import job_helped_with
from presence.analysis.offer.definitions import by_definition, free_by_licence
from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.evidence import DESCRIPTION, Evidence, ranked_categories
from presence.analysis.offer.german import GERMAN
from presence.analysis.offer.imperatives import wished
from presence.analysis.offer.kind_reading import kind_read
from presence.analysis.offer.kinds import (
    is_allied,
    kinds_spoken_of,
)
from presence.analysis.offer.narrowing import narrowed, narrowed_vague
from presence.analysis.offer.noun_phrases import GRAMMARS as ABROAD
from presence.analysis.offer.owners_words import as_meant
from presence.analysis.offer.page_details import answered_questions, listed_wares
from presence.analysis.offer.phrases import (
    Grammar,
    audience_of,
    noun_phrases,
    phrases_by_deed,
    says_so,
    thing_said,
)
from presence.analysis.offer.places import place_of
from presence.analysis.offer.programs import done_by, program_doing, program_for
from presence.analysis.offer.properties import describe, doubts_about
from presence.analysis.offer.reading_by_rules import phrases_abroad, without_place
from presence.analysis.offer.site_words import (
    is_borne_out,
    own_text,
    phrases_of_site,
    site_text,
    with_compound,
)
from presence.analysis.offer.stated_facts import compared_with, price_lines
from presence.analysis.offer.statements import BY_EDITOR
from presence.analysis.offer.suggesting import (
    SUGGESTED,
    said_at_first,
    said_in_title,
    suggested_names,
)
from presence.analysis.offer.support import supported_lines
from presence.analysis.offer.taught_languages import of_language, taught_by_app
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, DocumentText, PageFacts
from presence.analysis.types.offer import Offer, OfferKind, Quote, Slot

AUDIENCE = "audience"
GRAMMARS = {"en": ENGLISH, "de": GERMAN, **ABROAD}
_PROGRAMS: frozenset[OfferKind] = frozenset(("software", "open-source"))
_MOST_MORE = 5
_LEAST_PAGES = 2  # with fewer, only the rules choose: weights are learned from whole sites
_READ_FOR_SUGGESTIONS, _LONGEST_READ = 8, 60_000  # pages, letters
_WITHOUT = re.compile(
    r"\b(?:no|without|ohne|sans|sin|senza|zonder|sem|bez)\s+[^,.;:!?()]{3,40}", re.IGNORECASE
)

# "Manufacturer and exporter of gaskets": what they make or sell counts, not the fact itself.
_TRADERS = (
    r"(?:manufacturers?|export[eo]rs?|importers?|suppliers?|makers?|producers?|distributors?|dealers?|"
    r"stockists?|wholesalers?|providers?|hersteller|lieferant|händler|anbieter|produzent|importeur)"
)
_INTRODUCED = re.compile(
    rf"^(?:(?:a|an|the|der|ein|leading|trusted|führender?)\s+)*{_TRADERS}"
    rf"(?:\s*(?:,|&|/|and|und)\s*{_TRADERS})*\s+(?:of|von|für)\s+",
    re.IGNORECASE,
)
# Work on, or delivery of, what is named before: nobody asks where to get "rentals" as such.
_BARE = word_set(
    "rentals repairs sales hire rental repair servicing installation delivery shipping accessories "
    "envío envíos entrega livraison expédition spedizione consegna bezorging verzending envio "
    "entregas wysyłka dostawa versand lieferung zubehör"
)
_MADE = {"en": "We sell ", "de": "Wir verkaufen "}


@dataclass(frozen=True, slots=True)
class Words:
    """All texts of the brand, without furniture and typing errors, and what it may sell."""

    profile: BrandProfile
    pages: Sequence[PageFacts]
    language: str
    phrases: Phrases
    ranked: Sequence[tuple[Category, Evidence]]
    site: Site
    candidates: Sequence[Candidate]
    doubts: Mapping[str, float]
    agreed: Sequence[Agreed]
    embedder: Embedder | None

    @property
    def text(self) -> str:
        """Everything the brand says, without furniture."""
        return own_text(self.profile, self.pages)


def read_offer(
    profile: BrandProfile,
    pages: Sequence[PageFacts] = (),
    embedder: Embedder | None = None,
    documents: Sequence[DocumentText] = (),
) -> Offer:
    """The offer. `pages` are as crawled, furniture included; an `embedder` only serves English.

    A category with suggestions beside it is a guess that the owner should be asked about.
    """
    words = read_words(profile, pages, embedder, documents)
    best, grammar = chosen(words.candidates, words.doubts), GRAMMARS.get(words.language)
    best = settled(best, words.agreed, words.text, grammar, words.language)
    defined = by_definition(best, words.profile, words.pages, words.language)
    offer = free_by_licence(offer_of(words, defined), words.profile, words.pages)
    return _doubted(offer, words, grammar) if defined is best else offer


def _doubted(offer: Offer, words: Words, grammar: Grammar | None) -> Offer:
    """The offer with suggestions if it may be wrong, and without its category if it probably is."""
    if offer.category is None or not words.pages:
        return offer
    profile, pages, language = words.profile, words.pages, words.language
    outright = words.phrases.outright
    sure = certainty_of(
        offer.category, profile, pages, words.agreed, grammar, language, outright=outright
    )
    if sure >= SURE:
        return offer
    unknown = offer_of(words, None)
    guesses = dict.fromkeys((offer.category.value, *unknown.suggestions))
    suggestions = tuple(guesses)[:SUGGESTED]
    return replace(offer if sure >= GUESSED else unknown, suggestions=suggestions)


def read_words(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    embedder: Embedder | None,
    documents: Sequence[DocumentText],
) -> Words:
    """The brand's texts, and the candidates for its category.

    The rules' choice and, in languages of which more is known, whatever else may be the category.
    """
    language = base_language(profile.language)
    read = without_furniture([page for page in pages if not lists_folder(page)])
    grammar = GRAMMARS.get(language)
    profile = as_meant(profile, read, grammar, language)
    phrases = _phrases(profile, read, documents, grammar, language)
    ranked = ranked_categories(profile, read, documents, language)
    likely = likely_entries(profile, read, embedder)
    site = Site(site_text(read), standing_out(likely, read))
    entry, category = choose_category(profile, phrases, ranked, language, embedder, site)
    entry, category = in_particular(entry, category, profile.description, language)
    ruled = ruled_candidate(entry, category, phrases, language)
    found: Sequence[Candidate] = [ruled] if ruled else []
    doubts: Mapping[str, float] = {}
    if language in SPOKEN and grammar is not None and len(read) >= _LEAST_PAGES:
        named = {entry.id: evidence for entry, evidence in ranked}
        kinds = kinds_spoken_of(read, profile.description)
        known = Known(profile, read, language, grammar, likely, named, kinds, embedder)
        found = candidates_of(known, documents, ranked, ruled)
        describe(found, known)
        doubts = doubts_about(found, known)
    agreed = agreed_things(profile, read, grammar, likely)
    return Words(profile, read, language, phrases, ranked, site, found, doubts, agreed, embedder)


def offer_of(words: Words, candidate: Candidate | None) -> Offer:
    """The offer with one candidate as what is sold, or with nothing known."""
    profile, read, language = words.profile, words.pages, words.language
    grammar = GRAMMARS.get(language)
    entry, category = _sold(words, candidate)
    category = of_language(entry, category, profile.description, language)
    ruled = candidate is None or candidate.is_ruled
    said = words.phrases.found if ruled else ()
    done = words.phrases.of_first_deed if ruled else ()
    kind = kind_read(entry, category, done, read, profile)
    if entry and kind and kind.value in _PROGRAMS and entry.kind not in _PROGRAMS:
        entry = None  # software for beekeepers keeps no bees
    place = place_of(profile.description, profile.audience, read, language)
    if category is not None and grammar is not None:
        others = [phrase for phrase in said if phrase != category.value]
        text = narrowed(category.value, others, profile.description, grammar, language)
        category = replace(category, value=text)
    if category is not None and language not in SPOKEN:
        category = replace(category, value=without_place(category.value, place))
    ranked, embedder = words.ranked, words.embedder
    return Offer(
        language=profile.language,
        kind=kind,
        category=category,
        more_categories=_more(
            said, ranked, entry, category, kind.value if kind else None, language, words.site
        ),
        audience=_audience(profile, grammar),
        place=place,
        jobs=_jobs(profile, entry, language),
        qualities=_qualities(profile.description),
        price_facts=_slot(price_lines(read), 0.8),
        named_competitors=_slot(compared_with(read, profile), 0.6),
        entry=entry.id if entry else None,
        supported=supported_lines(entry, language, own_text(profile, read)),
        suggestions=() if category else _suggestions(profile, read, ranked, language, embedder),
        wares=listed_wares(profile, read),
        answered=answered_questions(read),
    )


def _sold(words: Words, candidate: Candidate | None) -> tuple[Category | None, Slot[str] | None]:
    if candidate is None:
        return None, None
    if candidate.slot is not None and candidate.is_ruled:
        return candidate.entry, candidate.slot
    slot = Slot(candidate.text, candidate.confidence, (candidate.quote,))
    entry = candidate.entry or nearest_entry(candidate.text, words.language, words.embedder)
    return in_particular(entry, slot, words.profile.description, words.language)


def _phrases(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    grammar: Grammar | None,
    language: str,
) -> Phrases:
    """What the brand calls its products, in its description or else on its pages."""
    if language not in SPOKEN:
        return phrases_abroad(profile, pages, documents, grammar, language)
    said = profile.description
    said = _INTRODUCED.sub(_MADE[language], said) if language in _MADE else said
    said = completed(said, language)
    if grammar is None or BY_EDITOR.search(said):
        return Phrases()
    begin = next(iter(sentences(said)), "")
    told = noun_phrases(begin, profile.name, grammar)
    stated = bool(told) and says_so(begin, profile.name, grammar)
    if not stated and (wish := wished(said, grammar, language)):
        return Phrases((wish,))  # "Gäste buchen online" after what it is bids nobody
    if program := taught_by_app(said, language) or program_doing(said, profile.name, language):
        return Phrases((program,), outright=True)
    thing = thing_said(said, profile.name, grammar)
    program = program_for(said, profile.name, language)
    whole = program or narrowed_vague(thing, grammar, language)
    if whole and not told:
        return Phrases((whole,))  # what it does follows: "is an app for bakers. It plans shifts."
    outright = says_so(said, profile.name, grammar)
    deeds = phrases_by_deed(said, profile.name, grammar)
    listed = [*chain.from_iterable(deeds)]
    found = Phrases(listed, outright=outright, first=len(deeds[0]) if deeds else None)
    if (found := of_the_brand(found, profile, language)).found:
        sure = with_compound(found, pages, language)
        first = sure.found[0]
        plain = narrowed(first, sure.found[1:], said, grammar, language) != first
        if outright or plain or is_borne_out(sure, pages, language):
            return sure
        on_site = phrases_of_site(profile, pages, documents, grammar, language)
        return on_site if any(is_known(text, language) for text in on_site.found) else sure
    if whole:
        return Phrases((whole,))
    return phrases_of_site(profile, pages, documents, grammar, language)


def _jobs(
    profile: BrandProfile, entry: Category | None, language: str
) -> Slot[tuple[str, ...]] | None:
    """The jobs that customers want done according to the description, then the usual ones."""
    usual = usual_jobs(entry, language)
    own = job_helped_with(profile.description, language)
    if not own:
        return usual
    jobs = (own, *(usual.value if usual else ()))
    return Slot(jobs, 0.7, (Quote(own, DESCRIPTION), *(usual.evidence if usual else ())))


def _suggestions(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    ranked: Sequence[tuple[Category, Evidence]],
    language: str,
    embedder: Embedder | None,
) -> tuple[str, ...]:
    start = (f"{page.title}. {page.description}" for page in pages[:1])
    text = ". ".join((profile.description, *start))
    site = own_text(profile, pages[:_READ_FOR_SUGGESTIONS])[:_LONGEST_READ]
    spoken_of = [entry for entry, _ in ranked]
    own = done_by(profile.description, profile.name) if language == "en" else ""
    own = own or said_in_title(profile, pages)
    own = own or said_at_first(profile, pages, GRAMMARS.get(language))
    return suggested_names(own, spoken_of, text, site, language, embedder)


def _more(
    phrases: Sequence[str],
    ranked: Sequence[tuple[Category, Evidence]],
    entry: Category | None,
    category: Slot[str] | None,
    kind: OfferKind | None,
    language: str,
    site: Site,
) -> Slot[tuple[str, ...]] | None:
    """Further things on offer: the rest of the person's list, then what the pages name as often.

    Pages name things outright or by all words together. Restaurants on a tax adviser's site are
    customers, so a further kind has to be compatible with this one.
    """
    if category is None:
        return None
    told = {quote.text for quote in category.evidence}  # in the form of the category, or as stated
    quotes = [
        Quote(phrase, DESCRIPTION)
        for phrase in phrases
        if phrase not in category.value and phrase not in told and phrase.casefold() not in _BARE
    ]
    found = [quote.text for quote in quotes]
    said = set(terms(category.value, language))
    likely = site.likely
    if likely is not None and (likely.entry is entry or likely.lead >= CLEAR_LEAD):
        found += [name for name in likely.names if name.casefold() != category.value.casefold()]
        quotes += likely.quotes[: len(found) - len(quotes)]
    for other, evidence in ranked:
        # "floor" in "pelvic floor physiotherapy" does not mean flooring.
        inside = said.issuperset(terms(other.wordings[language].name, language))
        enough = evidence.score >= LEAST_SCORE and is_allied(other.kind, kind)
        if other is not entry and not other.brief and not inside and enough:
            found.append(evidence.name(other, language))
            quotes += evidence.quotes[:1]
    found = list(dict.fromkeys(found))
    return Slot(tuple(found[:_MOST_MORE]), 0.6, tuple(quotes[:_MOST_MORE])) if found else None


def _audience(profile: BrandProfile, grammar: Grammar | None) -> Slot[str] | None:
    if profile.audience.strip():
        said = profile.audience.strip()
        return Slot(said, 1.0, (Quote(said, AUDIENCE),))
    found = audience_of(profile.description, grammar) if grammar else None
    return Slot(found, 0.7, (Quote(found, DESCRIPTION),)) if found else None


def usual_jobs(entry: Category | None, language: str) -> Slot[tuple[str, ...]] | None:
    """What customers of such a business usually want done; `language` is without region."""
    if entry is None or language not in entry.wordings or not entry.wordings[language].jobs:
        return None
    jobs = entry.wordings[language].jobs
    return Slot(jobs, 0.6, (Quote(entry.wordings[language].name, "catalogue"),))


def _qualities(description: str) -> Slot[tuple[str, ...]] | None:
    found = [match.group().strip() for match in _WITHOUT.finditer(description)]
    quotes = [Quote(text, DESCRIPTION) for text in found]
    return _slot(quotes, 0.8)


def _slot(quotes: Sequence[Quote], confidence: float) -> Slot[tuple[str, ...]] | None:
    texts = tuple(quote.text for quote in quotes)
    return Slot(texts, confidence, tuple(quotes)) if texts else None
