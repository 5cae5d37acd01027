"""Lists for the console: any order, any page, counted only as long as that is cheap.

A `Listing` is declared once by its slice's queries; of what a caller sends, only the name of a
declared column becomes SQL text. Invariant: the key ends every order, so pages do not overlap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import RowMapping, text
from sqlalchemy.ext.asyncio import AsyncSession

COUNTED_UP_TO = 10_000
# The database takes row security's "this tenant, or nobody's transaction" for one row in the table,
# and would read and sort all of it for the newest few. Where nothing narrows the list, it is told
# to follow the key.
_FOLLOW_THE_KEY = text(
    "SELECT set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)"
)
_AS_USUAL = text(
    "SELECT set_config('enable_sort', 'on', true), set_config('enable_seqscan', 'on', true)"
)
Kind = Literal["text", "uuid", "integer", "boolean", "since", "until", "when", "related"]
_TYPES = {
    "text": "text[]",
    "uuid": "uuid[]",
    "related": "uuid[]",
    "integer": "bigint[]",
    "boolean": "boolean[]",
}


@dataclass(frozen=True, slots=True)
class Filter:
    """A named condition.

    "when" is a complete condition, required to be true or false; "related" one about ids elsewhere,
    which contains `:ids`.
    """

    expression: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of the console: `columns` maps names to SQL, and `source` is what follows FROM.

    `sortable` are names of columns; `usual` is the default order, with "-" for descending.
    """

    source: str
    columns: Mapping[str, str]
    key: str
    key_kind: Kind = "uuid"
    filters: Mapping[str, Filter] = field(default_factory=dict)
    search: Sequence[str] = ()
    sortable: Sequence[str] = ()
    usual: str = "-id"
    always: str = "true"

    @property
    def select(self) -> str:
        """SELECT … FROM … of the declared columns."""
        chosen = ", ".join(f'{sql} AS "{name}"' for name, sql in self.columns.items())
        return f"SELECT {chosen} FROM {self.source}"  # noqa: S608 - declared text only


@dataclass(frozen=True, slots=True)
class ListQuery:
    """What a caller wants to see; values of `filters` have the Python types of their kinds."""

    page: int = 1
    per_page: int = 25
    sort: str | None = None
    search: str = ""
    ids: Sequence[Any] | None = None
    filters: Mapping[str, Sequence[Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page; `total` is None if there are more than `COUNTED_UP_TO`."""

    rows: Sequence[Mapping[Any, Any]]
    total: int | None
    has_next: bool


async def fetch_page(session: AsyncSession, listing: Listing, asked: ListQuery) -> ListPage:
    """The requested page."""
    where, values = _conditions(listing, asked)
    limit = len(asked.ids) if asked.ids is not None else asked.per_page
    statement = (
        f"{listing.select} WHERE {where} ORDER BY {_order(listing, asked.sort)}"
        f" LIMIT {limit + 1} OFFSET {(asked.page - 1) * asked.per_page}"
    )
    by_key = not (asked.filters or asked.search or asked.ids) and _by_key(listing, asked.sort)
    if by_key:
        await session.execute(_FOLLOW_THE_KEY)
    rows = (await session.execute(text(statement), values)).mappings().all()
    if by_key:
        await session.execute(_AS_USUAL)
    shown = rows[:limit]
    if asked.ids is not None or (asked.page == 1 and len(rows) <= limit):
        return ListPage(shown, len(shown), has_next=False)
    counting = (
        f"SELECT count(*) FROM (SELECT 1 FROM {listing.source} WHERE {where}"  # noqa: S608
        f" LIMIT {COUNTED_UP_TO + 1}) AS counted"
    )
    total: int = (await session.execute(text(counting), values)).scalar_one()
    return ListPage(shown, total if total <= COUNTED_UP_TO else None, len(rows) > limit)


async def find_one(session: AsyncSession, listing: Listing, key: Any) -> RowMapping | None:
    """The row with this key, as the list shows it."""
    kind = _TYPES[listing.key_kind].removesuffix("[]")
    statement = f"{listing.select} WHERE {listing.always} AND {listing.key} = CAST(:key AS {kind})"
    return (await session.execute(text(statement), {"key": key})).mappings().one_or_none()


def _conditions(listing: Listing, asked: ListQuery) -> tuple[str, dict[str, Any]]:
    parts, values = [f"({listing.always})"], dict[str, Any]()
    for number, (name, wanted) in enumerate(asked.filters.items()):
        chosen = listing.filters[name]
        parts.append(_condition(chosen, f"f{number}"))
        values[f"f{number}"] = list(wanted) if chosen.kind in _TYPES else wanted[0]
    if asked.ids is not None:
        parts.append(f"{listing.key} = ANY(CAST(:ids AS {_TYPES[listing.key_kind]}))")
        values["ids"] = list(asked.ids)
    if asked.search and listing.search:
        parts.append(
            "(" + " OR ".join(f"{sql} ILIKE :q ESCAPE '!'" for sql in listing.search) + ")"
        )
        plain = asked.search
        for special in "!%_":
            plain = plain.replace(special, f"!{special}")
        values["q"] = f"%{plain}%"
    return " AND ".join(parts), values


def _condition(chosen: Filter, name: str) -> str:
    if chosen.kind == "since":
        return f"{chosen.expression} >= :{name}"
    if chosen.kind == "until":
        return f"{chosen.expression} < :{name}"
    if chosen.kind == "when":
        return f"({chosen.expression}) = :{name}"
    if chosen.kind == "related":
        return chosen.expression.replace(":ids", f"CAST(:{name} AS uuid[])")
    return f"{chosen.expression} = ANY(CAST(:{name} AS {_TYPES[chosen.kind]}))"


def _by_key(listing: Listing, sort: str | None) -> bool:
    return (sort or listing.usual).removeprefix("-") == "id"


def _order(listing: Listing, sort: str | None) -> str:
    wanted = sort or listing.usual
    name, down = wanted.removeprefix("-"), "DESC" if wanted.startswith("-") else "ASC"
    if name == "id":
        return f"{listing.key} {down}"
    return f"{listing.columns[name]} {down} NULLS LAST, {listing.key} {down}"


def workspace_of(alias: str) -> str:
    """Join a table's workspace as `w`."""
    return f" JOIN workspace w ON w.id = {alias}.workspace_id"


def brand_of(alias: str) -> str:
    """Join a table's brand as `b`."""
    return f" JOIN brand b ON b.workspace_id = {alias}.workspace_id AND b.id = {alias}.brand_id"


def columns_of(alias: str, *names: str, **columns: str) -> dict[str, str]:
    """Columns of a table by their own names, and computed ones."""
    return {name: f"{alias}.{name}" for name in names} | columns


def common_filters(alias: str) -> dict[str, Filter]:
    """Filters by workspace and by a row's creation day."""
    return {
        "workspaceId": Filter(f"{alias}.workspace_id", "uuid"),
        "from": Filter(f"{alias}.created_at", "since"),
        "to": Filter(f"{alias}.created_at", "until"),
    }
