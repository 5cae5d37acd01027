"""Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07): a repeated call is not redone.

    @router.post("/api/v1/things", …)
    @idempotent
    async def create(
        body: ThingIn, session: TenantSession, repeatable: RepeatableDep
    ) -> ThingOut: …

Invariant: the response is stored in the transaction that did the work. A failed call leaves neither
effect nor response behind, so repeating it is a first attempt. The route's permission is checked
before a stored response is returned, and it is returned only to the right it was made for: the same
person's session, the same API key, the same impersonation.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar, cast, get_type_hints

from fastapi import Depends, Request
from fastapi.encoders import jsonable_encoder
from fastapi.routing import APIRoute
from pydantic import BaseModel
from python_multipart.multipart import parse_options_header
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from presence.core.errors import AppError, BadRequest, KeyReused, StillRunning, ValidationFailed
from presence.core.secrets import Vault, open_vault
from presence.db.session import release
from presence.db.tenancy import binding_of
from presence.http.session import SessionDep

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
MAX_KEY = 255
_KEPT = ("content-type", "location", "etag")
_REQUIRED = "Send an Idempotency-Key header: this call spends, and must not do so twice."
_MALFORMED = f"An Idempotency-Key is 1 to {MAX_KEY} printable characters."
_REUSED = "This Idempotency-Key was used before with a different request."
_RUNNING = "A call with this Idempotency-Key is still running. Please try again."

_TRY_LOCK = text("SELECT pg_try_advisory_xact_lock(hashtextextended('idempotency:' || :name, 0))")


@dataclass(frozen=True, slots=True)
class _Book:
    """The statements on one table of responses: customers' calls, or those of staff."""

    forget: TextClause
    find: TextClause
    keep: TextClause


def _book(table: str, person: str, key: str) -> _Book:
    """`person` is the column of who calls, `key` the columns of the primary key."""
    fresh = "created_at > now() - interval '24 hours'"
    return _Book(
        forget=text(f"DELETE FROM {table} WHERE NOT {fresh}"),  # noqa: S608 - names of this file
        find=text(
            f"SELECT fingerprint, status, headers, body FROM {table}"  # noqa: S608
            f" WHERE {person} = :user AND route = :route AND key = :key AND {fresh}"
        ),
        keep=text(
            f"INSERT INTO {table} ({person}, route, key, fingerprint, status, headers, body)"  # noqa: S608
            " VALUES (:user, :route, :key, :fingerprint, :status, CAST(:headers AS jsonb), :body)"
            f" ON CONFLICT ({key}) DO UPDATE SET created_at = now(),"
            " fingerprint = excluded.fingerprint, status = excluded.status,"
            " headers = excluded.headers, body = excluded.body"
            f" WHERE NOT ({table}.{fresh}) RETURNING status"
        ),
    )


_CUSTOMERS = _book("idempotency_key", "user_id", "workspace_id, user_id, route, key")
_STAFF = _book("staff_call", "staff_id", "staff_id, route, key")

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Repeatable:
    """What identifies a repeatable call, and the transaction it works in."""

    request: Request
    session: AsyncSession


async def get_repeatable(request: Request, session: SessionDep) -> Repeatable:
    """The call in the form `idempotent` expects."""
    return Repeatable(request, session)


RepeatableDep = Annotated[Repeatable, Depends(get_repeatable)]


@dataclass(frozen=True, slots=True)
class _Call:
    """One call under one key, in the table's terms."""

    scope: dict[str, Any]
    fingerprint: bytes
    book: _Book = _CUSTOMERS
    vault: Vault | None = None

    @property
    def lock(self) -> str:
        return "|".join(str(part) for part in self.scope.values())

    def stored(self, body: bytes) -> bytes:
        """The response's body in the table's form."""
        return body if self.vault is None else self.vault.seal(body.decode(), self.lock)

    def decrypt_body(self, stored: bytes) -> bytes:
        """The original body."""
        return stored if self.vault is None else self.vault.open(stored, self.lock).encode()


def idempotent(function: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R | Response]]:
    """Answer a repeated call from the table; has no effect without the header.

    The route takes a RepeatableDep, or a dependency whose value extends it.
    """
    return _wrapped(function, required=False)


def idempotent_with_secret(
    function: Callable[P, Awaitable[R]],
) -> Callable[P, Awaitable[R | Response]]:
    """`idempotent` for a response that shows a secret once: it is stored encrypted."""
    return _wrapped(function, required=False, secret=True)


def idempotent_for_keys(
    function: Callable[P, Awaitable[R]],
) -> Callable[P, Awaitable[R | Response]]:
    """`idempotent`, and BadRequest if a call with an API key lacks the header."""
    return _wrapped(function, required=True)


def _wrapped(
    function: Callable[P, Awaitable[R]], *, required: bool, secret: bool = False
) -> Callable[P, Awaitable[R | Response]]:
    parameter = parameter_of(function, Repeatable)

    @wraps(function)
    async def call(*args: P.args, **kwargs: P.kwargs) -> R | Response:
        repeatable = cast(Repeatable, kwargs[parameter])
        request, session = repeatable.request, repeatable.session
        current = await _identify(request, session, required=required)
        if current is None:
            return await function(*args, **kwargs)
        if secret:
            vault = await asyncio.to_thread(open_vault, request.app.state.settings)
            current = replace(current, vault=vault)
        stored = await _answered(session, current)
        if stored is not None:
            return stored
        try:
            answer = _as_response(await function(*args, **kwargs), request, kwargs)
            await _keep(session, current, answer)
        except AppError:
            # A route that released its transaction may have been overtaken by its own repetition.
            await session.rollback()
            stored = await _stored(session, current)
            if stored is None:
                raise
            return stored
        return answer

    return call


def parameter_of(function: Callable[..., Any], kind: type) -> str:
    """The parameter of a route with the given `kind`. Raises TypeError if there is none."""
    for name, annotated in get_type_hints(function).items():
        if name != "return" and isinstance(annotated, type) and issubclass(annotated, kind):
            return name
    raise TypeError(f"{function.__qualname__} takes no {kind.__name__}.")


async def _identify(request: Request, session: AsyncSession, *, required: bool) -> _Call | None:
    """The call under its key; None without one, or before the caller has a workspace.

    Raises BadRequest if a program omits a required key, ValidationFailed for a malformed one.
    """
    raw = request.headers.get(HEADER)
    if raw is None:
        # guard: http.key-required
        if required and getattr(request.state, "api_key_id", None) is not None:
            raise BadRequest(_REQUIRED)
        return None
    key = raw.strip().removeprefix('"').removesuffix('"')
    # guard: http.key-shape
    if not 1 <= len(key) <= MAX_KEY or not key.isascii() or not key.isprintable():
        raise ValidationFailed(_MALFORMED)
    bound, staff = binding_of(session), getattr(request.state, "staff_id", None)
    if staff is None and (bound.workspace_id is None or bound.user_id is None):
        return None
    route = request.scope["route"]
    name = f"{request.method} {route.path}"[:160] if isinstance(route, APIRoute) else ""
    scope = {"user": staff or bound.user_id, "route": name, "key": key}
    book = _STAFF if staff else _CUSTOMERS
    return _Call(scope, await _fingerprint(request, session), book)


async def _fingerprint(request: Request, session: AsyncSession) -> bytes:
    """What makes two requests the same: address, query, body, and the right they use.

    A repeated form has another boundary, so one that was already parsed is compared by its content.
    """
    digest = hashlib.sha256(request.url.path.encode() + b"\0" + request.url.query.encode() + b"\0")
    digest.update(_right_of(request))  # guard: idempotency.right
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    form: bytes | None = getattr(request.state, "form_digest", None)
    if form is not None:
        digest.update(form)
        return digest.digest()
    if _is_to_come(request):
        await release(session)  # what was counted stays; a body may take a while to arrive
    body = await request.body()
    if kind == b"multipart/form-data":
        body = body.replace(options.get(b"boundary") or b"\0", b"")
    digest.update(body)
    return digest.digest()


def _right_of(request: Request) -> bytes:
    """The right the caller uses if it is not their own session: an API key, an impersonation.

    One person's answers do not belong to one right: what a key was answered is not shown to another
    key, and support does not see what the customer was answered, nor the customer what support did.
    """
    acting: dict[str, Any] = getattr(request.state, "impersonation", None) or {}
    parts = (getattr(request.state, "api_key_id", None), acting.get("id"))
    return "".join(f"{part}\0" for part in parts if part is not None).encode()


def _is_to_come(request: Request) -> bool:
    """Whether an announced body has not been read yet: one that was is kept on the request."""
    announced = request.headers.get("content-length", "0") != "0"
    return not hasattr(request, "_body") and (announced or "transfer-encoding" in request.headers)


async def _answered(session: AsyncSession, call: _Call) -> Response | None:
    """The stored response, None for a first call. Raises StillRunning, KeyReused."""
    # guard: http.idempotency-lock
    if not (await session.execute(_TRY_LOCK, {"name": call.lock})).scalar():
        raise StillRunning(_RUNNING, headers={"Retry-After": "1"})
    await session.execute(call.book.forget)
    return await _stored(session, call)


async def _stored(session: AsyncSession, call: _Call) -> Response | None:
    row = (await session.execute(call.book.find, call.scope)).one_or_none()
    if row is None:
        return None
    if row.fingerprint != call.fingerprint:  # guard: http.key-reused
        raise KeyReused(_REUSED)
    return Response(call.decrypt_body(row.body), row.status, {**row.headers, REPLAYED: "true"})


async def _keep(session: AsyncSession, call: _Call, answer: Response) -> None:
    headers = {name: answer.headers[name] for name in _KEPT if name in answer.headers}
    stored = {
        "fingerprint": call.fingerprint,
        "status": answer.status_code,
        "headers": json.dumps(headers),
        "body": call.stored(bytes(answer.body)),
    }
    kept = await session.scalar(call.book.keep, {**call.scope, **stored})
    # guard: http.still-running
    if kept is None:  # a route that releases its transaction loses the lock: it was overtaken
        raise StillRunning(_RUNNING, headers={"Retry-After": "1"})


def _as_response(answer: object, request: Request, arguments: Mapping[str, object]) -> Response:
    """What the framework would send, with the headers and status the route set."""
    if isinstance(answer, Response):
        return answer
    prepared = next((a for a in arguments.values() if isinstance(a, Response)), None)
    route = request.scope["route"]
    status = (prepared.status_code if prepared else None) or getattr(route, "status_code", None)
    headers = dict(prepared.headers) if prepared else {}
    headers.pop("content-length", None)
    if answer is None and (status or 200) == 204:
        return Response(status_code=204, headers=headers)
    if isinstance(answer, BaseModel):
        content = answer.model_dump_json(by_alias=True)
    else:
        content = json.dumps(jsonable_encoder(answer), ensure_ascii=False)
    return Response(content, status or 200, headers, media_type="application/json")
