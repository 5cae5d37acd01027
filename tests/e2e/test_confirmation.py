"""A new brand's assistants wait for the person: looked through, changed, and asked at a press."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from presence_standins import engines
from tests.e2e.journeys import Brand, describe, register, wait_for_scores
from tests.e2e.subscribers import answered_product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

HARROW = Brand(
    name="Harrow & Pike",
    description="Solid oak furniture made to order for small homes, delivered assembled.",
    audience="People furnishing a small flat who want furniture that lasts",
)
ASK = "Ask ChatGPT and Perplexity"


@pytest_asyncio.fixture(scope="module")
async def newcomer(browser: Browser) -> AsyncIterator[Page]:
    """A tab of somebody new, where two assistants are connected and wait their fifteen minutes."""
    async with engines.start() as running:
        waiting = {"PRESENCE_ANALYSIS__CONFIRM_WITHIN_S": "900"}
        with answered_product(running, "chatgpt", "perplexity", **waiting) as product:
            page = await browser.new_page(base_url=product.url, locale="en-US")
            yield page
            await page.close()


async def test_what_was_understood_is_looked_through_changed_and_confirmed_before_assistants_ask(
    newcomer: Page,
) -> None:
    await register(newcomer)
    await describe(newcomer, HARROW)
    card = newcomer.get_by_role("region", name="Did we get this right?")
    await expect(
        card.get_by_text(re.compile(r"will be asked for \d+ answers at \d"))
    ).to_be_visible()
    await wait_for_scores(newcomer)
    simulated = newcomer.get_by_text("Simulated", exact=True)
    await expect(simulated.first).to_be_visible()

    await card.get_by_role("button", name=re.compile("^Change “For whom”")).click()
    await card.get_by_label("For whom").fill("Families in small flats")
    await card.get_by_role("button", name="Save").click()
    await expect(card.get_by_text("Families in small flats")).to_be_visible()
    await card.get_by_role("button", name=re.compile("^Change “What it is”")).click()
    await card.get_by_label("What it is").fill("oak tables")
    await card.get_by_role("button", name="Save").click()
    offered = card.get_by_text(re.compile(r"Other questions fit now: \d+ new, \d+ gone"))
    await expect(offered).to_be_visible()
    await card.get_by_role("button", name="Accept all").click()
    await expect(newcomer.get_by_text("Version 2 is in use").first).to_be_visible()
    await expect(offered).to_have_count(0)

    await card.get_by_role("button", name=re.compile("^Competitors")).click()
    await card.get_by_role("button", name="Add competitor").click()
    dialog = newcomer.get_by_role("dialog")
    await dialog.get_by_label("Name").first.fill("Marlow Tables")
    await dialog.get_by_role("button", name=re.compile("^(Add|Track|Save)")).click()
    await expect(card.get_by_text("Marlow Tables")).to_be_visible()
    await card.get_by_role("button", name=re.compile("^Questions")).click()
    await expect(card.get_by_role("listitem").filter(has_text="?").first).to_be_visible()

    await card.get_by_role("button", name=ASK).click()
    await expect(card).to_have_count(0)
    answered = newcomer.get_by_role("link", name="ChatGPT", exact=False)
    await expect(answered.first).to_be_visible(timeout=90_000)
    await expect(newcomer.get_by_role("region", name="What we understood")).to_be_visible()

    await newcomer.goto("/dashboard/questions")
    await newcomer.get_by_role("button", name="Undo version 2").click()
    await expect(newcomer.get_by_role("heading", name="Version 3")).to_be_visible()
    await expect(
        newcomer.get_by_role("region", name="Other questions fit your brand now")
    ).to_be_visible()
