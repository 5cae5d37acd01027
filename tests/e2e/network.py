"""What happens between a page and its server: refusals, silence, a lost connection, other news.

Invariant: the page is never told in another way; what a real answer says is changed in one place
only, to show what would take a day or another person to come about.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.async_api import Page, Route

Act = Callable[[Page], Awaitable[None]]

FAILED = '{"message": "The database is away for a moment.", "requestId": "0193a0d0"}'
BUSY = '{"message": "Slow down.", "code": "rate-limited"}'
DATA = re.compile("/api/v1/brands/[^/]+/")

CLOSED = '{"message": "We are working on the database.", "code": "maintenance"}'
OVERTAKEN = '{"message": "These settings were changed elsewhere.", "code": "precondition-failed"}'


def answer(pattern: str | re.Pattern[str], status: int, body: str) -> Act:
    """Let calls fail as the server would."""

    async def before(page: Page) -> None:
        async def fulfil(route: Route) -> None:
            await route.fulfill(
                status=status,
                content_type="application/json",
                body=body,
                headers={"retry-after": "30"},
            )

        await page.route(pattern, fulfil)

    return before


def changed(pattern: str | re.Pattern[str], edit: Callable[[Any], None]) -> Act:
    """Let the server's own answers say something else in one place."""

    async def before(page: Page) -> None:
        async def fulfil(route: Route) -> None:
            if route.request.method != "GET":
                return await route.fallback()
            real = await route.fetch()
            if not real.ok:
                return await route.fulfill(response=real)
            told = await real.json()
            edit(told)
            await route.fulfill(response=real, json=told)

        await page.route(pattern, fulfil)

    return before


async def hang(page: Page) -> None:
    """Let the data of a brand never arrive."""

    async def wait(_: Route) -> None:
        await asyncio.sleep(60)

    await page.route(re.compile("/api/v1/brands/[^/]+/"), wait)


async def cut(page: Page) -> None:
    """Cut the connection."""
    await page.context.set_offline(True)
    await page.get_by_text("You are offline").first.wait_for()


async def expire(page: Page) -> None:
    """Let the session end under the page."""
    await page.context.clear_cookies()
    await page.get_by_role("link", name="Trends").first.click()
    await page.get_by_role("dialog").wait_for()


def as_viewer(user: Any) -> None:
    """Somebody who may look but not change."""
    for workspace in user["workspaces"]:
        workspace["role"] = "viewer"


def paused(brands: Any) -> None:
    """The plan has paused every brand."""
    for brand in brands["data"]:
        brand |= {"status": "paused", "pauseReason": "plan"}


def two_of_them(brands: Any) -> None:
    """One brand more than there is, so that one may be deleted."""
    brands["counts"]["all"] = 2


def first_run(summary: Any) -> None:
    """The first analysis is under way."""
    run = summary["run"] | {"status": "running", "validAnswers": 34, "totalAnswers": 60}
    summary |= {"activeRun": run, "run": None, "provisional": True}


def late(summary: Any) -> None:
    """The planned analysis is three days behind."""
    summary["nextRunAt"] = (datetime.now(UTC) - timedelta(days=3)).isoformat()


def announced(meta: Any) -> None:
    """Work is announced, and an assistant does not answer."""
    begin = datetime.now(UTC) + timedelta(hours=5)
    meta["maintenance"] = {
        "message": "The database moves to a larger machine.",
        "startsAt": begin.isoformat(),
        "endsAt": (begin + timedelta(hours=1)).isoformat(),
    }
    meta["engines"][0]["state"] = "down"
