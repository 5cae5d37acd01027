"""Two people side by side: what one does to the team, the other feels within a second."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, expect

from presence_standins.smtp import Sink
from tests.e2e.journeys import PASSWORD
from tests.e2e.mails import confirm
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import subscribe

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

USERS = "/dashboard/settings/users"
FELT_MS = 3_000  # a second on a quiet machine; a busy one must not fail for its own reasons


@pytest_asyncio.fixture
async def owner(product: Product, mailbox: Sink) -> AsyncIterator[Customer]:
    """Owner of a business on Growth, described without a website, with a confirmed address."""
    async with signed_up(product) as customer:
        assert (await customer.analyse(None, "Harrow & Pike")).is_success
        await subscribe(product, customer, "Growth")
        await confirm(mailbox, customer)
        yield customer


@pytest_asyncio.fixture
async def elsewhere(browser: Browser, product: Product) -> AsyncIterator[BrowserContext]:
    """Another person's browser."""
    profile = await browser.new_context(
        base_url=product.url, viewport={"width": 1280, "height": 900}, locale="en-US"
    )
    profile.set_default_timeout(15_000)
    yield profile
    await profile.close()


async def invite(page: Page, email: str) -> str:
    """Invite through the screen; the link, copied from the list."""
    await page.goto(USERS)
    await page.get_by_role("button", name="Add user").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Email").fill(email)
    await dialog.get_by_label("Role").select_option("Viewer")
    await dialog.get_by_role("button", name="Send invitation").click()
    await expect(page.get_by_role("cell", name=email, exact=True)).to_be_visible()
    await page.get_by_role("button", name=f"Copy link for {email}").click()
    await expect(page.get_by_text("Link copied", exact=True)).to_be_visible()
    link: str = await page.evaluate("navigator.clipboard.readText()")
    return link


async def test_a_member_joins_changes_role_and_is_removed_side_by_side(
    context: BrowserContext, page: Page, elsewhere: BrowserContext, owner: Customer
) -> None:
    await owner.enter(context)
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    email = f"{uuid.uuid4().hex}@example.com"
    link = await invite(page, email)

    theirs = await elsewhere.new_page()
    await theirs.goto(link)
    await expect(theirs.get_by_role("heading", name="Join Harrow & Pike")).to_be_visible()
    assert "#" not in theirs.url
    await theirs.get_by_label("First Name").fill("Ben")
    await theirs.get_by_label("Last Name").fill("Stone")
    await theirs.get_by_label("Email").fill(email)
    await theirs.get_by_label("Password", exact=True).fill(PASSWORD)
    await theirs.get_by_role("button", name="Create Account").click()
    await theirs.get_by_role("button", name="Accept invitation").click()
    await theirs.wait_for_url("**/dashboard")
    row = page.get_by_role("row").filter(has_text=email)
    await expect(row.get_by_text("Ben Stone")).to_be_visible(timeout=FELT_MS)

    async with theirs.expect_response("**/api/v1/events"):
        await theirs.goto(USERS)
    await expect(theirs.get_by_text("Owners and admins invite people")).to_be_visible()
    async with page.expect_response("**/api/v1/members/*"):
        await row.get_by_label("Role of Ben Stone").select_option("Admin")
    await expect(theirs.get_by_role("button", name="Add user")).to_be_visible(timeout=FELT_MS)

    await row.get_by_role("button", name="Remove Ben Stone").click()
    dialog = page.get_by_role("dialog")
    async with page.expect_response("**/api/v1/members/*"):
        await dialog.get_by_role("button", name="Remove").click()
    await theirs.wait_for_url("**/dashboard", wait_until="commit", timeout=FELT_MS)
    await expect(theirs.get_by_text("Harrow & Pike")).to_have_count(0)
    await expect(page.get_by_role("cell", name=email, exact=True)).to_have_count(0)
