"""Stripe's published description of what the model answers and accepts.

`published.json` is cut from the OpenAPI document inside stripe-mock (MIT licence) by
`ops/scripts/stripe-shapes`. Invariant: what the cut does not describe is a complaint, never a pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from presence_standins.stripe.problems import invalid, not_modelled

Schema = dict[str, Any]
_FILE = Path(__file__).with_name("published.json")
_TYPES = {
    "string": str, "integer": int, "number": (int, float), "boolean": bool, "object": dict,
    "array": list,
}  # fmt: skip


@cache
def document() -> dict[str, Any]:
    """The whole cut: version, schemas, operations."""
    loaded: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return loaded


def accept(operation: str, asked: dict[str, Any]) -> dict[str, Any]:
    """The parameters with their types. Raises Problem for what Stripe does not know."""
    schema = document()["operations"][operation]
    for name in schema["required"]:
        if name not in asked:
            raise invalid(f"Missing required param: {name}.", param=name, code="parameter_missing")
    return _object(schema, asked, "")


def _object(schema: Schema, asked: dict[str, Any], path: str) -> dict[str, Any]:
    accepted = {}
    for name, value in asked.items():
        where = f"{path}[{name}]" if path else name
        known = schema.get("properties", {}).get(name) or schema.get("additional")
        if known is None:
            raise invalid(
                f"Received unknown parameter: {where}", param=where, code="parameter_unknown"
            )
        accepted[name] = _value(known, value, where)
    return accepted


def _value(schema: Schema, value: Any, path: str) -> Any:
    """One parameter: the first of several descriptions that fits."""
    if "cut" in schema or "ref" in schema:
        raise not_modelled(f"the parameter {path}")
    options = schema.get("anyOf")
    if options:
        for option in options:
            if _fits(option, value):
                return _value(option, value, path)
        raise invalid(f"Invalid value for {path}: {value!r}", param=path)
    kind = schema.get("type")
    if isinstance(value, dict) and kind == "object":
        return _object(schema, value, path)
    if isinstance(value, list) and kind == "array":
        return [_value(schema["items"], v, f"{path}[{n}]") for n, v in enumerate(value)]
    if not _fits(schema, value):
        raise invalid(f"Invalid {kind}: {value}", param=path)
    if kind == "integer":
        return int(value)
    return value == "true" if kind == "boolean" else value


def _fits(schema: Schema, value: Any) -> bool:
    kind = schema.get("type")
    if isinstance(value, dict | list):
        return kind == ("object" if isinstance(value, dict) else "array")
    if "enum" in schema and value not in schema["enum"]:
        return False
    if kind == "integer":
        return bool(value.lstrip("-").isdigit())
    if kind == "boolean":
        return value in {"true", "false"}
    return kind in {"string", "number"}


def complaints(schema: Schema, value: Any, path: str) -> Iterator[str]:
    """How an answer departs from the description."""
    if "ref" in schema:
        yield from complaints(document()["schemas"][schema["ref"]], value, path)
    elif "cut" in schema:
        yield f"{path}: {schema['cut']} is not in the cut; add it to ops/scripts/stripe-shapes"
    elif value is None:
        if not schema.get("nullable"):
            yield f"{path}: null"
    elif "anyOf" in schema:
        tried = [list(complaints(option, value, path)) for option in schema["anyOf"]]
        if all(tried):
            yield from max(tried, key=_depth)
    else:
        yield from _plain(schema, value, path)


def _depth(found: list[str]) -> int:
    """How far into a value its first complaint lies: the description meant fits furthest."""
    return len(found[0].partition(": ")[0])


def _plain(schema: Schema, value: Any, path: str) -> Iterator[str]:
    kind = schema.get("type")
    expected = _TYPES.get(kind or "object", dict)
    if not isinstance(value, expected) or (kind != "boolean" and isinstance(value, bool)):  # type: ignore[arg-type]  # a tuple of types for numbers
        yield f"{path}: {str(value)[:60]} is not of type {kind}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is not one of {schema['enum']}"
    elif kind == "array":
        for number, row in enumerate(value):
            yield from complaints(schema["items"], row, f"{path}[{number}]")
    elif isinstance(value, dict):
        yield from _members(schema, value, path)


def _members(schema: Schema, value: dict[str, Any], path: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{path}: {name} is missing"
    for name, member in value.items():
        inner = known.get(name) or schema.get("additional")
        if inner is not None:
            yield from complaints(inner, member, f"{path}.{name}")
        elif known:
            yield f"{path}: Stripe has no {name}"
