"""From the settings screen to somebody's server: a webhook, its test and its log."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from presence_standins.receiver import receiver, verified
from tests.e2e.accessibility import violations
from tests.e2e.people import signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import subscribe

pytestmark = pytest.mark.e2e


async def test_a_webhook_is_added_tried_and_seen_to_arrive(
    product: Product, context: BrowserContext
) -> None:
    with receiver() as taking:
        async with signed_up(product) as owner:
            assert (await owner.analyse(None)).is_success
            await subscribe(product, owner, "Scale")
            await owner.enter(context)
            page = await context.new_page()
            await page.goto("/dashboard/settings/integrations")
            await page.get_by_role("button", name="Add webhook").click()
            dialog = page.get_by_role("dialog")
            await dialog.get_by_label("Name").fill("Warehouse")
            await dialog.get_by_label("Address").fill(taking.url("/ok"))
            await dialog.get_by_role("button", name="Add webhook").click()
            secret = await page.get_by_role("dialog").locator("code").inner_text()
            await page.get_by_role("button", name="Done").click()
            await page.get_by_role("button", name="Send test to Warehouse").click()
            await page.get_by_role("button", name="Log of Warehouse").click()
            await expect(page.get_by_role("dialog")).to_contain_text("Delivered", timeout=15_000)
            assert await violations(page) == []
            (taken,) = [one for one in taking.at("/ok") if one.json["type"] == "test"]
            assert verified(taken, secret)
