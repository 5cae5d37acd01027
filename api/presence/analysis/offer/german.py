"""German as used in descriptions: „Wir bauen Y für Z“, bare fragments.

Invariant: a phrase that any company could use („Lösungen“, „Marken“) is not a category.
"""

from __future__ import annotations

import re
from functools import partial

from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.clauses import deeds_apart
from presence.analysis.offer.german_clauses import building_of
from presence.analysis.offer.phrases import Grammar

GENERIC = word_set(
    "unternehmen firma betrieb gruppe team familie familienunternehmen familienbetrieb marke "
    "marken lösung lösungen dienstleistung dienstleistungen leistung leistungen service services "
    "produkt "
    "produkte angebot angebote partner anbieter spezialist spezialisten experte experten menschen "
    "mensch alles etwas welt zukunft leben arbeit erfolg wachstum qualität innovation idee ideen "
    "werte wert erlebnis erlebnisse plattform zuhause leidenschaft vielfalt beste bestes mehr "
    "herz liebe freude klarheit wirkung vertrauen wandel nähe respekt leichtigkeit freiheit mut "
    "organisationen entscheider "
    "weniger tag zeit haus ort geschichte möglichkeiten sachen dinge"
)
_LEAD = (
    r"^(?:wir sind|ich bin|das ist|{name} ist|{name} sind)\s+"
    r"(?:(?:auch|nun|einfach|seit \d{{4}})\s+)?(?:(?:eine?[rsnm]?|d(?:er|ie|as)|ihre?|deine?)\s+)?"
)
# A further verb in a list: „wir warten und reparieren“.
_VERB = r"(?-i:[a-zäöüß]+(?:en|eln|ern|t|e))"
_FURTHER = rf"(?:(?:\s*,\s*{_VERB})*\s+(?:und|&|sowie)\s+{_VERB})?"
_MAKES = (
    r"^(?:wir|(?:der |die |das )?{name}(?: e\. ?V\.| GmbH| UG| AG)?|ich)\s+"
    r"(?P<verb>bauen|baut|baue|verkaufen|verkauft|bieten|bietet|biete|machen|macht|"
    r"stellen|fertigen|fertigt|liefern|liefert|produzieren|produziert|entwickeln|entwickelt|"
    r"vermieten|vermietet|verleihen|verleiht|reparieren|repariert|backen|backt|brauen|braut|rösten|"
    r"röstet|unterrichten|unterrichtet|betreiben|betreibt|verlegen|verlegt|planen|plant|reinigen|"
    r"reinigt|restaurieren|restauriert|organisieren|organisiert|nähen|näht|drucken|druckt|"
    r"vermitteln|vermittelt|sanieren|saniert|warten|wartet|montieren|montiert|übersetzen|übersetzt|"
    r"entsorgen|entsorgt|versichern|versichert|beraten|berät|betreuen|betreut|vertreten|vertritt|"
    r"(?:stimm|prüf|schleif|schärf|polster|streich|tapezier|flies|dämm|schmied|dreh|fräs|schweiß|"
    r"spleiß|spleiss|lackier|gravier|stick|strick|web|filz|töpfer|kelter|züch?t|pflanz|mäh|fäll|"
    r"räum|transportier|lager|archivier|digitalisier|scann|fotografier|entwerf|programmier|host|"
    r"pfleg|behandel|massier|importier|koch|räucher|vermess|zeichn|installier|verkabel|isolier|"
    r"entrümpel|putz|wasch|bügel|änder|rahm|bind|veredel|bedruck|beschrift|kauf)(?:en|n|t|et|e))"
    rf"{_FURTHER}\s+"
    r"(?:(?:eine?[rsnm]?|d(?:er|ie|as|en)|unsere?n?|alte|alten|Ihre?n?|deine?n?)\s+)?"
)
# What is done to a thing is sold as a service: somebody who rents out tents sells no tents.
_DEEDS = {
    "vermiet": "Vermietung",
    "verleih": "Verleih",
    "reparier": "Reparatur",
    "unterricht": "Unterricht",
    "verleg": "Verlegung",
    "reinig": "Reinigung",
    "restaurier": "Restaurierung",
    "vermittel": "Vermittlung",
    "sanier": "Sanierung",
    "wart": "Wartung",
    "montier": "Montage",
    "übersetz": "Übersetzung",
    "entsorg": "Entsorgung",
    "versicher": "Versicherung",
    "berät": "Beratung",
    "berat": "Beratung",
    "betreu": "Betreuung",
    "behandel": "Behandlung",
    "änder": "Änderung",
    "vertr": "Vertretung",
    "stimm": "Stimmen",
    "prüf": "Prüfung",
    "polster": "Polsterung",
    "lackier": "Lackierung",
    "dämm": "Dämmung",
    "transportier": "Transport",
    "lager": "Lagerung",
    "archivier": "Archivierung",
    "digitalisier": "Digitalisierung",
    "pfleg": "Pflege",
    "vermess": "Vermessung",
    "installier": "Installation",
    "isolier": "Isolierung",
    "entrümpel": "Entrümpelung",
    "streich": "Streichen",
    "tapezier": "Tapezieren",
    "flies": "Fliesen",
    "putz": "Putzen",
    "wasch": "Waschen",
    "bügel": "Bügeln",
    "mäh": "Mähen",
    "fäll": "Fällen",
    "schleif": "Schleifen",
    "schärf": "Schärfen",
    "schweiß": "Schweißen",
    "räum": "Räumung",
    "rahm": "Einrahmung",
    "gravier": "Gravur",
    "bedruck": "Bedrucken",
    "beschrift": "Beschriftung",
    "verkabel": "Verkabelung",
    "fotografier": "Fotografieren",
    "scann": "Scannen",
}
# What is done for somebody or something rather than to it.
_DONE_FOR = frozenset({"Beratung", "Betreuung", "Vertretung", "Versicherung", "Unterricht"})
_SHORTEST_NOUN = 4  # letters in the noun that ends a compound
_DATIVE = re.compile(r"[A-ZÄÖÜ]\S*(?:(?P<alike>[ns])|er|el|e)$")
_STOP = (
    r"\s+(?:für|in|im|am|an|bei|beim|mit|ohne|aus|von|vom|zu|zum|zur|auf|über|unter|nach|seit|ab|"
    r"bis|gegen|rund|vor\s+Ort|die|der|das|den|dem|des|wo|wenn|damit|ganz|direkt|speziell|um|an\s|her|an$|"
    r"nicht|auch|online)\b"
    r"|[,;:.!?()–—|]|\s-\s"
)
_NO_START = word_set(
    "wir ich sie ihr mein dein finden finde sparen spare entdecken entdecke willkommen mehr "
    "weniger einfach endlich jetzt wo wie warum weil damit gemeinsam machen mach lassen lass "
    "leben lebe aus mit für von zu auf in über nach seit ohne bei verstehen wissen spüren erleben "
    "genießen erfahren entspannen ankommen abschalten durchatmen loslassen aufatmen träumen "
    "begegnen verändern lachen"
)

_NEVER = word_set(
    "wir ich du sie ihr uns mir dir ihnen es er ist sind war wird werden kann können soll muss hat "
    "haben braucht brauchen will wollen weiß wissen macht machen dein mein besser schneller "
    "einfacher schöner sicherer zusammen"
)

# Words that are meaningful only with another word: „Lohnsoftware“, „Fahrradladen“.
VAGUE = word_set(
    "app apps werkzeug werkzeuge software webseite website system systeme laden geschäft shop "
    "studio praxis agentur kurs kurse unterricht veranstaltungen bücher inhalte kleidung "
    "ausrüstung beratung berater schulung schulungen technik technologie digital internet online "
    "maschine maschinen material materialien raum räume handel handwerk dienst"
)


def _is_plural(thing: str) -> bool:
    """Whether a final "-e" marks a plural: „Spielplätze“ of „Spielplatz“, but not „Seife“."""
    one = thing[:-1].lower()
    plain = one.replace("ä", "a").replace("ö", "o").replace("ü", "u")
    ends = (word[at:] for word in (one, plain) for at in range(len(word) - _SHORTEST_NOUN + 1))
    return any(is_frequent(end, "de") for end in ends)


def _done(thing: str, deed: str) -> str:
    """„Reparatur von Lastenrädern“ if the dative is known, else „Reparatur für …“."""
    found = None if deed in _DONE_FOR or " " in thing else _DATIVE.match(thing)
    if found is None or (thing.endswith("e") and not _is_plural(thing)):
        return f"{deed} für {thing}"
    return f"{deed} von {thing}{'' if found['alike'] else 'n'}"


GERMAN = Grammar(
    language="de",
    lead=_LEAD,
    makes=_MAKES,
    stop=re.compile(_STOP, re.IGNORECASE),
    generic=GENERIC,
    vague=VAGUE,
    capital_nouns=True,
    no_start=_NO_START,
    never=_NEVER,
    articles=re.compile(
        r"^(?:eine?[rsnm]?|d(?:er|ie|as|en|em)|unsere?[rn]?|[Ii]hre?|[Dd]eine?|[Ee]ure)\s+",
        re.IGNORECASE,
    ),
    joins=re.compile(r"\s+(?:und|&|\+|sowie|oder)\s+|\s*,\s*", re.IGNORECASE),
    deeds=_DEEDS,
    done=_done,
    commissioned=building_of,
    clauses=partial(deeds_apart, language="de"),
    again=re.compile(rf"^(?P<verb>(?:{'|'.join(_DEEDS)}|verkauf|bau|fertig)(?:en|t|e))\s+"),
    clause=re.compile(
        r"(?<!\w)(?!(?:mit|statt|samt|seit|laut|nebst|acht)\s)[a-zäöüß]{2,}t\s+(?=\w)|"
        r"(?<!\w)[a-zäöüß]+ieren\s+[A-ZÄÖÜ]"
    ),
    purpose=re.compile(
        r"^\s+(?P<by>für|über|fürs|rund um)\s+"
        # work has an article as well: „Software für die Dienstplanung“
        r"(?P<whom>(?!(?:den|die(?!\s\w+(?:ung|tion)\b)|das|dich|sie|ihr|ihre[nr]?|"
        r"alle|"
        r"alles|jede[nrs]?|mehr|weniger|einen?|euch|uns|dein|"
        r"unsere?|menschen|kunden)\b)"
        r"[^\W\d_][^,.;:!?()–—|]*)",
        re.IGNORECASE,
    ),
    relative=re.compile(
        r"^,\s+(?:die|der|das)\s+(?P<whom>(?:[a-zäöü]+\s+)?[A-ZÄÖÜ][^.;:!?()–—|,]*?)\s+[a-zäöü]+t"
        r"(?=[.,;!?]|$)"
    ),
    preposition="für",
    audience=re.compile(
        r"\bfür\s+((?!(?:den|die|das|dich|sie|ihr|alle|jede|mehr|einen?)\b)[^,.;:!?()]{4,80})",
        re.IGNORECASE,
    ),
)
