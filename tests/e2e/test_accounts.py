"""Accounts in the browser: Google, a forgotten password by mail, the second factor."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from presence_standins.google import Account, Provider, google_provider
from presence_standins.smtp import Sink, smtp_sink
from tests.e2e.journeys import PASSWORD, register
from tests.e2e.product import Product, running_product
from tests.factories.authenticator import Authenticator

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
NEW = "another good password"
TIMEOUT_S = 20


@pytest.fixture(scope="module")
def mails() -> Iterator[Sink]:
    """The mail server."""
    with smtp_sink() as sink:
        yield sink


@pytest_asyncio.fixture(scope="module")
async def provider() -> AsyncIterator[Provider]:
    """What plays Google."""
    async with google_provider() as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def connected(mails: Sink, provider: Provider) -> AsyncIterator[Product]:
    """A product with both."""
    variables = {
        "PRESENCE_MAIL__HOST": mails.host,
        "PRESENCE_MAIL__PORT": str(mails.port),
        "PRESENCE_MAIL__SECURITY": "none",
        "PRESENCE_GOOGLE__ISSUER": provider.url,
        "PRESENCE_GOOGLE__CLIENT_ID": provider.client_id,
        "PRESENCE_GOOGLE__CLIENT_SECRET": provider.client_secret,
    }
    running = running_product(**variables)
    product = await asyncio.to_thread(running.__enter__)
    yield product
    await asyncio.to_thread(running.__exit__, None, None, None)


@pytest_asyncio.fixture
async def page(browser: Browser, connected: Product) -> AsyncIterator[Page]:
    """One tab on that product."""
    context = await browser.new_context(base_url=connected.url, locale="en-US")
    context.set_default_timeout(15_000)
    yield await context.new_page()
    await context.close()


async def link_to(mails: Sink, address: str, subject: str) -> str:
    """The link of the newest mail with a subject."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        for kept in reversed(mails.to(address)):
            if kept.message["Subject"] == subject:
                found = re.search(r"https?://\S+#\S+", kept.part("plain"))
                assert found is not None
                return found.group()
        await asyncio.sleep(0.2)
    raise AssertionError(f"no {subject!r} to {address}")


async def log_in(page: Page, email: str, password: str) -> None:
    await page.goto("/auth?action=login")
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(password)
    await page.get_by_role("button", name="Login").click()


async def test_google_opens_an_account_and_opens_it_again(page: Page, provider: Provider) -> None:
    who = provider.add(Account("400000000001", "grace@example.com", given_name="Grace"))
    for _ in range(2):
        await page.goto("/auth")
        await page.get_by_role("button", name="Sign in with Google").click()
        await page.get_by_role("button", name=who.email).click()
        await page.wait_for_url("**/onboarding")
        await page.context.clear_cookies()


async def test_cancelling_at_google_says_so(page: Page) -> None:
    await page.goto("/auth")
    await page.get_by_role("button", name="Sign in with Google").click()
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("alert")).to_contain_text("Google sign-in was cancelled")


async def test_a_forgotten_password_is_replaced_by_mail(page: Page, mails: Sink) -> None:
    email = await register(page)
    link = await link_to(mails, email, "Confirm your email address")
    await page.goto(link)
    await expect(page.get_by_text(f"{email} is confirmed.")).to_be_visible()
    await page.context.clear_cookies()
    await page.goto("/auth")
    await page.get_by_role("link", name="Forgot password?").click()
    await expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    await page.get_by_label("Email").fill(email)
    await page.get_by_role("button", name="Send link").click()
    await expect(page.get_by_text("If an account exists we have sent a link")).to_be_visible()
    await page.goto(await link_to(mails, email, "Choose a new password"))
    await page.get_by_label("New password").fill("password1")
    await expect(page.get_by_text("attackers try this password first")).to_be_visible()
    await page.get_by_label("New password").fill(NEW)
    await page.get_by_role("button", name="Save new password").click()
    await expect(page.get_by_role("heading", name="Your password is changed")).to_be_visible()
    await page.get_by_role("button", name="Go to login").click()
    await log_in(page, email, NEW)
    await page.wait_for_url("**/onboarding")


async def test_the_second_factor_is_set_up_and_asked_for(page: Page) -> None:
    email = await register(page)
    await page.goto("/dashboard/settings/security")
    await page.get_by_role("button", name=re.compile(r"^Set up")).click()
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_role("button", name="Continue").click()
    key = await page.locator("code").inner_text()
    app = Authenticator(key.replace(" ", ""))
    await page.get_by_label("Code shown by the app").fill(await app.code())
    await page.get_by_role("button", name="Switch on").click()
    await expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    await page.context.clear_cookies()
    await log_in(page, email, PASSWORD)
    await expect(page.get_by_role("heading", name="Two-step sign-in")).to_be_visible()
    await page.get_by_label("Code", exact=True).fill("000000")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("This code is not right")).to_be_visible()
    await page.get_by_label("Code", exact=True).fill(await app.code())
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url("**/onboarding")
