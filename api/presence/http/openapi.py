"""The OpenAPI documents: what the framework describes, with our errors, summaries and repetition.

Invariant: an error response has one shape (`ErrorOut`), and its media type is the one the path
answers with; the framework's built-in shape for validation errors appears nowhere. The first
paragraph of a route's docstring is the summary of its operation, the rest its description.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from presence.http.errors import JSON, PROBLEM, ErrorOut, is_frozen
from presence.http.idempotency import HEADER, REPLAYED, get_repeatable
from presence.http.permission import MEMBER, Permission, declared, routes_of

_THEIRS = ("HTTPValidationError", "ValidationError")
# Answered to a body before any route sees it.
_OF_BODIES = (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
_REF = {"$ref": "#/components/schemas/ErrorOut"}
_REPEATABLE = (
    f"Accepts an `{HEADER}` header: repeating the call with the same key within 24 hours returns"
    f" the first response again, with `{REPLAYED}: true`."
)


def describe(app: FastAPI) -> dict[str, Any]:
    """OpenAPI of `app` with every 4xx and 5xx response as `ErrorOut`; key order is stable."""
    schema = FastAPI.openapi(app)
    components = schema.setdefault("components", {}).setdefault("schemas", {})
    for name in _THEIRS:
        components.pop(name, None)
    outer = ErrorOut.model_json_schema(ref_template="#/components/schemas/{model}")
    components.update(outer.pop("$defs", {}))
    components["ErrorOut"] = outer
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            if "requestBody" in operation:
                for refusal in _OF_BODIES:
                    phrase = {"description": refusal.phrase}
                    operation["responses"].setdefault(f"{refusal.value}", phrase)
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    response["content"] = _refusal(path)
    _complete_operations(app, schema["paths"])
    schema["components"]["schemas"] = dict(sorted(components.items()))
    return schema


def _refusal(path: str) -> dict[str, Any]:
    return {JSON if is_frozen(path) else PROBLEM: {"schema": _REF}}


def _complete_operations(app: FastAPI, paths: dict[str, Any]) -> None:
    """Add what each route declares: its texts, its permission, and that it may be refused."""
    for route in routes_of(app):
        permission = declared(route)
        for method in route.methods or ():
            operation = paths.get(route.path, {}).get(method.lower())
            if operation is None:
                continue
            _write_texts(operation, route)
            if permission is not None:
                operation[MEMBER] = permission.name
                if permission != Permission("public"):  # an API key may be refused by any of these
                    refusal = {"description": "Forbidden", "content": _refusal(route.path)}
                    operation["responses"].setdefault("403", refusal)


def _write_texts(operation: dict[str, Any], route: APIRoute) -> None:
    """Summary and description from the docstring of a route; one without keeps what it has."""
    if not route.endpoint.__doc__:
        return
    first, *rest = route.description.split("\n\n")
    if _is_repeatable(route.dependant):
        rest.append(_REPEATABLE)
    operation["summary"] = " ".join(first.split()).removesuffix(".")
    operation["description"] = "\n\n".join(rest)
    if not rest:
        del operation["description"]


def _is_repeatable(dependant: Dependant) -> bool:
    """Whether a route answers a repeated call with the stored response."""
    return dependant.call is get_repeatable or any(map(_is_repeatable, dependant.dependencies))
