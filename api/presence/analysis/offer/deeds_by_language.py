"""Activities on things as services, in further languages: « réparation de vélos ».

Invariant: somebody who repairs bicycles sells no bicycles, so the activity is part of what is sold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# Nouns for activities by verb stem; in Polish, the thing would need another case.
DEEDS: Mapping[str, Mapping[str, str]] = {
    "fr": {
        "répar": "réparation de {}",
        "dépann": "dépannage de {}",
        "entreten": "entretien de {}",
        "entretien": "entretien de {}",
        "ramon": "ramonage de {}",
        "achet": "rachat de {}",
        "rachet": "rachat de {}",
        "livr": "livraison de {}",
        "assur": "assurance pour {}",
        "enseign": "cours de {}",
        "appren": "cours de {}",
        "rénov": "rénovation de {}",
        "débarrass": "débarras de {}",
        "lou": "location de {}",
        "nettoy": "nettoyage de {}",
        "install": "installation de {}",
        "restaur": "restauration de {}",
        "traduis": "traduction de {}",
        "corrig": "correction de {}",
        "remplac": "remplacement de {}",
        "imprim": "impression de {}",
        "organis": "organisation de {}",
        "isol": "isolation de {}",
        "affût": "affûtage de {}",
        "transport": "transport de {}",
        "recycl": "recyclage de {}",
        "gardons": "garde de {}",
        "garde": "garde de {}",
        "posons": "pose de {}",
        "pose": "pose de {}",
        "mont": "montage de {}",
        "rédig": "rédaction de {}",
        "constru": "construction de {}",
        "bâti": "construction de {}",
        "élagu": "élagage de {}",
        "accord": "accord de {}",
        "encadr": "encadrement de {}",
        "tapiss": "tapisserie de {}",
    },
    "es": {
        "repar": "reparación de {}",
        "arregl": "reparación de {}",
        "asegur": "seguro para {}",
        "traduc": "traducción de {}",
        "correg": "corrección de {}",
        "enseñ": "clases de {}",
        "entreg": "entrega de {}",
        "reparti": "reparto de {}",
        "rent": "renta de {}",
        "pint": "pintura de {}",
        "alquil": "alquiler de {}",
        "limpi": "limpieza de {}",
        "instal": "instalación de {}",
        "restaur": "restauración de {}",
        "rehabilit": "rehabilitación de {}",
        "anticip": "anticipo de {}",
        "manten": "mantenimiento de {}",
        "mont": "montaje de {}",
        "transport": "transporte de {}",
        "organiz": "organización de {}",
        "imprim": "impresión de {}",
        "cambi": "cambio de {}",
        "recicl": "reciclaje de {}",
        "constru": "construcción de {}",
        "reform": "reforma de {}",
        "tapiz": "tapizado de {}",
        "redact": "redacción de {}",
        "enmarc": "enmarcado de {}",
        "encuadern": "encuadernación de {}",
        "pod": "poda de {}",
        "tramit": "tramitación de {}",
    },
    "it": {
        "ripar": "riparazione di {}",
        "affitt": "affitto di {}",
        "noleggi": "noleggio di {}",
        "pul": "pulizia di {}",
        "restaur": "restauro di {}",
        "traduc": "traduzione di {}",
        "insegn": "corsi di {}",
        "mont": "montaggio di {}",
        "install": "installazione di {}",
        "rifac": "rifacimento di {}",
        "ristruttur": "ristrutturazione di {}",
        "vernici": "verniciatura di {}",
        "consegn": "consegna di {}",
        "assicur": "assicurazione per {}",
        "organizz": "organizzazione di {}",
        "stamp": "stampa di {}",
        "trasport": "trasporto di {}",
        "smalt": "smaltimento di {}",
        "lavi": "lavaggio di {}",
        "lava": "lavaggio di {}",
        "costru": "costruzione di {}",
        "redig": "redazione di {}",
        "compil": "compilazione di {}",
        "tappezz": "tappezzeria di {}",
        "accord": "accordatura di {}",
        "rileg": "rilegatura di {}",
        "affil": "affilatura di {}",
        "pot": "potatura di {}",
        "tinteggi": "tinteggiatura di {}",
    },
    "nl": {
        "reparer": "reparatie van {}",
        "herstel": "herstelling van {}",
        "verhu": "verhuur van {}",
        "schoonmak": "schoonmaak van {}",
        "reinig": "reiniging van {}",
        "vertal": "vertaling van {}",
        "restaurer": "restauratie van {}",
        "verzeker": "verzekering voor {}",
        "onderhoud": "onderhoud van {}",
        "installer": "installatie van {}",
        "plaats": "plaatsing van {}",
        "bezorg": "bezorging van {}",
        "renover": "renovatie van {}",
        "isoler": "isolatie van {}",
        "repareer": "reparatie van {}",
        "restaureer": "restauratie van {}",
        "installeer": "installatie van {}",
        "renoveer": "renovatie van {}",
        "isoleer": "isolatie van {}",
        "vertaal": "vertaling van {}",
        "stoffe": "stoffering van {}",
        "bouw": "bouw van {}",
        "snoei": "snoei van {}",
        "slijp": "slijpen van {}",
    },
    "pt": {
        "alug": "aluguel de {}",
        "consert": "conserto de {}",
        "repar": "reparação de {}",
        "limp": "limpeza de {}",
        "instal": "instalação de {}",
        "traduz": "tradução de {}",
        "ensin": "aulas de {}",
        "restaur": "restauração de {}",
        "entreg": "entrega de {}",
        "mant": "manutenção de {}",
        "mont": "montagem de {}",
        "pint": "pintura de {}",
        "reform": "reforma de {}",
        "constru": "construção de {}",
        "organiz": "organização de {}",
        "imprim": "impressão de {}",
        "perfur": "perfuração de {}",
    },
}
# Polish puts the thing into another case, which the pages show: "naprawa rowerów".
_POLISH: Mapping[str, str] = {
    "napraw": "naprawa|serwis",
    "serwis": "serwis|naprawa",
    "czyścimy": "czyszczenie|pranie",
    "pierzemy": "pranie|czyszczenie",
    "wynajm": "wynajem|wypożyczalnia",
    "wypożycz": "wypożyczalnia|wynajem",
    "mont": "montaż",
    "remont": "remonty?",
    "odnaw": "renowacja",
    "renow": "renowacja",
    "tłumacz": "tłumaczenia?",
    "ucz": "nauka|kursy?|lekcje|lekcji",
    "sprząt": "sprzątanie",
    "instal": "instalacja|montaż",
    "przewoz": "przewóz|transport",
    "strzy": "strzyżenie",
}
_POLISH_VERB = re.compile(r"^(?:my )?(?P<verb>\w+(?:emy|imy|amy|ymy))\b", re.IGNORECASE)
_STEM = 4  # letters by which a Polish noun is recognised in any case
# A text that begins with how something was made names nothing: "hecho a mano".
MADE_HOW = (
    r"(?:fait|fabriqu[ée]|cousu|tricoté|livré|préparé|conçu|cuit|cultivé|tissé|pensé|dessiné|imaginé|"
    r"élaboré|élevé|récolté|produit)e?s? (?=[àaeps])|"
    r"(?:hech|elaborad|fabricad|cosid|tejid|pintad|preparad|enviad|diseñad|pensad|cultivad|hornead|"
    r"servid|cocinad|feit|produzid|costurad|entregue|desenhad|assad|bordad)[oa]s?|"
    r"(?:fatt|spedit|prodott|realizzat|cucit|lavorat|preparat|confezionat|consegnat|colat|tessut|"
    r"dipint|pensat|curat|disegnat|raccolt|cresciut)[oaie]|"
    r"gemaakt|geleverd|bezorgd|gebakken|genaaid|geweven|gekweekt|ontworpen|bereid|"
    r"(?:robion|szyt|wypiekan|tworzon|wykonan|dostarczan|przygotowan)[eyai]"
)
# Who organises courses is asked for the courses.
_GATHERING = re.compile(
    r"(?:cours|stages?|ateliers?|séjours?|visites?|randonnées?|cursos?|clases|talleres|visitas|"
    r"excursiones|corsi|lezioni|laboratori|visite|escursioni|degustazion[ei]|aulas|oficinas|"
    r"passeios)(?!\w)",
    re.IGNORECASE,
)
# Whoever builds harps sells harps; walls are built where they are wanted.
_BUILDING = re.compile(r"constru|costru|bouw van")
_ON_SITE = re.compile(
    r"(?:murs?|murets?|maisons?|piscines?|terrasses?|vérandas?|granges?|ponts?|escaliers?|abris|"
    r"extensions?|chalets?|cheminées?|clôtures?|muros?|casas?|viviendas?|piscinas?|terrazas?|"
    r"puentes?|escaleras?|chimeneas?|naves|naves?|vallas?|caminos|carreteras|edificios?|muri|"
    r"murett[io]|muro|case|ville|villette|piscine|terrazze|ponti|scale|camini|recinzioni|strade|"
    r"edifici|fienili|moradias?|muretes|pontes|muren|muurtjes|huizen|woningen|zwembaden|terrassen|"
    r"bruggen|trappen|schuren|tuinhuizen|schuttingen|dakkapellen|aanbouwen|serres)(?!\w)",
    re.IGNORECASE,
)
# Nothing is elided before these: « taille de haies ».
_ASPIRATED = (
    r"h(?:aies?|alls?|alles?|angars?|arpes?|aricots?|aches?|amacs?|amsters?|andicap\w*|omards?|"
    r"ottes?|ousses?|ublots?|êtres?|ors|aut\w*|uit|iboux?|érissons?|ockey)(?!\w)"
)
_VOWEL = rf"(?!{_ASPIRATED})(?=[aeiouyàâéèêëîïôûœh])"


def done(thing: str, deed: str, language: str) -> str:
    """The activity before the thing: « réparation de vélos », « location d'ateliers »."""
    if deed.startswith(("organi", "{}")) and _GATHERING.match(thing):
        return thing
    if _BUILDING.match(deed) and not _ON_SITE.match(thing):
        return thing
    lowered = thing if thing[1:2].isupper() else thing[:1].lower() + thing[1:]
    said = deed.format(lowered)
    return re.sub(rf"^(.*?\w de) {_VOWEL}", _elided, said) if language == "fr" else said


def polish_deed(description: str, thing: str, text: str) -> str:
    """The Polish activity and thing as worded on the pages: "serwis rowerów"; else ""."""
    verb = _POLISH_VERB.match(description.strip())
    if verb is None:
        return ""
    said = verb["verb"].casefold()
    nouns = next((nouns for stem, nouns in _POLISH.items() if said.startswith(stem)), "")
    begin = re.escape(thing.split()[0][:_STEM])
    more = r"(?: \w+(?:ych|ich|ego|iej))?"
    found = re.search(rf"\b(?:{nouns}) {begin}\w*{more}", text, re.IGNORECASE) if nouns else None
    return found.group()[:1].lower() + found.group()[1:] if found else ""


def _elided(match: re.Match[str]) -> str:
    return f"{match.group(1)[:-1]}'"
