"""The console in a browser: a day of support."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, StorageState, expect

from tests.e2e.accessibility import in_both_themes, settle
from tests.e2e.desk import (
    NAME,
    REASON,
    Console,
    ask_for,
    console_of_product,
    find,
    give_reason,
    invitation,
    join,
    sign_in_again,
)
from tests.e2e.people import Customer, signed_up

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

STAFF = "support@presence.example"


@pytest.fixture(scope="module")
def console() -> Iterator[Console]:
    """A product with its console."""
    with console_of_product() as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def signed_in(browser: Browser, console: Console) -> StorageState:
    """A colleague's browser after joining by the printed link and signing in with both factors."""
    context = await browser.new_context()
    page = await context.new_page()
    secret = await join(page, await invitation(console, STAFF, "admin"))
    await sign_in_again(page, STAFF, secret)
    state = await context.storage_state()
    await context.close()
    return state


@pytest_asyncio.fixture
async def desk(browser: Browser, console: Console, signed_in: StorageState) -> AsyncIterator[Page]:
    """The console's first screen."""
    context = await browser.new_context(
        base_url=console.url,
        viewport={"width": 1440, "height": 900},
        locale="en-US",
        storage_state=signed_in,
    )
    page = await context.new_page()
    await page.goto("/")
    await expect(page.get_by_role("heading", name="Needs attention")).to_be_visible()
    yield page
    await context.close()


@pytest_asyncio.fixture
async def customer(
    browser: Browser, console: Console, harrow: str
) -> AsyncIterator[tuple[Customer, str, BrowserContext]]:
    """A customer whose first run is over, their e-mail and their browser."""
    async with signed_up(console.product) as owner:
        assert (await owner.analyse(harrow)).is_success
        await owner.summary_after_run(within_s=60)
        email = (await owner.http.get("/api/user")).json()["email"]
        context = await browser.new_context(base_url=console.product.url, locale="en-US")
        await owner.enter(context)
        yield owner, email, context
        await context.close()


async def test_a_plan_granted_with_a_reason_is_seen_by_the_customer_within_seconds(
    desk: Page, customer: tuple[Customer, str, BrowserContext]
) -> None:
    owner, email, context = customer
    theirs = await context.new_page()
    await theirs.goto("/dashboard/settings/subscription")
    await settle(theirs)
    badge = theirs.get_by_role("banner")
    await expect(badge.get_by_text("Growth")).to_have_count(0)

    await find(desk, email)
    await desk.get_by_role("tab", name="Workspaces").click()
    await desk.get_by_role("table").get_by_role("link").first.click()
    await expect(desk.get_by_role("heading", name=re.compile("^Workspace: "))).to_be_visible()
    dialog = await ask_for(desk, "Grant a plan")
    await dialog.get_by_role("combobox", name="Plan").fill("Growth")
    await desk.get_by_role("option", name="Growth").click()
    assert not await in_both_themes(desk)
    await give_reason(dialog, "Grant a plan")

    await expect(desk.get_by_role("link", name="Growth")).to_be_visible()
    await expect(badge.get_by_text("Growth")).to_be_visible(timeout=10_000)
    await desk.get_by_role("tab", name="Timeline").click()
    await expect(desk.get_by_text(f"Reason: {REASON}")).to_be_visible()
    log = (await owner.http.get("/api/v1/audit-log")).json()["data"]
    assert any(NAME in str(entry) for entry in log), log
