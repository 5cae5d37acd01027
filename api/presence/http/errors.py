"""The one place an exception becomes a response.

Invariant: every error body carries RFC 9457's members, `code`, `requestId`, `errors` and the
sentence twice more as `message` and `error`, because the specification's callers read either.
The media type is application/problem+json, and application/json on the frozen calls (`/api/…`
outside `/api/v1` and `/api/admin`) unless the caller asks for problem+json. A browser that goes to
the address, instead of a script that calls it, gets the same sentence as a page (`refusal_page`).
"""

from __future__ import annotations

import json
import logging
from http import HTTPStatus
from typing import Any, ClassVar

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import InternalError as OutOfStep
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Scope

from presence.core.errors import (
    AppError,
    FieldError,
    FileTooLarge,
    NotFound,
    Unauthenticated,
    Unavailable,
    UnsupportedMedia,
    ValidationFailed,
)
from presence.core.logging import request_id
from presence.http.refusal_page import HEADERS, HTML, refusal_page, wants_page

JSON = "application/json"
PROBLEM = "application/problem+json"
TOO_LARGE = "File is too large. Maximum size is 10MB."
_VERSIONED = ("/api/v1/", "/api/admin/")
_NO_ANSWER = (OperationalError, InterfaceError, OutOfStep, PoolTimeout, ConnectionError)
_OUTAGES = ("08", "53", "57P")
_UNSTORABLE = frozenset({"22021", "22P05"})  # a NUL of a query or path; bodies are read before
_log = logging.getLogger("presence.http")


class InternalError(AppError):
    """A fault of ours; the cause is in the log under the request id."""

    code = "internal"
    status = 500
    title = "Something went wrong"


class ClientGone(AppError):
    """Nobody reads this answer: the connection ended before the request had arrived."""

    code = "client-gone"
    status = 499
    title = "The client left"


class _Protocol(AppError):
    """A refusal by the framework itself, such as 405; the status is the instance's own."""

    code: ClassVar[str] = "bad-request"

    @classmethod
    def of(cls, error: HTTPException) -> AppError:
        phrase = HTTPStatus(error.status_code).phrase
        kind = type(
            "_Protocol",
            (cls,),
            {
                "code": phrase.lower().replace(" ", "-"),
                "status": error.status_code,
                "title": phrase,
            },
        )
        made: AppError = kind(str(error.detail or phrase), headers=dict(error.headers or {}))
        return made


def is_frozen(path: str) -> bool:
    """Whether a path is one of the specification's calls, which return plain JSON."""
    return path.startswith("/api/") and not path.startswith(_VERSIONED)


def error_response(error: AppError, scope: Scope) -> Response:
    """The response for `error` answering the request of `scope`."""
    path: str = scope["path"]
    headers = Headers(scope=scope)
    if wants_page(headers):
        return _as_page(error)
    asked = PROBLEM in headers.get("accept", "")
    body: dict[str, Any] = {
        "type": f"urn:presence:problem:{error.code}",
        "title": error.title,
        "status": error.status,
        "detail": error.message,
        "instance": path,
        "code": error.code,
        "message": error.message,
        "error": error.message,
        "requestId": request_id.get(),
        "errors": [
            {"pointer": e.pointer, "detail": e.detail, "code": e.code} for e in error.errors
        ],
        **error.extra,
    }
    return Response(
        json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"),
        status_code=error.status,
        headers=error.headers,
        media_type=JSON if is_frozen(path) and not asked else PROBLEM,
    )


def _as_page(error: AppError) -> Response:
    return Response(
        refusal_page(error, request_id.get()),
        status_code=error.status,
        headers={**error.headers, **HEADERS},
        media_type=HTML,
    )


def _is_outage(error: Exception) -> bool:
    """Whether a dependency does not answer.

    The driver has no class of its own for a connection that the server ended: its SQLSTATE tells
    (08 connection, 53 resources, 57P shutdown), on the error itself or on the one it wraps; when
    it was ended in the middle of an operation, the driver finds itself out of step.
    """
    if isinstance(error, _NO_ANSWER):
        return True
    return _state(error).startswith(_OUTAGES)


def _state(error: Exception) -> str:
    """The SQLSTATE of an error of the database, empty for any other."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")


def as_app_error(error: Exception) -> AppError:
    """What a caller learns about any exception; unknown ones are logged and reveal nothing."""
    if isinstance(error, AppError):
        return error
    if isinstance(error, RequestValidationError):
        return _validation(error)
    if isinstance(error, HTTPException):
        return _framework(error)
    if isinstance(error, ClientDisconnect):
        _log.info("The client cut the connection before its request had arrived")
        return ClientGone("The connection ended before the request had arrived.")
    if _state(error) in _UNSTORABLE:
        return ValidationFailed("Text must not contain the NUL character.")
    if _is_outage(error):
        _log.error("A dependency does not answer", exc_info=error)
        return Unavailable(
            "The service is temporarily unavailable. Please try again.",
            headers={"Retry-After": "5"},
        )
    _log.error("Unhandled error", exc_info=error)
    return InternalError("Something went wrong on our side. Please try again.")


def _framework(error: HTTPException) -> AppError:
    if isinstance(error.__cause__, AppError):
        return error.__cause__  # raised while the framework was reading the body
    known: dict[int, AppError] = {
        400: ValidationFailed("The request body could not be read."),
        401: Unauthenticated("You are not signed in."),
        404: NotFound("We could not find that."),
        413: FileTooLarge(TOO_LARGE),
        415: UnsupportedMedia("This type of content is not accepted here."),
    }
    return known.get(error.status_code) or _Protocol.of(error)


def _validation(error: RequestValidationError) -> AppError:
    errors = tuple(_field_error(line) for line in error.errors())
    message = errors[0].detail if errors else "The request is not valid."
    return ValidationFailed(message, errors=errors)


def _field_error(line: dict[str, Any]) -> FieldError:
    where, *rest = line["loc"] or ("body",)
    if line["type"] == "json_invalid":
        return FieldError("", "The request body is not valid JSON", "json-invalid")
    pointer = "".join(f"/{_escape(part)}" for part in rest)
    if where != "body":
        pointer = f"/{where}{pointer}"
    sentence = str(line["msg"]).removeprefix("Value error, ")  # pydantic's own words before ours
    return FieldError(pointer, sentence, str(line["type"]).replace("_", "-"))


def _escape(part: object) -> str:
    return str(part).replace("~", "~0").replace("/", "~1")


async def _handle(connection: HTTPConnection, error: Exception) -> Response:
    return error_response(as_app_error(error), connection.scope)


async def handle(request: Request, error: Exception) -> Response:
    """Exception handler with the signature Starlette types ask for."""
    return await _handle(request, error)


def install_handlers(app: FastAPI) -> None:
    """Route every foreseen exception here; the rest reaches the outermost middleware."""
    for kind in (AppError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, handle)


class FieldErrorOut(BaseModel):
    """One invalid field: a JSON pointer, a message and a machine-readable code."""

    pointer: str
    detail: str
    code: str


class ErrorOut(BaseModel):
    """The body of every error response; `message` and `error` repeat `detail`."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    message: str
    error: str
    requestId: str | None
    errors: list[FieldErrorOut]


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """`responses=` of a route: which refusals it may answer, all of one shape."""
    return {
        status: {"model": ErrorOut, "description": HTTPStatus(status).phrase} for status in statuses
    }
