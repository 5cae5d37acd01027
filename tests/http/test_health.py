"""Liveness and readiness tell the difference between a process and a working product."""

from __future__ import annotations

import asyncpg
import httpx
from fastapi import FastAPI

from presence.http.health import NO_MAIL


async def test_a_process_with_its_database_is_alive_and_ready(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {"status": "ok"}
    assert (await client.get("/readyz")).json() == {"status": "ok", "missing": []}


async def test_production_without_a_mail_server_is_ready_and_says_so(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    before = app.state.settings
    app.state.settings = before.model_copy(update={"environment": "production"})
    try:
        response = await client.get("/readyz")
    finally:
        app.state.settings = before
    assert response.status_code == 200
    assert response.json()["missing"] == [NO_MAIL]


async def test_a_schema_at_an_earlier_revision_is_not_ready(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    head = await admin.fetchval("SELECT version_num FROM alembic_version")
    await admin.execute("UPDATE alembic_version SET version_num = '0001_roles'")
    try:
        response = await client.get("/readyz")
        assert response.status_code == 503
        assert response.json()["code"] == "upstream-unavailable"
        assert (await client.get("/healthz")).status_code == 200
    finally:
        await admin.execute("UPDATE alembic_version SET version_num = $1", head)


async def test_old_processes_stay_ready_while_a_later_version_has_migrated(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    head = await admin.fetchval("SELECT version_num FROM alembic_version")
    await admin.execute("UPDATE alembic_version SET version_num = '9999_later'")
    try:
        assert (await client.get("/readyz")).status_code == 200
    finally:
        await admin.execute("UPDATE alembic_version SET version_num = $1", head)
