"""The person's own noun phrase as a noun for questions: its number, gender and kind.

Invariant: nothing is guessed that would be noticeable; if gender or number is unknown, the wording
is one that works without an article.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from presence.analysis.language.english_nouns import (
    head_of,
    is_mass,
    is_name_word,
    is_plural,
    plural,
    singular,
)
from presence.analysis.language.frequent_words import frequent_words, is_frequent
from presence.analysis.language.stopwords import word_set
from presence.analysis.language.tagging import tagged
from presence.analysis.offer.categories import Wording
from presence.analysis.panel import dutch_nouns, french_nouns
from presence.analysis.panel.german_nouns import PROVIDERS, german_noun, is_singular
from presence.analysis.panel.qualified import split_tail
from presence.analysis.panel.sentences import Manner
from presence.analysis.types.offer import OfferKind

# Heads of English phrases for somebody one hires or a place one visits.
_PROVIDERS = word_set(
    "academy agency apartment association b&b bakery bar bistro boutique brewery broker "
    "bureau cabin café cafe campsite care-home centre center chalet charity church cinema "
    "clinic club co-op college collective company consultancy contractor cooperative cottage "
    "council dealer dealership deli dentist distillery doctor farm festival firm florist "
    "foundation funeral-home gallery garage guesthouse gym hospice hospital hostel hotel "
    "house-share inn institute kindergarten kitchen lab laboratory laundrette laundry launderette "
    "lawyer library lodge "
    "magazine market museum newspaper nursery office orchestra park pharmacy physio podcast "
    "practice pub restaurant retreat salon school shelter shop society solicitor spa store "
    "studio supplier surgeon surgery theatre theater tour trust university venue villa "
    "vineyard winery workshop yard zoo maker manufacturer roaster producer importer publisher "
    "union community network bank hub sanctuary pantry helpline choir band ensemble troupe hall "
    "arena rink"
)
_PLACE_END = ("shop", "store", "house", "yard", "garden", "centre", "center")  # "bookshop"
_AGENT = re.compile(r"(?:ers?|ors?|ists?|ians?|men|man|woman|women)$")
_TOOLS = word_set(
    "app software tool platform plugin plug-in framework api sdk extension system suite "
    "toolkit dashboard engine compiler linter database generator tracker planner editor "
    "scheduler builder checker monitor client server crm erp mes cms check scanner bot script "
    "cli package module gateway proxy simulator emulator parser formatter debugger profiler "
    "browser add-on workflow backup"
)
_HIRED: frozenset[OfferKind] = frozenset(
    (
        "local-service",
        "professional-service",
        "trade",
        "hospitality",
        "education",
        "health",
        "non-profit",
        "public-body",
    )
)
_BOUGHT: frozenset[OfferKind] = frozenset(("product", "shop", "marketplace"))
_PROGRAMS: frozenset[OfferKind] = frozenset(("software", "open-source"))
# Heads for somebody or something of a single kind.
_PROVIDERS_OF: Mapping[OfferKind, frozenset[str]] = {
    "marketplace": word_set("marketplace exchange platform portal site website directory app"),
    "local-service": word_set("service celebrant officiant doula"),
    "education": word_set("course class bootcamp programme program seminar diploma degree"),
    "media": word_set("newsletter blog journal podcast show guide channel review bulletin series"),
}
_DONE: frozenset[str] = frozenset({"service", "civic", "help"})
# Work is bought from a company: "roof waterproofing company", "boiler repair company".
_BY_COMPANIES: frozenset[OfferKind] = frozenset({"trade", "local-service"})
WORK = word_set(  # nouns for activities, without a plural
    "repair installation removal restoration conversion maintenance clearance hire rental "
    "delivery inspection replacement fitting refurbishment renovation disposal servicing "
    "preparation demolition digitization digitisation calibration appraisal assembly insulation "
    "relocation transcription recycling construction design"
)
# Kinds whose sentences suit any place or people of that kind.
_SPOKEN_OF: frozenset[OfferKind] = frozenset({*_HIRED, "shop", "marketplace", "media"})
_UNLISTED: Mapping[OfferKind, Manner] = {
    "product": "thing",
    "shop": "goods",
    "marketplace": "goods",
    "public-body": "civic",
    "non-profit": "help",
}
_MASS_ENDINGS = ("ing", "therapy", "ology", "ness", "ware", "ism", "ship", "care", "graphy")
_PRAISE = word_set(
    "best leading award-winning trusted premium top quality high-quality world-class modern "
    "innovative independent family-run family-owned family small local great fine friendly "
    "affordable professional reliable unique beautiful simple smart new our your finest "
    "genuine proper honest specialist expert experienced passionate boutique-style based"
)
_SMALL = word_set("batch business businesses animal animals group groups scale claims dog breed")
_NUMBERED = re.compile(r"\d+-(?:seat|seater|room|bed|bedroom|person|strong|year-old)$")
_MAY_BE_SEVERAL = re.compile(r"(?:[enrsl]|[aoi])$", re.IGNORECASE)
_GERMAN_PRAISE = word_set(
    "gute guter gutes guten beste bester bestes besten feine feiner feines moderne moderner "
    "modernes professionelle individuelle hochwertige innovative zuverlässige kompetente "
    "schöne neue unsere"
)


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A noun phrase ready for questions. `manner` says which sentences suit it.

    `head` is the phrase without the tail that narrows it: "podcast" of "podcast for vets".
    """

    wording: Wording
    manner: Manner | OfferKind
    head: str = ""


def own_words(phrase: str, kind: OfferKind | None, language: str) -> OwnWords:
    """The phrase in the form used in questions of its language."""
    if language in ("en", "de"):
        noun, tail = split_tail(phrase, language)
        own = _german(noun, kind) if language == "de" else _english(noun, kind)
        own = _narrowed(own, tail)
        if tail.startswith("von ") and own.manner == "service" and _WORK_OF.match(phrase):
            own = replace(own, wording=Wording((f"{_article(phrase)} {phrase}",), plural_only=True))
        return own
    several = _is_several(phrase, language)
    first, space, rest = phrase.partition(" ")
    tongue = language == "nl" and _DUTCH_TONGUES.match(first)
    name = f"{first if tongue else _lowered(first)}{space}{rest}"
    return OwnWords(Wording((name,), plural_only=several), _manner(kind, False), phrase)


def _narrowed(own: OwnWords, tail: str) -> OwnWords:
    """Append the tail to every form of the noun."""
    wording = own.wording
    if not tail:
        return replace(own, head=wording.name)
    longer = replace(
        wording,
        names=(f"{wording.name} {tail}",),
        plural=f"{wording.plural} {tail}" if wording.plural else "",
        accusative=f"{wording.accusative} {tail}" if wording.accusative else "",
    )
    return OwnWords(longer, own.manner, wording.name)


def _manner(kind: OfferKind | None, provides: bool) -> Manner | OfferKind:
    """Sentences for a product or service; with `provides`, for a person or place of that name."""
    if provides:
        return kind if kind in _SPOKEN_OF else "provider"
    if kind in _PROGRAMS or kind == "media":
        return kind
    return _UNLISTED.get(kind, "service") if kind else "service"


# Plural endings of nouns, by language, for languages in which the noun comes first.
_SEVERAL = {
    "es": r"[^i]s$",
    "pt": r"s$",
    "it": r"(?:i|e(?<!ore)(?<!iere)(?<!ale)(?<!ile)(?<!iele)(?<!one)(?<!ine)(?<!nte)(?<!rte)"
    r"(?<!nde)(?<!ice)(?<!oce)(?<!uce)(?<!ace)(?<!ese)(?<!ame)(?<!ume)(?<!ere)(?<!are)(?<!ire)(?<!ure)"
    r"(?<!ane)(?<!ene)(?<!ade)(?<!ede)(?<!ete)(?<!ave)(?<!eve)(?<!ware)(?<!fe))$",
}
_DUTCH_TONGUES = re.compile(  # capitalised: "Nederlandse les"
    r"(?:Nederlands|Engels|Frans|Duits|Spaans|Italiaans|Portugees|Russisch|Chinees|Japans|Arabisch|"
    r"Turks|Vlaams|Fries|Pools|Zweeds|Deens|Noors|Grieks|Belgisch|Europees|Zeeuws|Gronings|Limburgs|"
    r"Brabants|Amsterdams|Gents|Antwerps|Brussels)e?$"
)
_AGREES = re.compile(r"\w+e \w+(?:at|it|ut|os|iv|ch|gh)e(?!\w)")  # "candele profumate"
_SEVERAL_IN_E = word_set(
    "torte coperte porte carte tende penne piante borse scarpe lampade candele tazze sedie "
    "poltrone visite gite escursioni lezioni stampe stoffe perle collane ceste corde "
    "barche canoe cornici"
)
_LIKE_SEVERAL = word_set(
    "pilates crisis gas autobús bus campus virus tenis lápis atlas ônibus crosfit oasi analisi "
    "tesi crisi sci brindisi taxi serie specie oficina moglie superficie osteria trattoria "
    "kiwi alibi bisturi safari lavanderia pizzeria libreria falegnameria pasticceria gelateria "
    "birreria enoteca armeria "
    "galleria batteria"
)  # fmt: skip


def _is_several(phrase: str, language: str) -> bool:
    head = phrase.split()[0].casefold()
    if language == "fr":
        return french_nouns.is_several(head)
    if language == "nl":
        return dutch_nouns.is_several(phrase)
    if language == "it" and (_AGREES.match(phrase) or head in _SEVERAL_IN_E):
        return True
    pattern = _SEVERAL.get(language)
    return pattern is not None and head not in _LIKE_SEVERAL and bool(re.search(pattern, head))


def _english(phrase: str, kind: OfferKind | None) -> OwnWords:
    parts = phrase.split()
    while len(parts) > 1 and _is_praise(parts):
        parts = parts[1:]
    text = " ".join([_lowered(parts[0]), *parts[1:]])
    if len(parts[-1]) > 1 and parts[-1].isupper():  # "MES" is not the plural of "ME"
        several = f"{text} systems" if kind in _PROGRAMS else text
        return OwnWords(Wording((text,), plural=several), _english_manner("", kind))
    single = singular(text)
    head = head_of(single)
    if kind in _BY_COMPANIES and (head.endswith("ing") or head in WORK):
        single = f"{single} company"
        return OwnWords(Wording((single,), plural=plural(single)), kind)
    if head == "lesson" and is_plural(text):  # nobody looks for one
        return OwnWords(Wording((text,), plural_only=True), _mass_manner(kind))
    if kind == "professional-service" and head in WORK:  # nobody hires "a clock restoration"
        single = f"{single} specialist"
        return OwnWords(Wording((single,), plural=plural(single)), kind)
    mass = not is_plural(text) and (
        is_mass(text)
        or head.endswith(_MASS_ENDINGS)
        or head in WORK
        or (kind in _BOUGHT and head not in _PROVIDERS_OF.get(kind, ()) and _is_stuff(head))
    )
    if mass or head.isdigit():
        return OwnWords(Wording((text,)), kind if kind in _PROGRAMS else _mass_manner(kind))
    return OwnWords(Wording((single,), plural=plural(single)), _english_manner(head, kind))


def _is_praise(parts: Sequence[str]) -> bool:
    """Whether nobody would ask for it: "friendly", "30-seat"; "small batch pickles" are a sort."""
    first = parts[0].casefold()
    small = first == "small" and parts[1].casefold() in _SMALL
    return (first in _PRAISE and not small) or _NUMBERED.match(first) is not None


def _is_stuff(head: str) -> bool:
    """Whether a thing named in the singular has no plural in common use: "kombucha"."""
    return plural(head) not in frequent_words("en") and not (
        head in _TOOLS | _PROVIDERS or head.endswith(_PLACE_END)
    )


def _mass_manner(kind: OfferKind | None) -> Manner | OfferKind:
    return "service" if kind == "media" else _manner(kind, provides=False)


def _english_manner(head: str, kind: OfferKind | None) -> Manner | OfferKind:
    if kind is None and head in _TOOLS:
        return "software"
    agent = _AGENT.search(head) is not None and kind in _HIRED
    agent = agent or (kind in (*_HIRED, "shop") and head.endswith(_PLACE_END))
    of_kind = _PROVIDERS_OF.get(kind, frozenset()) if kind else frozenset()
    provides = head in _PROVIDERS or head in of_kind or agent
    return _manner(kind, provides=provides and kind not in _PROGRAMS)


def _lowered(word: str) -> str:
    keeps = sum(letter.isupper() for letter in word) > 1 or len(word) == 1 or is_name_word(word)
    begin, hyphen, _ = word.partition("-")  # "Ofsted-registered", but "hand-forged"
    keeps = keeps or (bool(hyphen) and begin[:1].isupper() and not is_frequent(begin.lower(), "en"))
    return word if keeps else word[0].lower() + word[1:]


_WORK_OF = re.compile(  # with a genitive after it, or „Reparatur von Rädern“
    r"[A-ZÄÖÜ]\w+ung (?:[a-zäöü]+er|[A-ZÄÖÜ]\w+s) ?|"
    r"(?:[A-ZÄÖÜ]\w+(?:ung|atur|age|ation)|Pflege|Bau) von [A-ZÄÖÜ]"
)


def _article(work: str) -> str:
    """Its article in the accusative, the only case in which work is asked for."""
    return "den" if work.startswith("Bau ") else "die"


def _german(phrase: str, kind: OfferKind | None) -> OwnWords:
    parts = phrase.split()
    described: list[str] = []
    while len(parts) > 1 and _is_german_adjective(parts) and parts[1][:1].isupper():
        described += [] if parts[0].casefold() in _GERMAN_PRAISE else [parts[0]]
        parts = parts[1:]
    text = " ".join(parts)
    found, several = german_noun(text)
    single = found.name if found else text
    if kind in _PROGRAMS or (kind is None and single.casefold().endswith(("software", "app"))):
        if found is not None:
            return OwnWords(found, kind or "software")
    elif found is not None and (
        PROVIDERS.search(single.casefold()) or (kind in _HIRED and _is_agent(found))
    ):
        return OwnWords(found, _manner(kind, provides=True))
    elif found is not None and kind == "media" and found.plural:
        return OwnWords(found, "media")
    manner = _mass_manner(kind) if kind not in _PROGRAMS else "service"
    if manner == "service" and _WORK_OF.match(text):  # „die Wartung alter Maschinen“
        return OwnWords(Wording((f"{_article(text)} {text}",), plural_only=True), manner)
    bare = found.plural if found and found.plural and not several else text
    if found is not None and not several and (not found.plural or _is_done(found, manner)):
        if not described or found.gender != "f":
            return OwnWords(replace(found, plural=""), manner)
        bare = text
    one = is_singular(text) or not _MAY_BE_SEVERAL.search(text)
    if manner in ("thing", "goods") and found is None and one:
        manner = "service"  # its sentences need no number: "Kindergepäck"
    strong = [re.sub(r"(?:er|es|en|e)$", "e", word.lower()) for word in described]
    if strong and manner == "thing":
        manner = "goods"  # its sentences use the noun without an article or "welche"
    return OwnWords(Wording((" ".join([*strong, bare]),), plural_only=True), manner)


def _is_german_adjective(parts: Sequence[str]) -> bool:
    """Whether the first word describes the next, and is no noun before it: „Craft-Bier Abo“."""
    if not re.search(r"(?:e|er|es|en)$", parts[0]):
        return False
    sort = next((word.sort for word in tagged(" ".join(parts), "de")), "other")
    return sort != "noun" and not (sort == "name" and parts[0].endswith("er"))


def _is_agent(found: Wording) -> bool:
    """Whether it is somebody: „Bergführer“."""
    return found.gender == "m" and found.name.endswith("er") and bool(found.plural)


def _is_done(found: Wording, manner: Manner | OfferKind) -> bool:
    """Whether it is used as written, after a preposition: „Anbieter für Steuerberatung“."""
    return found.gender == "f" and manner in _DONE
