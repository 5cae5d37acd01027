"""A share link opens its view and nothing else: no route takes its token or its password."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import Place, browser
from tests.tenancy.operations import WITH_IDS, Operation
from tests.tenancy.test_routes import call, one_of_each


@pytest_asyncio.fixture(scope="module")
async def owned(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[tuple[dict[str, UUID], httpx.AsyncClient]]:
    """A row for every kind of id, and its owner's browser."""
    async with one_of_each(app, place, database, admin) as made:
        yield made


@pytest_asyncio.fixture(scope="module")
async def shared(
    app: FastAPI, owned: tuple[dict[str, UUID], httpx.AsyncClient]
) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who was sent a link to that brand and gave its password; nothing else."""
    ids, owner = owned
    wish = {"name": "For the board", "password": "walking boots"}
    made = await owner.post(f"/api/v1/brands/{ids['brand_id']}/share-links", json=wish)
    assert made.status_code == 201, made.text
    listed = (await owner.get("/api/v1/share-links")).json()["data"]
    (url,) = [line["url"] for line in listed if line["id"] == made.json()["id"]]
    token = url.rpartition("/")[2]
    async with browser(app, headers={"Authorization": f"Bearer {token}"}) as visitor:
        given = await visitor.post(f"/api/v1/share/{token}/unlock", json=wish)
        assert given.status_code == 204, given.text
        assert (await visitor.get(f"/api/v1/share/{token}")).status_code == 200
        yield visitor


@pytest.mark.parametrize("operation", WITH_IDS, ids=lambda o: o.name)
async def test_a_share_link_opens_nothing_but_its_view(
    owned: tuple[dict[str, UUID], httpx.AsyncClient],
    shared: httpx.AsyncClient,
    operation: Operation,
) -> None:
    assert shared.cookies
    closed = await call(shared, operation, operation.fill(owned[0]))
    assert closed.status_code == 401, closed.text
