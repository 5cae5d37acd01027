"""Different ways of asking the same question, so that phrasing variance can be seen.

Invariant: the first phrasing is the question itself, and all of them ask for the same thing.
"""

from __future__ import annotations

from presence.analysis.language import base_language
from presence.analysis.panel import branded_question, rephrase

PHRASINGS = 5
_WRAPS = {
    "en": ("I would like to know: {q}", "Can you help me with this? {q}", "{q} Please be specific.",
           "A friend asked me: {q}"),
    "de": ("Ich möchte wissen: {q}", "Kannst du mir helfen? {q}", "{q} Bitte antworte konkret.",
           "Ein Freund hat mich gefragt: {q}"),
    "fr": ("J’aimerais savoir : {q}", "Pouvez-vous m’aider ? {q}", "{q} Soyez précis.",
           "Un ami m’a demandé : {q}"),
    "es": ("Me gustaría saber: {q}", "¿Me puedes ayudar? {q}", "{q} Sé concreto, por favor.",
           "Un amigo me preguntó: {q}"),
}  # fmt: skip


def phrasings(
    question: str, n: int, language: str = "en", brand: str | None = None
) -> tuple[str, ...]:
    """`n` ways to ask, the question itself first; beyond five they repeat in order.

    A question made by a panel frame gets the frame's other phrasings; any other is wrapped.
    `brand` lets the neutral question about the brand be recognised.
    """
    base = base_language(language)
    known = rephrase(question, base)
    if brand is not None and question in branded_question(brand, base):
        forms = branded_question(brand, base)
        known = (question, *(form for form in forms if form != question))
    if known is None:
        wraps = _WRAPS.get(base, _WRAPS["en"])
        known = (question, *(wrap.format(q=question) for wrap in wraps))
    return tuple(known[i % len(known)] for i in range(n))
