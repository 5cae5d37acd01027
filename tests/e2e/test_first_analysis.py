"""From an empty page to real numbers: the website, document and skip paths."""

from __future__ import annotations

import re
from pathlib import Path

import docx
import pytest
from playwright.async_api import Browser, Page, StorageState, expect

from tests.e2e.journeys import Brand, describe, register, wait_for_scores
from tests.e2e.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]

HARROW = Brand(
    name="Harrow & Pike",
    description="Solid oak furniture made to order for small homes, delivered assembled.",
    audience="People furnishing a small flat who want furniture that lasts",
)


def gauge(page: Page, label: str) -> str:
    """Accessible name by which a score's button is found."""
    return f"{label}: "


async def test_a_website_leads_from_registration_to_scores(page: Page, harrow: str) -> None:
    await register(page)
    await describe(page, Brand(HARROW.name, HARROW.description, HARROW.audience, website=harrow))
    await wait_for_scores(page)
    for label in ("Content AI Visibility", "Technical AI Visibility", "Audience Fit Score"):
        await expect(page.get_by_role("button", name=gauge(page, label))).to_be_visible()


async def test_a_score_opens_to_a_verbatim_answer_in_two_clicks(
    browser: Browser, product: Product, measured: StorageState
) -> None:
    page = await browser.new_page(base_url=product.url, storage_state=measured)
    await page.goto("/dashboard")
    await page.get_by_role("button", name="Content AI Visibility: ").click()
    drawer = page.get_by_role("dialog")
    await expect(drawer.get_by_text("Formula")).to_be_visible()
    await drawer.get_by_role("listitem").get_by_role("button").first.click()
    await expect(drawer.get_by_role("heading", name="Question asked")).to_be_visible()
    assert "answer=" in page.url
    await page.goto("/dashboard")
    await page.get_by_role("button", name=re.compile("^Analyzed ")).click()
    await expect(page.get_by_role("dialog", name="Analysis")).to_be_visible()
    copied = page.url
    await page.go_back()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await page.goto(copied)
    await expect(page.get_by_role("dialog").get_by_text("Computing scores")).to_be_visible()
    await page.close()


async def test_a_document_leads_to_scores_without_a_technical_one(
    page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "brand.docx"
    document = docx.Document()
    document.add_heading("Harrow & Pike", level=1)
    for paragraph in (
        "We build solid oak tables, beds and shelves to order for small homes.",
        "Every piece is sized to the room and delivered assembled within six weeks.",
        "Families in small flats choose us because the furniture can be repaired and lasts.",
        "Prices start at 240 pounds for a stool and every order includes a ten-year warranty.",
    ):
        document.add_paragraph(paragraph)
    document.save(str(file))
    await register(page)
    await describe(page, Brand(HARROW.name, HARROW.description, HARROW.audience, document=file))
    await wait_for_scores(page)
    await expect(page.get_by_text("Document-based analysis")).to_be_visible()
    await expect(page.get_by_text("Not applicable — add a website").first).to_be_visible()


async def test_skipping_still_measures_the_description(page: Page) -> None:
    await register(page)
    await describe(page, HARROW)
    await wait_for_scores(page)
    await expect(page.get_by_text("Not applicable — add a website").first).to_be_visible()


async def test_two_websites_give_different_findings(page: Page, harrow: str, ledgerly: str) -> None:
    findings = []
    for site, brand in ((harrow, "Harrow & Pike"), (ledgerly, "Ledgerly")):
        await page.context.clear_cookies()
        await register(page)
        await describe(page, Brand(brand, HARROW.description, HARROW.audience, website=site))
        await wait_for_scores(page)
        await page.goto("/dashboard/ai-visibility-gaps/technical")
        await expect(
            page.get_by_role("table", name="Technical Gaps").or_(
                page.get_by_text("All checks passed")
            )
        ).to_be_visible()
        findings.append(await page.locator("main").inner_text())
    assert findings[0] != findings[1]


async def test_who_says_nothing_of_what_they_sell_is_asked_above_the_scores(page: Page) -> None:
    await register(page)
    await describe(page, Brand("Growly", "We help companies grow.", "everyone"))
    notice = page.get_by_text("Answer below, then try again.")
    await expect(notice).to_be_visible(timeout=60_000)
    asked = page.get_by_label("In your own words")
    scores = page.get_by_role("heading", name="Content AI Visibility")
    places = [await one.bounding_box() for one in (notice, asked, scores)]
    tops = [place["y"] for place in places if place is not None]
    assert len(tops) == len(places)
    assert tops == sorted(tops)
    await asked.fill("leadership coaching")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_text("“What it is” is changed", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Try again").click()
    await wait_for_scores(page)
    await page.goto("/dashboard/questions")
    await expect(page.get_by_text("leadership coach").first).to_be_visible()
