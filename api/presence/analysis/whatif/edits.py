"""Edits to the words a brand can be quoted with.

Invariant: only the brand's own passages change; competitors' and reference pages stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from presence.analysis.documents import document_passages
from presence.analysis.extraction import BRAND
from presence.analysis.types import DocumentText, Passage

Action = Literal["add", "replace", "remove"]
SHINGLE: Final = 6  # words in a row that make two texts recognisably the same
_HEADING = re.compile(r"^(#{1,6})\s+(.*)$")
_WORDS = re.compile(r"\w+")


class EditRefused(ValueError):
    """The edit cannot be made; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change. `source` is a page's URL, or `document:NAME`; `text` plain or Markdown headings.

    `add` puts a new source beside the others, `replace` takes the place of one that is known,
    `remove` takes one away.
    """

    action: Action
    source: str
    title: str = ""
    text: str = ""


def apply_edits(
    passages: Sequence[Passage], edits: Sequence[Edit], brand_name: str
) -> tuple[Passage, ...]:
    """The passages after the edits. EditRefused when a source to change is not known."""
    current = tuple(passages)
    for edit in edits:
        known = any(p.owner == BRAND and p.source == edit.source for p in current)
        if edit.action != "add" and not known:
            raise EditRefused(f"{edit.source} was not read in the newest analysis.")
        if edit.action == "add" and known:
            raise EditRefused(f"{edit.source} exists already; change it instead.")
        kept = tuple(p for p in current if p.owner != BRAND or p.source != edit.source)
        new = () if edit.action == "remove" else _passages(edit, brand_name)
        if edit.action != "remove" and not new:
            raise EditRefused("The text holds no sentence that could be quoted.")
        current = (*new, *kept)
    return current


def _passages(edit: Edit, brand_name: str) -> tuple[Passage, ...]:
    blocks: list[tuple[int, str]] = []
    for line in edit.text.splitlines():
        heading = _HEADING.match(line.strip())
        if heading:
            blocks.append((len(heading.group(1)), heading.group(2).strip()))
        elif line.strip():
            blocks.append((0, line.strip()))
    words = len(_WORDS.findall(edit.text))
    document = DocumentText(edit.source, edit.title or edit.source, tuple(blocks), words)
    made = document_passages(document, BRAND, brand_name)
    return tuple(replace(passage, source=edit.source) for passage in made)


def applied_share(edit: Edit, pages: Iterable[str]) -> float:
    """Share of the edit's runs of six words found in any of the texts: 1 when it was published.

    For `remove` the share of the text that is gone. Texts shorter than six words compare whole.
    """
    wanted = _shingles(edit.text)
    if not wanted:
        return 0.0
    found: set[tuple[str, ...]] = set()
    for text in pages:
        found |= wanted & _shingles(text)
    share = len(found) / len(wanted)
    return 1.0 - share if edit.action == "remove" else share


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = [word.casefold() for word in _WORDS.findall(text)]
    if len(words) < SHINGLE:
        return {tuple(words)} if words else set()
    return {tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)}
