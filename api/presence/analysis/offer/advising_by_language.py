"""Advice and help that somebody gives who is described by it, in further languages.

Invariant: what they are asked for stands in the description but for the word for advice or help.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# Who advises people is asked for advice on what it is about.
_ADVISES: Mapping[str, tuple[str, str]] = {
    "fr": (r"qui (?:conseille|accompagne|oriente|informe)\b.{0,80}?\b(?:en|sur) ", "conseil en {}"),
    "es": (r"que (?:asesora|orienta|informa)\b.{0,80}?\b(?:en|sobre) ", "asesoramiento en {}"),
    "it": (r"che (?:consiglia|orienta|informa)\b.{0,80}?\b(?:in|su) ", "consulenza su {}"),
    "pt": (r"que (?:aconselha|orienta|informa)\b.{0,80}?\b(?:em|sobre) ", "aconselhamento em {}"),
}


# Whom a charity helps is what its help is called by: "fundación que acompaña a mayores".
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


def advice_in(text: str, language: str) -> str:
    """The advice or help that somebody gives who is described by it: "que asesora a … en …",
    "fundación que acompaña a …"; else "".
    """
    helped = _HELPS.match(text)
    if helped is not None and language in _HELP:
        return _HELP[language].format(helped.group("whom").strip())
    pattern, form = _ADVISES.get(language, (r"(?!)", ""))
    match = re.search(pattern + r"(?P<about>[^.,;:()]{3,50})", text, re.IGNORECASE)
    return form.format(match.group("about").strip()) if match else ""
