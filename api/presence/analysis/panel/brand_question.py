"""The neutral question about the brand itself, and the language its questions are asked in.

Invariant: a brand's questions are in its own language whenever we have sentences in that language.
"""

from __future__ import annotations

from collections.abc import Mapping

from presence.analysis.language import base_language

_ABOUT: Mapping[str, tuple[str, ...]] = {
    "en": (
        "What is {brand}?",
        "Can you tell me about {brand}?",
        "What does {brand} do?",
        "Who is {brand}, and what do they offer?",
        "What should I know about {brand}?",
    ),
    "de": (
        "Was ist {brand}?",
        "Was kannst du mir über {brand} sagen?",
        "Was macht {brand}?",
        "Wer ist {brand} und was wird dort angeboten?",
        "Was sollte ich über {brand} wissen?",
    ),
    "fr": (
        "Qu’est-ce que {brand} ?",
        "Pouvez-vous me parler de {brand} ?",
        "Que fait {brand} ?",
        "Qui est {brand} et que propose cette marque ?",
        "Que faut-il savoir sur {brand} ?",
    ),
    "es": (
        "¿Qué es {brand}?",
        "¿Qué me puedes contar de {brand}?",
        "¿Qué hace {brand}?",
        "¿Quién es {brand} y qué ofrece?",
        "¿Qué debería saber sobre {brand}?",
    ),
    "it": (
        "Che cos’è {brand}?",
        "Puoi parlarmi di {brand}?",
        "Che cosa offre {brand}?",
        "A chi si rivolge {brand}?",
        "Che cosa si dice di {brand}?",
    ),
    "nl": (
        "Wat is {brand}?",
        "Kun je me iets vertellen over {brand}?",
        "Wat biedt {brand}?",
        "Voor wie is {brand} bedoeld?",
        "Wat vinden mensen van {brand}?",
    ),
    "pt": (
        "O que é {brand}?",
        "Pode falar-me de {brand}?",
        "O que oferece {brand}?",
        "Para quem é {brand}?",
        "O que dizem as pessoas de {brand}?",
    ),
    "pl": (
        "Co to jest {brand}?",
        "Opowiedz mi coś o {brand}.",
        "Co oferuje {brand}?",
        "Dla kogo jest {brand}?",
        "Jakie opinie ma {brand}?",
    ),
    "ja": (
        "{brand}とは何ですか？",
        "{brand}について教えてください。",
        "{brand}は何を提供していますか？",
        "{brand}はどんな人に向いていますか？",
        "{brand}の評判はどうですか？",
    ),
    "zh": (
        "{brand}是什么？",
        "能介绍一下{brand}吗？",
        "{brand}提供什么？",
        "{brand}适合哪些人？",
        "{brand}的口碑怎么样？",
    ),
    "tr": (
        "{brand} nedir?",
        "Bana {brand} hakkında bilgi verir misiniz?",
        "Ne sunuyor, {brand} ne yapıyor?",
        "Kimler için uygun, {brand} kime hitap ediyor?",
        "İnsanlar {brand} hakkında ne düşünüyor?",
    ),
    "ar": (
        "ما هو {brand}؟",
        "هل يمكنك أن تخبرني عن {brand}؟",
        "ماذا يقدم {brand}؟",
        "لمن يناسب {brand}؟",
        "ما رأي الناس في {brand}؟",
    ),
}


def is_asked_in(language: str) -> bool:
    """Whether we have sentences in the language."""
    return base_language(language) in _ABOUT


def question_language(language: str) -> str:
    """The primary subtag of the language for a brand's questions: its own, else English."""
    base = base_language(language)
    return base if base in _ABOUT else "en"


def branded_question(name: str, language: str) -> tuple[str, ...]:
    """The neutral question about the brand itself, in five phrasings."""
    return tuple(text.format(brand=name) for text in _ABOUT[question_language(language)])
