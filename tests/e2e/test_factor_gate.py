"""A workspace that requires a second factor, met in the browser by a member without one."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from presence_standins.smtp import Sink
from tests.e2e.accessibility import violations
from tests.e2e.journeys import PASSWORD
from tests.e2e.mails import confirm
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import subscribe
from tests.factories.authenticator import Authenticator

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]

BUSINESS = "Fennick Joinery"
FACTOR = "/api/v1/me/second-factor"
GATE = f"{BUSINESS} requires two-step sign-in"


@pytest_asyncio.fixture
async def owner(product: Product, mailbox: Sink) -> AsyncIterator[Customer]:
    """Owner of an analysed business on Growth."""
    async with signed_up(product) as customer:
        assert (await customer.analyse(None, BUSINESS)).is_success
        await subscribe(product, customer, "Growth")
        await confirm(mailbox, customer)
        yield customer


@pytest_asyncio.fixture
async def member(product: Product, mailbox: Sink, owner: Customer) -> AsyncIterator[str]:
    """The address of somebody who joined and has no second factor."""
    async with signed_up(product) as customer:
        await confirm(mailbox, customer)
        email: str = (await customer.http.get("/api/user")).json()["email"]
        made = await owner.http.post("/api/v1/invitations", json={"email": email, "role": "viewer"})
        link = await owner.http.post(f"/api/v1/invitations/{made.json()['id']}/link")
        token = link.json()["url"].partition("#")[2]
        joined = await customer.http.post(f"/api/v1/invitations/{token}/accept")
        assert joined.is_success, joined.text
        yield email


async def require_factor(owner: Customer) -> None:
    """The owner sets up a factor of their own, and asks everybody for one."""
    begun = (await owner.http.post(FACTOR, json={"password": PASSWORD})).json()
    code = await Authenticator(begun["secret"]).code()
    confirmed = await owner.http.post(f"{FACTOR}/confirm", json={"code": code})
    assert confirmed.is_success, confirmed.text
    ruled = await owner.http.put("/api/v1/second-factor-rule", json={"required": True})
    assert ruled.is_success, ruled.text


async def test_a_member_sets_up_a_factor_at_the_gate_and_goes_on_to_the_dashboard(
    page: Page, owner: Customer, member: str
) -> None:
    await require_factor(owner)
    await page.goto("/auth?action=login")
    await page.get_by_label("Email").fill(member)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Login", exact=True).click()
    await expect(page.get_by_role("heading", name=GATE)).to_be_visible()
    assert await violations(page) == []
    await page.goto("/dashboard/settings")  # by no address does anybody get past it
    await expect(page.get_by_role("heading", name=GATE)).to_be_visible()
    await expect(page.get_by_role("navigation")).to_have_count(0)
    go_on = page.get_by_role("button", name="Continue to the workspace")
    await expect(go_on).to_have_count(0)

    await page.get_by_role("button", name=re.compile("^Set up")).click()
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_role("button", name="Continue", exact=True).click()
    key = await page.locator("code").inner_text()
    app = Authenticator(key.replace(" ", ""))
    await page.get_by_label("Code shown by the app").fill(await app.code())
    await page.get_by_role("button", name="Switch on").click()
    await expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    await page.get_by_role("button", name="I have saved them").click()
    await go_on.click()
    await expect(page.get_by_role("heading", name=GATE)).to_have_count(0)
    await page.goto("/dashboard")
    await expect(page.get_by_text(BUSINESS).first).to_be_visible()
    await expect(page.get_by_role("navigation").first).to_be_visible()
