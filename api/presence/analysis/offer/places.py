"""Where the offer is available: a city, a region, or None if it is available everywhere.

Invariant: a name counts as a place only if something else confirms it: an address in structured
data or with its postal code, or a second text that names it as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from presence.analysis.offer.categories import SPOKEN
from presence.analysis.offer.kinds import addresses
from presence.analysis.offer.postal_addresses import postal_town
from presence.analysis.types import PageFacts
from presence.analysis.types.offer import Quote, Slot

# Of every language but English and German, in which "a" and "no" precede no place.
_PREPOSITIONS = (
    r"\b(?:(?:in|near|around|across|serving|im|rund um|à|en|a|em|no|na|te|w|we|di|nel|nella|de|bij|"
    r"nabij)\s+|(?:près|autour|proche) d['’]|vicino ad?\s+|zona\s+)"
)
_CAPITALIZED = r"[A-ZÀ-ÝŁŚŻŹČŠŽ][\w'’-]+"
_SIDE = (
    r"(?:(?:north|south|east|west|central|mid)(?:-?(?:east|west))?(?:ern)?\s|"
    r"(?:rural|upstate|downtown|greater|inner)\s)?"
)
_NAME = (
    rf"({_SIDE}{_CAPITALIZED}"
    rf"(?:[\s-](?:(?:am|an der|sur|de|del|di|la|upon)[\s-]){{0,2}}{_CAPITALIZED}){{0,3}})"
)
_PLACED = re.compile(_PREPOSITIONS + _NAME)
_FRENCH_REGION = re.compile(
    r"\bdans le\s+(Tarn|Gers|Lot|Var|Jura|Morvan|Vaucluse|Luberon|Gard|Nord|Finistère|Morbihan|"
    r"Perche|Vercors|Doubs|Cantal|Valais|Hainaut|Calvados|Vexin)\b"
)
_PLACED_IN = {
    "en": re.compile(
        r"\b(?:[Ii]n|[Nn]ear|[Aa]round|[Aa]cross|[Tt]hroughout|[Ss]erving)\s+" + _NAME
    ),
    "de": re.compile(r"\b(?:[Ii]n|[Ii]m|[Nn]ear|[Rr]und um|[Nn]ahe)\s+" + _NAME),
}
# Prepositions that say where, and nothing else.
_LOCATED = {
    language: re.compile(rf"\b(?:{words}) {_NAME}")
    for language, words in (
        ("es", "en"),
        ("fr", "à|en"),
        ("it", "a|in"),
        ("pt", "em|no|na"),
        ("nl", "in"),
    )
}
# "In the Lake District": regions with an article, which belongs to their name.
_REGION = re.compile(
    r"\b(?:in|near|around|across|throughout|serving|over)\s+(the\s+"
    r"(?:(?:[A-Z][\w'’-]+\s+){1,2}(?:District|Dales|Highlands|Borders|Valley|Midlands|Islands|Isles|"
    r"Coast|Hills|Lakes|Forest|Peninsula|Marches|Fens|Broads|Moors|Downs|Area|Mountains|Keys)|"
    r"(?:Forest|Isle|Vale|Bay|Firth|Kingdom) of [A-Z][\w'’-]+|"
    r"Cotswolds|Chilterns|Pennines|Mendips|Highlands|Midlands|Hebrides|Borders|Dales|Fens|Broads|"
    r"Alps|Pyrenees|Dolomites|Catskills|Adirondacks|Rockies|Ozarks|Hamptons|Poconos|Cairngorms|"
    r"Trossachs|Weald|Wirral))\b"
)
# Where an outing begins is where it is to be had: "whale watching trips from Húsavík".
_OUTING = (
    r"\b(?:trips?|tours?|cruises?|excursions?|safaris?|outings?|sailings?|rides?|flights?|"
    r"transfers?|charters?|walks?|hikes?|crossings?)\b[^.;:!?]{0,60}?\bfrom\s+"
)
_OUTING_FROM = re.compile(_OUTING + _NAME)
# "On the Kennet and Avon canal": a water is a place that one is on.
_WATERS = {
    "en": re.compile(
        r"\b(?:on|along|beside)\s+(the\s+(?:River\s+[A-Z][\w'’-]+|[A-Z][\w'’-]+\s+"
        r"(?:(?:and|&)\s+[A-Z][\w'’-]+\s+)?(?:[Cc]anal|[Rr]iver)))\b"
    ),
    "fr": re.compile(r"\bsur\s+(le\s+[Cc]anal\s+(?:de\s+la\s+|d[eu]\s+|d['’])[A-ZÀ-Ý][\w’'-]+)"),
}
# Who works in the whole country is not looked for in the town of the address.
_EVERYWHERE = re.compile(
    r"\b(?:nation-?wide|worldwide|UK-wide|all 50 states|across the (?:U\.?S\.?A?|U\.?K\.?|"
    r"country|nation|United States|United Kingdom)\b|bundesweit|deutschlandweit|österreichweit|"
    r"schweizweit|weltweit|"
    r"(?:in|für) ganz (?:Deutschland|Österreich)|in der ganzen Schweiz|dans toute la France|"
    r"partout en France|en toda España|in tutta Italia|in heel Nederland|"
    r"em todo o (?:Brasil|país)|w całej Polsce)|全国",
    re.IGNORECASE,
)
# "Poznań i okolice", „Ulm und Umgebung“.
_AND_AROUND = re.compile(
    rf"{_NAME}\s+(?:i okolice|e dintorni|und Umgebung|et (?:ses )?environs|y alrededores|"
    r"e arredores|en omgeving|and (?:the )?surrounding)\b"
)
_ARABIC = re.compile(
    r"(?<![\u0600-\u06ff])في ([\u0600-\u06ff]{3,}"
    r"(?: (?!مع|من|في|إلى|على|عن|أو|بين|منذ|كل)[\u0600-\u06ff]{2,4}(?![\u0600-\u06ff]))?)"
)
_JAPANESE = re.compile(
    r"(?:^|(?<=[、。・\s都道府県]))([一-龥]{2,4}?)(?:市|区|町|県|都|府)"
    r"|(北海道|東京|大阪|京都|横浜|名古屋|神戸|福岡|札幌|仙台|広島|川崎|埼玉|千葉|金沢|鎌倉|奈良|"
    r"沖縄|那覇|長崎|熊本|鹿児島|新潟|静岡|浜松|岡山|長野|松本|軽井沢|箱根|高松|松山|高知|徳島|"
    r"青森|秋田|盛岡|山形|福島|宇都宮|前橋|水戸|甲府|富山|福井|岐阜|三重|滋賀|和歌山|鳥取|島根|山口|"
    r"佐賀|大分|宮崎|銀座|渋谷|新宿|池袋|浅草|梅田|難波|祇園|湘南|信州|九州|関西|関東)"
)
# All German nouns are capitalised; these towns and regions are not like "in Handarbeit".
_TOWNS = re.compile(
    r"^(?:Berlin|Hamburg|München|Köln|Frankfurt|Stuttgart|Düsseldorf|Leipzig|Dortmund|Essen|Bremen|"
    r"Dresden|Hannover|Nürnberg|Duisburg|Bochum|Wuppertal|Bielefeld|Bonn|Münster|Mannheim|Karlsruhe|"
    r"Augsburg|Wiesbaden|Mönchengladbach|Gelsenkirchen|Aachen|Braunschweig|Chemnitz|Kiel|Halle|"
    r"Magdeburg|Freiburg|Krefeld|Mainz|Lübeck|Erfurt|Oberhausen|Rostock|Kassel|Hagen|Potsdam|"
    r"Saarbrücken|Hamm|Ludwigshafen|Oldenburg|Osnabrück|Leverkusen|Heidelberg|Darmstadt|Solingen|"
    r"Regensburg|Paderborn|Ingolstadt|Würzburg|Fürth|Ulm|Heilbronn|Pforzheim|Wolfsburg|Göttingen|"
    r"Bottrop|Reutlingen|Koblenz|Bremerhaven|Erlangen|Bergisch|Trier|Jena|Cottbus|Hildesheim|"
    r"Schwerin|Weimar|Konstanz|Passau|Bamberg|Bayreuth|Flensburg|Tübingen|Marburg|Gießen|Wien|Graz|"
    r"Linz|Salzburg|Innsbruck|Klagenfurt|Villach|Bregenz|Zürich|Genf|Basel|Bern|Lausanne|Winterthur|"
    r"Luzern|Zug|Schaffhausen|Chur|Bozen|Meran|Allgäu|Ruhrgebiet|Schwarzwald|Harz|Bayern|Sachsen|"
    r"Hessen|Tirol|Südtirol|Kärnten|Steiermark|Vorarlberg|Oberbayern|Franken|Schwaben|Rheinland|"
    r"Saarland|Brandenburg|Thüringen|Niedersachsen|Deutschland|Österreich)(?:-\w+)?$"
)
# "Bei Lüneburg", "im Raum Linz": what follows is a town if it ends as one, or is known as one.
_NEAR_IN_GERMAN = re.compile(
    r"\b(?:[Ii]n|[Bb]ei|[Nn]ahe|[Uu]nweit von|[Ii]m Raum|[Ii]n der Nähe von|[Ii]m Großraum|"
    r"[Rr]und um|"
    r"[Ii]m Umkreis von|[Ii]n und um) ([A-ZÄÖÜ][a-zäöüß]+(?:-[A-ZÄÖÜ][a-zäöüß]+)?)"
)
_GERMAN_TOWN = re.compile(
    r"\w{2,}(?:burg|berg|stadt|hausen|heim|dorf|furt|bach|ingen|hofen|kirchen|stedt|haven|hafen|"
    r"münde|rode|weiler|brück|brücken|walde|büttel|beck|stätten|felde|born|see|kreuz|thal|münster)"
)
_GERMAN_COMMON = re.compile(
    r"(?:(?:Eigen|Alters|Pflege|Kinder|Tier|Wohn|Studenten|Senioren|Flüchtlings|Jugend|Feier)heim|"
    r"(?:Innen|Groß|Klein|Alt|Heimat|Haupt|Vor|Traum|Hanse|Universitäts)stadt|(?:Wein|Müll|Akten)berg|"
    r"(?:Ferien|Heimat|Nachbar|Berg)dorf|(?:Flug|Yacht|Binnen)hafen|(?:Bade|Bagger|Berg|Stau)see)"
)
# English words for peoples and languages, which are not places: "talking in Irish again".
_ADJECTIVES = re.compile(
    r"^(?:\w+ish|\w+ese|French|German|Dutch|Greek|Welsh|Gaelic|Arabic|Hebrew|Latin|Hindi|Urdu|"
    r"\w+[iz]ian|Russian|Norwegian|Korean|American|European|African|Asian|Australian|Mexican|"
    r"\w*day|January|February|March|April|June|July|August|\w+ember|October|Spring|Summer|"
    r"Autumn|Winter)$"
)
# What programs are written in or made for, and where one sells: "in Python", "on Instagram".
_NOT_PLACED = re.compile(
    r"(?:Python|Rust|Ruby|Rails|Go|Golang|JavaScript|TypeScript|Swift|Kotlin|Scala|Perl|Haskell|"
    r"Elixir|Erlang|Clojure|Julia|Fortran|Lua|Zig|React|Angular|Vue|Node|Django|Laravel|Excel|Word|"
    r"Outlook|Slack|Teams|Notion|Jira|Figma|Shopify|WordPress|WooCommerce|Salesforce|HubSpot|"
    r"Photoshop|Blender|Unity|Unreal|Linux|Windows|Android|Kubernetes|Docker|Postgres(?:QL)?|"
    r"Chrome|Firefox|Safari|Google|Instagram|Facebook|WhatsApp|YouTube|TikTok|LinkedIn|Amazon|"
    r"Internet|Netflix)$"
)
_SHORT_NAMES = frozenset(["UK", "USA", "US", "UAE", "NYC", "CDMX", "LA", "DC", "EU"])
_ADDRESS_CONFIDENCE = 0.9
_AGREED_CONFIDENCE = 0.8
_SINGLE_CONFIDENCE = 0.5


def place_of(
    description: str, audience: str, pages: Sequence[PageFacts], language: str
) -> Slot[str] | None:
    """The place of the offer with its evidence; None if no place is stated."""
    towns = [(town, page.final_url) for page in pages for town in addresses(page)]
    said = [
        (name, source)
        for source, text in (("description", description), ("audience", audience))
        for name in _names_in(text, language)
    ]
    known = {town.casefold() for town, _ in towns}
    titles = " \n ".join(f"{page.title}\n{page.description}" for page in pages[:5])
    for name, source in said:
        quotes = (Quote(name, source),)
        if name.casefold() in known:
            return Slot(name, _ADDRESS_CONFIDENCE, quotes)
        if name in titles or any(name == other and source != at for other, at in said):
            return Slot(name, _AGREED_CONFIDENCE, quotes)
    known_town = next(((n, s) for n, s in said if _TOWNS.match(n)), None)
    if known_town is None and language == "de" and (near := _near_in_german(description)):
        known_town = (near, "description")
    if known_town is not None or (said and language not in ("de",)):
        name, source = known_town or said[0]
        return Slot(name, _SINGLE_CONFIDENCE, (Quote(name, source),))
    if said and any(name in page.main_text for name, _ in said for page in pages):
        name, source = next((n, s) for n, s in said if any(n in page.main_text for page in pages))
        return Slot(name, _SINGLE_CONFIDENCE, (Quote(name, source),))
    if language not in SPOKEN and (found := _in_title(pages, language)):
        return found
    shown = " \n ".join(f"{page.title}\n{page.description}" for page in pages[:1])
    if _EVERYWHERE.search(f"{description}\n{audience}\n{shown}"):
        return None
    quote = _one_town(towns, pages) if towns else postal_town(pages, language)
    return Slot(quote.text, _SINGLE_CONFIDENCE, (quote,)) if quote else None


def _near_in_german(text: str) -> str:
    """The town that a German text says the business is near; "" if none is named so."""
    for name in _NEAR_IN_GERMAN.findall(text):
        ends_so = _GERMAN_TOWN.fullmatch(name) and not _GERMAN_COMMON.fullmatch(name)
        if _TOWNS.match(name) or ends_so:
            return str(name)
    return ""


def _in_title(pages: Sequence[PageFacts], language: str) -> Slot[str] | None:
    """The place in the first page's title or meta description that the text of a page names too."""
    texts = " \n ".join(page.main_text for page in pages[:5])
    for page in pages[:1]:
        described = _LOCATED[language].findall(page.description) if language in _LOCATED else []
        for name in (*_names_in(page.title, language), *filter(is_place_name, described)):
            if name in texts and not _NOT_PLACED.match(name.split()[0]):
                return Slot(name, _SINGLE_CONFIDENCE, (Quote(name, page.final_url),))
    return None


def _one_town(towns: Sequence[tuple[str, str]], pages: Sequence[PageFacts]) -> Quote | None:
    """The first town in the first page's structured data, or else the only one.

    A business with a page for each of many towns is in none of them alone.
    """
    home = [(town, source) for town, source in towns if source == pages[0].final_url]
    town, source = (home or towns)[0]
    only = bool(home) or all(other == town for other, _ in towns)
    return Quote(town, source) if only else None


def is_place_name(name: str) -> bool:
    """Whether its form allows a place: no possessive, no language of any kind, no acronym."""
    if name.isascii() and name.isupper():
        return name in _SHORT_NAMES
    return not _ADJECTIVES.match(name) and not _NOT_PLACED.match(name.split()[0])


def _names_in(text: str, language: str) -> list[str]:
    if language == "ja":
        return [town or region for town, region in _JAPANESE.findall(text)[:3]]
    if language == "ar":
        return _ARABIC.findall(text)[:3]
    regions = _REGION.findall(text) if language == "en" else []
    matches = [*_PLACED_IN.get(language, _PLACED).finditer(text)]
    matches += _AND_AROUND.finditer(text)
    if language == "en":
        matches += _OUTING_FROM.finditer(text)
    found = (re.sub(r"['’]s?$", "", match.group(1).rstrip("-")) for match in matches)
    regions += _FRENCH_REGION.findall(text) if language == "fr" else []
    waters = _WATERS[language].findall(text) if language in _WATERS else []
    return [*regions, *waters, *(name for name in found if name and is_place_name(name))]
