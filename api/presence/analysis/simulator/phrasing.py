"""Different ways of asking the same question, so that phrasing variance can be seen.

Invariant: the first phrasing is the question itself, and all of them ask for the same thing.
"""

from __future__ import annotations

from presence.analysis.language import base_language
from presence.analysis.panel import branded_question

PHRASINGS = 5
_WRAPS = {
    "en": (
        "I would like to know: {q}",
        "Can you help me with this? {q}",
        "{q} Please be specific.",
        "A friend asked me: {q}",
    ),
    "de": (
        "Ich möchte wissen: {q}",
        "Kannst du mir helfen? {q}",
        "{q} Bitte antworte konkret.",
        "Ein Freund hat mich gefragt: {q}",
    ),
    "fr": (
        "J’aimerais savoir : {q}",
        "Pouvez-vous m’aider ? {q}",
        "{q} Soyez précis.",
        "Un ami m’a demandé : {q}",
    ),
    "es": (
        "Me gustaría saber: {q}",
        "¿Me puedes ayudar? {q}",
        "{q} Sé concreto, por favor.",
        "Un amigo me preguntó: {q}",
    ),
    "it": (
        "Vorrei sapere: {q}",
        "Mi puoi aiutare? {q}",
        "{q} Rispondi in modo concreto.",
        "Un amico mi ha chiesto: {q}",
    ),
    "nl": (
        "Ik wil graag weten: {q}",
        "Kun je me helpen? {q}",
        "{q} Wees concreet.",
        "Een vriend vroeg me: {q}",
    ),
    "pt": (
        "Gostaria de saber: {q}",
        "Pode ajudar-me? {q}",
        "{q} Seja concreto, por favor.",
        "Um amigo perguntou-me: {q}",
    ),
    "pl": (
        "Chcę wiedzieć: {q}",
        "Czy możesz mi pomóc? {q}",
        "{q} Proszę o konkretną odpowiedź.",
        "Znajomy zapytał mnie: {q}",
    ),
    "ja": (
        "教えてください。{q}",
        "相談があります。{q}",
        "{q}具体的に答えてください。",
        "友人に聞かれました。{q}",
    ),
    "zh": ("想问一下：{q}", "能帮我解答一下吗？{q}", "{q}请具体一点。", "朋友问我：{q}"),
    "tr": (
        "Şunu merak ediyorum: {q}",
        "Bana yardımcı olur musunuz? {q}",
        "{q} Lütfen somut olun.",
        "Bir arkadaşım bana sordu: {q}",
    ),
    "ar": ("أود أن أعرف: {q}", "هل يمكنك مساعدتي؟ {q}", "{q} أرجو إجابة محددة.", "سألني صديق: {q}"),
}


def phrasings(
    question: str, n: int, language: str = "en", brand: str | None = None
) -> tuple[str, ...]:
    """`n` ways to ask, the question itself first; beyond five they repeat in order.

    A question is asked within another sentence. `brand` lets the neutral question about the brand
    be recognised, which has phrasings of its own.
    """
    base = base_language(language)
    known: tuple[str, ...] | None = None
    if brand is not None and question in branded_question(brand, base):
        forms = branded_question(brand, base)
        known = (question, *(form for form in forms if form != question))
    if known is None:
        wraps = _WRAPS.get(base, _WRAPS["en"])
        known = (question, *(wrap.format(q=question) for wrap in wraps))
    return tuple(known[i % len(known)] for i in range(n))
