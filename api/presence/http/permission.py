"""What a route requires of its caller, declared on the route itself.

Invariant: every route declares exactly one of public, signed in, or an action of the role table;
`declared` is the only reader, so the API description, the check of API keys and the tests that walk
the route table see the same declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

MEMBER = "x-permission"
# `openapi_extra` of a route: it costs nothing when the route is called.
PUBLIC_NAME = "public"
PUBLIC = {MEMBER: PUBLIC_NAME}
SIGNED_IN = {MEMBER: "signed-in"}
# The person's own account and which workspaces they act in: open also to somebody whose workspace
# asks for a second factor they do not have yet.
PERSONAL = {MEMBER: "signed-in", "x-personal": "true"}


def asks(action: str) -> dict[str, str]:
    """`openapi_extra` of a route whose one statement checks the role itself."""
    return {MEMBER: action}


@dataclass(frozen=True, slots=True)
class Permission:
    """An action's name, or "public" or "signed-in"; `for_keys` lets API keys in."""

    name: str
    for_keys: bool = False


def declared(route: object) -> Permission | None:
    """The declaration of a route, None when it has none.

    A route below the framework declares with an attribute `permission` of what answers it.
    """
    if not isinstance(route, APIRoute):
        found = getattr(getattr(route, "endpoint", None), "permission", None)
        return found if isinstance(found, Permission) else None
    said = (route.openapi_extra or {}).get(MEMBER)
    if said is not None:
        return Permission(said)
    for dependency in route.dependencies:
        found = getattr(dependency.dependency, "permission", None)
        if isinstance(found, Permission):
            return found
    return None


def is_personal(route: object) -> bool:
    """Whether a route shows and changes nothing of a workspace."""
    return isinstance(route, APIRoute) and "x-personal" in (route.openapi_extra or {})


def routes_of(app: FastAPI) -> Iterator[APIRoute]:
    """Every route of the application, in the order they are tried."""
    for context in iter_route_contexts(app.routes):
        if isinstance(context.original_route, APIRoute):
            yield context.original_route


def undeclared(app: FastAPI) -> list[str]:
    """`METHOD path` of whatever answers a path and declares nothing, of whatever kind it is."""
    return [
        f"{'/'.join(sorted(getattr(route, 'methods', None) or ())) or 'ANY'} {context.path}"
        for context in iter_route_contexts(app.routes)
        if declared(route := context.original_route) is None
    ]
