"""Competitors on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, ClassVar
from uuid import UUID

from presence.domains.brands.naming import (
    ALIASES,
    INVALID_URL,
    NAME_EMPTY,
    Aliases,
    Name,
    Prefixes,
    Website,
)
from presence.domains.brands.records import CompetitorStatus
from presence.http.schemas import ApiIn, ApiOut, unit

Count = Annotated[int, unit("count")]
_PREFIXES = "Give up to 20 addresses such as example.com/shop"


class CompetitorOut(ApiOut):
    """A tracked or suggested competitor.

    For a suggestion, `answers`, `prompts` and `engines` count where the latest run named it. The
    example is one such place: code point offsets [start, end) in the text of that answer.
    """

    id: UUID
    name: str
    aliases: tuple[str, ...]
    website_url: str | None
    prefixes: tuple[str, ...]
    is_common_word: bool | None
    status: CompetitorStatus
    answers: Count
    prompts: Count
    engines: Count
    example_answer_id: UUID | None
    example_start: Annotated[int, unit("count")] | None
    example_end: Annotated[int, unit("count")] | None
    created_at: datetime


class CompetitorChangeIn(ApiIn):
    """Changes to a competitor; omitted fields are unchanged.

    An empty list of `prefixes` derives them from the website.
    """

    sentences: ClassVar[dict[str, str]] = {
        "name": NAME_EMPTY,
        "aliases": ALIASES,
        "website_url": INVALID_URL,
        "prefixes": _PREFIXES,
    }

    name: Name | None = None
    aliases: Aliases | None = None
    website_url: Website = None
    prefixes: Prefixes | None = None
    is_common_word: bool | None = None

    def changes(self) -> dict[str, Any]:
        """What was sent, without what cannot be taken away."""
        sent = self.model_dump(exclude_unset=True)
        always = ("name", "aliases", "prefixes")
        return {k: v for k, v in sent.items() if v is not None or k not in always}


class CompetitorIn(CompetitorChangeIn):
    """A competitor to track."""

    name: Name


class AcceptSuggestionIn(ApiIn):
    """How to accept a suggested competitor.

    With `aliasOf`, its name becomes an alias of that competitor; otherwise it is tracked on its
    own.
    """

    alias_of: UUID | None = None
