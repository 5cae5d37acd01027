"""Every question that could be asked about an offer, per step, in the order to try them.

Invariant: the order depends on profile and offer alone; a sentence is never distorted: if a slot
has no value, the sentence is not built. The work is bounded by the sentences, not by the site.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from presence.analysis.language import base_language, terms
from presence.analysis.offer.categories import SPOKEN
from presence.analysis.panel.asked import asked_by_customers
from presence.analysis.panel.audience_words import as_written, audience_segments, names_anybody
from presence.analysis.panel.customers import customer_of
from presence.analysis.panel.local_makers import (
    SENT,
    TESTED,
    is_local_maker,
    makes_to_order,
    sends_goods,
)
from presence.analysis.panel.markets import as_spelt
from presence.analysis.panel.place_phrases import LED, led_by_place, market_phrase, place_phrase
from presence.analysis.panel.qualified import is_said
from presence.analysis.panel.sentences import NOUN_SLOTS, SentenceTemplate, filled
from presence.analysis.panel.steps import TURNS, Step
from presence.analysis.panel.subject import Subject
from presence.analysis.panel.subjects import subjects_of
from presence.analysis.types import BrandProfile, Intent
from presence.analysis.types.offer import Offer, OfferKind

_MOST_COMPETITORS = 5
_SURE_OF_PLACE = 0.5
# Kinds that are available everywhere, but whose customers ask about their own country.
_MARKETED: frozenset[OfferKind] = frozenset(
    ("software", "product", "shop", "marketplace", "professional-service", "education")
)
# Steps whose questions mention the customer's location, for a local kind.
_NEARBY: frozenset[Step] = frozenset(("discovery", "condition", "comparison", "cost"))
_SAYS_WHERE = re.compile(
    r"\bnear (?:me|us)\b|\bin (?:der|meiner) Nähe\b|\bplace to place\b|\bvon Ort zu Ort\b|"
    r"\banderen Orten\b|\bd’une commune\b|\bde un municipio\b|\bda un comune\b|\bper gemeente\b|"
    r"\bde um município\b|\bmiędzy gminami\b|自治体によって|من مدينة",
    re.IGNORECASE,
)
# Kinds whose customers have nothing in common but the need, and say so without naming themselves.
_FOR_ANYBODY: frozenset[OfferKind] = frozenset(("local-service", "trade", "public-body"))
# People who give to a non-profit rather than ask for what it offers.
_GIVES = re.compile(
    r"\b(?:donors?|volunteers?|supporters?|sponsors?|funders?|partners?|spender\w*|förder\w*|"
    r"ehrenamtliche\w*|freiwillige\w*|unterstützer\w*|sponsoren)\b",
    re.IGNORECASE,
)
# What a hospice or an authority gives for nothing has no fair price.
_GIVEN: frozenset[OfferKind] = frozenset(("health", "non-profit", "public-body"))
_FREE = re.compile(
    r"\b(?:free(?:ly)?(?: of charge)?(?! (?:trial|consultation|call|quote|parking|delivery|"
    r"shipping|estimate|first|initial|from|range))|kostenlos\w*|kostenfrei\w*|unentgeltlich\w*)(?![\w-])",
    re.IGNORECASE,
)
_PRICED = re.compile(
    r"\b(?:fair price|affordable|cheap(?:er|est)?|expensive|worth the money|value for money|"
    r"open about (?:its|their) (?:fees|prices)|günstig\w*|bezahlbar\w*|teuer\w*|"
    r"faire\w* preis\w*)\b",
    re.IGNORECASE,
)
# Slots after which a place would be read with what follows: "confier la pose à Angers à un …".
_OBJECTS = frozenset({"the", "of the", "name", "acc", "the part", "part", "acc part"})
_ENDS_CLAUSE = re.compile(r"\s?[?؟,.;]")
_MOVED = 3  # wares that one step may ask about before the next continues
_ONE_LINE = re.compile(r"[^\n\r\t]{2,60}")  # a name does not span two lines
_NOBODY = re.compile(r"(?!)")
# A worry that says "it" needs a listener who knows what it refers to.
_NEEDS_CONTEXT = re.compile(
    r"^(?:is|are|ist|sind) (?:the|der|die|das) (?:\w+ ){1,2}(?:really|wirklich)\b|"
    r"^[^.?]*\b(?:need it|does it|is it|can it|will it|do they|are they|need them|of them|"
    r"brauche ich das|ist das|geht das|kann das|kostet das|lohnt es)\b",
    re.IGNORECASE,
)
# Questions whose answers name companies come first within a step.
_NAMING = {
    "en": r"\b(?:which|recommend|suggest|who|where|the best|is there|alternative|name)\b",
    "de": r"\b(?:welche[rsnm]?|empfiehl|empfehl|wer|wen|wo|beste[nrs]?|gibt es|kennst|alternative)",
}


@dataclass(frozen=True, slots=True)
class QuestionCandidate:
    """A question before selection. `competitor` is the name it asks about, else "".

    Two candidates of a step with the same topic and the same `said` differ in wording only; None
    never matches.
    """

    text: str
    step: Step
    topic: str
    competitor: str = ""
    said: str | None = None
    ware: bool = False


@dataclass(frozen=True, slots=True)
class _Values:
    """Values for the slots that do not depend on the subject."""

    audiences: tuple[str, ...]
    place: str
    market: str
    competitors: tuple[str, ...]
    shops_there: bool
    made_there: bool
    to_order: bool
    free: bool


def supply_of(
    profile: BrandProfile, offer: Offer, intents: Iterable[Intent]
) -> dict[Intent, list[QuestionCandidate]]:
    """Candidates per intent, best first, alternating between the steps and the things on offer."""
    language = base_language(profile.language)
    values = _values(profile, offer, language)
    subjects = subjects_of(profile, offer)
    made = [_of_subject(subject, values, language) for subject in subjects]
    asked = _asked(profile, offer, subjects, values, language)
    wares = [of for subject, of in zip(subjects, made, strict=True) if subject.ware]
    others = [of for subject, of in zip(subjects, made, strict=True) if not subject.ware]
    by_step: dict[Step, list[QuestionCandidate]] = {}
    for place, step in enumerate(step for steps in TURNS.values() for step in steps):
        moved = place * _MOVED % max(len(wares), 1)  # no ware comes twice before each came once
        listed = _interlaced([of[step] for of in others], [of[step] for of in wares], moved)
        specific = [asked[step]] if asked[step] else []
        alone = len(others) == 1 and (wares or specific)
        by_step[step] = _in_turn([*listed[:1], *specific, *listed[1:]], of_first=1 if alone else 2)
    for step, made_of_step in by_step.items():
        texts = [as_spelt(one.text, profile, language) for one in made_of_step]
        by_step[step] = [
            replace(one, text=text) for one, text in zip(made_of_step, texts, strict=True)
        ]
    return {intent: _in_turn([by_step[step] for step in TURNS[intent]]) for intent in intents}


def _interlaced(
    others: Sequence[list[QuestionCandidate]], wares: Sequence[list[QuestionCandidate]], moved: int
) -> list[list[QuestionCandidate]]:
    """The category first, then wares and further categories alternately."""
    turned = [*wares[moved:], *wares[:moved]]
    found = list(others[:1])
    for position in range(max(len(turned), len(others) - 1)):
        found += turned[position : position + 1] + list(others[position + 1 : position + 2])
    return found


def _asked(
    profile: BrandProfile,
    offer: Offer,
    subjects: Sequence[Subject],
    values: _Values,
    language: str,
) -> dict[Step, list[QuestionCandidate]]:
    """Questions that the site answers, as customers ask them, by step."""
    found: dict[Step, list[QuestionCandidate]] = defaultdict(list)
    if offer.answered and subjects:
        customer = customer_of(subjects, offer, _asks_where(subjects[0], values), language)
        for one in asked_by_customers(offer.answered.value, profile.name, customer, language):
            found[one.step].append(QuestionCandidate(one.text, one.step, subjects[0].name))
    return found


def _asks_where(subject: Subject, values: _Values) -> str:
    if subject.kind in ("software", "open-source", "product", "media"):
        return ""
    return _place("discovery", subject, values)


def _values(profile: BrandProfile, offer: Offer, language: str) -> _Values:
    audience = offer.audience.value if offer.audience else ""
    own = profile.description.replace(profile.name, "") if profile.name else profile.description
    kind = offer.kind.value if offer.kind else None
    of_anybody = language not in SPOKEN and kind in _FOR_ANYBODY
    audience = "" if of_anybody else audience
    sure = offer.place is not None and offer.place.confidence >= _SURE_OF_PLACE
    named = offer.named_competitors.value if offer.named_competitors else ()
    place = place_phrase(offer.place.value, language) if offer.place and sure else ""
    market = market_phrase(profile.market, language)
    place = "" if place == market else place  # a whole country is not nearby
    tracked = [competitor.name for competitor in profile.competitors]
    return _Values(
        audiences=tuple(
            as_written(text.removesuffix(f" {place}") if place else text, own)
            for text in audience_segments(audience, language)
            if not names_anybody(text, owners=kind in _FOR_ANYBODY)
        ),
        place=place,
        market=market,
        free=bool(_FREE.search(profile.description)),
        shops_there=bool(place) and not sends_goods(profile.description),
        made_there=bool(place) and is_local_maker(profile, offer, language),
        to_order=makes_to_order(profile.description),
        competitors=tuple(
            name for name in dict.fromkeys([*tracked, *named]) if _ONE_LINE.fullmatch(name)
        )[:_MOST_COMPETITORS],
    )


def _of_subject(
    subject: Subject, values: _Values, language: str
) -> dict[Step, list[QuestionCandidate]]:
    made: dict[Step, list[QuestionCandidate]] = defaultdict(list)
    by_step: dict[Step, list[SentenceTemplate]] = defaultdict(list)
    for sentence in subject.sentences:
        by_step[sentence.step].append(sentence)
    for step, sentences in by_step.items():
        made[step] = list(
            _of_step(step, _in_order(sentences, subject, language), subject, values, language)
        )
    # Worries follow the problems: somebody with a worry already knows the category.
    worries = [text for text in subject.wording.worries if _stands_alone(text, subject, language)]
    problems = [*subject.wording.problems, *worries]
    usual = made["problem"]  # what suits any category comes last
    made["how-to"].sort(key=lambda candidate: candidate.said == "")
    made["problem"] = [
        *(QuestionCandidate(text, "problem", subject.name) for text in problems),
        *usual,
    ]
    return made


def _stands_alone(worry: str, subject: Subject, language: str) -> bool:
    """Whether the worry is understandable to somebody without further context."""
    wording = subject.wording
    about = " ".join([*wording.names, *wording.jobs, *wording.conditions, *subject.jobs])
    shared = not set(terms(about, language)).isdisjoint(terms(worry, language))
    return shared and not _NEEDS_CONTEXT.search(worry)


def _in_order(
    sentences: Sequence[SentenceTemplate], subject: Subject, language: str
) -> list[SentenceTemplate]:
    """Those whose answers name companies first; each ware starts with a different sentence."""
    if subject.turn is not None:
        start = subject.turn % len(sentences)
        return [*sentences[start:], *sentences[:start]]
    cue = _NAMING.get(language)
    if cue is None:
        return list(sentences)
    return sorted(sentences, key=lambda s: not re.search(cue, s.text, re.IGNORECASE))


def _of_step(
    step: Step,
    sentences: Sequence[SentenceTemplate],
    subject: Subject,
    values: _Values,
    language: str,
) -> Iterator[QuestionCandidate]:
    """The sentences of a step with every value of their free slot, none twice in a row."""
    if values.free and subject.kind in _GIVEN:
        sentences = [sentence for sentence in sentences if not _PRICED.search(sentence.text)]
    if values.to_order and subject.kind in ("product", "shop"):
        sentences = [sentence for sentence in sentences if not TESTED.search(sentence.text)]
    if values.shops_there and subject.kind == "shop":
        sentences = [sentence for sentence in sentences if not SENT.search(sentence.text)]
    place = _place(step, subject, values)
    near = _is_near(subject, values) or subject.kind == "non-profit"
    nearby = place if near and step in _NEARBY and values.place else ""
    if nearby and language in LED:  # the place comes first, and nothing follows the noun
        sentences, nearby = [_led(sentence, nearby, language) for sentence in sentences], ""
    fixed = {sentence: _fixed(sentence, subject, place, nearby, language) for sentence in sentences}
    lists: list[list[QuestionCandidate]] = []
    for slot, free in _free_values(subject, values, language).items():
        with_slot = [sentence for sentence in sentences if slot in sentence.slots]
        lists.append(list(_crossed(step, with_slot, slot, free, fixed, subject)))
    plain = [s for s in sentences if not s.slots & {"job", "condition", "audience", "competitor"}]
    texts = [filled(sentence, fixed[sentence]) for sentence in plain]
    lists.append(
        [QuestionCandidate(t, step, subject.name, said="", ware=subject.ware) for t in texts if t]
    )
    yield from _in_turn(lists)


def _led(sentence: SentenceTemplate, place: str, language: str) -> SentenceTemplate:
    """The sentence after the place, unless it says where already."""
    if "place" in sentence.slots or _SAYS_WHERE.search(sentence.text):
        return sentence
    return replace(sentence, text=led_by_place(sentence.text, place, language))


def _fixed(
    sentence: SentenceTemplate, subject: Subject, place: str, nearby: str, language: str
) -> Mapping[str, str]:
    """Values for the noun's slots and the place.

    If the sentence has no slot for the place, the noun carries it: "a dentist in Leeds".
    """
    nouns = subject.slots
    if "audience" in sentence.slots and subject.whom:  # the audience is stated already
        nouns = {slot: text.removesuffix(f" {subject.whom}") for slot, text in nouns.items()}
    values = {**nouns, "place": place}
    if not nearby or "place" in sentence.slots or _SAYS_WHERE.search(sentence.text):
        return values
    if "condition" in sentence.slots:  # it follows the noun, and the place follows it
        return values | {"nearby": nearby}
    slot = next((name for name in NOUN_SLOTS if name in sentence.slots and values.get(name)), None)
    if slot is None or (language not in SPOKEN and _is_amid(slot, sentence.text)):
        return values
    return values | {slot: f"{values[slot]} {nearby}"}


def _is_amid(slot: str, text: str) -> bool:
    rest = text.split(f"{{{slot}}}")[-1]
    return rest.startswith((" de ", " à ", " da ", " a ", " di ")) or (
        slot in _OBJECTS and not _ENDS_CLAUSE.match(rest)
    )


def _free_values(subject: Subject, values: _Values, language: str) -> Mapping[str, Sequence[str]]:
    named = set(terms(subject.whom, language))  # "solicitors for employees who act for employees"
    return {
        "job": subject.jobs,
        "condition": [
            text
            for text in subject.conditions
            if named.isdisjoint(terms(text, language)) and not is_said(text, subject.name, language)
        ],
        "audience": _unsaid(values.audiences, subject, language),
        "competitor": values.competitors,
    }


def _unsaid(audiences: Sequence[str], subject: Subject, language: str) -> Sequence[str]:
    """The audiences that add to the people named by the category: others would drop its tail."""
    named = set(terms(subject.whom, language))
    gives = _GIVES if subject.kind == "non-profit" else _NOBODY
    return [
        text
        for text in audiences
        if (said := set(terms(text, language)))
        and not said <= named
        and not (named and said.isdisjoint(named))
        and not gives.search(text)
    ]


def _crossed(
    step: Step,
    sentences: Sequence[SentenceTemplate],
    slot: str,
    free: Sequence[str],
    fixed: Mapping[SentenceTemplate, Mapping[str, str]],
    subject: Subject,
) -> Iterator[QuestionCandidate]:
    """Each round pairs every value with its next sentence."""
    for turn in range(len(sentences)):
        for place, value in enumerate(free):
            sentence = sentences[(turn + place) % len(sentences)]
            known = fixed[sentence]
            nearby = known.get("nearby", "") if slot == "condition" else ""
            where = f" {nearby}" if nearby and nearby not in value else ""
            text = filled(sentence, {**known, slot: value + where})
            if text:
                topic = value if slot == "job" else subject.name
                yield QuestionCandidate(
                    text, step, topic, value if slot == "competitor" else "", said=value
                )


def _place(step: Step, subject: Subject, values: _Values) -> str:
    """Where customers look for it; their country if that is how people ask."""
    there = _is_near(subject, values) or subject.kind in (None, "non-profit")
    if values.place and (there or (subject.kind == "shop" and step == "place")):
        return values.place
    if subject.kind in _MARKETED or (subject.is_local and step == "cost"):
        return values.market
    return ""


def _is_near(subject: Subject, values: _Values) -> bool:
    shop = subject.kind == "shop" and values.shops_there
    return subject.is_local or shop or (subject.kind == "product" and values.made_there)


def _in_turn(
    lists: Sequence[Sequence[QuestionCandidate]], of_first: int = 1
) -> list[QuestionCandidate]:
    """Take one from each list in turn, `of_first` from the first, until all are empty."""
    queues = [list(items) for items in lists if items]
    first = queues[0] if queues else []
    found: list[QuestionCandidate] = []
    while any(queues):
        for queue in queues:
            taken = of_first if queue is first else 1
            found += queue[:taken]
            del queue[:taken]
    return found
