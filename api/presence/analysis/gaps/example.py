"""Finds the sentence of an answer that proves what the own page lacks.

Invariant: an example is a whole sentence of one answer, verbatim but for marks of emphasis.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from presence.analysis.gaps.stated_kinds import carried
from presence.analysis.language import sentence_spans, terms
from presence.analysis.types import PanelPrompt
from presence.analysis.types.results import AskedTheme, StatedFact

_LONGEST: Final = 160
_LEAST: Final = 12
_MARKS: Final = re.compile(r"\*\*|__|`|\[\d+\]|^[\s#>*•-]+|^\d{1,2}[.)]\s")


def example_of(
    texts: Iterable[str], fact: StatedFact, prompt: PanelPrompt, theme: AskedTheme
) -> str:
    """The shortest sentence that states the fact, "" where none of a fitting length does.

    Where a fact is asked for rather than somebody who offers it, it is about the question.
    """
    language = prompt.locale
    asks = theme in ("question", "choice")
    about = frozenset(terms(prompt.text, language)) if asks else frozenset()
    return sentence_with(fact, texts, language, about)


def sentence_with(
    fact: StatedFact, texts: Iterable[str], language: str, about: AbstractSet[str] = frozenset()
) -> str:
    """The shortest fitting sentence that states the fact and holds one of the terms `about`."""
    stating = [
        sentence
        for text in texts
        for start, end in sentence_spans(text)
        if _LEAST <= len(sentence := _MARKS.sub("", text[start:end]).strip()) <= _LONGEST
        and fact in carried(sentence, language)
        and (not about or about & set(terms(sentence, language)))
    ]
    return min(stating, key=len, default="")
