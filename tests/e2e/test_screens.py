"""What a paying customer does on the screens behind the dashboard, on the real product.

Invariant: whatever a screen shows was stored by the product during the test.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, expect

from presence_standins import engines
from tests.e2e.accessibility import TIMEOUT_MS
from tests.e2e.journeys import keep_messages
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product


async def _grant(product: Product, customer: Customer, plan: str) -> None:
    email = (await customer.http.get("/api/user")).json()["email"]
    done = await asyncio.to_thread(
        subprocess.run,
        [str(Path(sys.executable).with_name("presence")), "grant", email, plan],
        env={"PATH": "/usr/bin:/bin", "PRESENCE_STATE_DIR": str(product.state / "presence")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest_asyncio.fixture(scope="module")
async def paying(
    browser: Browser, product: Product, harrow: str
) -> AsyncIterator[tuple[Customer, BrowserContext]]:
    """A customer on Growth whose website has been measured, and their browser profile."""
    async with signed_up(product) as customer:
        assert (await customer.analyse(harrow)).is_success
        await _grant(product, customer, "Growth")
        await customer.summary_after_run(within_s=90)
        profile = await browser.new_context(
            base_url=product.url, viewport={"width": 1280, "height": 900}, locale="en-US"
        )
        profile.set_default_timeout(TIMEOUT_MS)
        await customer.enter(profile)
        yield customer, profile
        await profile.close()


@pytest_asyncio.fixture
async def tab(paying: tuple[Customer, BrowserContext]) -> AsyncIterator[Page]:
    """One tab of the paying customer."""
    page = await paying[1].new_page()
    yield page
    await page.close()


async def test_a_finding_marked_done_can_be_taken_back(tab: Page) -> None:
    await tab.goto("/dashboard/ai-visibility-gaps/technical")
    table = tab.get_by_role("table", name="Technical Gaps")
    decide = table.get_by_role("button", name="Open. Decide about").first
    await expect(decide).to_be_visible()
    rows = await table.locator("tbody tr").count()
    await decide.click()
    await tab.get_by_role("menuitem", name="Mark as done").click()
    await keep_messages(tab)
    await expect(table.locator("tbody tr")).to_have_count(rows - 1)
    await tab.get_by_role("button", name="Undo").click()
    await expect(table.locator("tbody tr")).to_have_count(rows)


async def test_a_recheck_tells_that_a_defect_is_still_there(tab: Page) -> None:
    await tab.goto("/dashboard/ai-visibility-gaps/technical")
    await tab.get_by_role("button", name="Details and fix").first.click()
    await tab.get_by_role("button", name="Re-check now").click()
    await expect(tab.get_by_text("Still there.").first).to_be_visible(timeout=30_000)


async def test_a_text_is_tried_on_the_simulator(tab: Page) -> None:
    await tab.goto("/dashboard/homepage?whatif=1")
    drawer = tab.get_by_role("dialog", name="What if?")
    await drawer.get_by_label("Address or document name").fill("document:Prices")
    await drawer.get_by_label("Text you would publish").fill("Oak tables cost from $900.")
    await drawer.get_by_role("button", name="Run on the simulator").click()
    await expect(drawer.get_by_role("heading", name="Question by question")).to_be_visible(
        timeout=60_000
    )


async def test_answers_seen_elsewhere_are_looked_through_taken_in_and_listed(tab: Page) -> None:
    await tab.goto("/dashboard/analytics?tab=answers")
    await tab.get_by_role("button", name="Import answers").click()
    dialog = tab.get_by_role("dialog", name="Import answers")
    await dialog.get_by_role("radio", name="Paste").click()
    await dialog.get_by_label("Text with answers").fill("prompt,answer\nWhich oak?,Harrow's oak.\n")
    await dialog.get_by_role("button", name="Check").click()
    await dialog.get_by_role("button", name="Import 1 answer").click()
    await dialog.get_by_role("link", name="See the answers").click(timeout=60_000)
    await expect(tab.get_by_role("tabpanel").get_by_text("Harrow's oak.")).to_be_visible()


async def test_a_second_brand_needs_an_address_with_https(tab: Page) -> None:
    await tab.goto("/dashboard/my-brands/add")
    await tab.get_by_label("Brand Name").fill("Ledgerly")
    await tab.get_by_label("Website URL").last.fill("http://ledgerly.example")
    await tab.get_by_role("button", name="Add Brand & Start Analysis").click()
    await expect(tab.get_by_text("Invalid URL format")).to_be_visible()


async def test_an_engine_is_connected_by_an_own_key(tab: Page) -> None:
    async with engines.start() as standin:
        await tab.goto("/dashboard/settings/assistants")
        row = tab.get_by_role("listitem").filter(has_text="OpenAI-compatible server")
        await row.get_by_role("button", name="Connect").click()
        await row.get_by_label("API key").fill("stand-in-key-0001")
        await row.get_by_label("Server address").fill(standin.base("compatible"))
        await row.get_by_label("Model").fill("stand-in-model")
        await row.get_by_role("button", name="Save and test").click()
        await expect(row.get_by_text("•••• 0001")).to_be_visible()
        await expect(row.get_by_role("button", name="Test")).to_be_visible(timeout=30_000)
