"""Coming, going, and addresses that need somebody signed in or do not exist."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import ConsoleMessage, Page, expect

from tests.e2e.journeys import PASSWORD, register
from tests.e2e.people import signed_up
from tests.e2e.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(60)]


async def test_logout_loads_the_login_page_anew(page: Page) -> None:
    await register(page)
    await page.evaluate("window.sameDocument = true")
    await page.get_by_role("button", name="Log out").click()
    await page.wait_for_url("**/auth?action=login")
    await expect(page.get_by_role("button", name="Login")).to_be_visible()
    assert await page.evaluate("window.sameDocument") is None
    assert (await page.request.get("/api/user")).status == 401


async def test_back_after_logout_shows_nothing_of_the_account(page: Page, product: Product) -> None:
    async with signed_up(product) as customer:
        assert (await customer.analyse(None, name="Zebra Lantern")).is_success
        await customer.enter(page.context)
        await page.goto("/dashboard/settings")
        await expect(page.get_by_text("Zebra Lantern").first).to_be_visible()
        await page.get_by_role("button", name="Logout").first.click()
        await page.wait_for_url("**/auth?action=login")
        await expect(page.get_by_role("button", name="Login")).to_be_visible()
        await page.go_back()
        await expect(page.get_by_role("button", name="Login")).to_be_visible()
        await expect(page.get_by_text("Zebra Lantern")).to_have_count(0)


async def test_a_protected_address_is_reached_after_signing_in(
    page: Page, product: Product
) -> None:
    async with signed_up(product) as customer:
        assert (await customer.analyse(None)).is_success
        user = (await customer.http.get("/api/user")).json()
    await page.goto("/dashboard/brand-materials?tab=recent")
    await page.wait_for_url("**/auth?next=*")
    assert page.url.endswith("/auth?next=%2Fdashboard%2Fbrand-materials%3Ftab%3Drecent")
    await page.get_by_label("Email").fill(user["email"])
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Login").click()
    await page.wait_for_url("**/dashboard/brand-materials?tab=recent")


@pytest.mark.parametrize("target", ["//evil.example", "https://evil.example/", "/\\evil.example"])
async def test_next_never_leads_to_another_site(page: Page, product: Product, target: str) -> None:
    async with signed_up(product) as customer:
        assert (await customer.analyse(None)).is_success
        await customer.enter(page.context)
    await page.goto(f"/auth?next={target}")
    await page.wait_for_url(f"{product.url}/dashboard")


async def test_an_unknown_address_says_404_and_leads_home(page: Page) -> None:
    await page.goto("/no/such/page")
    await expect(page.get_by_role("heading", name="404 - Page Not Found")).to_be_visible()
    await page.get_by_role("link", name="Return Home").click()
    await page.wait_for_url("**/auth")


@pytest.mark.parametrize(
    ("query", "arrival"),
    [("success=true", "/pricing"), ("session_id=cs_test_1", "/pricing?session_id=cs_test_1")],
)
async def test_a_return_from_checkout_is_announced_and_ends_at_pricing(
    page: Page, product: Product, query: str, arrival: str
) -> None:
    async with signed_up(product) as customer:
        await customer.enter(page.context)
    await page.clock.install()
    await page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    await page.goto(f"/dashboard/website?{query}")
    await expect(page.get_by_text("Processing Your Subscription")).to_be_visible()
    await page.clock.run_for(499)
    await expect(page.get_by_text("Processing Your Subscription")).to_be_visible()
    await page.clock.resume()
    await page.wait_for_url(f"{product.url}{arrival}")
    await expect(page.get_by_role("heading", name="Upgrade Your Plan")).to_be_visible()


async def test_the_console_stays_silent_for_a_visitor_and_for_who_registers(
    page: Page, product: Product
) -> None:
    told: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            told.append(f"{message.text} {message.location['url']}")

    page.on("console", note)
    page.on("pageerror", lambda error: told.append(str(error)))
    await register(page)
    await page.keyboard.press("Escape")
    assert told == []
