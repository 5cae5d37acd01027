"""A brand whose site's traffic is read, its owner's browser, and the calls about it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx
from fastapi import FastAPI

from presence.db.session import Database
from tests.factories.people import Tenant
from tests.factories.runs import make_brand
from tests.factories.team import opened, owner_on


@dataclass(frozen=True)
class Site:
    """A brand of a tenant, and the owner's browser."""

    tenant: Tenant
    brand_id: UUID
    client: httpx.AsyncClient

    def path(self, tail: str = "") -> str:
        """An address below the brand's traffic."""
        return f"/api/v1/brands/{self.brand_id}/traffic{tail}"

    async def add_source(self, kind: str = "push", name: str = "Main site") -> dict[str, Any]:
        """A new source with its token, as the API answers."""
        made = await self.client.post(self.path("/sources"), json={"name": name, "kind": kind})
        assert made.status_code == 201, made.text
        answer: dict[str, Any] = made.json()
        return answer

    async def read(self, tail: str, **params: Any) -> dict[str, Any]:
        """What is shown below the brand's traffic."""
        found = await self.client.get(self.path(tail), params=params)
        assert found.status_code == 200, found.text
        answer: dict[str, Any] = found.json()
        return answer


@asynccontextmanager
async def site_on(app: FastAPI, database: Database, plan_id: int | None) -> AsyncIterator[Site]:
    """A site of its own workspace on a plan, None for the free one."""
    tenant = await owner_on(database, plan_id)
    subject = await make_brand(database, tenant)
    async with opened(app, database, tenant) as person:
        yield Site(tenant, subject.brand_id, person.client)
