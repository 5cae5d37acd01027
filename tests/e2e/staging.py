"""Tabs of the people on the stage, for the tests that walk over all screens.

Invariant: a module has one stage; a profile is somebody's from its first page on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from playwright.async_api import Browser, BrowserContext, Page, StorageState

from tests.e2e.accessibility import TIMEOUT_MS, WIDE
from tests.e2e.people import Customer
from tests.e2e.stage import Stage

LOUD = {"error", "warning"}
Enter = Callable[[str], Awaitable[BrowserContext]]


def entrance(browser: Browser, staged: Stage) -> Enter:
    """Makes a browser profile of somebody on the stage, or of a visitor."""
    sessions: dict[str, StorageState] = {}

    async def profile(who: str) -> BrowserContext:
        context = await browser.new_context(
            base_url=staged.product.url,
            viewport=WIDE,
            reduced_motion="reduce",
            locale="en-US",
            storage_state=sessions.get(who),
        )
        context.set_default_timeout(TIMEOUT_MS)
        if who != "visitor" and who not in sessions:
            customer: Customer = getattr(staged, who)
            await customer.enter(context)
            sessions[who] = await context.storage_state()
        return context

    return profile


@asynccontextmanager
async def tab_of(enter: Enter, who: str) -> AsyncIterator[Page]:
    """One tab in a profile of its own, gone afterwards."""
    context = await enter(who)
    page = await context.new_page()
    yield page
    await page.unroute_all(behavior="ignoreErrors")
    await context.close()
