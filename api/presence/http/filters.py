"""Filters and sort orders of lists: `filter[status]=open,done`, `sort=-createdAt`.

Invariant: a filter or an order that a list does not know is refused, never ignored.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Annotated, Any, TypeVar, cast

from fastapi import Depends, Request
from pydantic import BeforeValidator

from presence.core.errors import FieldError, ValidationFailed
from presence.http.schemas import is_mere_number

_Value = TypeVar("_Value", bound=str)


def _written(value: Any) -> Any:
    if is_mere_number(value):
        raise ValueError("Give the day as YYYY-MM-DD")
    return value


# A day in an address; a mere number would be read as seconds since 1970.
Day = Annotated[date, BeforeValidator(_written)]


def OnlyFilters(*names: str) -> Any:
    """Route dependency: ValidationFailed for any `filter[…]` but these."""
    known = {f"filter[{name}]" for name in names}

    async def check(request: Request) -> None:
        for key in request.query_params:
            if key.startswith("filter") and key not in known:  # guard: http.unknown-list-filter
                raise refused(key, "This list cannot be filtered by that.")

    return Depends(check)


def several(text: str | None, allowed: Collection[_Value], name: str) -> tuple[_Value, ...]:
    """The comma-separated values of filter `name`; empty without one.

    Raises ValidationFailed for a value that is not among `allowed`.
    """
    values = tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))
    for value in values:
        if value not in allowed:
            raise refused(f"filter[{name}]", f"Use one of: {', '.join(sorted(allowed))}.")
    return cast("tuple[_Value, ...]", values)


def one(text: str | None, allowed: Collection[_Value], name: str) -> _Value | None:
    """The one value of filter `name`, None without one. Raises ValidationFailed."""
    values = several(text, allowed, name)
    if len(values) > 1:
        raise refused(f"filter[{name}]", "Use one value only.")
    return values[0] if values else None


def order(sort: str | None, allowed: Collection[str], usual: str) -> str:
    """A known sort order, `usual` without one; "-" in front means descending."""
    if sort is None:
        return usual
    if sort.removeprefix("-") not in allowed:  # guard: http.unknown-sort
        raise refused("sort", f"Sort by one of: {', '.join(sorted(allowed))}.")
    return sort


def refused(parameter: str, sentence: str) -> ValidationFailed:
    """422 at a query parameter."""
    problem = FieldError(f"/query/{parameter}", sentence, "filter")
    return ValidationFailed(sentence, errors=(problem,))
