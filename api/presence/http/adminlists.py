"""The console's lists on the wire: `?page&perPage&sort&q&ids&filter[…]` (product section 8).

Invariant: a filter, an order or an id that a list does not know is refused, never ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, BeforeValidator, TypeAdapter
from pydantic.alias_generators import to_camel, to_snake

from presence.core.errors import PreconditionFailed
from presence.db.listing import Kind, Listing, ListPage, ListQuery
from presence.http.conditional import require_match
from presence.http.filters import order, refused
from presence.http.schemas import ApiOut

MOST_PER_PAGE = 1_000
MOST_IDS = 200
# No larger than a column holds: a longer one would be a server error.
NumberKey = Annotated[int, Path(ge=0, le=2**63 - 1)]
_NUMBER: TypeAdapter[int] = TypeAdapter(NumberKey)
_FILTER = "filter["
_MUST_MATCH = "Send If-Match with the tag you read, so that nobody's change is lost."
Row = TypeVar("Row", bound=BaseModel)


def _parsed(value: object) -> object:
    return json.loads(value) if isinstance(value, str) else value


# A JSON column as a listing reads it.
Document = Annotated[Any, BeforeValidator(_parsed)]


class PreconditionRequired(PreconditionFailed):
    """428: a change without saying which state it changes."""

    code = "precondition-required"
    status = 428
    title = "Precondition required"


class PageInfoOut(ApiOut):
    """Whether there are pages before and after this one."""

    has_next_page: bool
    has_previous_page: bool


class AdminListOut(ApiOut, Generic[Row]):
    """One page; `total` is null beyond 10,000 rows."""

    data: list[Row]
    total: int | None
    page_info: PageInfoOut


async def _parameters(
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
    per_page: Annotated[int, Query(alias="perPage", ge=1, le=MOST_PER_PAGE)] = 25,
    sort: Annotated[str | None, Query(max_length=60)] = None,
    q: Annotated[str, Query(max_length=200)] = "",
    ids: Annotated[str | None, Query(max_length=12_000)] = None,
) -> tuple[int, int, str | None, str, str | None]:
    return page, per_page, sort, q, ids


AdminParameters = Annotated[tuple[int, int, str | None, str, str | None], Depends(_parameters)]


def asked_of(request: Request, listing: Listing, parameters: AdminParameters) -> ListQuery:
    """The query that the request makes of `listing`. Raises ValidationFailed."""
    page, per_page, sort, q, ids = parameters
    if sort is not None:
        allowed = [*(to_camel(name) for name in listing.sortable), "id"]
        chosen = order(sort, allowed, sort)
        sort = ("-" if chosen.startswith("-") else "") + to_snake(chosen.removeprefix("-"))
    wanted = None
    if ids is not None:
        wanted = [_value(listing.key_kind, part, "ids") for part in ids.split(",") if part]
        if len(wanted) > MOST_IDS:  # guard: http.most-ids
            raise refused("ids", f"Ask for at most {MOST_IDS} at once.")
    return ListQuery(
        page, per_page, sort, q.replace("\x00", "").strip(), wanted, _filters(request, listing)
    )


def _filters(request: Request, listing: Listing) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for key, given in request.query_params.multi_items():
        if not key.startswith("filter"):
            continue
        name = key.removeprefix(_FILTER).removesuffix("]")
        if name not in listing.filters or key != f"{_FILTER}{name}]":  # guard: http.unknown-filter
            raise refused(key, "This list cannot be filtered by that.")
        kind = listing.filters[name].kind
        parts = given.split(",") if kind in ("text", "uuid", "related", "integer") else [given]
        found.setdefault(name, []).extend(_value(kind, part.strip(), key) for part in parts)
    return found


def _value(kind: Kind, given: str, name: str) -> Any:
    """A value of the kind, as Python has it. Raises ValidationFailed."""
    try:
        if kind in ("uuid", "related"):
            return UUID(given)
        if kind == "integer":
            return _NUMBER.validate_python(int(given))
        if kind in ("since", "until"):
            moment = datetime.fromisoformat(given)
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except ValueError as error:
        raise refused(name, "This is not a value of that kind.") from error
    if kind in ("boolean", "when"):
        if given not in ("true", "false"):
            raise refused(name, "Use one of: false, true.")
        return given == "true"
    return given.replace("\x00", "")


def listed(found: ListPage, asked: ListQuery, shape: type[Row]) -> AdminListOut[Row]:
    """The page as it is sent."""
    return AdminListOut[shape](  # type: ignore[valid-type]  # a model made for the shape
        data=[shape.model_validate(dict(row)) for row in found.rows],
        total=found.total,
        page_info=PageInfoOut(has_next_page=found.has_next, has_previous_page=asked.page > 1),
    )


def require_tag(if_match: str | None, document: BaseModel) -> None:
    """PreconditionRequired without a tag, PreconditionFailed with an old one."""
    if if_match is None:  # guard: http.match-required
        raise PreconditionRequired(_MUST_MATCH)
    require_match(if_match, document)  # guard: http.match


def shaped(shape: type[Row], row: Mapping[Any, Any]) -> Row:
    """A row of a listing in the shape the list has."""
    return shape.model_validate(dict(row))
