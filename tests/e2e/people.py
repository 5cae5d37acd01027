"""Customers who speak HTTP, as the browser does, and what they send."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from playwright.async_api import BrowserContext

from tests.e2e.journeys import PASSWORD
from tests.e2e.product import Product

DESCRIPTION = "Solid oak furniture made to order for small homes, delivered assembled."
AUDIENCE = "People furnishing a small flat who want furniture that lasts"
ENDED = {"completed", "partial", "failed", "canceled"}


@dataclass(frozen=True)
class Customer:
    """A signed-in customer."""

    http: httpx.AsyncClient

    async def analyse(self, website: str | None, name: str = "Harrow & Pike") -> httpx.Response:
        """Finish the wizard."""
        return await self.http.post("/api/business-info", json=profile(name, website))

    async def brands(self) -> list[dict[str, Any]]:
        """All brands."""
        found: list[dict[str, Any]] = (await self.http.get("/api/v1/brands")).json()["data"]
        return found

    async def runs(self) -> list[dict[str, Any]]:
        """Runs of the first brand, newest first."""
        brand = (await self.brands())[0]["id"]
        found: list[dict[str, Any]] = (await self.http.get(f"/api/v1/brands/{brand}/runs")).json()[
            "data"
        ]
        return found

    async def summary_after_run(self, within_s: float) -> dict[str, Any]:
        """The dashboard's data once no run is active; AssertionError when that takes longer."""
        brand = (await self.brands())[0]["id"]
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            summary: dict[str, Any] = (
                await self.http.get(f"/api/v1/brands/{brand}/summary")
            ).json()
            if summary["activeRun"] is None and (summary["run"] or {}).get("status") in ENDED:
                return summary
            await asyncio.sleep(0.5)
        raise AssertionError(f"the analysis did not end within {within_s} s: {summary}")

    async def enter(self, context: BrowserContext) -> None:
        """Give a browser profile this customer's session."""
        cookies = self.http.cookies.jar
        await context.add_cookies(
            [
                {"name": c.name, "value": c.value or "", "url": str(self.http.base_url)}
                for c in cookies
            ]
        )


def profile(name: str, website: str | None) -> dict[str, Any]:
    """The JSON form of the wizard's completion."""
    return {
        "businessName": name,
        "businessDescription": DESCRIPTION,
        "targetAudience": AUDIENCE,
        "websiteUrl": website,
        "wizardCompleted": True,
    }


@asynccontextmanager
async def signed_up(product: Product) -> AsyncIterator[Customer]:
    """A newly registered customer."""
    person = {
        "firstName": "Nora",
        "lastName": "Field",
        "email": f"{uuid.uuid4().hex}@example.com",
        "password": PASSWORD,
    }
    origin = {"Origin": product.url}
    async with httpx.AsyncClient(base_url=product.url, headers=origin, timeout=60) as http:
        answer = await http.post("/api/register", json=person)
        assert answer.is_success, answer.text
        yield Customer(http)
