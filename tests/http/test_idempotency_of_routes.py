"""Every POST that creates: a call repeated under one Idempotency-Key makes one thing.

The operations come from the route table: a new one is called here, or stands below with its reason.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from inspect import signature
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.billing.service import grant
from presence.http.permission import routes_of
from tests.conftest import Place
from tests.factories.team import SCALE
from tests.tenancy.operations import Operation, operations
from tests.tenancy.test_routes import BODIES, FILES, one_of_each

_SECRET = "its answer is a secret of which only a hash is kept"
EXEMPT = {
    "session_register": "nobody is signed in; a repeat is a 409 and makes no second account",
    "identity_forgot": "nobody is signed in; a newer link ends the one before",
    "identity_change_email": "holds no connection while a password is checked; a newer link ends"
    " the one before",
    "identity_send_verification": "a newer link ends the one before",
    "identity_add_passkey": "its challenge is taken once; a repeat is refused and adds nothing",
    "team_create_api_key": _SECRET,
    "traffic_add_log_source": _SECRET,
    "traffic_confirm_log_upload": "a repeat is a 409 and reads the log once",
    "team_copy_invitation_link": _SECRET + "; it opens the same invitation",
}
# Declared like the others, but their success takes a stage that other tests set.
STAGED = {
    "messaging_redeliver": "a message that was given up",
    "runs_confirm": "a first analysis whose assistants wait",
    "runs_retry": "an analysis with answers that failed",
    "materials_analyze_material": "a page that has been read",
    "engines_test_credential": "an engine with a key",
    "experiments_register_experiment": "questions with analyses before the change",
    "traffic_begin_log_upload": "a source of logs",
    "billing_manual": "a workspace with a plan to move up to",
}
OF_BRAND = {"publishing_request_view_export"}
BODY: dict[str, Any] = {
    **BODIES,
    "materials_check_site": {"url": "https://marlow.example"},
    "onboarding_add_brand": {
        "brandName": "Marlow",
        "websiteUrl": "https://marlow.example",
        "targetAudience": "Walkers",
    },
    "materials_add_material": {"url": "https://harrow.example/new-boots"},
    "brands_add_competitor": {"name": "Pike"},
}
# What a repetition may write: that somebody was seen, and its own answer.
UNCOUNTED = {"idempotency_key", "rate_window", "login_session"}
READY = (
    "UPDATE users SET email_verified = true",
    "UPDATE report SET status = 'failed'",
)


def creating(app: FastAPI) -> dict[str, Operation]:
    """Operations that answer 201 or 202, by name."""
    made = {
        r.path
        for r in routes_of(app)
        if "POST" in (r.methods or ()) and r.status_code in (201, 202)
    }
    return {o.name: o for o in operations() if o.method == "POST" and o.path in made}


@pytest_asyncio.fixture(scope="module")
async def owned(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[tuple[dict[str, UUID], httpx.AsyncClient]]:
    """A workspace on the largest plan with a row for every kind of id, and its owner's browser."""
    async with one_of_each(app, place, database, admin) as (ids, client):
        me = (await client.get("/api/user")).json()
        user_id = UUID(me["id"])
        binding = TenantBinding(UUID(me["currentWorkspaceId"]), user_id)
        async with database.transaction(binding) as session:
            await grant(session, user_id, SCALE, None)
        for statement in READY:
            await admin.execute(statement)
        yield ids, client


async def rows(admin: asyncpg.Connection) -> dict[str, int]:
    """How many rows each table has that a call could have written."""
    tables = await admin.fetch(
        "SELECT relname::text AS name FROM pg_class WHERE relkind = 'r'"
        " AND relnamespace = 'public'::regnamespace"
    )
    counts = " UNION ALL ".join(
        f"SELECT '{t['name']}' AS name, (SELECT count(*) FROM {t['name']}) AS rows"  # noqa: S608
        for t in tables
        if t["name"] not in UNCOUNTED
    )
    return {row["name"]: row["rows"] for row in await admin.fetch(counts)}


def test_every_post_that_creates_honours_the_key_or_says_why_not(app: FastAPI) -> None:
    made = creating(app)
    kept = {r.path for r in routes_of(app) if "repeatable" in signature(r.endpoint).parameters}
    assert {name for name, o in made.items() if o.path not in kept} == EXEMPT.keys()
    assert STAGED.keys() <= made.keys()
    assert len(made) > 30


async def test_a_repeated_call_makes_one_thing_and_gets_the_same_answer(
    app: FastAPI, owned: tuple[dict[str, UUID], httpx.AsyncClient], admin: asyncpg.Connection
) -> None:
    ids, client = owned
    for name, operation in creating(app).items():
        if name in EXEMPT or name in STAGED:
            continue
        sent = {
            **BODY.get(name, {}),
            **({"brandId": str(ids["brand_id"])} if name in OF_BRAND else {}),
        }
        body = {"files": FILES[name]} if name in FILES else {"json": sent}
        call: Any = {**body, "headers": {"Idempotency-Key": name}}
        first = await client.post(operation.fill(ids), **call)
        assert first.status_code in (201, 202), (name, first.text)
        before = await rows(admin)
        second = await client.post(operation.fill(ids), **call)
        assert second.status_code == first.status_code, (name, second.text)
        assert second.content == first.content, name
        assert second.headers.get("idempotency-replayed") == "true", name
        assert await rows(admin) == before, name


async def test_the_secret_of_a_kept_answer_is_not_readable_in_the_table(
    owned: tuple[dict[str, UUID], httpx.AsyncClient], admin: asyncpg.Connection
) -> None:
    ids, client = owned
    assert (await client.post(f"/api/v1/workspaces/{ids['workspace_id']}/switch")).is_success
    call: Any = {"json": {**BODY["messaging_make_webhook"], "url": "https://example.com/second"}}
    headers = {"Idempotency-Key": "with a secret"}
    made = await client.post("/api/v1/webhooks", **call, headers=headers)
    assert made.status_code == 201, made.text
    kept = await admin.fetchval("SELECT body FROM idempotency_key WHERE key = $1", "with a secret")
    assert made.json()["secret"].encode() not in kept
    again = await client.post("/api/v1/webhooks", **call, headers=headers)
    assert again.json() == made.json()
