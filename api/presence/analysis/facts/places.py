"""Places that hold other places: countries and regions an answer may name instead of a town.

Invariant: naming the country of a town contradicts nothing, so a wide place is only ever compared
with wide places.
"""

from __future__ import annotations

from typing import Final

from presence.analysis.panel.markets import MARKETS

_ARTICLES: Final = (
    "the ", "den ", "der ", "dem ", "en ", "au ", "aux ", "à ", "el ", "la ", "los ", "las ",
)  # fmt: skip
_REGIONS: Final = """
UK|U.K|Britain|Great Britain|England|Scotland|Wales|Northern Ireland|USA|U.S|US|America|
North America|South America|Latin America|Europe|Asia|Africa|Scandinavia|
Yorkshire|South Yorkshire|West Yorkshire|
Cornwall|Devon|Kent|Sussex|Essex|Surrey|Lancashire|Cumbria|Northumberland|Midlands|Silicon Valley|
Bavaria|Bayern|Sachsen|Saxony|Hessen|Hesse|Baden-Württemberg|Nordrhein-Westfalen|Niedersachsen|
Brandenburg|Thüringen|Schleswig-Holstein|Bretagne|Brittany|Normandie|Normandy|Provence|Occitanie|
Alsace|Bourgogne|Auvergne|Île-de-France|Catalonia|Cataluña|Catalunya|Andalucía|Andalusia|Galicia|
Madrid Region|Euskadi|Basque Country|California|Texas|Florida|Oregon|Washington State|Colorado|
Massachusetts|New England|Ontario|Quebec|Québec|British Columbia|Bay Area|Ohio|Michigan|Illinois|
Pennsylvania|Georgia|Virginia|Minnesota|Wisconsin|Utah|Arizona|Nevada|Vermont|Maine
"""


def _bare(name: str) -> str:
    folded = name.casefold().strip()
    for article in _ARTICLES:
        folded = folded.removeprefix(article)
    return folded.rstrip(".")


_COUNTRIES: Final = {
    _bare(name): code for table in MARKETS.values() for code, name in table.items()
} | {"uk": "GB", "britain": "GB", "great britain": "GB", "usa": "US", "u.s": "US", "america": "US"}
_WIDE: Final = frozenset(_COUNTRIES) | {_bare(name) for name in _REGIONS.split("|")}


def is_wide(place: str) -> bool:
    """Whether a place is a country or a region."""
    return _bare(place) in _WIDE


def contradicts(known: str, said: str) -> bool:
    """Whether `said` cannot be where `known` is: another town, or another country for a country.

    Regions lie within countries, so of two wide places only two countries exclude each other.
    """
    if _bare(known) == _bare(said):
        return False
    if is_wide(known) or is_wide(said):
        one, other = _COUNTRIES.get(_bare(known)), _COUNTRIES.get(_bare(said))
        return one is not None and other is not None and one != other
    return True
