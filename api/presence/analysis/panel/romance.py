"""The indefinite article of Spanish, Italian and Portuguese nouns, by how the noun ends.

Invariant: a noun whose gender its ending does not show gives "", and no sentence needs it then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# Per language: endings of feminine nouns, of masculine nouns, and those that break the rule.
_FEMININE: Mapping[str, str] = {
    "es": r"(?:a|ción|sión|dad|tad|tud|umbre|cooperativas?|red|ONG)$",
    "it": r"(?:a|zione|sione|tà|gione|rete|APS|onlus)$",
    "pt": r"(?:a|ção|são|dade|gem|rede|ONG)$",
}
_MASCULINE: Mapping[str, str] = {
    "es": r"(?:o|or|ón|ín|aje|ware|el|al|ar|án|ente|ante|club|blog|podcast|bar|camping|hostal|spa|"
    r"CRM|ERP|marketing|coaching)$",
    "it": r"(?:o|ware|ore|ale|iere|ante|ente|club|bar|hotel|podcast|camping|agriturismo|CRM|ERP|"
    r"corso|b&b|bed)$",
    "pt": r"(?:o|or|ware|el|al|ar|ente|ante|clube|bar|hotel|podcast|camping|CRM|ERP|ão)$",
}
_ODD: Mapping[str, Mapping[str, str]] = {
    "es": {
        "sistema": "m",
        "programa": "m",
        "dentista": "m",
        "electricista": "m",
        "mapa": "m",
        "taxista": "m",
        "fisioterapeuta": "m",
        "terapeuta": "m",
        "psiquiatra": "m",
        "pediatra": "m",
        "podólogo": "m",
        "florista": "m",
        "contratista": "m",
        "moto": "f",
        "foto": "f",
        "radio": "f",
        "aceite": "m",
        "artista": "m",
        "masajista": "m",
        "spa": "m",
        "logopeda": "m",
        "guía": "m",
        "camión": "m",
        "avión": "m",
    },
    "it": {
        "sistema": "m",
        "programma": "m",
        "dentista": "m",
        "elettricista": "m",
        "fisioterapista": "m",
        "psichiatra": "m",
        "pediatra": "m",
        "podologo": "m",
        "fiorista": "m",
        "auto": "f",
        "moto": "f",
        "foto": "f",
        "radio": "f",
        "logopedista": "m",
        "farmacista": "m",
        "estetista": "f",
        "commercialista": "m",
        "piattaforma": "f",
        "autista": "m",
        "anagrafe": "f",
        "pane": "m",
        "miele": "m",
        "caffè": "m",
        "tè": "m",
        "ristorante": "m",
        "canale": "m",
    },
    "pt": {
        "azeite": "m",
        "sistema": "m",
        "programa": "m",
        "dentista": "m",
        "eletricista": "m",
        "mapa": "m",
        "fisioterapeuta": "m",
        "terapeuta": "m",
        "psiquiatra": "m",
        "pediatra": "m",
        "florista": "f",
        "moto": "f",
        "foto": "f",
        "especialista": "m",
        "massagista": "m",
    },
}


def indefinite(name: str, language: str) -> str:
    """ "una clínica dental", "uno studio dentistico", "um dentista"; "" where nobody can tell."""
    head = name.split()[0]
    gender = _gender(head, language)
    if not gender:
        return ""
    if language == "it":
        return _italian(name, head, gender)
    masculine, feminine = ("un", "una") if language == "es" else ("um", "uma")
    return f"{masculine if gender == 'm' else feminine} {name}"


def _gender(head: str, language: str) -> str:
    known = _ODD[language].get(head.casefold())
    if known:
        return known
    if re.search(_FEMININE[language], head):
        return "f"
    return "m" if re.search(_MASCULINE[language], head) else ""


def _italian(name: str, head: str, gender: str) -> str:
    vowel = head[0].casefold() in "aeiouàèéìòù"
    if gender == "f":
        return f"un’{name}" if vowel else f"una {name}"
    hard = re.match(r"(?:s[^aeiouàèéìòù]|z|gn|ps|pn|x|y)", head, re.IGNORECASE)
    return f"uno {name}" if hard else f"un {name}"
