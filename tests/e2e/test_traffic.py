"""What somebody does with their server's access log: send it, see who is refused, mend it, see."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from tests.e2e.accessibility import at_every_width, in_both_themes
from tests.e2e.logs import answered_log, refused_log
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import subscribe

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


@pytest_asyncio.fixture(scope="module")
async def subscriber(product: Product) -> AsyncIterator[Customer]:
    """Somebody on Growth with a brand."""
    async with signed_up(product) as customer:
        await subscribe(product, customer, "Growth")
        assert (await customer.analyse(None, name="Harrow Oak")).is_success
        await customer.summary_after_run(within_s=120)
        yield customer


@pytest_asyncio.fixture
async def tab(context: BrowserContext, subscriber: Customer, page: Page) -> Page:
    """A tab of the subscriber."""
    await subscriber.enter(context)
    return page


async def _send(tab: Page, file: Path) -> None:
    await tab.get_by_label("Log file").set_input_files(file)
    count = tab.get_by_role("button", name=f"Count requests of {file.name}")
    await expect(count).to_be_enabled()
    preview = tab.get_by_role("list", name="How the first lines read")
    await expect(preview.get_by_text("GPTBot").first).to_be_visible()
    assert await in_both_themes(tab) == {}
    await count.click()
    row = tab.get_by_role("listitem").filter(has_text=file.name)
    await expect(row.get_by_text("Counted", exact=True)).to_be_visible()


async def test_a_refused_bot_is_named_with_its_pages_and_seen_to_come_once_it_is_let_in(
    tab: Page, tmp_path: Path
) -> None:
    before, after = tmp_path / "access.log.1", tmp_path / "access.log"
    before.write_text(refused_log())
    after.write_text(answered_log())
    await tab.goto("/dashboard")
    await tab.get_by_role("link", name="Traffic", exact=True).click()
    await expect(tab.get_by_text("See which AI crawlers fetch your pages")).to_be_visible()
    assert await at_every_width(tab) == {}
    await _send(tab, before)
    await expect(tab.get_by_text("1 line could not be read")).to_be_visible()
    async with tab.expect_download() as downloading:
        await tab.get_by_role("link", name="Download as CSV: lines of access.log.1").click()
    wrong = tmp_path / "wrong.csv"
    await (await downloading.value).save_as(wrong)
    rows = list(csv.reader(io.StringIO(wrong.read_text("utf-8-sig"))))
    assert [row[2] for row in rows[1:]] == ["this is no line of a log"]
    assert await at_every_width(tab) == {}

    await tab.get_by_role("tab", name="Crawlers").click()
    await expect(tab.get_by_text("GPTBot: 6 requests answered 403")).to_be_visible()
    refused = tab.locator("section").filter(
        has=tab.get_by_role("heading", name="Refused or failed")
    )
    await expect(refused.get_by_role("listitem").filter(has_text="/tables").last).to_contain_text(
        "4 requests"
    )
    bots = tab.get_by_role("table", name="Bots")
    await expect(
        bots.get_by_role("row").filter(has_text="GPTBot").get_by_role("cell")
    ).to_have_text(["GPTBotTraining", "6", "6", "0", "0", "6"])
    assert await at_every_width(tab) == {}

    await tab.get_by_role("tab", name="Logs").click()
    await _send(tab, after)
    await tab.get_by_role("tab", name="Crawlers").click()
    await tab.get_by_label("Bot", exact=True).select_option("GPTBot")
    await tab.get_by_label("Status", exact=True).select_option("200")
    await expect(tab.get_by_text("4 requests by bots").first).to_be_visible()
    await tab.reload()
    await expect(tab.get_by_text("4 requests by bots").first).to_be_visible()
    none = tab.get_by_text("None of these requests was refused or failed.")
    await expect(none).to_be_visible()


async def test_a_person_whom_an_assistant_sent_is_counted_under_it(tab: Page) -> None:
    await tab.goto("/dashboard/traffic?tab=people")
    assistants = tab.get_by_role("table", name="Requests by assistant")
    await expect(assistants.get_by_role("row").last).to_contain_text("ChatGPT")
    assert await at_every_width(tab) == {}


async def test_a_server_sends_lines_with_a_token_that_is_shown_once(
    tab: Page, product: Product, subscriber: Customer
) -> None:
    await tab.goto("/dashboard/traffic?tab=logs")
    await tab.get_by_role("button", name="Add source").click()
    dialog = tab.get_by_role("dialog")
    await dialog.get_by_label("Name").fill("Edge")
    await dialog.get_by_role("radio", name="Sent by your server").click()
    await dialog.get_by_role("button", name="Add source").click()
    shown = tab.get_by_role("dialog", name="Copy your token now")
    token = await shown.get_by_label("Token", exact=True).text_content() or ""
    commands = await shown.get_by_role("region").text_content() or ""
    assert f"Bearer {token}" in commands
    assert f"{product.url}/api/v1/traffic/lines" in commands
    assert await in_both_themes(tab) == {}
    pushed = await subscriber.http.post(
        "/api/v1/traffic/lines",
        content=refused_log(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "text/plain"},
    )
    assert pushed.json()["counted"] == 10, pushed.text
    await shown.get_by_role("button", name="Done").click()
    await tab.reload()
    row = tab.get_by_role("listitem").filter(has_text="Edge")
    await expect(row.get_by_text("last received just now")).to_be_visible()
    assert token not in await tab.content()
