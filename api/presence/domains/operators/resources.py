"""A resource of the console: its list and its single record, from one declaration.

    runs = Resource("runs", RUNS, RunRecordOut)
    add_resource(router, runs)
    @act(router, runs, "cancel")
    async def cancel(key: UUID, body: ReasonIn, session: SessionDep) -> None: …

Invariant: a record has the same shape in the list and alone, and alone it carries a strong tag.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request
from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from presence.core.errors import NotFound
from presence.db.listing import Listing, find, find_one
from presence.db.tenancy import TenantBinding, bind
from presence.domains.operators.context import May, leave, operation
from presence.domains.operators.errors import nothing_there
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

_KEYS: dict[str, Any] = {"uuid": UUID, "integer": NumberKey, "text": str}


@dataclass(frozen=True, slots=True)
class Resource:
    """What the console calls it, how its rows are found, and their shape on the wire."""

    name: str
    listing: Listing
    shape: type[Any]

    @property
    def verb(self) -> str:
        """The name inside an operation id."""
        return self.name.replace("-", "_")


def add_resource(router: APIRouter, resource: Resource) -> None:
    """Register GET /name and GET /name/{key}."""
    _add_list(router, resource)
    _add_show(router, resource)


def _add_list(router: APIRouter, resource: Resource) -> None:
    async def rows(request: Request, session: SessionDep, parameters: AdminParameters) -> Any:
        asked = asked_of(request, resource.listing, parameters)
        return listed(await find(session, resource.listing, asked), asked, resource.shape)

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

    async def show(request: Request, key: kind, session: SessionDep) -> Response:  # type: ignore[valid-type]  # the key's own type
        return answer(request, await read(session, resource, key))

    show.__annotations__["key"] = kind
    router.get(
        f"/{resource.name}/{{key}}",
        name=f"show_{resource.verb}",
        response_model=resource.shape,
        dependencies=[May(resource.name, "show")],
    )(show)


async def read(session: AsyncSession, resource: Resource, key: Any) -> Any:
    """The record as it is sent. NotFound."""
    try:
        row = await find_one(session, resource.listing, key)
    except OverflowError as error:
        raise NotFound("We could not find that.") from error
    if row is None:
        raise nothing_there()
    return shaped(resource.shape, row)


def act(router: APIRouter, resource: Resource, action: str) -> Callable[..., Any]:
    """Decorator of an operation on one record: POST /name/{key}/action, answering the record.

    The function leaves the session bound to whom it did it to, and the entry of the log is theirs;
    the record is read bound to nobody again.
    """

    def register(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        router.post(
            f"/{resource.name}/{{key}}/{action}",
            name=f"{action}_{resource.verb}".replace("-", "_"),
            response_model=resource.shape,
            dependencies=[May(resource.name, action)],
        )(operation(resource.name, action, partial(_reread, resource))(function))
        return function

    return register


async def _reread(resource: Resource, session: AsyncSession, key: Any) -> Any:
    await leave(session)
    return await read(session, resource, key)


async def found(session: AsyncSession, resource: Resource, key: Any) -> RowMapping:
    """The record's row, read bound to nobody. NotFound."""
    row = await find_one(session, resource.listing, key)
    if row is None:
        raise nothing_there()
    return row


async def enter(session: AsyncSession, resource: Resource, key: Any) -> RowMapping:
    """The record's row, and the session bound to its workspace. NotFound."""
    row = await found(session, resource, key)
    if row["workspace_id"] is None:
        raise nothing_there()
    await bind(session, TenantBinding(row["workspace_id"], None))
    return row


def _described(resource: Resource) -> str:
    names = ", ".join(resource.listing.sortable) or "id"
    return f"Sorted by: {names}. Searched with q: {'yes' if resource.listing.search else 'no'}."
