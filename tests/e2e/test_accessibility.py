"""What opens over a screen is for everybody, and the keyboard alone is enough.

The screens themselves are judged in test_every_screen.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, StorageState, expect

from tests.e2e.accessibility import TIMEOUT_MS, WIDE, in_both_themes, settle, sideways
from tests.e2e.journeys import PASSWORD
from tests.e2e.people import AUDIENCE, DESCRIPTION, signed_up
from tests.e2e.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

LOUD = {"error", "warning"}


@pytest_asyncio.fixture(scope="module")
async def owner(browser: Browser, product: Product, measured: StorageState) -> AsyncIterator[Page]:
    """A tab of somebody with results; tests only look. Its console must stay silent throughout."""
    profile = await browser.new_context(
        base_url=product.url, viewport=WIDE, reduced_motion="reduce", storage_state=measured
    )
    profile.set_default_timeout(TIMEOUT_MS)
    told: list[str] = []
    profile.on("console", lambda line: told.append(line.text) if line.type in LOUD else None)
    profile.on("weberror", lambda error: told.append(str(error.error)))
    yield await profile.new_page()
    await profile.close()
    assert told == []


async def judge(page: Page) -> None:
    """Axe in both themes, then the two narrow widths."""
    assert await in_both_themes(page) == {}
    assert await sideways(page) == {}


async def test_an_answer_and_a_finding_are_accessible(owner: Page) -> None:
    await owner.goto("/dashboard?evidence=content")
    drawer = owner.get_by_role("dialog")
    await drawer.get_by_role("listitem").get_by_role("button").first.click()
    await expect(drawer.get_by_role("heading", name="Question asked")).to_be_visible()
    await judge(owner)
    await owner.goto("/dashboard/ai-visibility-gaps/technical")
    await owner.get_by_role("button", name="Details and fix").first.click()
    await expect(owner.get_by_role("heading", name="Ready fix")).to_be_visible()
    await judge(owner)


async def test_menus_and_dialogs_of_the_frame_are_accessible(owner: Page) -> None:
    await owner.goto("/dashboard")
    for opener in ("Account menu", "Switch brand"):
        await owner.get_by_role("button", name=opener).first.click()
        # Only the menu: the page behind it is hidden from assistive technology while it is open.
        assert await in_both_themes(owner, "[data-radix-popper-content-wrapper]") == {}, opener
        await owner.keyboard.press("Escape")
    await owner.get_by_role("button", name="Support").first.click()
    await expect(owner.get_by_role("dialog")).to_be_visible()
    await judge(owner)


async def test_each_step_of_the_wizard_is_accessible(page: Page, product: Product) -> None:
    async with signed_up(product) as customer:
        await customer.enter(page.context)
    await page.goto("/onboarding")
    await judge(page)
    await page.get_by_role("textbox", name="Brand name").fill("Harrow & Pike")
    await page.get_by_role("button", name="Continue").click()
    await judge(page)
    await page.get_by_role("textbox", name="Brand description").fill(DESCRIPTION)
    await page.get_by_role("button", name="Continue").click()
    for source in ("I have a website", "Upload brand document", "Skip for now"):
        await page.get_by_role("radio", name=source).click()
        await judge(page)
    await page.get_by_role("button", name="Continue").click()
    await judge(page)
    await page.get_by_role("button", name="Analyze my brand").click()
    await expect(page.get_by_text("Please describe your target audience")).to_be_visible()
    await judge(page)


@pytest.mark.parametrize("entry", ["Trends", "Brand Materials", "AI Visibility Gaps"])
async def test_after_a_navigation_focus_is_on_the_heading(owner: Page, entry: str) -> None:
    await owner.goto("/dashboard")
    await owner.get_by_role("link", name=entry, exact=True).click()
    await expect(owner.get_by_role("heading", level=1, name=entry)).to_be_focused()


async def tab_to(page: Page, target: Locator, at_most: int = 40) -> None:
    """Press Tab until the target has focus."""
    await expect(target).to_be_visible()
    for _ in range(at_most):
        if await target.evaluate("element => element === document.activeElement"):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"not reached by {at_most} presses of Tab: {target}")


async def fill_by_keyboard(page: Page, name: str, text: str) -> None:
    """Tab to a text field and type."""
    await tab_to(page, page.get_by_role("textbox", name=name, exact=True))
    await page.keyboard.insert_text(text)


async def press(page: Page, name: str) -> None:
    """Tab to a button and press Enter."""
    await tab_to(page, page.get_by_role("button", name=name))
    await page.keyboard.press("Enter")


async def test_the_keyboard_alone_leads_from_registration_to_evidence(page: Page) -> None:
    await page.goto("/auth?action=register")
    await fill_by_keyboard(page, "First Name", "Nora")
    await fill_by_keyboard(page, "Last Name", "Field")
    await fill_by_keyboard(page, "Email", "keyboard.only@example.com")
    await tab_to(page, page.get_by_label("Password", exact=True))
    await page.keyboard.insert_text(PASSWORD)
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/onboarding")
    await expect(page.get_by_role("textbox", name="Brand name")).to_be_focused()
    await page.keyboard.insert_text("Harrow & Pike")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("textbox", name="Brand description")).to_be_focused()
    await page.keyboard.insert_text(DESCRIPTION)
    await press(page, "Continue")
    await tab_to(page, page.get_by_role("radio", name="I have a website"))
    for source in ("Upload brand document", "Skip for now"):
        await page.keyboard.down("ArrowDown")  # the choice follows a key held
        await expect(page.get_by_role("radio", name=source)).to_be_checked()
        await page.keyboard.up("ArrowDown")
    await press(page, "Continue")
    await expect(page.get_by_role("textbox", name="Target audience")).to_be_focused()
    await page.keyboard.insert_text(AUDIENCE)
    await press(page, "Analyze my brand")
    await page.wait_for_url("**/dashboard")
    score = page.get_by_role("button", name="Content AI Visibility: ")
    await expect(page.get_by_text("Last analyzed")).to_be_visible(timeout=60_000)
    await expect(page.get_by_text("Your brand profile has been saved!")).to_have_count(0)
    await settle(page)
    await tab_to(page, score)
    await page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog", name="Content AI Visibility")
    await expect(drawer.get_by_role("button", name="Close")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(score).to_be_focused()
