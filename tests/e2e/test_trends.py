"""What a subscriber does with what assistants searched for and with what they are offered."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from tests.e2e.accessibility import in_both_themes
from tests.e2e.journeys import keep_messages
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import subscribe

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]


@pytest_asyncio.fixture(scope="module")
async def subscriber(product: Product) -> AsyncIterator[Customer]:
    """Somebody on Pro whose few words leave questions open, after a run of the simulator."""
    async with signed_up(product) as customer:
        await subscribe(product, customer, "Pro")
        assert (await customer.analyse(None, name="Harrow Oak")).is_success
        await customer.summary_after_run(within_s=120)
        yield customer


@pytest_asyncio.fixture
async def tab(context: BrowserContext, subscriber: Customer, page: Page) -> Page:
    """A tab of the subscriber."""
    await subscriber.enter(context)
    return page


async def test_a_brief_is_made_for_the_question_behind_a_query(tab: Page, tmp_path: Path) -> None:
    await tab.goto("/dashboard/trends")
    await tab.get_by_role("button", name="See Trending Queries").click()
    table = tab.get_by_role("table", name="Trending AI Queries")
    await table.get_by_role("button", name=re.compile("^Make brief for")).first.click(
        timeout=30_000
    )
    drawer = tab.get_by_role("dialog")
    said = await drawer.get_by_text("a question you are losing").text_content() or ""
    question = re.findall("“(.+)”", said)[0]
    assert await in_both_themes(tab) == {}
    await drawer.get_by_role("button", name="Content brief").click()
    link = drawer.get_by_role("link", name="Download the brief")
    await expect(link).to_be_visible(timeout=30_000)
    async with tab.expect_download() as downloading:
        await link.click()
    file = tmp_path / "brief.docx"
    await (await downloading.value).save_as(file)
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as parts:
        text = re.sub("<[^>]+>", "", parts.read("word/document.xml").decode())
    assert question in text


async def test_a_dismissed_suggestion_comes_back(tab: Page) -> None:
    await tab.goto("/dashboard/analytics?tab=prompts")
    dismiss = tab.get_by_role("button", name=re.compile("^Dismiss “"))
    name = await dismiss.first.get_attribute("aria-label") or ""
    await tab.get_by_role("button", name=name, exact=True).click()
    await keep_messages(tab)
    await expect(tab.get_by_role("button", name=name, exact=True)).to_have_count(0)
    await tab.get_by_role("button", name="Undo").click()
    await expect(tab.get_by_role("button", name=name, exact=True)).to_be_visible()
    await tab.reload()
    await expect(tab.get_by_role("button", name=name, exact=True)).to_be_visible()
