"""Builds an answer from the named fields of a row or object, under any of their usual names.

Invariant: every refusal names the place and says what would have been correct.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from presence.analysis.imported.model import MOST_ANSWER_BYTES, ImportedAnswer, ImportRefused
from presence.analysis.types import Citation

# Our name of a field first, then other common ones; spaces, case and punctuation are ignored.
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "prompt": ("prompt", "question", "query", "ask", "frage", "pregunta", "question posée"),
    "answer": (
        "answer", "text", "response", "answer text", "reply", "output", "content", "completion",
        "antwort", "respuesta", "réponse",
    ),
    "engine": (
        "engine", "assistant", "model", "provider", "platform", "source", "ai", "engine name",
    ),
    "answered_at": (
        "answered at", "date", "time", "timestamp", "asked at", "created at", "datetime", "datum",
        "fecha",
    ),
    "links": ("links", "link", "citations", "sources", "urls", "url", "references"),
    "locale": ("locale", "language", "lang", "market"),
}  # fmt: skip
COLUMNS: Final = "prompt, answer, engine, date, links, locale"

_PLAIN: Final = re.compile(r"[\W_]+")
_KNOWN: Final = {
    _PLAIN.sub("", synonym.casefold()): field
    for field, synonyms in FIELDS.items()
    for synonym in synonyms
}
# A comma may be part of an address, so it ends one only before a blank or another address.
_BETWEEN_LINKS: Final = re.compile(r"[\s|<>\"']+|[,;]+(?=\s|https?://|$)")
_LONGEST_PROMPT: Final = 2_000
_LONGEST_NAME: Final = 200


def field_of(name: str) -> str | None:
    """Our name of a column or key; None for one we do not recognise."""
    return _KNOWN.get(_PLAIN.sub("", name.casefold()))


def named_fields(names: Iterable[str]) -> dict[str, str]:
    """Our field → their name; the first name of each field wins."""
    found: dict[str, str] = {}
    for name in names:
        field = field_of(name)
        if field is not None:
            found.setdefault(field, name)
    return found


def answer_from(values: Mapping[str, object], place: str) -> ImportedAnswer:
    """The answer with these named values. Raises `ImportRefused` for invalid ones."""
    fields = {field: values[name] for field, name in named_fields(values).items()}
    text = _text(fields.get("answer"), place, "answer").strip()
    prompt = _text(fields.get("prompt"), place, "prompt").strip()
    if not text:
        raise ImportRefused(f"{place} has no answer.")
    if not prompt:
        raise ImportRefused(f"{place} has no prompt: the question that was asked.")
    return checked(
        ImportedAnswer(
            text=text,
            prompt=prompt,
            engine=_text(fields.get("engine"), place, "engine").strip(),
            answered_at=moment(_text(fields.get("answered_at"), place, "date"), place),
            locale=_text(fields.get("locale"), place, "locale").strip(),
            citations=links(fields.get("links"), place),
            place=place,
        )
    )


def checked(answer: ImportedAnswer) -> ImportedAnswer:
    """The answer, if it is within the size limits."""
    if len(answer.text.encode("utf-8", "replace")) > MOST_ANSWER_BYTES:
        raise ImportRefused(f"{answer.place}: the answer is longer than 1 MB.")
    if len(answer.prompt) > _LONGEST_PROMPT:
        raise ImportRefused(
            f"{answer.place}: the prompt is longer than {_LONGEST_PROMPT:,} characters."
        )
    if len(answer.engine) > _LONGEST_NAME or len(answer.locale) > _LONGEST_NAME:
        raise ImportRefused(
            f"{answer.place}: engine and locale may have at most {_LONGEST_NAME} characters."
        )
    return answer


def moment(written: str, place: str) -> datetime | None:
    """An ISO 8601 date or time, in UTC unless stated otherwise; None if it is empty.

    Other formats are refused: 03/04/2026 is in March to some and in April to others.
    """
    if not written.strip():
        return None
    try:
        found = datetime.fromisoformat(written.strip())
    except ValueError:
        raise ImportRefused(
            f"{place}: “{written.strip()[:40]}” is not a date such as 2026-04-03 or "
            "2026-04-03T10:30:00Z."
        ) from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def links(given: object, place: str) -> tuple[Citation, ...] | None:
    """Links in one cell, or in a list of addresses or {url, title}; None if none is given."""
    if isinstance(given, str):
        given = [part for part in _BETWEEN_LINKS.split(given) if part] or None
    if given is None:
        return None
    if not isinstance(given, list):
        raise ImportRefused(f"{place}: links must be a list of addresses.")
    found = dict.fromkeys(_link(entry, place) for entry in given)
    return tuple(found)


def _link(entry: object, place: str) -> Citation:
    title: object = ""
    url: object = entry
    if isinstance(entry, Mapping):
        url, title = entry.get("url"), entry.get("title", "")
    if not isinstance(url, str) or not _is_address(url):
        raise ImportRefused(f"{place}: “{str(url)[:80]}” is not a web address.")
    return Citation(url=url.strip(), title=title if isinstance(title, str) else "")


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url.strip())
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return False


def _text(value: object, place: str, field: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ImportRefused(f"{place}: the {field} is not text.")
    return value
