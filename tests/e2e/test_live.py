"""Results arrive by themselves, in every open tab, over one stream."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, Request, StorageState, expect

from tests.e2e.journeys import Brand, describe, register
from tests.e2e.people import AUDIENCE, DESCRIPTION, signed_up
from tests.e2e.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(150)]

STREAM = "/api/v1/events"
SCORE = re.compile(r"Content AI Visibility: \d+")


async def test_the_first_run_shows_stages_then_numbers_without_a_reload(
    page: Page, harrow: str
) -> None:
    await register(page)
    await describe(page, Brand("Harrow & Pike", DESCRIPTION, AUDIENCE, website=harrow))
    await page.evaluate("window.sameDocument = true")
    stages = page.get_by_role("listitem").filter(has_text="Reading your website and documents")
    await expect(stages).to_be_visible()
    await expect(page.get_by_role("button", name=SCORE)).to_be_visible(timeout=60_000)
    await expect(page.get_by_text("Last analyzed")).to_be_visible(timeout=60_000)
    await expect(stages).to_have_count(0)
    assert await page.evaluate("window.sameDocument") is True


async def test_two_tabs_share_one_stream_and_both_follow_a_run(
    browser: Browser, product: Product, harrow: str
) -> None:
    streams: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith(STREAM):
            streams.append(request.url)

    profile = await browser.new_context(base_url=product.url)
    profile.on("request", note)
    async with signed_up(product) as customer:
        assert (await customer.analyse(None)).is_success
        await customer.summary_after_run(within_s=60)
        await customer.enter(profile)
        tabs = [await profile.new_page(), await profile.new_page()]
        for tab in tabs:
            await tab.goto("/dashboard")
            await expect(tab.get_by_text("Last analyzed")).to_be_visible()
        brand = (await customer.brands())[0]["id"]
        answer = await customer.http.post(f"/api/v1/brands/{brand}/runs", json={"kind": "full"})
        assert answer.status_code == 202, answer.text
        for tab in tabs:
            await expect(tab.get_by_text("Last analyzed")).to_be_visible(timeout=60_000)
            await expect(tab.get_by_text("First measurement")).to_have_count(0, timeout=60_000)
        assert len(streams) == 1
    await profile.close()


async def test_a_tab_takes_the_stream_over_when_its_leader_closes(
    browser: Browser, product: Product, measured: StorageState
) -> None:
    profile = await browser.new_context(base_url=product.url, storage_state=measured)
    leader, follower = await profile.new_page(), await profile.new_page()
    async with leader.expect_request(f"**{STREAM}"):
        await leader.goto("/dashboard")
    await follower.goto("/dashboard")
    async with follower.expect_request(f"**{STREAM}"):
        await leader.close()
    await profile.close()
