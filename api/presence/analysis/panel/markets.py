"""Market names in the form that follows "in" in a question, per language.

Invariant: keys are ISO 3166-1 alpha-2; a market missing in a language is simply not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from presence.analysis.panel.german_nouns import with_weak_endings
from presence.analysis.types import BrandProfile


def _table(lines: str) -> dict[str, str]:
    return dict(entry.strip().split(" ", 1) for entry in lines.split("|") if entry.strip())


MARKETS: Mapping[str, Mapping[str, str]] = {
    "en": _table(
        "US the United States|GB the United Kingdom|IE Ireland|CA Canada|AU Australia|"
        "NZ New Zealand|DE Germany|AT Austria|CH Switzerland|LI Liechtenstein|FR France|"
        "BE Belgium|NL the Netherlands|LU Luxembourg|ES Spain|PT Portugal|IT Italy|MT Malta|"
        "PL Poland|CZ the Czech Republic|SK Slovakia|SI Slovenia|HR Croatia|HU Hungary|"
        "RO Romania|BG Bulgaria|RS Serbia|GR Greece|CY Cyprus|SE Sweden|NO Norway|DK Denmark|"
        "FI Finland|IS Iceland|EE Estonia|LV Latvia|LT Lithuania|UA Ukraine|TR Turkey|"
        "GE Georgia|KZ Kazakhstan|MX Mexico|GT Guatemala|CR Costa Rica|PA Panama|"
        "DO the Dominican Republic|PR Puerto Rico|CO Colombia|VE Venezuela|EC Ecuador|PE Peru|"
        "BO Bolivia|CL Chile|AR Argentina|UY Uruguay|PY Paraguay|BR Brazil|MA Morocco|"
        "TN Tunisia|EG Egypt|NG Nigeria|GH Ghana|KE Kenya|ET Ethiopia|UG Uganda|TZ Tanzania|"
        "ZA South Africa|IL Israel|JO Jordan|LB Lebanon|AE the United Arab Emirates|"
        "SA Saudi Arabia|QA Qatar|KW Kuwait|BH Bahrain|OM Oman|IN India|PK Pakistan|"
        "BD Bangladesh|LK Sri Lanka|NP Nepal|SG Singapore|MY Malaysia|TH Thailand|VN Vietnam|"
        "ID Indonesia|PH the Philippines|HK Hong Kong|TW Taiwan|CN China|JP Japan|"
        "KR South Korea"
    ),
    "de": _table(
        "DE Deutschland|AT Österreich|CH der Schweiz|LI Liechtenstein|LU Luxemburg|US den USA|"
        "CA Kanada|GB Großbritannien|IE Irland|FR Frankreich|BE Belgien|NL den Niederlanden|"
        "IT Italien|ES Spanien|PT Portugal|PL Polen|CZ Tschechien|SK der Slowakei|"
        "SI Slowenien|HR Kroatien|HU Ungarn|RO Rumänien|BG Bulgarien|GR Griechenland|"
        "SE Schweden|NO Norwegen|DK Dänemark|FI Finnland|EE Estland|LV Lettland|LT Litauen|"
        "UA der Ukraine|TR der Türkei|IL Israel|AE den Vereinigten Arabischen Emiraten|"
        "ZA Südafrika|IN Indien|CN China|JP Japan|SG Singapur|AU Australien|NZ Neuseeland|"
        "MX Mexiko|BR Brasilien|AR Argentinien"
    ),
    # French uses "en", "au" or "aux", so the name includes it.
    "fr": _table(
        "FR en France|BE en Belgique|CH en Suisse|LU au Luxembourg|MC à Monaco|CA au Canada|"
        "US aux États-Unis|MX au Mexique|BR au Brésil|DE en Allemagne|AT en Autriche|"
        "ES en Espagne|PT au Portugal|IT en Italie|GB au Royaume-Uni|IE en Irlande|"
        "NL aux Pays-Bas|PL en Pologne|CZ en Tchéquie|RO en Roumanie|GR en Grèce|SE en Suède|"
        "NO en Norvège|DK au Danemark|FI en Finlande|MA au Maroc|DZ en Algérie|TN en Tunisie|"
        "SN au Sénégal|CI en Côte d’Ivoire|CM au Cameroun|CD en République démocratique du Congo|"
        "LB au Liban|AE aux Émirats arabes unis|IL en Israël|TR en Turquie|IN en Inde|"
        "CN en Chine|JP au Japon|AU en Australie"
    ),
    "es": _table(
        "ES España|MX México|AR Argentina|CL Chile|CO Colombia|PE Perú|UY Uruguay|PY Paraguay|"
        "BO Bolivia|EC Ecuador|VE Venezuela|CR Costa Rica|PA Panamá|GT Guatemala|HN Honduras|"
        "SV El Salvador|NI Nicaragua|DO la República Dominicana|CU Cuba|PR Puerto Rico|"
        "US Estados Unidos|CA Canadá|BR Brasil|PT Portugal|FR Francia|DE Alemania|IT Italia|"
        "GB el Reino Unido|IE Irlanda|NL los Países Bajos|BE Bélgica|CH Suiza|AT Austria|"
        "PL Polonia|SE Suecia|NO Noruega|DK Dinamarca|FI Finlandia|MA Marruecos|IL Israel|"
        "AE los Emiratos Árabes Unidos|CN China|JP Japón|AU Australia"
    ),
    "tr": _table("TR Türkiye|CY Kıbrıs|DE Almanya|AT Avusturya|NL Hollanda|AZ Azerbaycan"),
}


# Words that customers in one country use where another country has a different word.
_SPOKEN: Mapping[str, Mapping[str, str]] = {
    market: {
        "solicitor": "lawyer",
        "estate agent": "real estate agent",
        "tyre": "tire",
        "jeweller": "jeweler",
    }
    for market in ("US", "CA")
}


def as_spoken_in(text: str, market: str, own: str) -> str:
    """The English question in the market's vocabulary; words the brand itself uses are kept."""
    for word, there in _SPOKEN.get(market.upper(), {}).items():
        said = re.compile(rf"(?<!real )\b{word}(s?)\b", re.IGNORECASE)
        if not said.search(own):
            text = said.sub(rf"{there}\1", text)
    return text


def as_spelt(text: str, profile: BrandProfile, language: str) -> str:
    """The question with the endings and the vocabulary of its language and market."""
    if language == "de":
        return with_weak_endings(text)
    return as_spoken_in(text, profile.market, profile.description) if language == "en" else text
