"""A running analysis is watched without a reload, in every open tab."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.e2e.journeys import Brand, describe, register, wait_for_scores
from tests.e2e.people import AUDIENCE, DESCRIPTION

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]


async def test_stages_and_scores_arrive_by_themselves_in_two_tabs(
    context: BrowserContext, harrow: str
) -> None:
    first = await context.new_page()
    await register(first)
    await describe(first, Brand("Harrow & Pike", DESCRIPTION, AUDIENCE, website=harrow))
    await expect(first.get_by_role("button", name="Analyzing").first).to_be_visible()
    second = await context.new_page()
    await second.goto("/dashboard")
    for tab in (first, second):
        await tab.evaluate("window.neverReloaded = true")
    for tab in (first, second):
        await wait_for_scores(tab)
        assert await tab.evaluate("window.neverReloaded")


async def test_a_second_analysis_keeps_the_numbers_while_it_runs(
    context: BrowserContext, harrow: str
) -> None:
    page = await context.new_page()
    await register(page)
    await describe(page, Brand("Harrow & Pike", DESCRIPTION, AUDIENCE, website=harrow))
    await wait_for_scores(page)
    await page.get_by_role("button", name="Analyze now").click()
    await expect(page.get_by_role("button", name="Analyzing").first).to_be_visible()
    await expect(page.get_by_role("button", name="Content AI Visibility: ")).to_be_visible()
    await expect(page.get_by_role("button", name="Analyze now")).to_be_visible(timeout=60_000)
    await expect(page.get_by_text("no significant change").first).to_be_visible()
