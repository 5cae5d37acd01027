"""Coming, going and losing one's way: logout, protected pages, return addresses, start-up rule."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.e2e.journeys import PASSWORD, Brand, describe, register
from tests.e2e.people import AUDIENCE, DESCRIPTION

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(90)]


async def test_a_protected_page_asks_to_sign_in_and_then_shows_itself(page: Page) -> None:
    email = await register(page)
    await describe(page, Brand("Harrow & Pike", DESCRIPTION, AUDIENCE))
    await page.context.clear_cookies()
    await page.goto("/dashboard/settings")
    await page.wait_for_url("**/auth?**next=**")
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Login", exact=True).click()
    await page.wait_for_url("**/dashboard/settings")


async def test_logging_out_of_the_wizard_loads_the_login_page_anew(page: Page) -> None:
    await register(page)
    await page.evaluate("window.stillTheSamePage = true")
    await page.get_by_role("button", name="Log out").click()
    await page.wait_for_url("**/auth?action=login")
    assert await page.evaluate("window.stillTheSamePage") is None


async def test_a_wrong_password_is_said_on_the_field(page: Page) -> None:
    email = await register(page)
    await page.context.clear_cookies()
    await page.goto("/auth?action=login")
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill("not the password")
    await page.get_by_role("button", name="Login", exact=True).click()
    await expect(page.get_by_text("Invalid email or password")).to_be_visible()


async def test_registering_a_known_email_is_said_on_the_field(page: Page) -> None:
    email = await register(page)
    await page.context.clear_cookies()
    await page.goto("/auth?action=register")
    await page.get_by_label("First Name").fill("Nora")
    await page.get_by_label("Last Name").fill("Field")
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Create Account").click()
    await expect(page.get_by_text("This email is already registered")).to_be_visible()


async def test_an_unknown_address_leads_home(page: Page) -> None:
    await page.goto("/nowhere/at/all")
    await expect(page.get_by_role("heading", name="404 - Page Not Found")).to_be_visible()
    await page.get_by_role("link", name="Return Home").click()
    await page.wait_for_url("**/auth**")


async def test_coming_back_from_checkout_leads_to_pricing_with_its_session(page: Page) -> None:
    await page.goto("/dashboard/website?success=true&session_id=cs_1")
    await expect(page.get_by_text("Processing Your Subscription")).to_be_visible()
    await page.wait_for_url("**/pricing?session_id=cs_1")


async def test_google_unconfigured_is_explained(page: Page) -> None:
    await page.goto("/auth")
    await page.get_by_role("button", name="Sign in with Google").click()
    await page.wait_for_url("**/auth?error=google_not_configured")
    await expect(page.get_by_role("alert").first).to_be_visible()
