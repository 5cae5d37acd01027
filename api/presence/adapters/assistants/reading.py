"""What is read out of a provider's response, and the cautious way of reading it.

Invariant: a field that is missing or of another type than documented is left out and never fails
the answer, and every text read here can be stored: no NUL, no lone surrogate. Replacements keep
the length, so character offsets stay true.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from presence.analysis.types import Citation

Json = Mapping[str, Any]
Ending = Literal[
    "complete", "refused", "truncated", "rate-limited", "server-error", "bad-request", "unknown"
]

_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")


class Malformed(Exception):
    """The body is not what the provider documents, and holds no answer."""


@dataclass(frozen=True, slots=True)
class ProviderReply:
    """One answer as a provider gave it. `ending` says why the text stops; `detail` adds words.

    `citations` None means no citation data at all; () means it searched and cited nothing.
    """

    text: str
    model: str = ""
    ending: Ending = "complete"
    detail: str = ""
    citations: tuple[Citation, ...] | None = None
    search_queries: tuple[str, ...] = ()
    input_tokens: int | None = None
    output_tokens: int | None = None
    searches: int | None = None


def storable(text: str) -> str:
    """The text with what a database refuses replaced, character for character."""
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def document(body: str) -> Json:
    """The JSON object of a body. Raises `Malformed` for anything else."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Malformed("The body is not JSON.") from error
    if not isinstance(value, dict):
        raise Malformed("The body is not a JSON object.")
    return value


def child(parent: Json, name: str) -> Json:
    """A nested object; empty if there is none."""
    value = parent.get(name)
    return value if isinstance(value, dict) else {}


def children(parent: Json, name: str) -> Iterator[Json]:
    """The objects of a nested list; whatever else is in it is passed over."""
    for value in items(parent, name):
        if isinstance(value, dict):
            yield value


def items(parent: Json, name: str) -> list[Any]:
    """A nested list; empty if there is none."""
    value = parent.get(name)
    return value if isinstance(value, list) else []


def text_of(parent: Json, name: str) -> str:
    """A text field; empty if there is none."""
    value = parent.get(name)
    return storable(value) if isinstance(value, str) else ""


def texts(parent: Json, name: str) -> tuple[str, ...]:
    """The non-empty texts of a list."""
    return tuple(storable(v) for v in items(parent, name) if isinstance(v, str) and v.strip())


def count_of(parent: Json, name: str) -> int | None:
    """A count, None when it is missing, negative or no whole number."""
    value = parent.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if value >= 0 else None


def total(*counts: int | None) -> int | None:
    """The sum of the counts that are known; None when none is."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def distinct(values: Iterable[str]) -> tuple[str, ...]:
    """Values once each, in order."""
    return tuple(dict.fromkeys(values))


def is_web_address(url: str) -> bool:
    """Whether a citation can lead anywhere: http or https, with a host."""
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return False


def span(start: int | None, end: int | None, length: int) -> tuple[int, int] | tuple[None, None]:
    """A half-open range inside a text of `length` characters, or nothing."""
    if start is None or end is None or not 0 <= start < end <= length:
        return None, None
    return start, end


class Sources:
    """Collects citations in order: each cited place once, each page found but not cited once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int | None, int | None], Citation] = {}
        self._urls: set[str] = set()

    def cite(self, citation: Citation) -> None:
        """A source with its place in the text; without a usable address it is left out."""
        if is_web_address(citation.url):
            self._found.setdefault((citation.url, citation.start, citation.end), citation)
            self._urls.add(citation.url)

    def retrieved(self, url: str, title: str = "", domain: str = "") -> None:
        """A page the engine looked at. Call it after everything cited is known."""
        if url not in self._urls:
            self.cite(Citation(url=url, title=title, domain=domain, kind="retrieved"))

    def all(self) -> tuple[Citation, ...]:
        """Everything found, in order."""
        return tuple(self._found.values())
