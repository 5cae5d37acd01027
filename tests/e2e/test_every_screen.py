"""All screens at once: nothing on them is a sample, and everybody can use them.

Invariant: the tests only look. Other states, addresses, trouble: every_state.py (`make screens`).
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.e2e.accessibility import at_every_width, settle
from tests.e2e.product import ROOT
from tests.e2e.screens import PUBLIC, SECTIONS, STATES
from tests.e2e.staging import Enter, tab_of
from tests.e2e.two_brands import claims, samples_on, unsaid_on

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]  # the stage is set within the first test

CLAIMING = SECTIONS | {
    f"evidence-{metric}": f"/dashboard?evidence={metric}"
    for metric in ("content", "technical", "audienceFit")
}


@pytest_asyncio.fixture(scope="module")
async def ledger(enter: Enter) -> AsyncIterator[Page]:
    """A tab of the software house."""
    async with tab_of(enter, "ledger") as page:
        yield page


@pytest_asyncio.fixture(scope="module")
async def visitor(enter: Enter) -> AsyncIterator[Page]:
    """A tab of nobody."""
    async with tab_of(enter, "visitor") as page:
        yield page


def test_the_lists_name_every_screen_of_the_app() -> None:
    """Screens that need an address of somebody's own are tried where that address is made."""
    source = (ROOT / "web/src/lib/paths.ts").read_text(encoding="utf-8")
    known = {path.partition("?")[0] for path in (*SECTIONS.values(), *PUBLIC.values())}
    known |= {path.partition("?")[0] for _, (_, state) in STATES.items() for path in [state.path]}
    paths = {re.split("[?#]", path)[0] for path in re.findall(r': "(/[^"]*)"', source)}
    assert paths - known == {"/", "/auth/google", "/share/:token"}


@pytest.mark.parametrize("screen", CLAIMING)
async def test_two_brands_share_no_score_row_or_date_and_the_specifications_words_alone(
    oak: Page, ledger: Page, screen: str
) -> None:
    claimed = []
    for page in (oak, ledger):
        await page.goto(CLAIMING[screen])
        await settle(page)
        claimed.append(await claims(page, screen))
        assert await samples_on(page) == []
        assert await unsaid_on(page, CLAIMING[screen]) == []
    assert claimed[0].shared_with(claimed[1]) == []


async def test_trending_queries_are_those_the_assistants_searched_for(oak: Page) -> None:
    await oak.goto(SECTIONS["trends"])
    await oak.get_by_role("button", name="See Trending Queries").click()
    rows = oak.get_by_role("table", name="Trending AI Queries").locator("tbody tr")
    await expect(rows.first).to_contain_text(re.compile(r"in \d+ of \d+ answers"))


@pytest.mark.parametrize("screen", SECTIONS)
async def test_a_screen_is_for_everybody_at_every_width_in_both_themes(
    oak: Page, screen: str
) -> None:
    await oak.goto(SECTIONS[screen])
    assert await at_every_width(oak) == {}


@pytest.mark.parametrize("screen", PUBLIC)
async def test_a_visitors_screen_is_for_everybody_at_every_width_in_both_themes(
    visitor: Page, screen: str
) -> None:
    await visitor.goto(PUBLIC[screen])
    assert await at_every_width(visitor) == {}
