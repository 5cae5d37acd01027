"""Questions a page visibly answers: definition lists, disclosure widgets, question headings.

Invariant: question and answer are verbatim visible text, so FAQ markup made from them is true.
"""

from __future__ import annotations

import re

from presence.analysis.crawler.blocks import Block, count_words

_OPENERS = re.compile(
    r"^(?:what|how|why|when|where|who|which|can|could|do|does|did|is|are|will|would|should|may)\b",
    re.IGNORECASE,
)
# A customer's question asks for something; "Ready to get started?" does not.
_ASKS = re.compile(
    r"\b(?:what|how|why|when|where|who|whom|whose|which|can|could|do|does|did|is|are|will|would|"
    r"should|may|must|was|wie|warum|wieso|weshalb|wann|wo|wer|wen|wem|woher|wohin|welche[rnsm]?|"
    r"kann|können|könnt|muss|müssen|darf|dürfen|soll|sollte|ist|sind|gibt|hat|haben|wird|werden|"
    r"bieten|brauche|brauchen|kostet|lohnt|funktioniert|que|qué|cómo|cuál|cuáles|cuándo|cuánto|"
    r"cuánta|dónde|quién|puedo|pueden|es|hay|comment|pourquoi|quand|où|quel|quelle|quels|quelles|"
    r"combien|qui|est-ce|peut-on|puis-je|faut-il|come|cosa|quando|dove|quale|quali|quanto|chi|"
    r"posso|è|hoe|wat|waarom|wanneer|waar|wie|welke|kan|mag|como|qual|quais|onde|quem|jak|co|"
    r"dlaczego|kiedy|gdzie|kto|ile|czy|który|która)\b",
    re.IGNORECASE,
)
_INVITES = re.compile(
    r"^(?:(?:are|have|were) you (?:ready|looking|interested|struggling|tired|been|an? )|"
    r"do you (?:need|want|know|like|have (?:any |a |an )?(?:questions?|project|idea))|"
    r"would you (?:like|rather)|how can we help|what (?:can|could) we do for you|what(?:'|’)s next|"
    r"what are you (?:looking|waiting)|why (?:choose |work with |trust )?us\b|can(?:'|’)t find|"
    r"want |need |ready |(?:still )?(?:have|got) (?:an?y? |more |some )?(?:question|project|idea)|"
    r"haben sie (?:noch )?(?:fragen|interesse)|sind sie (?:bereit|interessiert)|worauf warten|"
    r"wie können wir (?:ihnen )?helfen|was können wir für sie|noch fragen|warum wir\b|"
    r"brauchen sie (?:hilfe|unterstützung)|prêt|besoin|des questions|listo)",
    re.IGNORECASE,
)
_ASKED_WORDS = 4
_MAX_ANSWER = 1_000
_MAX_QUESTION = 240
_MIN_ANSWER_WORDS = 3


def find_questions(blocks: list[Block]) -> tuple[tuple[str, str], ...]:
    """(question, answer) pairs in document order, each question once."""
    found: dict[str, str] = {}
    for index, block in enumerate(blocks):
        if not _is_question(block) or block.text in found:
            continue
        answer = _answer_after(blocks, index)
        if count_words(answer) >= _MIN_ANSWER_WORDS:
            found[block.text] = answer
    return tuple(found.items())


def _is_head(block: Block) -> bool:
    return block.level > 0 or block.kind in ("dt", "summary", "button")


def _is_question(block: Block) -> bool:
    """A question heading below the first level: the main heading is the page's subject."""
    if not _is_head(block) or block.level == 1 or len(block.text) > _MAX_QUESTION:
        return False
    if _INVITES.match(block.text):
        return False
    if block.text.rstrip().endswith(("?", "？", "؟")):
        return asks(block.text)
    return block.kind in ("dt", "summary") and bool(_OPENERS.match(block.text))


def asks(text: str) -> bool:
    """Whether a line that ends with a question mark asks for something.

    In Latin script this is decided by its first words.
    """
    if not re.search(r"[A-Za-z]{3}", text):
        return True
    opening = " ".join(text.split()[:_ASKED_WORDS])
    return len(text.split()) > 1 and bool(_ASKS.search(opening))


def _answer_after(blocks: list[Block], index: int) -> str:
    parts: list[str] = []
    size = 0
    for block in blocks[index + 1 :]:
        if _is_head(block) or size > _MAX_ANSWER:
            break
        parts.append(block.text)
        size += len(block.text)
    return " ".join(parts)[:_MAX_ANSWER]
