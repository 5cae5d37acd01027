"""A plan's whole life as its owner sees it, paid through the model of Stripe."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.journeys import Brand, describe, register
from tests.e2e.paying import Till, till
from tests.e2e.people import AUDIENCE, DESCRIPTION
from tests.factories.files import docx_file

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

SETTINGS = "/dashboard/settings/subscription"
SOON = 30_000
PROCESSING = "Processing Your Subscription"
# They stand for half a second and for five: the page itself keeps that they were there.
KEEP_PROCESSING = f"""new MutationObserver(() => {{
  const there = document.body?.textContent.includes("{PROCESSING}");
  if (there) sessionStorage.setItem("processing", "seen");
}}).observe(document, {{childList: true, subtree: true}});"""
KEEP_TOASTS = """new MutationObserver(() => {
  const shown = document.querySelectorAll('[role=region][aria-label^="Notifications"] li');
  if (shown.length !== 1) return;
  const said = JSON.parse(sessionStorage.getItem("toasts") ?? "[]");
  sessionStorage.setItem("toasts", JSON.stringify([...said, shown[0].textContent]));
}).observe(document, {childList: true, subtree: true, characterData: true});"""
SAID = 'whole => JSON.parse(sessionStorage.getItem("toasts") ?? "[]").includes(whole)'
DOWN = "Our payment provider does not answer right now. Nothing was charged."
SWEPT = 60_000  # the worker looks for what time has changed every 20 seconds


async def test_a_plan_is_bought_raised_kept_renewed_lost_and_nothing_is_deleted(
    browser: Browser, tmp_path: Path
) -> None:
    async with till() as shop:
        profile = await browser.new_context(
            base_url=shop.product.url,
            viewport={"width": 1280, "height": 900},
            locale="en-US",
            timezone_id="UTC",
        )
        profile.set_default_timeout(15_000)
        page, other = await profile.new_page(), await profile.new_page()
        await page.add_init_script(KEEP_PROCESSING)
        await page.add_init_script(KEEP_TOASTS)
        await ask_signed_out(page)
        await register(page)
        await describe(page, Brand("Harrow & Pike", DESCRIPTION, AUDIENCE))
        await other.goto("/dashboard")
        await expect(other.get_by_role("button", name="Current plan: Free Plan")).to_be_visible()

        await buy(page, shop)
        await expect(other.get_by_role("button", name="Current plan: Pro")).to_be_visible()
        assert await may_add_brand(page)
        await add_brand(page, "Pike Outdoor", tmp_path)
        await move_up(page)
        await expect(other.get_by_role("button", name="Current plan: Growth")).to_be_visible()
        await end_and_keep(page, shop)
        await renew(page, shop)
        await lose(page, other, shop)
        await profile.close()


async def ask_signed_out(page: Page) -> None:
    """Who is not signed in is asked to, whichever plan they choose."""
    await page.goto("/pricing")
    await page.get_by_role("button", name="Choose Plan: Pro").click()
    await toast(page, "Login Required", "Please log in to subscribe to a plan.", "Sign in")


async def buy(page: Page, shop: Till) -> None:
    """From the price list over the payment page and back; two tries before it lead nowhere."""
    await page.goto("/pricing?billing=monthly")
    choose = page.get_by_role("button", name="Choose Plan: Pro")
    await shop.break_down()
    await choose.click()
    await toast(page, "Checkout Error", f"{DOWN} Please try again or contact support.")
    await shop.mend()
    await page.route("**/api/subscriptions/checkout", answer_nothing, times=1)
    await choose.click()
    await toast(
        page, "Checkout Error", "Unable to create checkout session. Please try again later."
    )
    async with held(page, "**/api/subscriptions/checkout"):
        await choose.click()
        await toast(page, "Preparing Checkout", "Setting up your subscription upgrade...")
    await page.get_by_role("button", name="Subscribe and pay $20.00").click()
    await returned(page, "Pro")
    await page.get_by_role("button", name="Current plan: Pro").click()
    await toast(page, "Already Subscribed", "You are already subscribed to this plan.")


async def move_up(page: Page) -> None:
    """To a higher plan by confirming the change; from there a lower one is a matter of support."""
    await page.goto("/pricing?billing=monthly")
    await page.get_by_role("button", name="Choose Plan: Growth").click()
    await page.get_by_role("button", name="Confirm").click()
    await returned(page, "Growth")
    await page.get_by_role("button", name="Contact Support: Pro").click()
    downgrade = "Please contact support to downgrade your subscription."
    await toast(page, "Contact Support", downgrade, "Write to us")


async def returned(page: Page, plan: str) -> None:
    """Back from the payment page, the plan is there and the address forgets the visit."""
    await expect(page.get_by_text(f"You are on {plan}")).to_be_visible(timeout=SOON)
    assert await page.evaluate("sessionStorage.getItem('processing')") == "seen"
    await page.evaluate("sessionStorage.removeItem('processing')")
    await expect(page.get_by_text(f"Your current plan: {plan} (Monthly)")).to_be_visible()
    assert "session_id" not in page.url


@asynccontextmanager
async def held(page: Page, address: str) -> AsyncIterator[None]:
    """The next request to an address waits until what it leads away from was looked at."""
    looked = asyncio.Event()

    async def wait(route: Route) -> None:
        await looked.wait()
        await route.continue_()

    await page.route(address, wait, times=1)
    try:
        yield
    finally:
        looked.set()


async def answer_nothing(route: Route) -> None:
    """A call that succeeds and says nothing."""
    await route.fulfill(json={})


async def refuse_silently(route: Route) -> None:
    """A call that fails without a sentence."""
    await route.fulfill(status=404)


async def toast(page: Page, title: str, text: str, action: str = "") -> None:
    """A message was shown since the last one looked at, alone and with all of its words."""
    await page.wait_for_function(SAID, arg=title + text + action)
    await page.evaluate("sessionStorage.removeItem('toasts')")


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
    """Cancelled with a reason, at the third try, it says when it ends; resumed, what comes next."""
    await page.goto(SETTINGS)
    await page.get_by_role("link", name="Cancel Subscription").click()
    dialog = page.get_by_role("dialog", name="Cancel your subscription?")
    await dialog.get_by_role("textbox").fill("We are between two products.")
    cancel = dialog.get_by_role("button", name="Cancel Subscription")
    await shop.break_down()
    await cancel.click()
    await toast(page, "Error", f"{DOWN} Please try again or contact support.")
    await shop.mend()
    await page.route("**/api/subscriptions/cancel", refuse_silently, times=1)
    await cancel.click()
    await toast(page, "Error", "Failed to cancel subscription. Please try again.")
    await cancel.click()
    await toast(
        page,
        "Subscription Cancelled",
        "Your subscription will end at the end of the current billing period.",
    )
    await expect(page.get_by_text("Ends on ")).to_be_visible()
    assert (await shop.subscription())["cancel_at_period_end"]
    await page.goto(SETTINGS)
    await page.get_by_role("button", name="Resume").click()
    await expect(page.get_by_text("Next payment on ")).to_be_visible()
    await expect(page.get_by_text("Ends on ")).to_have_count(0)
    assert not (await shop.subscription())["cancel_at_period_end"]


async def renew(page: Page, shop: Till) -> None:
    """A month later there is another invoice, without a reload."""
    invoices = page.get_by_role("table", name="Invoices").get_by_text("$49.00")
    await expect(invoices).to_have_count(0)
    await pass_days(shop, page.context, 32)
    await expect(invoices).to_have_count(1, timeout=SWEPT)
    await expect(page.get_by_text("Active", exact=True).last).to_be_visible()


async def lose(page: Page, other: Page, shop: Till) -> None:
    """The card fails: a week of grace in every tab, then the surplus is paused and still there."""
    profile = page.context
    await shop.refuse_card()
    await pass_days(shop, profile, 31)
    ends = f"{await shop.grace_ends():%B %-d, %Y}"
    for tab in (page, other):
        await expect(tab.get_by_text("Your last payment failed")).to_be_visible(timeout=SWEPT)
        await expect(tab.get_by_text(f"Growth stays open until {ends}.")).to_be_visible()
    assert await paused(page) == []
    assert await may_add_brand(page)

    await pass_days(shop, profile, 7)
    await expect(page.get_by_role("heading", name="Paused by your plan")).to_be_visible(
        timeout=SWEPT
    )
    for tab in (page, other):
        await expect(
            tab.get_by_text("Your plan is paused because a payment is missing")
        ).to_be_visible()
    await expect(page.get_by_role("definition").filter(has_text="Pike Outdoor")).to_be_visible()

    await pass_days(shop, profile, 30)
    await expect(page.get_by_text("Basic Plan")).to_be_visible(timeout=SWEPT)
    await expect(page.get_by_text("because a payment is missing")).to_have_count(0)
    await expect(other.get_by_role("button", name="Current plan: Free Plan")).to_be_visible()
    await page.goto("/dashboard/my-brands")
    for name in ("Harrow & Pike", "Pike Outdoor"):
        await expect(page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    assert await paused(page) == ["Pike Outdoor"]
    assert not await may_add_brand(page)


async def pass_days(shop: Till, profile: BrowserContext, days: int) -> None:
    """Time passes for the product, for Stripe and in every tab, which is then looked at again."""
    await shop.pass_days(days)
    for tab in profile.pages:
        await tab.clock.set_system_time(shop.now)
        await tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


async def paused(page: Page) -> list[str]:
    """Names of the brands that the plan has no room for."""
    brands = (await (await page.request.get("/api/v1/brands")).json())["data"]
    return [brand["name"] for brand in brands if brand["pauseReason"] == "plan"]


async def may_add_brand(page: Page) -> bool:
    """What the server says of one more brand."""
    answer = await page.request.get("/api/subscriptions/can-access/brands.max")
    return bool((await answer.json())["canAccess"])
