"""A report from the dashboard: asked for, made, downloaded, opened."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.e2e.accessibility import in_both_themes
from tests.e2e.people import signed_up
from tests.e2e.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]


async def test_a_report_is_made_and_its_pages_hold_the_score_of_the_screen(
    product: Product, context: BrowserContext, page: Page, harrow: str, tmp_path: Path
) -> None:
    async with signed_up(product) as owner:
        assert (await owner.analyse(harrow)).is_success
        summary = await owner.summary_after_run(within_s=60)
        await owner.enter(context)
    await page.goto("/dashboard")
    await page.get_by_role("button", name="Get Report").click()
    dialog = page.get_by_role("dialog", name="Get Report")
    assert await in_both_themes(page) == {}
    await dialog.get_by_role("button", name="Make report").click()
    link = dialog.get_by_role("link", name=re.compile("Download the PDF report"))
    await expect(link).to_be_visible(timeout=30_000)
    async with page.expect_download() as downloading:
        await link.click()
    file = tmp_path / "report.pdf"
    download = await downloading.value
    await download.save_as(file)
    assert download.suggested_filename.endswith(".pdf")
    pages = pypdfium2.PdfDocument(file)
    text = " ".join(sheet.get_textpage().get_text_range() for sheet in pages)
    text = re.sub(r"\s+", " ", text)
    overall = summary["scores"]["overall"]
    assert overall["standsFor"] == "technical-only"
    assert f"Overall AI Visibility (technical only) {overall['value']}" in text
    assert f"Coverage {summary['scores']['content']['value']} (" in text
    await dialog.get_by_role("button", name="Make report").click()
    await expect(dialog.get_by_text("Your plan does not include this")).to_be_visible()
    await page.goto("/dashboard/trends")
    await page.get_by_role("button", name=re.compile("^Notifications")).click()
    await page.get_by_role("link", name=re.compile("^The report on .* is ready")).click()
    await expect(dialog.get_by_role("link", name="Download the newest: PDF")).to_be_visible()
