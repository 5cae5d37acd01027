"""Writes the extractive answer: verbatim sentences, each source introduced by its owner's name.

Invariant: removing the owner's name and the [n] marks leaves only text found in the sources.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from presence.analysis.language import sentences, terms
from presence.analysis.types import Citation, Passage

NO_SOURCE = "No good source found."
SHORT_SENTENCE = 60
LONGEST_STATEMENT = 360


@dataclass(frozen=True, slots=True)
class Composed:
    """Answer text with its citations; offsets point at the [n] marks in the text."""

    text: str
    citations: tuple[Citation, ...]


def compose(
    sources: Sequence[Passage],
    query: Sequence[str],
    weight: Callable[[str], float],
    language: str,
) -> Composed:
    """One line per source, in the order given; no source gives the sentence that says so."""
    if not sources:
        return Composed(NO_SOURCE, ())
    text = ""
    citations: list[Citation] = []
    for number, passage in enumerate(sources, start=1):
        statement = _statement(passage.text, query, weight, language)
        text += ("\n" if text else "") + f"{owner_name(passage)}: {statement} "
        mark = f"[{number}]"
        citations.append(_citation(passage, number, len(text), len(text) + len(mark)))
        text += mark
    return Composed(text, tuple(citations))


def owner_name(passage: Passage) -> str:
    """Display name of a passage's owner; a reference without one goes by its host."""
    return passage.owner_name or urlsplit(passage.source).hostname or passage.owner


def _citation(passage: Passage, number: int, start: int, end: int) -> Citation:
    return Citation(
        url=passage.source,
        title=passage.title,
        domain=urlsplit(passage.source).hostname or "",
        kind="cited",
        number=number,
        start=start,
        end=end,
        owner=passage.owner,
    )


def _statement(
    text: str, query: Sequence[str], weight: Callable[[str], float], language: str
) -> str:
    """The sentence that carries most of the question's rare terms, and the next when short."""
    found = sentences(text)
    wanted = set(query)
    gains = [sum(weight(t) for t in wanted & set(terms(s, language))) for s in found]
    best = max(range(len(found)), key=lambda i: (gains[i], -i))
    statement = found[best]
    if len(statement) < SHORT_SENTENCE and best + 1 < len(found):
        longer = f"{statement} {found[best + 1]}"
        statement = longer if len(longer) <= LONGEST_STATEMENT else statement
    if len(statement) <= LONGEST_STATEMENT:
        return statement
    return statement[:LONGEST_STATEMENT].rsplit(" ", 1)[0]
