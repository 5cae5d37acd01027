"""Workspaces with several people, and browsers and programs acting for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.workspaces.queries.members import insert_member
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant, make_user, registration
from tests.factories.runs import session_cookies

PRO, GROWTH, SCALE = 1, 2, 3


@dataclass
class Person:
    """A member and their browser."""

    tenant: Tenant
    client: httpx.AsyncClient

    @property
    def id(self) -> str:
        """The user's id as paths have it."""
        return str(self.tenant.user_id)


async def owner_on(database: Database, plan_id: int | None) -> Tenant:
    """A workspace of its own with a plan, None for the free one."""
    tenant = await make_tenant(database)
    if plan_id is not None:
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, plan_id, None)
    return tenant


async def add_member(database: Database, owner: Tenant, role: str) -> Tenant:
    """One more person in the owner's workspace, let in without an invitation."""
    email = registration()["email"]
    user_id = await make_user(database, email=email)
    async with database.transaction(owner.binding) as session:
        await insert_member(session, user_id, role)
    return Tenant(user_id, owner.workspace_id, email)


@asynccontextmanager
async def opened(app: FastAPI, database: Database, tenant: Tenant) -> AsyncIterator[Person]:
    """Their browser, signed in."""
    cookies = await session_cookies(database, tenant)
    async with browser(app, cookies=cookies) as client:
        yield Person(tenant, client)


async def issue_key(client: httpx.AsyncClient, **body: Any) -> str:
    """The secret of a new API key."""
    response = await client.post("/api/v1/api-keys", json={"name": "Reports", **body})
    assert response.status_code == 201, response.text
    secret: str = response.json()["secret"]
    return secret


def bearer(secret: str, **headers: str) -> dict[str, str]:
    """Headers of a call with an API key."""
    return {"Authorization": f"Bearer {secret}", **headers}
