"""How far the own pages go towards answering a question that they lack no fact for.

Invariant: a page is never told to say what its title, first heading and first passage say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from presence.analysis.gaps.asked import subject_of
from presence.analysis.language import base_language, terms
from presence.analysis.types import PanelPrompt, Passage
from presence.analysis.types.results import AskedTheme

_MOST_OF: Final = 0.8
_LEAST_WORDS: Final = 2
# Where nouns have capitals, a capital says nothing about a name.
_CAPITAL_NOUNS: Final = frozenset({"de"})
_NAMES: Final = re.compile(r"(?<=[\w,] )[A-Z\u00c0-\u00de][\w'\u2019-]+")


def heads_answer(prompt: PanelPrompt, own: Sequence[Passage], page: str) -> bool:
    """Whether a heading of the page asks the question, with text of its own below."""
    language = base_language(prompt.locale)
    asked = set(terms(prompt.text, language))
    if len(asked) < _LEAST_WORDS:
        return False
    return any(
        passage.source == page
        and passage.text
        and len(asked & set(terms(passage.heading, language))) >= _MOST_OF * len(asked)
        for passage in own
    )


def own_answer(
    prompt: PanelPrompt, theme: AskedTheme, own: Sequence[Passage], page: str, sold: str = ""
) -> Literal["given", "near", "top"]:
    """What is left to write on the page; "top" where it is only what is `sold`, and where.

    Who is the better one is for others to say: nothing is left to write for that.
    """
    if heads_answer(prompt, own, page):
        return "given"
    if theme != "offer":
        return "near"
    language = base_language(prompt.locale)
    asked = set(terms(subject_of(prompt.text, language), language))
    first = [passage for passage in own if passage.source == page][:1]
    top = " ".join(f"{p.title} {p.heading} {p.text}" for p in first)
    if asked <= set(terms(top, language)):
        return "given"
    known = set(terms(sold or prompt.topic, language))
    if language not in _CAPITAL_NOUNS:
        known |= set(terms(" ".join(_NAMES.findall(prompt.text)), language))
    if not asked - known:
        return "top"
    return "given" if prompt.intent == "comparison" else "near"
