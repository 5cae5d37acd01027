"""The gate that every question passes before it is asked, whoever wrote it.

Invariant: each rejection carries one reason, the first that applies; the same questions in the same
order always get the same result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from presence.analysis.language import base_language, terms, words
from presence.analysis.language.stopwords import STOP_WORDS
from presence.analysis.offer.categories import SPOKEN
from presence.analysis.panel.candidates import QuestionCandidate
from presence.analysis.panel.distinct import Distinct
from presence.analysis.panel.grammar_rules import fault_of
from presence.analysis.panel.leakage import Leakage
from presence.analysis.panel.place_phrases import market_phrase, place_phrase
from presence.analysis.panel.subject import Subject
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, Intent
from presence.analysis.types.offer import Offer, RefusalReason, RefusedQuestion

NEAR = 0.95  # cosine from which two questions of one intent count as the same
_LONGEST = 220
# Nonsensical requests: the best of something that is not a thing.
_NOTHING = re.compile(
    r"\b(?:best|which|top|recommend|good|find|buy) "
    r"(?:(?:a|an|the|any|some) )?"
    r"(?:quality|team|teams|customers?|clients?|results?|values?|mission|vision|passion|"
    r"experiences?|solutions?|things?|prevs?|nexts?|home|menu|cookies?|privacy|terms|contact|"
    r"pounds?|dollars?|euros?|years?|days?|hours?|minutes?|weeks?|months?|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday)\b(?! (?:of|for|to|from|with|that)\b)"
    r"|\b(?:beste[nrs]?|welche[rs]?|empfiehl) "
    r"(?:qualität|team|kunden?|ergebnisse?|werte?|erlebnisse?|lösung(?:en)?|sachen|dinge|cookies?|"
    r"datenschutz|impressum|startseite|kontakt|stunden?|tage?|wochen?|euro|montag|dienstag|"
    r"mittwoch|donnerstag|freitag|samstag|sonntag)\b",
    re.IGNORECASE,
)
_SCRIPTS = {
    "ja": re.compile("[\u3040-\u30ff\u3400-\u9fff]"),
    "ar": re.compile("[\u0600-\u06ff]"),
    "zh": re.compile("[\u3400-\u9fff]"),
}
_LATIN = re.compile("[A-Za-z]")
_ELIDED = re.compile(
    r"\b(?:[ldcjmnst]|qu|un|dell|all|nell|sull|dall|quell)['’](?=\w{2})", re.IGNORECASE
)


class QuestionGate:
    """Admits questions one after the other."""

    def __init__(
        self,
        profile: BrandProfile,
        offer: Offer,
        subjects: Sequence[Subject],
        embedder: Embedder | None = None,
        known: Sequence[str] = (),
    ) -> None:
        self._language = base_language(profile.language)
        # "Leeds Dental" is asked about in Leeds: in lower case, the word is no name.
        place = offer.place.value.lower() if offer.place else ""
        own = ". ".join([profile.audience, place, *_vocabulary(offer, subjects)])
        self._brand = Leakage(replace(profile, competitors=()), own_words=own)
        self._anybody = Leakage(profile, own_words=own)
        said = [profile.description, profile.audience, *_vocabulary(offer, subjects)]
        self._about = frozenset(terms(_unelided(" ".join(said)), self._language))
        # Our own sentences differ by their words; what somebody else asked is met in any wording.
        # The embedding knows English.
        by_meaning = bool(known) and self._language == "en"
        self._distinct = Distinct(embedder if by_meaning else None, self._language)
        self._distinct.know(known)
        self._where = _where(profile, offer, self._language)
        self._without_place: set[str] = set()

    def prepare(self, candidates: Iterable[QuestionCandidate]) -> None:
        """Prepare, in one batch, the candidates that are about to be tested."""
        self._distinct.prepare([candidate.text for candidate in candidates])

    def refusal(self, candidate: QuestionCandidate, intent: Intent) -> RefusedQuestion | None:
        """Why the question is not asked; None admits it, and later near-copies are rejected."""
        found = self._fault(candidate)
        anywhere = self._where.sub("", candidate.text).casefold()
        if found is None and anywhere in self._without_place:
            found = ("near-copy", "but for the place")
        if found is None and not self._distinct.admit(candidate.text, NEAR, intent):
            found = ("near-copy", "")
        if found is None:
            self._without_place.add(anywhere)
        return None if found is None else RefusedQuestion(candidate.text, *found)

    def _fault(self, candidate: QuestionCandidate) -> tuple[RefusalReason, str] | None:
        text = candidate.text
        if self._brand.leaks(text):
            return "brand", ""
        if not candidate.competitor and self._anybody.leaks(text):
            return "competitor", ""
        fault = "too long" if len(text) > _LONGEST else fault_of(text, self._language)
        if fault:
            return "grammar", fault
        if not _is_in(text, self._language):
            return "language", ""
        if _NOTHING.search(text):
            return "unobtainable", ""
        if not candidate.competitor and not self._is_about_the_offer(text):
            return "off-topic", ""
        return None

    def _is_about_the_offer(self, text: str) -> bool:
        if self._language in _SCRIPTS:
            return True  # words in these scripts have no spaces or clitics: whole sentences only
        return not self._about.isdisjoint(terms(_unelided(text), self._language))


def _where(profile: BrandProfile, offer: Offer, language: str) -> re.Pattern[str]:
    """A pattern for place and market, which must not be the only difference between questions.

    If we can only ask about names, it matches the market alone.
    """
    known = offer.place.value if offer.place and language in SPOKEN else ""
    place = place_phrase(known, language) if known else ""
    phrases = [re.escape(text) for text in (place, market_phrase(profile.market, language)) if text]
    return re.compile(rf"\s*\b(?:{'|'.join(phrases)})" if phrases else r"(?!)", re.IGNORECASE)


def _unelided(text: str) -> str:
    """The text without elided articles: "un’enoteca", "l’état civil"."""
    return _ELIDED.sub(" ", text)


def _vocabulary(offer: Offer, subjects: Sequence[Subject]) -> list[str]:
    """Every word that a legitimate question about the offer may contain."""
    found = [offer.category.value] if offer.category else []
    for slot in (offer.more_categories, offer.jobs, offer.qualities):
        found += slot.value if slot else ()
    for subject in subjects:
        wording = subject.wording
        found += [*wording.names, wording.plural, *wording.jobs, *wording.conditions]
        found += [subject.slots[form] for form in ("acc",) if form in subject.slots]
        found += [*wording.worries, *wording.problems]
    return found


def _is_in(text: str, language: str) -> bool:
    """Whether the script, and where possible the function words, belong to the language."""
    script = _SCRIPTS.get(language)
    if script is not None:
        return len(script.findall(text)) > len(_LATIN.findall(text))
    # "Who would you recommend for 藍染体験と藍染めの手ぬぐい?" is no English.
    if any(len(found.findall(text)) > len(text) // 4 for found in _SCRIPTS.values()):
        return False
    said = set(words(text))
    own = len(said & STOP_WORDS.get(language, frozenset()))
    others = (len(said & stops) for key, stops in STOP_WORDS.items() if key != language)
    return language not in STOP_WORDS or own + 1 >= max(others, default=0)
