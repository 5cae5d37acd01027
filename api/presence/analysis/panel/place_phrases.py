"""A place in the form used in a question, with its preposition and article.

Invariant: a name that cannot be put into a sentence of the language gives "", and is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from presence.analysis.offer.places import is_place_name
from presence.analysis.panel.markets import MARKETS

_BARE = "{}"  # languages whose market names include their preposition, or need none
_IN: Mapping[str, str] = {
    "en": "in {}",
    "de": "in {}",
    "fr": "à {}",
    "es": "en {}",
    "it": "a {}",
    "nl": "in {}",
    "pt": "em {}",
    "pl": _BARE,
    "ja": _BARE,
    "ar": "في {}",
    "zh": _BARE,
}
# Patterns of names that need another preposition than usual, and that phrase, per language.
_ODD: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"^the (?:River |.*[Cc]anal$|.*[Rr]iver$)", "on {}"),
        (r"^the ", "in {}"),
        (r"^Isle of ", "on the {}"),
        (
            r"(?:District|Islands|Highlands|Midlands|Valley|Peninsula|Area|Northwest|Northeast|"
            r"Midwest|Southwest|Cotswolds|Netherlands|Alps|Borders|Hills|Lakes|Coast|Levels|"
            r"Philippines|Hebrides|Dolomites|Ozarks|Bahamas)$",
            "in the {}",
        ),
        (r"^(?:UK|USA|US|United (?:States|Kingdom|Arab Emirates))$", "in the {}"),
    ),
    "de": (
        (r"^(?:Landkreis|Kreis|Bezirk|Kanton|Großraum|Raum) ", "im {}"),
        (
            r"(?:engadin|tessin|wallis|elsass|allgäu|tal|wald|land kreis|gebiet|gäu|gau|harz|"
            r"burgenland|saarland|viertel|moos)$",
            "im {}",
        ),
        (
            r"(?:schweiz|pfalz|lausitz|eifel|steiermark|wachau|heide|rhön|region|slowakei)$",
            "in der {}",
        ),
        (r"^(?:USA|Niederlande)$", "in den {}"),
    ),
    "fr": (
        (
            r"^(?:Bretagne|Normandie|Provence|Alsace|Auvergne|Bourgogne|Corse|Vendée|Savoie|Dordogne|"
            r"Lorraine|Picardie|Ardèche|Sologne|Gironde|Occitanie|Île-de-France|France|Belgique|"
            r"Suisse|Camargue|Champagne|Périgord|Limousin|Poitou|Béarn|Languedoc|Roussillon|Touraine|"
            r"Anjou|Beaujolais|Gascogne|Catalogne|Aquitaine|Nouvelle-Aquitaine|Franche-Comté|Isère|"
            r"Haute-Savoie|Charente|Charente-Maritime|Moselle|Mayenne|Sarthe|Corrèze|Creuse|Lozère|"
            r"Wallonie|Flandre|Gruyère|Romandie|Guadeloupe|Martinique|Guyane)$",
            "en {}",
        ),
        (
            r"^(?:Tarn|Gers|Lot|Var|Jura|Morvan|Vaucluse|Luberon|Gard|Nord|Finistère|Morbihan|Perche|"
            r"Vercors|Doubs|Cantal|Valais|Hainaut|Calvados|Vexin)$",
            "dans le {}",
        ),
        (r"^le [Cc]anal ", "sur {}"),
        (r"^\S+-et-\S+$", "en {}"),
        (r"^Le ", "au {}"),
        (r"^Les ", "aux {}"),
    ),
    "nl": (
        (
            r"^(?:Weerribben|Achterhoek|Veluwe|Betuwe|Randstad|Ardennen|Kempen|Biesbosch|Wieden|"
            r"Zaanstreek|Hoeksche Waard|Alblasserwaard|Noordoostpolder)$",
            "in de {}",
        ),
    ),
    "it": (
        (r"^Abruzzo$", "in {}"),
        (r"^(?:Langhe|Marche|Dolomiti|Cinque Terre)$", "nelle {}"),
        (r"^(?:Salento|Chianti|Cilento|Gargano|Mugello|Monferrato|Lazio)$", "nel {}"),
        (r"^A", "ad {}"),
        (
            r"^(?:Toscana|Sicilia|Sardegna|Lombardia|Piemonte|Veneto|Liguria|Umbria|Puglia|Calabria|"
            r"Basilicata|Campania|Molise|Emilia|Romagna|Emilia-Romagna|Friuli|Trentino|"
            r"Italia|Svizzera|Brianza|Maremma|Valtellina|Franciacorta)$",
            "in {}",
        ),
    ),
    "pt": (
        (
            r"^(?:Porto|Rio de Janeiro|Algarve|Minho|Alentejo|Recife|Brasil|Funchal|Ribatejo|"
            r"Douro|Paraná|Ceará|Rio Grande do Sul)$",
            "no {}",
        ),
        (r"^(?:Bahia|Madeira|Guarda|Figueira da Foz|Covilhã)$", "na {}"),
        (r"^Açores$", "nos {}"),
    ),
}


_POLISH_TOWNS: Mapping[str, str] = {  # in the form that follows "w"
    "Warszawa": "Warszawie", "Kraków": "Krakowie", "Łódź": "Łodzi", "Wrocław": "Wrocławiu",
    "Poznań": "Poznaniu", "Gdańsk": "Gdańsku", "Szczecin": "Szczecinie", "Lublin": "Lublinie",
    "Bydgoszcz": "Bydgoszczy", "Białystok": "Białymstoku", "Katowice": "Katowicach",
    "Gdynia": "Gdyni", "Częstochowa": "Częstochowie", "Radom": "Radomiu", "Toruń": "Toruniu",
    "Sosnowiec": "Sosnowcu", "Rzeszów": "Rzeszowie", "Kielce": "Kielcach", "Gliwice": "Gliwicach",
    "Olsztyn": "Olsztynie", "Zabrze": "Zabrzu", "Bielsko-Biała": "Bielsku-Białej",
    "Bytom": "Bytomiu", "Zielona Góra": "Zielonej Górze", "Rybnik": "Rybniku", "Opole": "Opolu",
    "Tychy": "Tychach", "Płock": "Płocku", "Elbląg": "Elblągu", "Sopot": "Sopocie",
    "Koszalin": "Koszalinie", "Tarnów": "Tarnowie", "Kalisz": "Kaliszu", "Legnica": "Legnicy",
    "Słupsk": "Słupsku", "Nowy Sącz": "Nowym Sączu", "Zakopane": "Zakopanem", "Zamość": "Zamościu",
    "Przemyśl": "Przemyślu", "Gniezno": "Gnieźnie", "Suwałki": "Suwałkach", "Ełk": "Ełku",
}  # fmt: skip
# Languages in which a place opens the sentence.
LED = frozenset({"ja", "zh", "tr"})
_BY_PLACE_IN_CHINESE = re.compile(r"(?:\{name\}|\{part\}|有|口碑|性价比|适合|贵的|几个|哪)")


def led_by_place(sentence: str, place: str, language: str) -> str:
    """The sentence with the place at its beginning: 「福岡市でおすすめの整骨院はどこですか？」."""
    if language == "ja":
        joined = "の" if sentence.startswith("{name}") else "で"
        return f"{place}{joined}{sentence}"
    if language == "zh":
        return f"{place}{sentence}" if _BY_PLACE_IN_CHINESE.match(sentence) else sentence
    first = {"I": "ı", "İ": "i"}.get(sentence[0], sentence[0].lower())
    return f"{place} {first}{sentence[1:]}"


def place_phrase(name: str, language: str) -> str:
    """ "in Leeds", "im Allgäu", "à Lyon"; "" for what does not have the form of a place."""
    name = re.sub(r"['’]s?$", "", name.strip())
    if not name or not is_place_name(name):
        return ""
    folded = name.casefold()
    for pattern, phrase in _ODD.get(language, ()):
        if re.search(pattern, name) or (language == "de" and re.search(pattern, folded)):
            return _contracted(phrase.format(name), language)
    if language == "tr":
        return f"{name}’{turkish_locative(name)}"
    if language == "pl" and name in _POLISH_TOWNS:
        name = _POLISH_TOWNS[name]
    if language == "pl" and re.search(r"(?:i|ie|iu|owie|ach|cy|u|ej|em|ym)$", name):
        before = "we" if name.startswith(("Wr", "Wł")) else "w"
        return f"{before} {name}"  # in the form that follows "w" in the original text
    return _IN.get(language, _BARE).format(name)


def market_phrase(market: str, language: str) -> str:
    """ "in the United States", "en France"; "" if the language has no name for the market."""
    name = MARKETS.get(language, {}).get(market.upper())
    if not name:
        return ""
    if language == "tr":
        return f"{name}’{turkish_locative(name)}"
    return name if language == "fr" else _IN.get(language, _BARE).format(name)


def turkish_locative(name: str) -> str:
    """The ending for "in" after a name: "de" of İzmir, "da" of Ankara, "te" of Gaziantep."""
    folded = name.replace("I", "ı").replace("İ", "i").lower()
    last = next((letter for letter in reversed(folded) if letter in "aıoueiöüâîû"), "e")
    hard = folded[-1] in "fstkçşhp"
    return f"{'t' if hard else 'd'}{'a' if last in 'aıouâû' else 'e'}"


def _contracted(phrase: str, language: str) -> str:
    if language != "fr":
        return phrase
    return phrase.replace("au Le ", "au ").replace("aux Les ", "aux ")
