"""Articles for Spanish, Italian and Portuguese nouns, chosen by the noun's ending.

Invariant: every noun has a gender; one not shown to be feminine by list or ending is masculine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from presence.analysis.language.stopwords import word_set

# Per language: endings of feminine nouns, of masculine nouns, and exceptions.
_FEMININE: Mapping[str, str] = {
    "es": r"(?:a|ción|sión|dad|tad|tud|umbre|cooperativas?|red|ONG)$",
    "it": r"(?:a|(?<!camp)(?<!cop)(?<!mil)(?<!padigl)(?<!aranc)ione|tà|rete|APS|onlus)$",
    "pt": r"(?:a|ção|são|dade|gem|rede|ONG)$",
}
_FEMININE_BY_LIST: Mapping[str, frozenset[str]] = {
    "es": word_set(
    "clase llave fuente leche calle suite nave carne torre serie base tarde noche nube sal "
    "flor piel miel luz voz web app crisis mano imagen gestión"
),
    "it": word_set(
    "newsletter chiave carne pelle rete luce neve nave torre arte classe voce croce cornice "
    "vernice lavatrice sede madre moglie parete merce fonte mente gente cucitrice app mano "
    "serie superficie crisi analisi web-radio lezione nutrice levatrice affittacamere "
    "stampante levigatrice balneazione"
),
    "pt": word_set(
    "chave fonte carne noite tarde nuvem rede sede base classe torre pele luz voz flor app "
    "aprendizagem mão suíte creche boutique foz cruz paz série"
),
}  # fmt: skip
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
    """ "una clínica dental", "uno studio dentistico", "um dentista"; "" if undetermined."""
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
    if re.search(_FEMININE[language], head) or head.casefold() in _FEMININE_BY_LIST[language]:
        return "f"
    return "m"


def _italian(name: str, head: str, gender: str) -> str:
    vowel = head[0].casefold() in "aeiouàèéìòù"
    if gender == "f":
        return f"un’{name}" if vowel else f"una {name}"
    hard = re.match(r"(?:s[^aeiouàèéìòù]|z|gn|ps|pn|x|y)", head, re.IGNORECASE)
    return f"uno {name}" if hard else f"un {name}"


# The definite article by gender and number, and its contraction with "of".
_DEFINITE: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "es": {
        "m": ("el", "del"),
        "f": ("la", "de la"),
        "mm": ("los", "de los"),
        "ff": ("las", "de las"),
    },
    "pt": {"m": ("o", "do"), "f": ("a", "da"), "mm": ("os", "dos"), "ff": ("as", "das")},
}
_ITALIAN_OF: Mapping[str, str] = {
    "il": "del", "lo": "dello", "la": "della", "i": "dei", "gli": "degli", "le": "delle",
}  # fmt: skip
_SINGULARS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "es": (("ciones", "ción"), ("siones", "sión"), ("ones", "ón"), ("dades", "dad"), ("ores", "or"),
           ("eles", "el"), ("ares", "ar"), ("s", "")),
    "pt": (("ções", "ção"), ("sões", "são"), ("ões", "ão"), ("dades", "dade"), ("gens", "gem"),
           ("ores", "or"), ("eis", "el"), ("ais", "al"), ("s", "")),
    "it": (("zioni", "zione"), ("sioni", "sione"), ("tori", "tore"), ("i", "o"), ("e", "a")),
}  # fmt: skip


def definite(name: str, language: str, *, several: bool) -> tuple[str, str]:
    """The phrase with "the" and with "of the"; ("", "") if undetermined."""
    head = name.split()[0]
    gender = _gender(_singular(head, language) if several else head, language)
    if not gender:
        return "", ""
    if language == "it":
        return _italian_definite(name, gender, several=several)
    the, of = _DEFINITE[language][gender * 2 if several else gender]
    if language == "es" and not several and re.match(r"(?:agua|aula|área|arma)\b", name):
        the, of = "el", "del"
    return f"{the} {name}", f"{of} {name}"


def _singular(head: str, language: str) -> str:
    for ending, single in _SINGULARS[language]:
        if head.endswith(ending):
            return head[: len(head) - len(ending)] + single
    return head


def _italian_definite(name: str, gender: str, *, several: bool) -> tuple[str, str]:
    vowel = name[0].casefold() in "aeiouàèéìòù"
    hard = re.match(r"(?:s[^aeiouàèéìòù]|z|gn|ps|pn|x|y)", name, re.IGNORECASE) is not None
    if several:
        article = "le" if gender == "f" else "gli" if vowel or hard else "i"
        return f"{article} {name}", f"{_ITALIAN_OF[article]} {name}"
    if vowel:
        return f"l’{name}", f"dell’{name}"
    article = "la" if gender == "f" else "lo" if hard else "il"
    return f"{article} {name}", f"{_ITALIAN_OF[article]} {name}"
