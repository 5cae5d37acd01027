"""Analytics of a subscriber whose questions two assistants and the simulator answered."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, StorageState, expect

from presence_standins import engines
from tests.e2e.accessibility import TIMEOUT_MS, WIDE, settle
from tests.e2e.journeys import keep_messages
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import COMPETITORS, analyse_again, answered_product, subscribe, track

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]

SCREEN = "/dashboard/analytics"
LOUD = {"error", "warning"}


@pytest_asyncio.fixture(scope="module")
async def answered() -> AsyncIterator[Product]:
    """A product that ChatGPT's and Perplexity's stand-ins answer."""
    async with engines.start() as running:
        with answered_product(running, "chatgpt", "perplexity") as product:
            yield product


@pytest_asyncio.fixture(scope="module")
async def subscriber(answered: Product, harrow: str) -> AsyncIterator[Customer]:
    """Somebody on Pro with two competitors and two finished runs."""
    async with signed_up(answered) as customer:
        await subscribe(answered, customer, "Pro")
        assert (await customer.analyse(harrow, name="Harrow Oak")).is_success
        await customer.summary_after_run(within_s=120)
        brand = (await customer.brands())[0]["id"]
        await track(customer, brand, *COMPETITORS)
        await analyse_again(customer, brand)
        yield customer


@pytest_asyncio.fixture(scope="module")
async def session(browser: Browser, answered: Product, subscriber: Customer) -> StorageState:
    """The subscriber's session."""
    profile = await browser.new_context(base_url=answered.url)
    await subscriber.enter(profile)
    state = await profile.storage_state()
    await profile.close()
    return state


@pytest_asyncio.fixture
async def page(browser: Browser, answered: Product, session: StorageState) -> AsyncIterator[Page]:
    """A tab of the subscriber; its console must stay silent."""
    profile = await browser.new_context(
        base_url=answered.url,
        viewport=WIDE,
        reduced_motion="reduce",
        storage_state=session,
        locale="en-US",
    )
    profile.set_default_timeout(TIMEOUT_MS)
    told: list[str] = []
    profile.on("console", lambda line: told.append(line.text) if line.type in LOUD else None)
    profile.on("weberror", lambda error: told.append(str(error.error)))
    yield await profile.new_page()
    await profile.close()
    assert told == []


async def open_tab(page: Page, tab: str, more: str = "") -> None:
    """A tab of analytics with everything on it."""
    await page.goto(f"{SCREEN}?tab={tab}{more}")
    await expect(page.get_by_role("tab", selected=True)).to_be_visible()
    await settle(page)


def card(page: Page, heading: str) -> Locator:
    """The area under a heading."""
    return page.locator("section").filter(has=page.get_by_role("heading", name=heading))


def answers(page: Page) -> Locator:
    """The answers listed, each a button."""
    return page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")


async def test_platforms_show_each_engine_with_its_interval_and_those_without_a_key(
    page: Page,
) -> None:
    await open_tab(page, "overview")
    platforms = card(page, "Top AI Platforms").get_by_role("listitem")
    await expect(platforms).to_have_count(4)
    for name in ("ChatGPT", "Perplexity"):
        row = platforms.filter(has_text=name)
        await expect(row).to_contain_text(re.compile(r"\d+\.\d % \(\d+–\d+\)"))
        await expect(row).to_contain_text(re.compile(r"n = \d+ answers"))
    for name in ("Google Gemini", "Claude"):
        row = platforms.filter(has_text=name)
        await expect(row).to_contain_text("Not connected")
        link = row.get_by_role("link", name=f"Connect {name}")
        await expect(link).to_have_attribute("href", "/dashboard/settings/assistants")


async def test_a_platform_opens_to_the_answers_its_rate_was_counted_in(page: Page) -> None:
    await open_tab(page, "overview")
    platforms = card(page, "Top AI Platforms")
    for name in ("ChatGPT", "Perplexity"):
        await platforms.get_by_role("link", name=f"Answers of {name}").click()
        await page.wait_for_url("**tab=answers**")
        await expect(page.get_by_text(f"Engine: {name}")).to_be_visible()
        await expect(answers(page).first).to_contain_text(name)
        await page.go_back()


async def test_a_run_that_the_plan_pays_for_shows_no_dollars_and_opens_to_its_answers(
    page: Page,
) -> None:
    await page.goto("/dashboard")
    await settle(page)
    asked = card(page, "Assistants of this analysis")
    for name in ("ChatGPT", "Perplexity", "Simulator"):
        row = await asked.get_by_role("listitem").filter(has_text=name).inner_text()
        assert re.search(r"\d+ of \d+ answered", row), row
    assert "$" not in await asked.inner_text()
    for name in ("ChatGPT", "Simulator"):
        await asked.get_by_role("link", name=f"Answers of {name}").click()
        drawer = page.get_by_role("dialog", name="Assistants of this analysis")
        listed = drawer.get_by_role("listitem").get_by_role("button")
        await expect(listed.first).to_contain_text(name)
        await listed.first.click()
        answer = page.get_by_role("dialog", name="Verbatim answer")
        facts = answer.locator("dl").last
        await expect(facts).to_contain_text(name)
        await expect(facts).not_to_contain_text("USD")
        await page.reload()
        await expect(answer).to_be_visible()
        await answer.get_by_role("button", name="Close").click()
        await expect(answer).to_have_count(0)


async def test_a_line_of_the_ledger_opens_the_answer_it_paid_for(page: Page) -> None:
    await page.goto("/dashboard/settings#engines")
    await settle(page)
    await page.get_by_text("Newest entries").click()
    ledger = page.get_by_role("table", name="Newest entries")
    row = ledger.get_by_role("row").filter(has_text="Answered").first
    cost = re.search(r"\$(0\.\d+)", await row.inner_text())
    assert cost
    await row.get_by_role("link", name="Open answer").click()
    answer = page.get_by_role("dialog", name="Verbatim answer")
    await expect(answer.locator("dl").last).to_contain_text("Engine")
    shown = re.search(r"answer=([0-9a-f-]{36})", page.url)
    assert shown
    kept = await (await page.request.get(f"/api/v1/answers/{shown[1]}")).json()
    assert kept["costUsd"] == pytest.approx(float(cost[1]), abs=0.0001)


async def test_a_disagreement_opens_to_the_answers_of_the_engine_that_names_nobody(
    page: Page,
) -> None:
    await open_tab(page, "overview")
    apart = card(page, "Where engines disagree")
    await expect(apart.get_by_text(re.compile(r"Engines disagree on \d+ of \d+"))).to_be_visible()
    silent = apart.get_by_role("table").get_by_role("link", name=re.compile(r": named in 0 of"))
    name = await silent.first.get_attribute("aria-label")
    assert name is not None
    engine = name.split(":")[0]
    await silent.first.click()
    await page.wait_for_url("**tab=answers**")
    await settle(page)
    await expect(page.get_by_text(f"Engine: {engine}")).to_be_visible()
    await expect(answers(page).filter(has_text="Not named").first).to_contain_text(engine)


async def test_a_gap_opens_to_the_answers_it_was_judged_on(page: Page) -> None:
    await page.goto("/dashboard/ai-visibility-gaps/content")
    await settle(page)
    row = page.get_by_role("table").get_by_role("row").nth(1)
    question = await row.get_by_role("cell").nth(1).inner_text()
    await row.get_by_role("button", name="Details and evidence").click()
    gap = page.get_by_role("dialog")
    await expect(gap).to_contain_text(question)
    await expect(gap.get_by_text(re.compile(r"You \d+ of \d+ answers")).first).to_be_visible()
    heard = gap.get_by_role("listitem").filter(has_text=re.compile(r"you in \d+, others in \d+"))
    engine = re.compile("ChatGPT|Perplexity|Simulator")
    assert engine.match(await heard.first.inner_text())
    await heard.first.get_by_role("button", name=re.compile("^Answer 1")).click()
    answer = page.get_by_role("dialog", name="Verbatim answer")
    await expect(answer).to_contain_text(question)
    await expect(answer).to_contain_text(engine)
    await page.go_back()
    await expect(page.get_by_role("dialog")).to_contain_text(question)


async def test_an_answer_tells_its_engine_searches_and_cited_sources(page: Page) -> None:
    await open_tab(page, "answers", "&engine=chatgpt&mentioned=true")
    await answers(page).filter(has_text=re.compile("ChatGPT")).first.click()
    drawer = page.get_by_role("dialog", name="Verbatim answer")
    await expect(drawer.get_by_text("Cited in the answer")).to_be_visible()
    await expect(drawer.get_by_text("Searches it made")).to_be_visible()
    await expect(drawer.get_by_text("API with web search")).to_be_visible()
    await expect(drawer.locator("mark").filter(has_text="Harrow Oak").first).to_be_visible()
    assert "answer=" in page.url


async def test_the_simulators_answers_stand_apart(page: Page) -> None:
    await open_tab(page, "answers", "&basis=simulator")
    await answers(page).filter(has_text=re.compile("imulator")).first.click()
    drawer = page.get_by_role("dialog", name="Verbatim answer")
    facts = drawer.locator("dl").last
    await expect(facts).to_contain_text("BasisSimulator")


async def test_the_raw_payload_is_downloaded_as_the_provider_sent_it(
    page: Page, tmp_path: Path
) -> None:
    await open_tab(page, "answers", "&engine=perplexity")
    await answers(page).filter(has_text=re.compile("Perplexity")).first.click()
    async with page.expect_download() as coming:
        await page.get_by_role("button", name="Download raw JSON").click()
    file = tmp_path / "raw.json"
    await (await coming.value).save_as(file)
    assert json.loads(file.read_text())["model"]


async def test_a_source_opens_to_the_answers_that_cite_it(page: Page) -> None:
    await open_tab(page, "sources")
    link = page.get_by_role("table").get_by_role("link").first
    domain = await link.inner_text()
    await link.click()
    await page.wait_for_url("**tab=answers**")
    await expect(page.get_by_text(f"Cites {domain}")).to_be_visible()
    await expect(page.get_by_text(re.compile(r"^\d+ answers?$"))).to_be_visible()
    await answers(page).first.click()
    answer = page.get_by_role("dialog", name="Verbatim answer")
    await expect(answer.get_by_text(domain).first).to_be_visible()


async def test_filters_live_in_the_address_go_back_and_are_cleared_by_escape(page: Page) -> None:
    await open_tab(page, "overview")
    await page.get_by_role("combobox", name="Date range").select_option("28d")
    await page.get_by_role("button", name="Filter", exact=True).click()
    await page.get_by_role("checkbox", name="Perplexity").check()
    await page.keyboard.press("Escape")
    await expect(page.get_by_text("Engine: Perplexity")).to_be_visible()
    assert "range=28d" in page.url
    assert "engine=perplexity" in page.url
    copied = page.url
    await page.get_by_role("heading", name="Analytics").click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_text("Engine: Perplexity")).to_have_count(0)
    await page.go_back()
    await expect(page.get_by_text("Engine: Perplexity")).to_be_visible()
    await page.goto(copied)
    await expect(page.get_by_role("combobox", name="Date range")).to_have_value("28d")
    await expect(page.get_by_text("Engine: Perplexity")).to_be_visible()


async def test_the_chart_speaks_to_arrow_keys_and_is_a_table_too(page: Page) -> None:
    await open_tab(page, "overview", "&metric=mentionRate&series=engine")
    trends = card(page, "AI Visibility Trends")
    await trends.get_by_role("img", name=re.compile("^Mention rate from")).focus()
    await page.keyboard.press("ArrowRight")
    told = trends.locator("p[aria-live=polite]")
    await expect(told).to_have_text(re.compile(r"ChatGPT \d.*Perplexity \d"))
    await trends.get_by_role("button", name="Show as table").click()
    await expect(trends.get_by_role("columnheader", name="ChatGPT")).to_be_visible()


async def test_a_deleted_prompt_comes_back(page: Page) -> None:
    await open_tab(page, "prompts")
    table = page.get_by_role("table", name="Questions")
    before = await table.get_by_role("row").count()
    await table.get_by_role("button", name=re.compile("^Actions for")).first.click()
    await page.get_by_role("menuitem", name="Delete").click()
    await keep_messages(page)
    await expect(table.get_by_role("row")).to_have_count(before - 1)
    await page.get_by_role("button", name="Undo").click()
    await expect(table.get_by_role("row")).to_have_count(before)


async def test_an_own_question_is_asked_alone_and_its_answers_are_read(page: Page) -> None:
    question = "Which oak stool fits under a low table?"
    await open_tab(page, "prompts")
    table = page.get_by_role("table", name="Questions")
    room = table.get_by_role("button", name=re.compile("^Actions for")).last
    removed = await room.get_attribute("aria-label")
    assert removed is not None
    await room.click()
    await page.get_by_role("menuitem", name="Delete").click()
    await expect(table.get_by_role("button", name=removed, exact=True)).to_have_count(0)
    await page.get_by_role("button", name="Add question").click()
    dialog = page.get_by_role("dialog", name="Add a question")
    await dialog.get_by_role("textbox", name="Question").fill(question)
    await dialog.get_by_role("button", name="Save").click()
    await table.get_by_role("button", name=f"Actions for “{question}”").click()
    await page.get_by_role("menuitem", name="Ask now").click()
    await table.get_by_role("button", name=f"Open “{question}”").click()
    drawer = page.get_by_role("dialog", name=question)
    heard = drawer.get_by_role("listitem").get_by_role("button").filter(has_text="ChatGPT")
    await heard.first.click()
    answer = page.get_by_role("dialog", name="Verbatim answer")
    await expect(answer).to_contain_text(question)
    await expect(answer).to_contain_text("ChatGPT")


async def test_an_imported_list_says_what_is_wrong_row_by_row(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "prompts.csv"
    file.write_text("text,topic\nWhich oak bench lasts longest?,benches\nhm,benches\n")
    await open_tab(page, "prompts")
    await page.get_by_role("button", name="Import CSV").click()
    dialog = page.get_by_role("dialog", name="Import questions")
    await dialog.locator("input[type=file]").set_input_files(file)
    await dialog.get_by_role("button", name="Import", exact=True).click()
    await expect(dialog.get_by_text("1 row was not imported")).to_be_visible()
    await expect(dialog.get_by_text(re.compile("Row 3"))).to_be_visible()
    await dialog.get_by_role("button", name="Done").click()
    row = page.get_by_role("row").filter(has_text="Which oak bench lasts longest?")
    await expect(row).to_contain_text("Not asked in this range")


async def test_a_prompt_opens_to_its_engines_answers_and_sources(page: Page) -> None:
    await open_tab(page, "prompts")
    await page.get_by_role("table").get_by_role("button", name=re.compile("^Open ")).first.click()
    drawer = page.get_by_role("dialog")
    await expect(drawer.get_by_role("heading", name="By engine")).to_be_visible()
    await expect(drawer.get_by_text("ChatGPT").first).to_be_visible()
    await expect(drawer.get_by_text(re.compile(r"^cited in \d of \d$")).first).to_be_visible()
    await page.reload()
    await expect(drawer.get_by_role("heading", name="By engine")).to_be_visible()


async def test_competitors_are_ranked_beside_the_brand_and_another_can_be_tracked(
    page: Page,
) -> None:
    await open_tab(page, "competitors")
    board = page.get_by_role("table", name="Leaderboard")
    for name in ("Harrow Oak", *COMPETITORS):
        row = board.get_by_role("row").filter(has_text=name)
        await expect(row).to_contain_text(re.compile(r"\d+\.\d %\s*\(\d+–\d+\)"))
    await page.get_by_role("button", name="Add competitor").click()
    dialog = page.get_by_role("dialog", name="Add a competitor")
    await dialog.get_by_role("textbox", name="Name").fill("Studio Lind")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog).to_have_count(0)
    await expect(board.get_by_role("row").filter(has_text="Studio Lind")).to_be_visible()


async def test_a_wrong_detection_is_reported_by_selecting_it(page: Page) -> None:
    await open_tab(page, "answers", "&engine=chatgpt&mentioned=true")
    await answers(page).filter(has_text=re.compile("ChatGPT")).first.click()
    drawer = page.get_by_role("dialog", name="Verbatim answer")
    await drawer.get_by_role("button", name="Report wrong detection").click()
    await drawer.locator("mark").filter(has_text="Harrow Oak").first.dblclick()
    await expect(drawer.get_by_role("textbox", name="Words")).to_have_value("Harrow")
    await drawer.get_by_role("combobox", name="What is wrong").select_option("wrong-sentiment")
    await drawer.get_by_role("button", name="Send report").click()
    await expect(page.get_by_text("Stored. It helps to improve detection.").first).to_be_visible()


async def test_without_a_subscription_no_number_is_fetched_or_shown(
    browser: Browser, answered: Product
) -> None:
    async with signed_up(answered) as visitor:
        assert (await visitor.analyse(None)).is_success
        profile = await browser.new_context(base_url=answered.url)
        await visitor.enter(profile)
        page = await profile.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        await page.goto(SCREEN)
        await expect(page.get_by_role("link", name="Unlock Analytics")).to_be_visible()
        await expect(page.get_by_text("---")).to_have_count(8)
        for words in ("Pro Feature", "Starting at $20/month"):
            await expect(page.get_by_text(words, exact=True)).to_be_visible()
        assert not [
            url for url in asked if re.search(r"/api/.*/(metrics|sources|answers|prompts)", url)
        ]
        await profile.close()
