"""A resource of the console: its list and its single record, from one declaration.

    runs = Resource("runs", RUNS, RunRecordOut)
    add_resource(router, runs)
    @act(router, runs, "cancel")
    async def cancel(key: UUID, body: ReasonIn, session: SessionDep) -> None: …

Invariant: a record has the same shape in the list and alone, and alone it carries a strong tag.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast
from uuid import UUID

from fastapi import APIRouter, Request
from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from presence.core.errors import NotFound
from presence.db.listing import Listing, fetch_page, find_one
from presence.db.tenancy import TenantBinding, bind
from presence.domains.operators.context import CurrentOperator, May, leave, operation
from presence.domains.operators.errors import nothing_there
from presence.domains.operators.queries.staff import SignedIn
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.schemas import WaitingOut
from presence.domains.operators.service.permissions import decide_changes
from presence.http.adminlists import (
    AdminListOut,
    AdminParameters,
    NumberKey,
    asked_of,
    listed,
    shaped,
)
from presence.http.conditional import answer
from presence.http.session import SessionDep

WAITS: dict[int | str, dict[str, Any]] = {
    202: {"model": WaitingOut, "description": "A second person has to approve it first."}
}
Mask = Callable[[str], str | None]
_KEYS: dict[str, Any] = {"uuid": UUID, "integer": NumberKey, "text": str}


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource: its name in the console, its query, and its shape on the wire.

    `masked` names the columns whose values grant access by themselves, and says how each is shown
    to staff who may only read this resource.
    """

    name: str
    listing: Listing
    shape: type[Any]
    masked: Mapping[str, Mask] = field(default_factory=dict)

    @property
    def verb(self) -> str:
        """The name inside an operation id."""
        return self.name.replace("-", "_")


def add_resource(router: APIRouter, resource: Resource) -> None:
    """Register GET /name and GET /name/{key}."""
    _add_list(router, resource)
    _add_show(router, resource)


def _add_list(router: APIRouter, resource: Resource) -> None:
    async def rows(
        request: Request, who: CurrentOperator, session: SessionDep, parameters: AdminParameters
    ) -> Any:
        asked = asked_of(request, resource.listing, parameters)
        page = await fetch_page(session, resource.listing, asked)
        shown = [_masked(resource, row, who) for row in page.rows]
        return listed(replace(page, rows=shown), asked, resource.shape)

    filters = [
        {"name": f"filter[{name}]", "in": "query", "required": False, "schema": {"type": "string"}}
        for name in resource.listing.filters
    ]
    router.get(
        f"/{resource.name}",
        name=f"list_{resource.verb}",
        response_model=AdminListOut[resource.shape],  # type: ignore[name-defined]  # a model made for the shape
        dependencies=[May(resource.name, "list")],
        openapi_extra={"parameters": filters} if filters else None,
        description=_described(resource),
    )(rows)


def _add_show(router: APIRouter, resource: Resource) -> None:
    kind = _KEYS[resource.listing.key_kind]

    async def show(
        request: Request,
        key: kind,  # type: ignore[valid-type]  # the key's own type
        who: CurrentOperator,
        session: SessionDep,
    ) -> Response:
        return answer(request, await read(session, resource, key, who))

    show.__annotations__["key"] = kind
    router.get(
        f"/{resource.name}/{{key}}",
        name=f"show_{resource.verb}",
        response_model=resource.shape,
        dependencies=[May(resource.name, "show")],
    )(show)


async def read(
    session: AsyncSession, resource: Resource, key: Any, who: SignedIn | None = None
) -> Any:
    """The record as shown to staff who may change it, or as shown to `who`. Raises NotFound."""
    try:
        row = await find_one(session, resource.listing, key)
    except OverflowError as error:
        raise NotFound("We could not find that.") from error
    if row is None:
        raise nothing_there()
    return shaped(resource.shape, row if who is None else _masked(resource, row, who))


def _masked(resource: Resource, row: Mapping[Any, Any], who: SignedIn) -> Mapping[Any, Any]:
    """The row without what grants access by itself, unless this person may change such rows."""
    if not resource.masked or decide_changes(cast(StaffRole, who.role), resource.name):
        return row
    values = dict(row)
    for name, mask in resource.masked.items():
        if values[name]:  # guard: console.masked-addresses
            values[name] = mask(values[name])
    return values


def act(
    router: APIRouter, resource: Resource, action: str, *, may_wait: bool = False
) -> Callable[..., Any]:
    """Decorator for an operation on one record: POST /name/{key}/action, which returns the record.

    An operation that `may_wait` for a second person returns `waiting(...)` in that case.

    The function leaves the session bound to the tenant it changed, which the log entry then belongs
    to; the record is read again with the session unbound.
    """

    def register(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        router.post(
            f"/{resource.name}/{{key}}/{action}",
            name=f"{action}_{resource.verb}".replace("-", "_"),
            response_model=resource.shape,
            dependencies=[May(resource.name, action)],
            responses=WAITS if may_wait else None,
        )(operation(resource.name, action, partial(_reread, resource))(function))
        return function

    return register


def waiting(approval_id: UUID) -> Response:
    """202: a second person must approve it first."""
    content = WaitingOut(approval_id=approval_id).model_dump_json(by_alias=True)
    return Response(content, 202, media_type="application/json")


async def _reread(resource: Resource, session: AsyncSession, key: Any) -> Any:
    await leave(session)
    return await read(session, resource, key)


async def found(session: AsyncSession, resource: Resource, key: Any) -> RowMapping:
    """The row of the record, read without a bound tenant. Raises NotFound."""
    row = await find_one(session, resource.listing, key)
    if row is None:
        raise nothing_there()
    return row


async def enter(session: AsyncSession, resource: Resource, key: Any) -> RowMapping:
    """The row of the record; the session is then bound to its workspace. Raises NotFound."""
    row = await found(session, resource, key)
    if row["workspace_id"] is None:
        raise nothing_there()
    await bind(session, TenantBinding(row["workspace_id"], None))
    return row


def _described(resource: Resource) -> str:
    names = ", ".join(resource.listing.sortable) or "id"
    return f"Sorted by: {names}. Searched with q: {'yes' if resource.listing.search else 'no'}."
