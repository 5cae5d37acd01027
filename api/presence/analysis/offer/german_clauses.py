"""German sentences read by what is asked for: the subject of advice, the building of what is built.

Invariant: what a sentence does not say is not added; a sentence of another form stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

_NO_SUBJECT: Final = (  # "bei Bedarf", "zu fairen Preisen", "über Video" say how, where or when
    r"(?:Bedarf|Hause|Ihnen|uns|euch|dir|unser\w*|Video\w*|Telefon|Hotline|Chat|Zoom|Fest\w*|"
    r"Null\w*|fair\w*|günstig\w*|einer? |einem |ersten|der Auswahl|Ort|jeder|allen? )"
)
# „Hausbesitzer zu Dämmung und Förderung“, after „wir beraten“.
_ABOUT: Final = re.compile(
    r"^(?:(?:[a-zäöüß]+ )?[A-ZÄÖÜ][\w-]+(?:(?:, | und )[A-ZÄÖÜ][\w-]+)*|Sie|[Ee]uch|[Dd]ich) "
    rf"(?P<topic>(?:(?:zu|zum|zur|bei|beim|über|rund um) (?!{_NO_SUBJECT})"
    r"|(?:in|im) (?:[a-zäöüß]+ )?"
    r"(?=\w*(?:fragen|recht|sachen|fällen|themen|angelegenheiten)\b)).+?)(?: und |,|$)"
)
# What is built where it stands: nobody buys a climbing hall, somebody has one built.
_STRUCTURES: Final = re.compile(
    r"(?:holz|fertig|einfamilien|mehrfamilien|wohn|ferien|garten|baum|blockbohlen|passiv|kletter|"
    r"sport|turn|lager|industrie|montage|reit|tennis|schwimm|natur|bade|koi|dach|stahl|glas|beton|"
    r"doppel|fertigteil|pferde|rinder|kuh|schweine|stütz|abenteuer|winter)?"
    r"(?:hallen|häuser|teiche|terrassen|wintergärten|carports|garagen|pools|schwimmbäder|brücken|zäune|ställe|scheunen|spielplätze|sportplätze|kletterwände|"
    r"gewächshäuser|straßen|mauern|balkone|pergolen|saunen|messestände|skateparks|"
    r"stege|seilbahnen|windparks|solarparks|kläranlagen|biogasanlagen|gärten)",
    re.IGNORECASE,
)
_BUILDS: Final = re.compile(r"bau(?:en|t|e)\b", re.IGNORECASE)
_DRAWN_AND_BUILT: Final = re.compile(r"\b(?:plan|entw[ei]rf|zeichn)\w+ und (?=bau(?:en|t|e) )")
_TRADES: Final = r"(?:verkauf|vermiet|vermittel)(?:en|t|n|e)"
_ESTATE: Final = re.compile(
    rf"\b(?P<verb>{_TRADES} und {_TRADES} (?=Häuser|Wohnungen|Immobilien|Eigentumsw|Grundst)"
    r"|vermittel(?:n|t) (?=Immobilien|Eigentumsw))(?P<what>\w+)"
    r"(?! (?:an|auf Zeit|für|zum Tausch\w*|im eigenen|in eigenen)\b)"
)
_IS: Final = {"n": "sind", "t": "ist", "e": "bin"}


def advice_about(said: str) -> str:
    """„Beratung zu Dämmung“ of what follows „wir beraten“; "" if it names no subject."""
    found = _ABOUT.match(said.strip(" .!"))
    return f"Beratung {found['topic']}" if found else ""


def building_of(verb: str, thing: str) -> str:
    """„Bau von Kletterhallen“ for somebody who builds them; any other thing as it is."""
    *before, noun = thing.split(" ")
    if before or not _BUILDS.search(verb) or not _STRUCTURES.fullmatch(noun):
        return thing
    return f"Bau von {noun if noun.endswith(('n', 's')) else f'{noun}n'}"


def as_plain_german(description: str, language: str) -> str:
    """„Wir planen und bauen“ as „wir bauen“; who sells and lets houses is an agent."""
    if language != "de":
        return description
    description = _DRAWN_AND_BUILT.sub("", description)
    return _ESTATE.sub(
        lambda told: f"{_IS[told['verb'].strip()[-1]]} Immobilienmakler", description
    )
