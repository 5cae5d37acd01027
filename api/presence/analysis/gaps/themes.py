"""What sort of answer a question wants: somebody to turn to, a price, help to choose, or a fact.

Invariant: the theme follows from the question alone; without a sign of another it is "question".
"""

from __future__ import annotations

import re
from typing import Final

from presence.analysis.gaps.asked import asked_facts
from presence.analysis.language import base_language
from presence.analysis.types import PanelPrompt
from presence.analysis.types.results import AskedTheme

# Whoever asks so wants names: no page has such a question as its title.
_WHO: Final = {
    "en": r"who(?:m|se)?|which|where|(?:can|could) you (?:recommend|name|suggest|compare)|"
    r"(?:are|is) there(?: any| an?)?|what (?:is|are) the (?:best|top|most)|any recommendations|"
    r"do you know|what would you recommend|best",
    "de": r"wer|wen|wem|welche[rnms]?|wo|an wen|(?:kannst|können) (?:du|sie)|gibt es|"
    r"was (?:ist|sind) (?:der|die|das) beste\w*|kenn(?:st|en) (?:du|sie)",
    "fr": r"qui|quel(?:le)?s?|où|pouvez-vous|peux-tu|connais\w*|y a-t-il|à qui",
    "es": r"quién(?:es)?|cuál(?:es)?|qué \w+ (?:me )?(?:recomien|acons)\w+|dónde|pued\w+ "
    r"(?:recomendar|nombrar)\w*|conoce[sn]?|hay",
}
_CHOICE: Final = {
    "en": r"choos\w+|compar\w+|look for|look at|look out|tell whether|tell if|differ\w*|"
    r"difference|know before|check before|ask (?:\w+ ){0,6}before|mistakes|sets .{3,60} apart|"
    r"makes a good|pick the right|first time",
    "de": r"wähl\w*|auswahl|vergleich\w*|achten|erkenn\w*|unterscheid\w*|unterschied\w*|"
    r"wissen, bevor|worauf|fehler|fragen, bevor|richtige[nrs]?",
    "fr": r"choisir|compar\w*|vérifier|différen\w*|savoir avant|critères|erreurs|bien choisir",
    "es": r"elegir|escoger|compar\w*|fijar\w*|diferenci\w*|saber antes|criterios|errores",
}
# "Can you compare the best ones" wants names as well.
_ASKS_US: Final = re.compile(
    r"(?:can|could) you|kannst du|können sie|pouvez-vous|peux-tu|pued", re.IGNORECASE
)
_LAST_SENTENCE = re.compile(r"[.!?…。？]\s+(?=\S)")


def theme_of(prompt: PanelPrompt) -> AskedTheme:
    """The theme of a question; what it says at its end counts, for what comes first leads up."""
    language = base_language(prompt.locale)
    last = _LAST_SENTENCE.split(prompt.text.strip())[-1].lstrip("¿¡“\"'")
    chooses = helps_choose(prompt.text, prompt.locale)
    helps = chooses and prompt.intent != "discovery" and not _ASKS_US.match(last)
    if not helps and _asks_who(last, prompt, language):
        return "offer"
    if "price" in asked_facts(prompt.text, prompt.locale):
        return "price"
    return "choice" if chooses else "question"


def helps_choose(text: str, locale: str) -> bool:
    """Whether a question or a heading is about choosing among several."""
    pattern = _CHOICE.get(base_language(locale), "(?!)")
    return bool(re.search(rf"\b(?:{pattern})(?!\w)", text, re.IGNORECASE))


def _asks_who(last: str, prompt: PanelPrompt, language: str) -> bool:
    asked = re.match(rf"(?:{_WHO.get(language, '(?!)')})(?!\w)", last, re.IGNORECASE)
    unknown = language not in _WHO and prompt.intent == "discovery"
    return bool(asked) or unknown
