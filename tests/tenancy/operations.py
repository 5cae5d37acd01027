"""Everything the customers' application answers, read from its own table of routes.

Invariant: whatever has a path is an operation, described or not; a kind of route that cannot be
called from here is an error, so that nothing escapes the grids that walk this list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import Route

from presence.core.settings import DatabaseSettings, Settings
from presence.entrypoints.customer import build_app
from presence.http.permission import declared

# Opened by no session and no key; each has its reason where its route is.
PUBLIC = {
    "browser_report",
    "health_live",
    "health_ready",
    "session_register",
    "session_login",
    "session_logout",
    "billing_plans",
    "billing_plan",
    "identity_google",
    "identity_google_callback",
    "identity_check_link",
    "identity_forgot",
    "identity_reset",
    "identity_common_passwords",
    "session_second_factor",
    "session_passkey_options",
    "session_sign_in_with_passkey",
    "session_second_step_ways",
    "session_second_step_options",
    "session_second_step_with_passkey",
    "session_link_google",
    "measurement_method",
    "session_meta",
    "session_legal",
    "team_preview_invitation",
    "billing_stripe_webhook",
    "traffic_push_log_lines",  # with a token of its own, which only adds lines
    "publishing_signed_file",
    "operators_open_impersonation",
    "publishing_shared_view",
    "publishing_unlock_share",
    # a mail's link, with a token of its own; and the mails of a product only its machine reaches
    "messaging_ask_to_stop",
    "messaging_stop_mails",
    "messaging_outbox_list",
    "messaging_outbox_mail",
    "messaging_outbox_html",
}
# Open to whoever is signed in, with a paused seat too, beside what is about the account itself:
# where they belong, what frames the screens, what spans all their workspaces, and the way out.
SEATLESS = {
    "billing_can_access",
    "billing_checkout_result",
    "billing_my_subscription",
    "messaging_choose_digest",
    "messaging_digest",
    "messaging_test_digest",
    "onboarding_open_example",
    "onboarding_remove_example",
    "publishing_download_export",
    "publishing_export_my_data",
    "publishing_my_exports",
    "session_business_info",
    "session_delete_account",
    "session_update_business_info",
    "session_user",
    "team_accept_invitation",
    "team_create_workspace",
    "team_deleted_workspaces",
    "team_leave",
    "team_restore_workspace",
    "team_switch_workspace",
    "workspaces_ask_support",
}
# Path parameters that name no row of anybody's.
NOT_A_ROW = {
    "feature": "trends.full",
    "plan_id": "1",
    "engine_id": "chatgpt",
    "token": "no-such-token",
    "name": "no-such-mail",
    "document": "terms",
    "number": "1",  # of a version, counted for each brand
}
# What queries and bodies call a row of a kind that paths call otherwise.
SAME_KIND = {
    "brand": "brand_id",
    "sourceId": "source_id",
    "brandId": "brand_id",
    "run": "run_id",
    "prompt": "prompt_id",
    "promptIds": "prompt_id",
    "gap": "gap_id",
    "actorId": "user_id",
    "assigneeId": "user_id",
    "userId": "user_id",
    "recommendationId": "recommendation_id",
    "gapId": "gap_id",
    "findingId": "finding_id",
    "whatIfId": "what_if_id",
    "aliasOf": "competitor_id",
}
_ANY_METHOD = ("GET", "POST", "DELETE")


@dataclass(frozen=True)
class Operation:
    """One route and method; `asks` is its declared permission, empty where it has none."""

    name: str
    method: str
    path: str
    asks: str = ""

    @property
    def ids(self) -> list[str]:
        """Names of path parameters that are keys of rows."""
        return [p for p in re.findall(r"{(\w+)", self.path) if p not in NOT_A_ROW]

    def fill(self, ids: dict[str, UUID]) -> str:
        """The path with `ids` in it."""
        return re.sub(
            r"{(\w+)(?::\w+)?}", lambda m: NOT_A_ROW.get(m[1]) or str(ids[m[1]]), self.path
        )


@dataclass(frozen=True)
class Place:
    """Where an operation takes the id of a row beside its path: `where` is query or body."""

    operation: Operation
    where: str
    steps: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The kind of row, as paths name it. KeyError for a name that nobody explained."""
        name = [step for step in self.steps if step != "[]"][-1]
        if name in ("id", "ids"):  # of what the path is about
            return {"gaps": "gap_id", "facts": "fact_id"}[
                next(part for part in ("gaps", "facts") if f"/{part}" in self.operation.path)
            ]
        return SAME_KIND[name]

    def sent(self, own: dict[str, UUID], bodies: dict[str, Any], row_id: UUID) -> dict[str, Any]:
        """Query or body with the id in its place; a brand beside it is the caller's own."""
        if self.where == "query":
            return {"params": {self.steps[0]: str(row_id)}}
        body = dict(bodies.get(self.operation.name, {}))
        if "brandId" in body:
            body["brandId"] = str(own["brand_id"])
        if "promptIds" in self.steps:
            body["kind"] = "prompt"  # of the others they are not looked at
        return {"json": _put(body, self.steps, str(row_id))}


def _put(into: Any, steps: tuple[str, ...], value: str) -> Any:
    if not steps:
        return value
    if steps[0] == "[]":
        return [_put(into[0] if into else {}, steps[1:], value)]
    return {**into, steps[0]: _put(into.get(steps[0], {}), steps[1:], value)}


@cache
def _application() -> FastAPI:
    address = "postgresql://nobody@127.0.0.1/presence"
    database = DatabaseSettings(customer_url=address, operator_url=address)
    return build_app(Settings.model_construct(database=database))


@cache
def operations() -> tuple[Operation, ...]:
    """All of them, in the order they are tried."""
    return tuple(_operations_of(_application()))


def _operations_of(app: FastAPI) -> Iterator[Operation]:
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if not isinstance(route, APIRoute | Route) or not context.path:
            raise TypeError(f"{route!r} cannot be tried: say how in tests/tenancy/operations.py")
        said = declared(route)
        api = isinstance(route, APIRoute)
        name = f"{context.tags[0]}_{context.name}" if api else context.path.strip("/")
        for method in sorted(context.methods or _ANY_METHOD):
            yield Operation(name, method, context.path, said.name if said else "")


def places() -> Iterator[Place]:
    """Every id of a row in a query or a body."""
    document = _application().openapi()
    for operation in operations():
        told = document["paths"].get(operation.path, {}).get(operation.method.lower(), {})
        for parameter in told.get("parameters", []):
            if parameter["in"] == "query" and [*_uuids(document, parameter["schema"])]:
                yield Place(operation, "query", (parameter["name"],))
        for content in told.get("requestBody", {}).get("content", {}).values():
            for steps in dict.fromkeys(_uuids(document, content["schema"])):
                yield Place(operation, "body", steps)


def _uuids(
    document: dict[str, Any], schema: dict[str, Any], steps: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """The ways to every id in a schema."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if schema.get("format") == "uuid":
        yield steps
    for name, inner in schema.get("properties", {}).items():
        yield from _uuids(document, inner, (*steps, name))
    if "items" in schema:
        yield from _uuids(document, schema["items"], (*steps, "[]"))
    for either in ("anyOf", "oneOf", "allOf"):
        for inner in schema.get(either, []):
            yield from _uuids(document, inner, steps)


PROTECTED = [o for o in operations() if o.name not in PUBLIC]
WITH_IDS = [o for o in PROTECTED if o.ids]
UNSAFE = [o for o in operations() if o.method not in ("GET", "HEAD")]
PLACES = [place for place in places() if place.operation.name not in PUBLIC]
