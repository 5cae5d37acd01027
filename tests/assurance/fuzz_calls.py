"""A generated call, sent straight into the application, and what is wrong with its answer.

Invariant: an answer is judged by the published description alone, and by whose words are in it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import requests
from fastapi import FastAPI
from jsonschema_rs import is_valid
from schemathesis import Case, Response
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

SLOW_S = 20.0
# Not the address from which the scene signs people in, which guessing would lock out.
CALLER = "192.0.2.1"
ACCEPTED = "Schema-violating request accepted"
CHECKS = [
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    allow_header_conformance,
    negative_data_rejection,
]


@dataclass(frozen=True)
class Fault:
    """One kind of wrong answer of one operation."""

    operation: str
    kind: str
    detail: str

    @property
    def key(self) -> tuple[str, str]:
        """The same fault seen again has the same key."""
        return self.operation, self.kind


def prepared(case: Case[Any], base: str) -> requests.PreparedRequest:
    """The case as bytes on the wire, to `base`."""
    parts = case.as_transport_kwargs(base_url=base)
    known = ("method", "url", "headers", "params", "data", "json", "files", "cookies")
    return requests.Request(**{k: v for k, v in parts.items() if k in known}).prepare()


async def send(app: FastAPI, request: requests.PreparedRequest, who: Mapping[str, str]) -> Response:
    """One request into the application, headers `who` last; of a stream, what it says first."""
    url = urlsplit(request.url or "")
    body = request.body.encode() if isinstance(request.body, str) else request.body or b""
    headers = [
        (name.lower().encode("latin-1", "replace"), _raw(value))
        for name, value in request.headers.items()
    ]
    headers.append((b"host", url.netloc.encode()))
    headers += [(name.lower().encode(), value.encode()) for name, value in who.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": unquote(url.path),
        "raw_path": url.path.encode(),
        "query_string": url.query.encode(),
        "root_path": "",
        "headers": headers,
        "client": (CALLER, 1),
        "server": (url.hostname, 80),
        "state": {},
    }
    asked, over = [{"type": "http.request", "body": body, "more_body": False}], asyncio.Event()
    head: dict[str, Any] = {}
    content: list[bytes] = []

    async def receive() -> dict[str, Any]:
        if asked:
            return asked.pop()
        await over.wait()
        return {"type": "http.disconnect"}

    async def take(message: Any) -> None:
        if message["type"] == "http.response.start":
            head.update(message)
            if any(value.startswith(b"text/event-stream") for _, value in message["headers"]):
                over.set()
            return
        content.append(message.get("body", b""))

    started = time.monotonic()
    async with asyncio.timeout(SLOW_S):
        await app(scope, receive, take)
    named: dict[str, list[str]] = {}
    for name, value in head["headers"]:
        named.setdefault(name.decode().lower(), []).append(value.decode("latin-1"))
    return Response(
        head["status"],
        named,
        b"".join(content),
        request,
        time.monotonic() - started,
        False,
        encoding="utf-8",
    )


def faults_of(case: Case[Any], answer: Response, foreign: str | None) -> list[Fault]:
    """What is wrong with an answer; `foreign` is a word that only the other tenant's rows have."""
    name = case.operation.label
    found = []
    refused = answer.status_code >= 400  # as 413, which the check does not know of
    if answer.status_code >= 500:
        found.append(Fault(name, f"server error {answer.status_code}", _told(case, answer)))
    if foreign is not None and foreign in answer.text_lossy():
        found.append(Fault(name, "a word of another tenant", _told(case, answer)))
    try:
        case.validate_response(answer, checks=CHECKS)
    except FailureGroup as group:
        for failure in group.exceptions:
            kind = failure.title if isinstance(failure, Failure) else type(failure).__name__
            detail = f"{failure}"[:400]
            if kind == ACCEPTED and (refused or _fits(case, answer)):
                continue
            if kind.startswith("Undocumented"):
                kind = f"undocumented status {answer.status_code}"
            found.append(Fault(name, kind, f"{detail}\n{_told(case, answer)}"))
    return found


def _unfitting(case: Case[Any]) -> set[str]:
    """Which parts of the call were made not to fit."""
    parts = case.meta.components if case.meta else {}
    return {part.value for part, made in parts.items() if made.mode is GenerationMode.NEGATIVE}


def _fits_on_the_wire(case: Case[Any], answer: Response) -> bool:
    """Whether nothing of an unfitting query is left once it is written down.

    A null or an empty list is not sent at all, and a number is sent as the letters of a text.
    """
    if _unfitting(case) != {"query"}:
        return False
    sent = parse_qs(urlsplit(answer.request.url or "").query, keep_blank_values=True)
    return all(
        fits(parameter.definition, sent.get(parameter.name)) for parameter in case.operation.query
    )


def _fits(case: Case[Any], answer: Response) -> bool:
    """Whether what was made not to fit fits as it is read."""
    return _fits_on_the_wire(case, answer) or _fits_trimmed(case)


def _fits_trimmed(case: Case[Any]) -> bool:
    """Whether an unfitting body fits without the spaces around its texts, which do not count."""
    if _unfitting(case) != {"body"} or not isinstance(case.body, dict):
        return False
    described = case.operation.schema.raw_schema
    told = described["paths"][case.operation.path][case.operation.method.lower()]
    schema = told["requestBody"]["content"].get("application/json", {}).get("schema")
    return schema is not None and is_valid(
        {**schema, "components": described["components"]}, trimmed(case.body), validate_formats=True
    )


def trimmed(value: Any) -> Any:
    """A JSON value without spaces around its texts."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return [trimmed(item) for item in value]
    return {k: trimmed(item) for k, item in value.items()} if isinstance(value, dict) else value


def fits(definition: dict[str, Any], values: list[str] | None) -> bool:
    """Whether what was sent of a query parameter is one of the forms it may have."""
    if values is None:
        return not definition.get("required", False)
    forms = [values, *_meanings(values[-1])]  # of a repeated one, the last is read
    return any(is_valid(definition["schema"], form, validate_formats=True) for form in forms)


def _meanings(value: str) -> list[Any]:
    """What one value of a query can stand for: a text, and a number or a truth value."""
    try:
        return [value, json.loads(value)]
    except ValueError:
        return [value]


def _told(case: Case[Any], answer: Response) -> str:
    request = answer.request
    body = request.body if isinstance(request.body, bytes) else str(request.body or "").encode()
    return f"{request.method} {request.url}\n{body[:300]!r}\n{answer.text_lossy()[:500]}"


def _raw(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode("latin-1", "replace")
