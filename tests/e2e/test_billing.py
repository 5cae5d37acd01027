"""A plan's life from purchase to renewal as its owner sees it, paid through the model of Stripe."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.e2e.journeys import Brand, describe, register
from tests.e2e.paying import Till, till
from tests.e2e.people import AUDIENCE, DESCRIPTION
from tests.factories.files import docx_file

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

SETTINGS = "/dashboard/settings/subscription"
SOON = 30_000
SWEPT = 60_000  # the worker looks for what time has changed every 20 seconds


async def test_a_plan_is_bought_ended_kept_and_renewed(browser: Browser, tmp_path: Path) -> None:
    async with till() as shop:
        profile = await browser.new_context(
            base_url=shop.product.url,
            viewport={"width": 1280, "height": 900},
            locale="en-US",
            timezone_id="UTC",
        )
        profile.set_default_timeout(15_000)
        page, other = await profile.new_page(), await profile.new_page()
        await register(page)
        await describe(page, Brand("Harrow & Pike", DESCRIPTION, AUDIENCE))
        await other.goto("/dashboard")
        await expect(other.get_by_role("button", name="Current plan: Free Plan")).to_be_visible()

        await buy(page)
        await expect(other.get_by_role("button", name="Current plan: Pro")).to_be_visible()
        assert await may_add_brand(page)
        await add_brand(page, "Pike Outdoor", tmp_path)
        await end_and_keep(page, shop)
        await renew(page, shop)
        await profile.close()


async def buy(page: Page) -> None:
    """From the price list over the payment page and back."""
    await page.goto("/pricing?billing=monthly")
    await page.get_by_role("button", name="Choose Plan: Pro").click()
    await page.get_by_role("button", name="Subscribe and pay $20.00").click()
    await expect(page.get_by_text("Processing Your Subscription")).to_be_visible()
    await expect(page.get_by_text("You are on Pro")).to_be_visible(timeout=SOON)
    await expect(page.get_by_text("Your current plan: Pro (Monthly)")).to_be_visible()
    assert "session_id" not in page.url


async def add_brand(page: Page, name: str, folder: Path) -> None:
    """A second brand, which the free plan has no room for."""
    file = folder / "brand.docx"
    file.write_bytes(docx_file(f"{name} builds garden tables for large families."))
    await page.goto("/dashboard/my-brands/add")
    await page.get_by_label("Brand Name").fill(name)
    await page.get_by_role("tab", name="Upload Document").click()
    await page.locator("input[type=file]").set_input_files(file)
    await page.get_by_role("button", name="Add Brand & Start Analysis").click()
    await page.wait_for_url("**/dashboard/my-brands")


async def end_and_keep(page: Page, shop: Till) -> None:
    """Cancelled with a reason, it says when it ends; resumed, when the next payment is."""
    await page.goto(SETTINGS)
    await page.get_by_role("link", name="Cancel Subscription").click()
    dialog = page.get_by_role("dialog", name="Cancel your subscription?")
    await dialog.get_by_role("textbox").fill("We are between two products.")
    await dialog.get_by_role("button", name="Cancel Subscription").click()
    await expect(page.get_by_text("Subscription Cancelled", exact=True)).to_be_visible()
    await expect(page.get_by_text("Ends on ")).to_be_visible()
    assert (await shop.subscription())["cancel_at_period_end"]
    await page.goto(SETTINGS)
    await page.get_by_role("button", name="Resume").click()
    await expect(page.get_by_text("Next payment on ")).to_be_visible()
    await expect(page.get_by_text("Ends on ")).to_have_count(0)
    assert not (await shop.subscription())["cancel_at_period_end"]


async def renew(page: Page, shop: Till) -> None:
    """A month later there is a second invoice, without a reload."""
    invoices = page.get_by_role("table", name="Invoices").get_by_text("$20.00")
    await expect(invoices).to_have_count(1)
    await shop.pass_days(32)
    await expect(invoices).to_have_count(2, timeout=SWEPT)
    await expect(page.get_by_text("Active", exact=True).last).to_be_visible()


async def may_add_brand(page: Page) -> bool:
    """What the server says of one more brand."""
    answer = await page.request.get("/api/subscriptions/can-access/brands.max")
    return bool((await answer.json())["canAccess"])
