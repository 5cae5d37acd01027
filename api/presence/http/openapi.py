"""The API's own description, with accurate errors.

Invariant: a refusal has one shape (`ErrorOut`), and its media type is the one the path answers
with; the framework's built-in shape for validation errors appears nowhere.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI

from presence.http.errors import JSON, PROBLEM, ErrorOut, is_frozen
from presence.http.permission import MEMBER, Permission, declared, routes_of

_THEIRS = ("HTTPValidationError", "ValidationError")
# What the guard says of a body before any route sees it.
_OF_BODIES = (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
_REF = {"$ref": "#/components/schemas/ErrorOut"}


def describe(app: FastAPI) -> dict[str, Any]:
    """OpenAPI of `app` with every 4xx and 5xx answer as `ErrorOut`; key order is stable."""
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
                    told = {"description": refusal.phrase}
                    operation["responses"].setdefault(f"{refusal.value}", told)
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    response["content"] = _refusal(path)
    _tell_permissions(app, schema["paths"])
    schema["components"]["schemas"] = dict(sorted(components.items()))
    return schema


def _refusal(path: str) -> dict[str, Any]:
    return {JSON if is_frozen(path) else PROBLEM: {"schema": _REF}}


def _tell_permissions(app: FastAPI, paths: dict[str, Any]) -> None:
    """What each operation requires of its caller, as its route declares, and that it may refuse."""
    for route in routes_of(app):
        permission = declared(route)
        for method in route.methods or ():
            operation = paths.get(route.path, {}).get(method.lower())
            if operation is not None and permission is not None:
                operation[MEMBER] = permission.name
                if permission != Permission("public"):  # an API key may be refused by any of these
                    refusal = {"description": "Forbidden", "content": _refusal(route.path)}
                    operation["responses"].setdefault("403", refusal)
