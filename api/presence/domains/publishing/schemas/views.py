"""Saved views on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from presence.http.schemas import ApiIn, ApiOut

ViewScreen = Literal["analytics", "content-gaps", "technical-gaps", "materials", "trends"]
MOST_NAME, MOST_QUERY, MOST_PAIRS = 80, 2_000, 60
# Of whom a view is and what lies open above it is not part of it.
_NOT_KEPT = frozenset(
    {
        "brand",
        "answer",
        "evidence",
        "finding",
        "gap",
        "number",
        "of",
        "whatif",
        "wording",
        "recommendation",
        "about",
        "run",
        "import",
        "session_id",
        "success",
    }
)
_SENTENCES = {
    "name": f"Give the view a name of at most {MOST_NAME} characters",
    "screen": "Name a screen whose views can be kept",
    "query": "Give the filters as the part of the address after the question mark",
    "scope": "Choose whether the view is personal or for the workspace",
    "is_default": "Say true or false",
}


def _canonical(query: str) -> str:
    """The same filters written one way. Raises when it is no query string."""
    try:
        pairs = parse_qsl(query.removeprefix("?"), max_num_fields=MOST_PAIRS)
    except ValueError:
        raise PydanticCustomError("query", _SENTENCES["query"]) from None
    kept = [(name, value) for name, value in pairs if name not in _NOT_KEPT]
    if any(not part.isprintable() for pair in kept for part in pair):
        raise PydanticCustomError("query", _SENTENCES["query"])
    written = urlencode(kept)
    if len(written) > MOST_QUERY:
        raise PydanticCustomError("query", f"The filters are longer than {MOST_QUERY} characters")
    return written


ViewName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_NAME)
]
ViewQuery = Annotated[str, Field(max_length=MOST_QUERY), AfterValidator(_canonical)]


class SavedViewIn(ApiIn):
    """A view to save, for the caller or for everyone who can see the brand."""

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    name: ViewName
    screen: ViewScreen
    query: ViewQuery
    scope: Literal["personal", "workspace"]
    is_default: bool = False


class SavedViewChangeIn(ApiIn):
    """Changes to a saved view; omitted fields are unchanged.

    `isDefault` only affects the caller.
    """

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    name: ViewName | None = None
    query: ViewQuery | None = None
    is_default: bool | None = None


class SavedViewOut(ApiOut):
    """A saved view; `editable` and `isDefault` depend on the caller."""

    id: UUID
    screen: ViewScreen
    name: str
    query: str
    scope: Literal["personal", "workspace"]
    is_default: bool
    editable: bool
    created_at: datetime


class SavedViewsOut(ApiOut):
    """The saved views of a brand, by name."""

    data: list[SavedViewOut]
