"""The committed API description is the code's, and keeps the house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from presence.entrypoints.commands.export_openapi import CUSTOMER, describe, rendered

FROZEN = {
    ("get", "/api/user"),
    ("get", "/api/business-info"),
    ("post", "/api/login"),
    ("post", "/api/register"),
    ("post", "/api/logout"),
    ("get", "/auth/google"),
    ("post", "/api/business-info"),
    ("post", "/api/business-info/update"),
    ("get", "/api/subscriptions/plans"),
    ("get", "/api/subscriptions/plans/{plan_id}"),
    ("get", "/api/subscriptions/my-subscription"),
    ("get", "/api/subscriptions/can-access/{feature}"),
}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The description as the code gives it."""
    return describe()


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and operation of every route."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_the_committed_file_is_what_the_code_describes() -> None:
    assert CUSTOMER.read_text() == rendered(), "run `presence export-openapi`"


def test_describing_twice_gives_the_same_text() -> None:
    assert rendered() == rendered()


def test_the_frozen_calls_are_there(schema: dict[str, Any]) -> None:
    assert {(method, path) for method, path, _ in operations(schema)} >= FROZEN


def test_operation_ids_are_slice_and_verb_and_unique(schema: dict[str, Any]) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z]+_[a-z][a-z_]*", name) for name in ids), ids


def test_every_refusal_is_documented_as_one_shape(schema: dict[str, Any]) -> None:
    for method, path, operation in operations(schema):
        for status, response in operation["responses"].items():
            if int(status) < 400:
                continue
            (kind, content), *rest = response["content"].items()
            frozen = path.startswith("/api/") and not path.startswith("/api/v1/")
            assert rest == []
            assert kind == ("application/json" if frozen else "application/problem+json")
            assert content["schema"] == {"$ref": "#/components/schemas/ErrorOut"}, (method, path)


def test_members_on_the_wire_are_camel_case(schema: dict[str, Any]) -> None:
    for name, component in schema["components"]["schemas"].items():
        for member in component.get("properties", {}):
            assert "_" not in member, (name, member)


def test_every_reference_resolves(schema: dict[str, Any]) -> None:
    names = set(re.findall(r'#/components/schemas/([^"\']+)', str(schema)))
    assert names <= set(schema["components"]["schemas"])
