"""What sort of answer a question wants: somebody to turn to, a price, help to choose, or a fact.

Invariant: the theme follows from the question alone; without a sign of another it is "question".
"""

from __future__ import annotations

import re
from typing import Final

from presence.analysis.gaps.asked import asked_facts
from presence.analysis.language import base_language, terms
from presence.analysis.types import PanelPrompt
from presence.analysis.types.results import AskedTheme

# Whoever asks so wants names: no page has such a question as its title.
_WHO: Final = {
    "en": r"who(?:m|se)?|which|where|"
    r"how (?:do|can) i find|(?:can|could) you (?:recommend|name|suggest|compare|give|show)|"
    r"(?:are|is) there(?: any| an?)?|what (?:is|are) the (?:best|top|most)(?! ways?\b)|"
    r"any recommendations|do you know|what would you recommend|best",
    "de": r"wie finde ich|wer|wen|wem|welche[rnms]?|wo|an wen|(?:kannst|können) (?:du|sie)|gibt es|"
    r"was (?:ist|sind) (?:der|die|das) beste\w*(?! Weg\b)|kenn(?:st|en) (?:du|sie)",
    "fr": r"comment trouver|qui|quel(?:le)?s?|où|pouvez-vous|peux-tu|connais\w*|y a-t-il|à qui",
    "it": r"come (?:trovo|trovare)|chi|qual[ei]?|quali|dove|a chi|mi (?:consigli|sapresti)\w*|"
    r"conosc\w+|c'è|ci sono|"
    r"pu(?:oi|ò) \w*(?:consigliar|indicar)\w*",
    "nl": r"hoe vind ik|aan wie|wie|welke?|waar|bij wie|kun je|kunt u|ken(?:t|nen)? (?:je|u)|is er|"
    r"zijn er",
    "pt": r"quem|qual|quais|onde|a quem|(?:pode|podes|poderia) (?:me )?(?:recomendar|indicar)|"
    r"conhece\w*|há|existe\w*",
    "pl": r"kto|któr(?:y|a|e|ego|ą|ych|zy)|jak(?:i|a|ie|ą) \w+ (?:polec|wybra)\w*|gdzie|"
    r"do kogo|kogo|(?:czy )?(?:możesz|znasz|są|jest) ",
    "es": r"cómo encuentro|(?:a |con )?quién(?:es)?|cuál(?:es)?|"
    r"qué \w+ (?:me )?(?:recomien|acons)\w+|"
    r"qué (?:\w+ ){1,8}?(?:me recom\w+|me acons\w+|salen?|val(?:e|en)|tienen?|es (?:el|la)|"
    r"son l[ao]s|hay)|dónde|"
    r"pued\w+ (?:recomendar|nombrar)\w*|conoce[sn]?|hay",
}
_WHO["ja"] = r".*(?:教えてください|おすすめ|どこ|どの|どれ|ありますか).*"
_CHOICE: Final = {
    "en": r"choos\w+|compar\w+|look for|look out|tell whether|tell if|differ\w*|"
    r"difference|know before|check before|ask (?:\w+ ){0,6}before|mistakes|sets .{3,60} apart|"
    r"makes a good|pick the right|first time|matters? most|criteria|know which",
    "de": r"wähl\w*|auswahl|vergleich\w*|achten|erkenn\w*|unterscheid\w*|unterschied\w*|"
    r"wissen, bevor|worauf|fehler|fragen, bevor|richtige[nrs]?",
    "fr": r"choisir|reconnaître|compar\w*|vérifier|différen\w*|savoir avant|critères|erreurs",
    "it": r"scegli\w*|scelg\w*|confront\w*|valutare|differen\w*|criteri|errori|sapere prima",
    "nl": r"kies|kiezen|vergelijk\w*|verschil\w*|letten|fouten|weten voor",
    "pt": r"escolh\w*|compar\w*|diferen\w*|critérios|erros|saber antes|avaliar",
    "pl": r"wybra\w*|wybiera\w*|porówna\w*|różni\w*|kryteri\w*|błęd\w*|zwrócić uwagę",
    "es": r"comprobar|elegir|elij\w*|escoger|escoj\w*|compar\w*|fijar\w*|diferenci\w*|saber antes|"
    r"criterios|errores",
}
# "Which of them are best in comparison" wants names, however it compares.
_BEST: Final = re.compile(
    r"(?:which|welche[rns]?|quel(?:le)?s?|cuál(?:es)?|quali|qual[ei]?|welke?|quais|któr\w+)\b.*"
    r"\b(?:best|am besten|beste|meilleur\w*|mejor\w*|miglior\w*|melhor\w*|najlep\w*)(?!\w)",
    re.IGNORECASE,
)
# "Can you compare the best ones" wants names as well.
_ASKS_US: Final = re.compile(
    r"(?:can|could) you|kannst du|können sie|pouvez-vous|peux-tu|pued", re.IGNORECASE
)
_WHICH: Final = re.compile(r"(?:which|welche[rnms]?|quel(?:le)?s?|qual[ei]?)$", re.IGNORECASE)
_LAST_SENTENCE = re.compile(r"[.!?…。？]\s+(?=\S)")


def theme_of(prompt: PanelPrompt) -> AskedTheme:
    """The theme of a question; what it says at its end counts, for what comes first leads up."""
    language = base_language(prompt.locale)
    last = _LAST_SENTENCE.split(prompt.text.strip())[-1].lstrip("¿¡“\"'")
    chooses = helps_choose(prompt.text, prompt.locale)
    wants_names = _ASKS_US.match(last) or _BEST.match(last)
    asks_who = _asks_who(last, prompt, language)
    found_out = prompt.intent == "discovery" and (asks_who or language not in _WHO)
    helps = chooses and not found_out and not wants_names
    if not helps and asks_who:
        return "offer"
    if helps:
        return "choice"
    return "price" if "price" in asked_facts(prompt.text, prompt.locale) else "question"


def helps_choose(text: str, locale: str) -> bool:
    """Whether a question or a heading is about choosing among several."""
    pattern = _CHOICE.get(base_language(locale), "(?!)")
    return bool(re.search(rf"\b(?:{pattern})(?!\w)", text, re.IGNORECASE))


def _asks_who(last: str, prompt: PanelPrompt, language: str) -> bool:
    asked = re.match(rf"(?:{_WHO.get(language, '(?!)')})(?!\w)", last, re.IGNORECASE)
    if prompt.intent == "problem" and asked and _WHICH.match(asked.group()):
        # "Which licence allows that?" asks about a thing, unless the thing is what is sold.
        return not set(terms(prompt.topic, language)).isdisjoint(terms(last, language))
    unknown = language not in _WHO and prompt.intent == "discovery"
    return bool(asked) or unknown
