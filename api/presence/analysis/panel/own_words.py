"""The person's own noun phrase as a noun of questions: its number, its gender, what it is.

Invariant: nothing is guessed that would show; where gender or number is not known the wording is
one that stands without an article.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from presence.analysis.language.english_nouns import head_of, is_mass, is_plural, plural, singular
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.categories import Wording, catalogue
from presence.analysis.panel.sentences import Manner
from presence.analysis.types.offer import OfferKind

# Heads of English phrases for somebody one hires or a place one visits.
_PROVIDERS = word_set(
    "academy agency apartment association b&b bakery bar bistro boutique brewery broker bureau "
    "cabin café cafe campsite care-home centre center chalet charity church cinema clinic club "
    "co-op college collective company consultancy contractor cooperative cottage council "
    "dealer dealership deli dentist distillery doctor farm festival firm florist foundation "
    "funeral-home gallery garage guesthouse gym hospice hospital hostel hotel house-share "
    "inn institute kindergarten kitchen lab laboratory lawyer library lodge magazine market "
    "museum newspaper nursery office orchestra park pharmacy physio podcast practice pub "
    "restaurant retreat salon school shelter shop society solicitor spa store studio supplier "
    "surgeon surgery theatre theater tour trust university venue villa vineyard winery workshop "
    "yard zoo maker manufacturer roaster producer importer publisher union community network"
)
_AGENT = re.compile(r"(?:ers?|ors?|ists?|ians?|men|man|woman|women)$")
_TOOLS = word_set(
    "app software tool platform plugin plug-in framework api sdk extension system suite toolkit "
    "dashboard engine compiler linter database generator tracker planner editor scheduler builder "
    "checker monitor client server crm erp mes cms check scanner bot script cli package module "
    "gateway proxy simulator emulator parser formatter debugger profiler browser add-on workflow "
    "backup"
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
_MASS_ENDINGS = ("ing", "therapy", "ology", "ness", "ware", "ism", "ship", "care", "graphy")
_PRAISE = word_set(
    "best leading award-winning trusted premium top quality high-quality world-class modern "
    "innovative independent family-run family-owned family small local great fine friendly "
    "affordable professional reliable unique beautiful simple smart new our your finest genuine "
    "proper honest specialist expert experienced passionate boutique-style based"
)
# German nouns by their ends: gender and plural. Longer ends stand before shorter ones.
_GERMAN_HEADS: tuple[tuple[str, str, str], ...] = tuple(
    (end, gender, end if many == "=" else many)
    for end, gender, many in (
        line.split()
        for line in """
        buchhandlung f buchhandlungen|handlung f handlungen|wohnung f wohnungen
        |beratung f beratungen|versicherung f versicherungen|verwaltung f verwaltungen
        |reinigung f reinigungen|betreuung f betreuungen|vermietung f vermietungen
        |vermittlung f vermittlungen|werkstatt f werkstätten|gaststätte f gaststätten
        |praxis f praxen|klinik f kliniken|schule f schulen|hochschule f hochschulen
        |akademie f akademien|agentur f agenturen|kanzlei f kanzleien|manufaktur f manufakturen
        |bäckerei f bäckereien|brauerei f brauereien|gärtnerei f gärtnereien
        |schreinerei f schreinereien|tischlerei f tischlereien|schneiderei f schneidereien
        |druckerei f druckereien|rösterei f röstereien|bücherei f büchereien
        |software f -|plattform f plattformen|app f apps|pension f pensionen|sauna f saunen
        |therapie f therapien|zeitung f zeitungen|zeitschrift f zeitschriften|firma f firmen
        |kita f kitas|pflege f -|hilfe f hilfen|stiftung f stiftungen|gemeinde f gemeinden
        |maschine f maschinen|anlage f anlagen|küche f küchen|bank f banken|stelle f stellen
        |haus n häuser|zentrum n zentren|institut n institute|büro n büros|studio n studios
        |geschäft n geschäfte|restaurant n restaurants|café n cafés|hotel n hotels
        |hostel n hostels|zimmer n =|chalet n chalets|magazin n magazine|museum n museen
        |theater n =|kino n kinos|system n systeme|programm n programme|training n trainings
        |unternehmen n =|seminar n seminare|öl n -|bier n -|brot n -|labor n labore
        |werk n werke|amt n ämter|bad n bäder|heim n heime|portal n portale|lokal n lokale
        |dienst m dienste|fachdienst m fachdienste|service m services|verein m vereine
        |verlag m verlage|laden m läden|hof m höfe|betrieb m betriebe|handel m -|händler m =
        |berater m =|makler m =|anbieter m =|hersteller m =|meister m =|bauer m bauern
        |kurs m kurse|unterricht m -|shop m shops|markt m märkte|garten m gärten|wein m -
        |kaffee m -|podcast m podcasts|verband m verbände|club m clubs|salon m salons
        |campingplatz m campingplätze|platz m plätze|podologie f -|medizin f -|kunst f -
        |physiotherapie f -|logopädie f -|fotografie f -|wirtschaft f -|entsorgung f -
        """.replace("\n", " ").split("|")
        if line.strip()
    )
)
_GERMAN_PROVIDERS = re.compile(
    r"(?:praxis|klinik|schule|akademie|agentur|kanzlei|bäckerei|brauerei|gärtnerei|schreinerei|"
    r"tischlerei|schneiderei|druckerei|rösterei|werkstatt|handlung|laden|hof|haus|zentrum|institut|"
    r"büro|studio|geschäft|restaurant|café|hotel|hostel|pension|betrieb|händler|berater|makler|"
    r"anbieter|hersteller|verein|verlag|museum|theater|kino|firma|dienst|fachdienst|magazin|"
    r"zeitung|zeitschrift|podcast|bücherei|stiftung|heim|amt|chalet|wohnung|zimmer|markt|meister|"
    r"salon|club|verband|platz|bad|kita|shop|portal|plattform|labor|bank|stelle)$"
)


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A noun phrase ready for questions. `manner` tells which sentences suit it."""

    wording: Wording
    manner: Manner | OfferKind


def own_words(phrase: str, kind: OfferKind | None, language: str) -> OwnWords:
    """The phrase as it stands in questions of its language."""
    head = without_tail(phrase, language)
    if head != phrase:
        own = own_words(head, kind, language)
        return replace(own, wording=_with_tail(own.wording, phrase[len(head) :]))
    if language == "de":
        return _german(phrase, kind)
    if language == "en":
        return _english(phrase, kind)
    several = re.search(_SEVERAL.get(language, r"(?!)"), phrase.split()[0]) is not None
    manner: Manner = "thing" if kind in _BOUGHT else "service"
    return OwnWords(Wording((_lowered(phrase),), plural_only=several), manner)


def without_tail(phrase: str, language: str) -> str:
    """The noun phrase without whom or what it is for: number and gender are the noun's."""
    match = re.search(_TAILS.get(language, r"(?!)"), phrase, re.IGNORECASE)
    return phrase[: match.start()] if match else phrase


def _with_tail(wording: Wording, tail: str) -> Wording:
    return replace(
        wording,
        names=(wording.name + tail,),
        plural=wording.plural and wording.plural + tail,
        accusative=wording.accusative and wording.accusative + tail,
    )


_TAILS = {"en": r"(?<=\w) (?:for|about) (?=\w)", "de": r"(?<=\w) (?:fürs?|über|rund um) (?=\w)"}
# Ends of nouns in the plural, by language; the noun stands first in these.
_SEVERAL = {"fr": r"[sx]$", "es": r"s$", "pt": r"s$", "it": r"i$", "nl": r"(?:en|s)$"}


def _english(phrase: str, kind: OfferKind | None) -> OwnWords:
    parts = phrase.split()
    while len(parts) > 1 and parts[0].casefold() in _PRAISE:
        parts = parts[1:]
    text = " ".join([_lowered(parts[0]), *parts[1:]])
    if len(parts[-1]) > 1 and parts[-1].isupper():  # "MES" is no plural of "ME"
        several = f"{text} systems" if kind in _PROGRAMS else text
        return OwnWords(Wording((text,), plural=several), _english_manner("", kind))
    single = singular(text)
    head = head_of(single)
    manner = _english_manner(head, kind)
    mass = not is_plural(text) and (is_mass(text) or head.endswith(_MASS_ENDINGS))
    if mass or head.isdigit():
        return OwnWords(Wording((text,)), "thing" if kind in _BOUGHT else "service")
    return OwnWords(Wording((single,), plural=plural(single)), manner)


def _english_manner(head: str, kind: OfferKind | None) -> Manner | OfferKind:
    if kind in _PROGRAMS or (kind is None and head in _TOOLS):
        return kind or "software"
    agent = _AGENT.search(head) is not None and kind in _HIRED
    if head in _PROVIDERS or agent:
        return "provider"
    return "thing" if kind in _BOUGHT else "service"


def _lowered(word: str) -> str:
    keeps = sum(letter.isupper() for letter in word) > 1 or (len(word) == 1)
    return word if keeps else word[0].lower() + word[1:]


def _german(phrase: str, kind: OfferKind | None) -> OwnWords:
    parts = phrase.split()
    while len(parts) > 1 and re.search(r"(?:e|er|es|en)$", parts[0]) and parts[1][:1].isupper():
        parts = parts[1:]
    text = " ".join(parts)
    found, several = _german_number(text)
    single = found.name if found else text
    if _GERMAN_PROVIDERS.search(single.casefold()) and found is not None:
        return OwnWords(found, "provider")
    if found is not None and (kind in _PROGRAMS or single.casefold().endswith(("software", "app"))):
        return OwnWords(found, kind or "software")
    manner: Manner = "thing" if kind in _BOUGHT else "service"
    if found is None or several:  # stands without an article, as the person wrote it
        return OwnWords(Wording((text,), plural_only=True), manner)
    return OwnWords(found, manner)


def _german_number(text: str) -> tuple[Wording | None, bool]:
    """The noun with gender and plural where its end is known, and whether it was a plural."""
    folded = text.casefold()
    for end, gender, many in _heads():
        if folded.endswith(end):
            return _with_ending(text, end, gender, many), False
        if many not in ("", "-", end) and folded.endswith(many):
            single = text[: len(text) - len(many)] + _cased(end, text[-len(many) :])
            return _with_ending(single, end, gender, many), True
    return None, False


def _with_ending(text: str, end: str, gender: str, many: str) -> Wording:
    if many in ("", "-"):
        return Wording((text,), gender=gender)
    cut = len(text) - len(end)
    return Wording((text,), plural=text[:cut] + _cased(many, text[cut:]), gender=gender)


def _cased(word: str, instead_of: str) -> str:
    """The ending with a capital where it replaces a whole word that has one."""
    return word[0].upper() + word[1:] if instead_of[:1].isupper() else word


@lru_cache(maxsize=1)
def _heads() -> tuple[tuple[str, str, str], ...]:
    """Ends of German nouns, those of the catalogue's names too, longest first."""
    known = [
        (wording.name.casefold(), wording.gender, wording.plural.casefold())
        for entry in catalogue().values()
        if (wording := entry.wordings.get("de"))
        and wording.gender
        and " " not in wording.name
        and not wording.accusative
    ]
    return tuple(sorted({*_GERMAN_HEADS, *known}, key=lambda head: (-len(head[0]), head)))
