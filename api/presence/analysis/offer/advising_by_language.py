"""Advice and help, for descriptions of the people who give it, in further languages.

Invariant: the topic of the advice is taken from the description; only the word for advice or help
is added.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# People who advise are asked for advice on their topic.
_ADVISES: Mapping[str, tuple[str, str]] = {
    "fr": (r"qui (?:conseille|accompagne|oriente|informe)\b.{0,80}?\b(?:en|sur) ", "conseil en {}"),
    "es": (r"que (?:asesora|orienta|informa)\b.{0,80}?\b(?:en|sobre) ", "asesoramiento en {}"),
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
