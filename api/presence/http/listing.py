"""Lists on the wire: forward pages by key, one shape for every slice.

Invariant: a cursor is the key of the last row shown, so a page neither repeats nor skips a row
when others are added meanwhile. Pages go forward only: `prevCursor` is null.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar
from uuid import UUID

from fastapi import Depends, Query

from presence.core.errors import ValidationFailed
from presence.http.schemas import ApiOut

MAX_LIMIT = 200
_LIMIT = "The maximum number of items to return."
_CURSOR = "The `nextCursor` of the previous page."
_BAD_CURSOR = "This cursor is not one of ours"
Row = TypeVar("Row")


class PageOut(ApiOut):
    """The position of a page in its list."""

    next_cursor: str | None
    prev_cursor: str | None = None
    limit: int
    total: int | None
    total_is_exact: bool


class ListOut(ApiOut, Generic[Row]):
    """A page of a list."""

    data: list[Row]
    page: PageOut


@dataclass(frozen=True, slots=True)
class Paging:
    """What a caller asked for: up to `limit` rows whose key comes after `after`."""

    limit: int
    after: UUID | None

    @property
    def probe(self) -> int:
        """How many rows to read: one more than shown tells whether there is a next page."""
        return self.limit + 1


async def paging(
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT, description=_LIMIT)] = 50,
    cursor: Annotated[str | None, Query(max_length=64, description=_CURSOR)] = None,
) -> Paging:
    """The `limit` and `cursor` parameters. Raises ValidationFailed for a foreign cursor."""
    if cursor is None:
        return Paging(limit, None)
    try:
        return Paging(limit, key_of(cursor))
    except ValueError as error:
        raise ValidationFailed.at("/query/cursor", _BAD_CURSOR, "cursor") from error


def key_of(cursor: str) -> UUID:
    """The key of the row that a cursor stands for. Raises ValueError for a foreign one."""
    return UUID(bytes=urlsafe_b64decode(cursor.encode() + b"=="))


PagingDep = Annotated[Paging, Depends(paging)]


def cut(
    rows: Sequence[Row], asked: Paging, key: Callable[[Row], UUID], total: int | None
) -> tuple[Sequence[Row], PageOut]:
    """The rows to show of those read with `probe`, and the page they make."""
    shown = rows[: asked.limit]
    more = len(rows) > asked.limit
    cursor = urlsafe_b64encode(key(shown[-1]).bytes).rstrip(b"=").decode() if more else None
    return shown, PageOut(
        next_cursor=cursor, limit=asked.limit, total=total, total_is_exact=total is not None
    )
