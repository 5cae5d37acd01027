"""Parses a stated audience: who they are and what they need, in the text's own words.

Invariant: returns phrases of the text only; a text that cannot be parsed yields none.
"""

from __future__ import annotations

import re

from presence.analysis.language.english_nouns import is_name_word, plural
from presence.analysis.panel.qualified import split_tail

# Words for a person's relation to others; alone they need an article or the plural.
_ROLES = {
    "en": re.compile(
        r"\b(?:daughter|son|mother|father|mum|mom|dad|parent|wife|husband|spouse|partner|sister|"
        r"brother|grandmother|grandfather|grandson|granddaughter|aunt|uncle|niece|nephew|child|carer|"
        r"caregiver|widow|widower|owner|buyer|tenant|landlord|student|patient|teacher|manager)$",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(?:Tochter|Sohn|Mutter|Vater|Mama|Papa|Ehefrau|Ehemann|Frau|Mann|Schwester|Bruder|Oma|"
        r"Opa|Großmutter|Großvater|Enkelin|Tante|Onkel|Nichte|Neffe|Kind|Witwe|Witwer)$"
    ),
}
_DETERMINED = re.compile(
    r"(?:an?|the|my|your|his|her|their|our|any|every|each|one|eine?[nrms]?|d(?:er|ie|as|en)|"
    r"mein\w*|dein\w*|ihr\w*|sein\w*|jede\w*)\b",
    re.IGNORECASE,
)
# People every offer is for: "the best dentist for patients" says nothing.
_ANYBODY = re.compile(
    r"^(?:(?:our |all |the |local |private )?(?:customers?|clients?|people|users?|patients?|"
    r"visitors?|guests?|everyone|everybody|anyone|anybody|residents?|locals?|shoppers?|readers?|"
    r"buyers?|consumers?|members?|public|general public|you|me|us|all|individuals?|companies|"
    r"businesses|organi[sz]ations?)(?: (?:in|from|of|around|near) .+)?"
    r"|(?:les |des )?(?:clients?|particuliers?|tous|tout le monde|tout public|professionnels|"
    r"clientes|personas|todos|el público|particulares|clienti|privati|tutti|klanten|particulieren|"
    r"iedereen|bedrijven|empresas|entreprises|aziende|pessoas|klienci|wszyscy|お客様|皆様|個人|企業|"
    r"法人|الجميع|العملاء|الشركات|所有人|客户|个人|企业|herkes|müşteriler|bireyler|şirketler)"
    r"|(?:alle|kunden?|kundinnen und kunden|menschen|leute|jeder|jedermann|nutzer|gäste|patienten|"
    r"patientinnen und patienten|besucher|unternehmen|firmen|privatpersonen|interessierte|"
    r"bürger|leser)(?: (?:in|aus|im|rund um) .+)?)$",
    re.IGNORECASE,
)
# Whoever needs a farrier owns a horse.
_OWNERS = re.compile(
    r"^(?:\w+ )?\w*(?:owners?|householders?|besitzer(?:innen)?|halter(?:innen)?|eigentümer|"
    r"hausbesitzer)$",
    re.IGNORECASE,
)
MAX_SEGMENTS = 3
MAX_NEEDS = 3
MAX_WORDS = 7
_CLAUSE = {
    "en": r"\b(?:who|that|which|looking|seeking|wanting|needing|interested|aged|between)\b",
    "de": r",\s*(?:die|der|das|welche)\b|\b(?:mit dem wunsch|im alter|zwischen)\b",
    "fr": r"\b(?:qui|que|dont|cherchant|souhaitant|âgés)\b",
    "es": r"\b(?:que|quienes|buscando|interesad\w+|entre)\b",
}
_NEEDS = {
    "en": r"\b(?:wants?|needs?|look(?:ing)? for|seek(?:ing)?|search(?:ing)? for|care about|"
    r"struggle with|interested in|value)\s+",
    "de": r"\b(?:suchen|brauchen|möchten|wünschen sich|interessieren sich für)\s+",
    "fr": r"\b(?:cherchent|veulent|ont besoin de|souhaitent|recherchent)\s+",
    "es": r"\b(?:buscan|quieren|necesitan|desean|valoran)\s+",
}
_LEAD = re.compile(
    r"^(?:our (?:audience|customers|clients)(?: are| is)?|(?:target )?audience(?: is| are)?:?|"
    r"mainly|mostly|primarily|for|and|or|we serve|the|und|oder|vor allem|et|ou|y|o)\s+",
    re.IGNORECASE,
)
# Words for people that say nothing without the clause that follows: "people who are dying".
_ANYONE = {
    "en": r"\b(?:people|persons?|those|anyone|anybody|everyone|everybody|someone|somebody|"
    r"men|women|adults|folks|customers|clients|users|companies|businesses|owners|families)$",
    "de": r"\b(?:menschen|leute|personen|alle|diejenigen|jeder|jeden|frauen|männer|"
    r"erwachsene|kunden|firmen|unternehmen|betriebe|familien)$",
    "fr": r"\b(?:personnes|gens|ceux|celles|tous|clients|femmes|hommes|entreprises|familles)$",
    "es": r"\b(?:personas|gente|quienes|todos|aquellos|clientes|mujeres|hombres|"
    r"empresas|familias)$",
}
# An age belongs to the people who have it: "parents of children between one and six".
_AGED = r"(?:aged|between|im alter|zwischen|âgés|entre)"
_NOT_A_NEED = re.compile(r"^(?:to|be|that|it|them|this|zu|d'|que)\b", re.IGNORECASE)


def audience_segments(audience: str, language: str) -> tuple[str, ...]:
    """Groups of people in a form that fits after "for": lower-case start, at most three."""
    clause = re.compile(_CLAUSE.get(language, _CLAUSE["en"]), re.IGNORECASE)
    anyone = re.compile(_ANYONE.get(language, _ANYONE["en"]), re.IGNORECASE)
    found: list[str] = []
    least, most = (1, 16) if language in ("ja", "zh") else (3, 80)
    for sentence in re.split(r"[.;:!?\n。；]+", audience):
        match = clause.search(sentence)
        head = sentence[: match.start()].rstrip(" ,") if match else sentence
        aged = match is not None and re.match(_AGED, match.group(), re.IGNORECASE) is not None
        bare = match is not None and (aged or anyone.search(head) is not None)
        for part in [sentence] if bare else re.split("[,、，،]", head):
            phrase = _of_many(_LEAD.sub("", _LEAD.sub("", part.strip())).strip(" -–—"), language)
            if 1 <= len(phrase.split()) <= MAX_WORDS and least < len(phrase) <= most:
                found.append(_lowered(phrase, language))
    return tuple(dict.fromkeys(found))[:MAX_SEGMENTS]


def names_anybody(segment: str, *, owners: bool = False) -> bool:
    """Whether the people are those every offer is for; so are `owners` of what is worked on."""
    people = re.split(r"\s+(?:and|und|et|y|e|ed|en|i|ve|&)\s+", segment)
    return all(map(_ANYBODY.match, people)) or (owners and _OWNERS.search(segment) is not None)


def as_written(segment: str, description: str) -> str:
    """The people with a capital where the description has one within a sentence: "Python"."""
    first = segment.split(" ", 1)[0]
    name = re.escape(first[:1].upper() + first[1:])
    within = re.search(rf"[\w,] {name}\b", description)
    return segment[:1].upper() + segment[1:] if within else segment


def audience_needs(audience: str, language: str) -> tuple[str, ...]:
    """What the audience is said to need, in a form that fits after "help with"; at most three."""
    pattern = re.compile(_NEEDS.get(language, _NEEDS["en"]), re.IGNORECASE)
    found: list[str] = []
    for match in pattern.finditer(audience):
        rest = re.split(
            r"[.;,:!?\n]|\b(?:but|without|because|aber|mais|pero)\b", audience[match.end() :]
        )[0]
        phrase = rest.strip()
        if phrase and len(phrase.split()) <= MAX_WORDS and not _NOT_A_NEED.match(phrase):
            found.append(_lowered(phrase, language))
    return tuple(dict.fromkeys(found))[:MAX_NEEDS]


def _of_many(phrase: str, language: str) -> str:
    """The plural of a role without an article: "daughter" becomes "daughters"; not in German.

    French has the article with several people: « pour les couples ».
    """
    if language == "fr":
        several = re.match(
            r"(?!(?:d?les|nos|vos|mes|tous|toutes) )[a-zà-ÿ-]{3,}[sx]\b", phrase, re.I
        )
        return f"les {_lowered(phrase, language)}" if several else phrase
    noun, tail = split_tail(phrase, language)
    roles = _ROLES.get(language)
    if roles is None or not roles.search(noun) or _DETERMINED.match(noun):
        return phrase
    if language == "de":
        return ""
    return f"{plural(noun)} {tail}" if tail else plural(noun)


def _lowered(phrase: str, language: str) -> str:
    """The phrase without its sentence-start capital, except in German and for acronyms."""
    first = phrase.split()[0]
    keep = language == "de" or sum(letter.isupper() for letter in first) > 1
    keep = keep or (language == "en" and is_name_word(first))
    return phrase if keep else phrase[0].lower() + phrase[1:]
