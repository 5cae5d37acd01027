"""What a customer does with materials, brands, settings and support, on the real product.

Invariant: whatever a screen shows was stored by the product during the test.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urljoin

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.e2e.accessibility import TIMEOUT_MS, in_both_themes, sideways
from tests.e2e.journeys import keep_messages
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import subscribe
from tests.factories.files import docx_file

ANALYSED_MS = 90_000
CARE = docx_file(
    "Our oak tables are made for people furnishing a small flat.",
    "Oil the oak twice a year: it takes ten minutes and costs less than £10.",
    heading="Care of oak",
)


@pytest_asyncio.fixture(scope="module")
async def paying(
    browser: Browser, product: Product, harrow: str
) -> AsyncIterator[tuple[Customer, BrowserContext]]:
    """A customer on Growth and their browser profile; the first analysis may still be running."""
    async with signed_up(product) as customer:
        assert (await customer.analyse(harrow)).is_success
        await subscribe(product, customer, "Growth")
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


async def test_a_page_is_added_read_and_shown_with_the_words_that_count(
    tab: Page, harrow: str
) -> None:
    await tab.goto("/dashboard/brand-materials/add")
    await tab.get_by_label("Website URL").last.fill(urljoin(harrow, "/delivery"))
    await tab.get_by_role("button", name="Add Material").click()
    await tab.wait_for_url("**/dashboard/brand-materials")
    row = tab.get_by_role("row").filter(has_text="Delivery in six weeks")
    await expect(row.get_by_text("Ready")).to_be_visible(timeout=ANALYSED_MS)
    await row.get_by_role("link", name="View").click()
    await expect(tab.get_by_role("heading", name="Delivery in six weeks")).to_be_visible()
    await expect(tab.get_by_role("heading", name="How well it speaks")).to_be_visible()
    await expect(tab.get_by_role("region", name="What we read")).to_contain_text("deliver")
    assert await in_both_themes(tab) == {}
    assert await sideways(tab) == {}


async def test_a_document_is_added_deleted_and_brought_back(tab: Page, tmp_path: Path) -> None:
    file = tmp_path / "care.docx"
    file.write_bytes(CARE)
    await tab.goto("/dashboard/brand-materials/add")
    await tab.get_by_role("tab", name="Document Upload").click()
    await tab.locator("input[type=file]").set_input_files(file)
    await expect(tab.get_by_text("0.04 MB")).to_be_visible()
    await tab.get_by_label("Document Title").fill("Care guide")
    await tab.get_by_role("button", name="Add Material").click()
    await tab.wait_for_url("**/dashboard/brand-materials")
    row = tab.get_by_role("row").filter(has_text="Care guide")
    await expect(row.get_by_text("Ready")).to_be_visible(timeout=ANALYSED_MS)
    await expect(row.get_by_text(re.compile(r"\d+ / 100"))).to_be_visible()
    await row.get_by_role("button", name="Actions for Care guide").click()
    await tab.get_by_role("menuitem", name="Delete").click()
    await keep_messages(tab)
    await expect(row).to_have_count(0)
    await tab.get_by_role("button", name="Undo").click()
    await expect(row).to_be_visible()


async def test_what_is_added_twice_leads_to_what_is_there(tab: Page, harrow: str) -> None:
    for ends in ("**/dashboard/brand-materials", "**/dashboard/brand-materials/add"):
        await tab.goto("/dashboard/brand-materials/add")
        await tab.get_by_label("Website URL").last.fill(urljoin(harrow, "/?again"))
        await tab.get_by_role("button", name="Add Material").click()
        await tab.wait_for_url(ends)
    await expect(tab.get_by_text("This page was already added.")).to_be_visible()
    await tab.get_by_role("link", name="Show it").click()
    await tab.wait_for_url("**/dashboard/homepage?material=*")


async def test_a_second_brand_is_added_deleted_and_restored(tab: Page, tmp_path: Path) -> None:
    file = tmp_path / "marlow.docx"
    file.write_bytes(docx_file("Marlow Tables builds kitchen tables for large families."))
    await tab.goto("/dashboard/my-brands/add")
    await tab.get_by_label("Brand Name").fill("Marlow Tables")
    await tab.get_by_role("tab", name="Upload Document").click()
    await tab.locator("input[type=file]").set_input_files(file)
    await tab.get_by_role("button", name="Add Brand & Start Analysis").click()
    await tab.wait_for_url("**/dashboard/my-brands")
    card = tab.get_by_role("listitem").filter(has_text="Marlow Tables")
    await card.get_by_role("link", name="View Details").click()
    await expect(tab.get_by_text("Document-based analysis")).to_be_visible()
    await tab.goto("/dashboard/my-brands")
    await card.get_by_role("button", name="Actions for Marlow Tables").click()
    await tab.get_by_role("menuitem", name="Delete").click()
    sure = tab.get_by_role("button", name="Delete brand")
    await expect(sure).to_be_disabled()
    await tab.get_by_label("Type Marlow Tables to confirm").fill("Marlow Tables")
    await sure.click()
    deleted = tab.get_by_role("region", name="Recently deleted")
    await deleted.get_by_role("button", name="Restore Marlow Tables").click()
    await expect(deleted).to_have_count(0)
    await expect(card.get_by_role("link", name="View Details")).to_be_visible()


async def test_settings_are_discarded_saved_and_never_overwritten_unasked(
    tab: Page, paying: tuple[Customer, BrowserContext]
) -> None:
    await tab.goto("/dashboard/settings")
    city, save = tab.get_by_label("City"), tab.get_by_role("button", name="Save Changes")
    await expect(city).to_be_visible()
    await expect(save).to_have_count(0)
    await city.fill("Leeds")
    await tab.get_by_role("button", name="Discard").click()
    await expect(city).to_have_value("")
    await city.fill("Sheffield")
    await save.click()
    await expect(
        tab.get_by_text("Your business settings have been updated successfully.").first
    ).to_be_visible()
    await expect(save).to_have_count(0)
    elsewhere = await paying[0].http.post("/api/business-info/update", json={"city": "York"})
    assert elsewhere.is_success
    await city.fill("Hull")
    await save.click()
    asked = tab.get_by_role("dialog", name="These settings were changed elsewhere")
    await asked.get_by_role("button", name="Reload").click()
    await expect(city).to_have_value("York")


async def test_support_receives_a_message_from_the_menu(tab: Page) -> None:
    await tab.goto("/dashboard/settings")
    await tab.get_by_role("button", name="Support").click()
    dialog = tab.get_by_role("dialog", name="Support")
    await dialog.get_by_role("button", name="Send").click()
    await expect(
        dialog.get_by_text("Please describe what you need (at least 10 characters)")
    ).to_be_visible()
    await dialog.get_by_label("Message").fill("Where do I change the name on the invoice?")
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_text("We have received your request")).to_be_visible()
