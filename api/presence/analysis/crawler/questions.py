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
    if block.text.rstrip().endswith(("?", "？", "؟")):
        return len(block.text.split()) > 1 or not block.text.isascii()
    return block.kind in ("dt", "summary") and bool(_OPENERS.match(block.text))


def _answer_after(blocks: list[Block], index: int) -> str:
    parts: list[str] = []
    size = 0
    for block in blocks[index + 1 :]:
        if _is_head(block) or size > _MAX_ANSWER:
            break
        parts.append(block.text)
        size += len(block.text)
    return " ".join(parts)[:_MAX_ANSWER]
