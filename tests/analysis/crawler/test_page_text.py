"""One page of a brand's own site: what it redirects to must be theirs, too, and be open to us."""

from __future__ import annotations

import pytest

from presence.analysis.crawler.page_text import read_text
from presence.analysis.types import FetchProblem, PageText
from tests.analysis.fakes import FakeFetcher, FakePage, text_page

OWN = ["harrow.example"]
PAGE = "<html><body><p>We repair bicycles.</p></body></html>"
START = "https://harrow.example/about"


def leading_to(target: str, robots: str = "") -> FakeFetcher:
    """A page that redirects to `target`, where robots.txt says `robots`."""
    host = target.split("/")[2]
    return FakeFetcher(
        {
            START: FakePage(location=target, status=301),
            target: PAGE,
            f"https://{host}/robots.txt": text_page(robots),
        }
    )


async def test_a_page_that_leads_to_another_page_of_the_site_is_read() -> None:
    found = await read_text(START, OWN, leading_to("https://shop.harrow.example/about"))
    assert isinstance(found, PageText)


@pytest.mark.parametrize("away", ["https://rival.example/about", "https://notharrow.example/"])
async def test_a_page_that_leads_to_another_website_is_not_taken_for_ours(away: str) -> None:
    found = await read_text(START, OWN, leading_to(away))
    problem = FetchProblem("address-refused", "The address leads to another website.")
    assert found == problem


async def test_a_page_that_leads_where_robots_may_not_look_is_not_read() -> None:
    closed = leading_to("https://shop.harrow.example/about", "User-agent: *\nDisallow: /")
    found = await read_text(START, OWN, closed)
    assert isinstance(found, FetchProblem)
    assert found.code == "robots-disallowed"
