"""Collects the sources of an answer: those that the engine listed and the links in its text.

Invariant: without citation data and without links, the result is None (unknown); an empty list is a
real zero.
"""

from __future__ import annotations

import re

from presence.analysis.extraction.entities import EntitySet
from presence.analysis.extraction.folding import UNREAD
from presence.analysis.extraction.ownership import host_and_path, own_citation
from presence.analysis.types import Citation

_LINK = re.compile(
    UNREAD
    + r"""
  | \[(?P<label>[^\[\]\n]{0,300})\]\((?P<target>https?://[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)
    (?:\s+["'][^"'\n]*["'])?\s*\)
  | (?P<bare>https?://[^\s<>"'`|\\^{}\[\]()]+)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def cited_sources(
    text: str, given: tuple[Citation, ...] | None, entities: EntitySet
) -> tuple[Citation, ...] | None:
    """Citations with owner and class: the engine's first, then other links in the text."""
    found = [own_citation(citation, entities.prefixes) for citation in given or ()]
    known = {_key(citation.url) for citation in found}
    if "://" in text:
        for match in _LINK.finditer(text):
            link = match.group("target") or match.group("bare")
            if link is None:
                continue
            url = link.rstrip(".,;:!?")
            if _key(url) in known:
                continue
            known.add(_key(url))
            source = Citation(
                url=url, title=match.group("label") or "", start=match.start(), end=match.end()
            )
            found.append(own_citation(source, entities.prefixes))
    return tuple(found) if found or given is not None else None


def _key(url: str) -> tuple[str, str] | str:
    return host_and_path(url) or url


def cites_brand(citations: tuple[Citation, ...] | None, entities: EntitySet) -> bool | None:
    """Whether an owned source is cited; None without citation data or owned prefixes."""
    owns = any(prefix.entity == "brand" for prefix in entities.prefixes)
    if citations is None or not owns:
        return None
    return any(c.kind == "cited" and c.owner == "brand" for c in citations)
