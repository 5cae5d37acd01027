"""Advice and help, for descriptions of who or what gives it, in further languages.

Invariant: the topic of the advice is taken from the description; only the word for advice or help
is added, or for what an app is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# People who advise are asked for advice on their topic.
_ADVISES: Mapping[str, tuple[str, str]] = {
    "fr": (
        r"(?:qui (?:conseille|accompagne|oriente|informe)|conseill(?:e|ons))\b"
        r".{0,80}?\b(?:en|sur) ",
        "conseil en {}",
    ),
    "es": (
        r"(?:que (?:asesora|orienta|informa)|asesora(?:mos)?)\b.{0,80}?\b(?:en|sobre) ",
        "asesoramiento en {}",
    ),
    "it": (r"che (?:consiglia|orienta|informa)\b.{0,80}?\b(?:in|su) ", "consulenza su {}"),
    "pt": (r"que (?:aconselha|orienta|informa)\b.{0,80}?\b(?:em|sobre) ", "aconselhamento em {}"),
}


# A charity's help is named after the people it helps: "fundación que acompaña a mayores".
_HELPS = re.compile(
    r"^(?:une? |una |uno |een |uma )?(?:association|asociación|associazione|vereniging|associação|"
    r"fondation|fundación|fondazione|stichting|fundação|ong|onlus|asbl|vzw)\b[^.,;:!?]{0,30}?"
    r"\s(?:qui|que|che|die)\s+(?:aide|accompagne|soutient|ayuda|acompaña|apoya|atiende|aiuta|"
    r"accompagna|assiste|sostiene|ajuda|acompanha|apoia)\s+"
    r"(?:aux?|à|a|les|des|los|las|gli|le|i|o|os|as)?\s*(?P<whom>[^.,;:!?()]{4,50})",
    re.IGNORECASE,
)
_HELP: Mapping[str, str] = {
    "fr": "aide pour {}",
    "es": "ayuda para {}",
    "it": "aiuto per {}",
    "pt": "ajuda para {}",
}


# A program that is described by what it helps to do: "aplicativo que ajuda … a controlar …".
_PROGRAM = (
    r"^(?:une? |l['’]|una |un['’]|uma? |la |le |el |il |o )?(?P<what>appli(?:cation|cazione)?|"
    r"apps?|logiciel|outil|plateforme|aplicación|herramienta|plataforma|strumento|piattaforma|"
    r"aplicativo|aplicação|ferramenta|software|program[ae]|programma|programme)"
    r"(?: (?:gratuit[eao]?|gratis|mobile|móvil|web|en ligne|online|simples?|semplice|sencill[ao]))*"
)
_HELPS_DO: Mapping[str, tuple[str, str, str]] = {
    "fr": (
        r" qui (?:vous )?(?:aide|permet)\b",
        r"(?:^|\s)(?:à |de |d['’])(?P<job>[a-zà-ÿ]{2,}(?:er|ir|re)\b[^.,;:!?()]*)",
        "{} pour {}",
    ),
    "es": (
        r" que (?:te |les? |nos )?(?P<lets>ayuda|permite)\b",
        r"(?:(?:^|\s)a |^)(?P<job>[a-zà-ÿ]{2,}[aei]r\b[^.,;:!?()]*)",
        "{} para {}",
    ),
    "it": (
        r" che (?:ti |vi )?(?:aiuta|permette|consente)\b",
        r"(?:^|\s)(?:ad? |di )(?P<job>[a-zà-ÿ]{2,}[aei]re\b[^.,;:!?()]*)",
        "{} per {}",
    ),
    "pt": (
        r" que (?:te |lhes? )?(?:ajuda|permite)\b",
        r"(?:(?:^|\s)a |^)(?P<job>[a-zà-ÿ]{2,}[aeio]r\b[^.,;:!?()]*)",
        "{} para {}",
    ),
}
# Whose it is depends on who speaks. A singular without its possessor would need its gender.
_THEIRS: Mapping[str, tuple[str, str, str]] = {
    "fr": (r"\b(?:leurs|vos|tes)\b", "ses", r"\b(?:leur|votre|ton|ta|son|sa)\b"),
    "es": (r"\b(?:sus|tus|vuestr[oa]s) ", "", r"\b(?:su|tu|vuestr[oa])\b"),
    "it": (r"\b(?:loro|propri[oae]?|tuoi|tu[oae]|suoi|su[oae]|vostr[oaie]) ", "", r"(?!)"),
    "pt": (r"\b(?:seus?|suas?|teus?|tuas?) ", "", r"(?!)"),
}
_MOST = 7  # words in what a program helps to do


def program_helping_in(text: str, language: str) -> str:
    """The program by what it helps to do: "aplicativo para controlar impostos"; else ""."""
    if language not in _HELPS_DO:
        return ""
    helps, does, form = _HELPS_DO[language]
    told = re.match(_PROGRAM + helps, text.strip(), re.IGNORECASE)
    found = re.search(does, text.strip()[told.end() :].strip()) if told else None
    if told is None or found is None:
        return ""
    theirs, instead, unclear = _THEIRS[language]
    job = re.sub(theirs, instead, found["job"]).strip()
    if re.search(unclear, job) or not 1 < len(job.split()) <= _MOST:
        return ""
    return form.format(told["what"].lower(), job)


def advice_in(text: str, language: str) -> str:
    """The advice or help given by somebody described in the text; else "".

    Matches "que asesora a … en …" and "fundación que acompaña a …", for example.
    """
    helped = _HELPS.match(text)
    if helped is not None and language in _HELP:
        return _HELP[language].format(helped.group("whom").strip())
    pattern, form = _ADVISES.get(language, (r"(?!)", ""))
    match = re.search(pattern + r"(?P<about>[^.,;:()]{3,50})", text, re.IGNORECASE)
    return form.format(match.group("about").strip()) if match else ""
