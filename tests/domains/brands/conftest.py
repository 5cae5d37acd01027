"""A workspace with a brand and its owner's browser, on the free plan or another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.brands.records import NewBrand
from presence.domains.brands.service import create_brand
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import session_cookies

FREE, PRO, GROWTH, SCALE = 0, 1, 2, 3
HARROW = NewBrand(
    name="Harrow Oak",
    source="website",
    description="Harrow Oak makes oak tables to order in Sheffield.",
    website_url="https://harrowoak.example/",
    target_audience="Families",
    aliases=("HOak",),
    market="GB",
    language="en-GB",
    is_primary=True,
)


@dataclass(frozen=True)
class Desk:
    """The owner's browser before one brand."""

    client: httpx.AsyncClient
    tenant: Tenant
    brand_id: UUID

    def path(self, *parts: object) -> str:
        """A path below the brand."""
        return "/".join(map(str, (f"/api/v1/brands/{self.brand_id}", *parts)))

    async def post(self, *parts: object, **options: Any) -> httpx.Response:
        """POST below the brand."""
        return await self.client.post(self.path(*parts), **options)

    async def get(self, *parts: object, **params: str) -> Any:
        """The JSON of a GET below the brand."""
        answer = await self.client.get(self.path(*parts), params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def ask(self, text: str, **more: Any) -> dict[str, Any]:
        """Add a prompt."""
        answer = await self.post("prompts", json={"text": text, **more})
        assert answer.status_code == 201, answer.text
        added: dict[str, Any] = answer.json()
        return added


class OpenDesk(Protocol):
    """Opens a desk on a plan."""

    def __call__(self, plan: int = FREE, new: NewBrand = HARROW) -> Any:
        """An async context manager of a Desk."""
        ...


@pytest.fixture
def open_desk(app: FastAPI, database: Database) -> OpenDesk:
    """Opens a workspace of its own with one brand."""

    @asynccontextmanager
    async def opened(plan: int = FREE, new: NewBrand = HARROW) -> AsyncIterator[Desk]:
        tenant = await make_tenant(database)
        async with database.transaction(tenant.binding) as session:
            brand = await create_brand(session, new)
            if plan:
                await grant(session, tenant.user_id, plan, None)
        cookies = await session_cookies(database, tenant)
        async with browser(app, cookies=cookies) as client:
            yield Desk(client, tenant, brand.id)

    return opened
