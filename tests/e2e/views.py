"""Views of screens: what is pressed to get there, and what somebody sees then.

Invariant: a view is told by what it shows, never by its address: the address is what is on trial.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.async_api import Page

from tests.e2e.accessibility import TIMEOUT_MS, settle
from tests.e2e.network import Act
from tests.e2e.screens import SECTIONS, press

_SEEN = """() => {
  const words = e => (e?.innerText ?? "").replace(/\\s+/g, " ").trim();
  return {
    screen: words(document.querySelector("main")),
    drawer: [...document.querySelectorAll("[role=dialog]")].map(words),
    fields: [...document.querySelectorAll("main :is(select, [type=search], [type=text])")]
      .map(e => e.value),
    chosen: [...document.querySelectorAll("main :is([aria-selected=true], [aria-checked=true])")]
      .map(words),
  };
}"""
LOOK_AGAIN_MS = 300
Seen = dict[str, list[str]]
# Ages and the latest request's number go on while one looks.
_PASSING = re.compile(
    r"(less than )?(an?|\d+) (second|minute|hour)s? ago|just now|in \d+ \w+"
    r"|\b[0-9a-f]{32}\b"
)


def select(label: str, value: str | int) -> Act:
    """Choose in a list of choices, by its value or by its place."""

    async def act(page: Page) -> None:
        choice = page.get_by_role("main").get_by_label(label, exact=True).first
        if isinstance(value, int):
            await choice.select_option(index=value)
        else:
            await choice.select_option(value)

    return act


def search(text: str) -> Act:
    """Type into the screen's search field."""

    async def act(page: Page) -> None:
        await page.get_by_role("searchbox").first.fill(text)
        await page.wait_for_url(re.compile("q="))

    return act


async def _by_engine(page: Page) -> None:
    await page.get_by_role("button", name="Filter", exact=True).click()
    await page.get_by_role("checkbox", name="Perplexity").check()
    await page.keyboard.press("Escape")


@dataclass(frozen=True)
class Step:
    """One change of a view on a screen."""

    screen: str
    act: Act

    @property
    def path(self) -> str:
        """Where it starts."""
        return SECTIONS[self.screen]


STEPS = {
    "evidence of a score": Step("dashboard", press("button", "Content AI Visibility: ")),
    "an answer": Step("dashboard", press("button", re.compile("^What is Harrow"))),
    "what if": Step("homepage", press("link", "Test new copy")),
    "status of gaps": Step("content-gaps", select("Status", "all")),
    "words of gaps": Step("content-gaps", search("oak")),
    "order of gaps": Step("content-gaps", select("Sort", 1)),
    "kind of gaps": Step("content-gaps", select("Gap type", 1)),
    "a gap": Step("content-gaps", press("button", "Details and evidence")),
    "impact of issues": Step("technical-gaps", select("Impact", 1)),
    "words of issues": Step("technical-gaps", search("robots")),
    "issues by page": Step("technical-gaps", press("radio", "By page")),
    "an issue": Step("technical-gaps", press("button", "Details and fix")),
    "range": Step("analytics", select("Date range", "28d")),
    "comparison": Step("analytics", select("Compare with", 1)),
    "engine": Step("analytics", _by_engine),
    "metric": Step("analytics", select("Metric", 1)),
    "lines": Step("analytics", select("Lines", 1)),
    "tab": Step("analytics", press("tab", "Sources")),
    "a prompt": Step("analytics-prompts", press("button", re.compile("^Open “"))),
    "words of prompts": Step("analytics-prompts", search("oak")),
    "pages of sources": Step("analytics-sources", press("radio", "Pages")),
    "type of sources": Step("analytics-sources", select("Type", 1)),
    "sentiment of answers": Step("analytics-answers", select("Sentiment", 1)),
    "basis of answers": Step("analytics-answers", select("Basis", 1)),
    "words of answers": Step("analytics-answers", search("oak")),
    "recent materials": Step("materials", press("tab", re.compile("^Websites"))),
    "a material": Step("materials", press("link", re.compile("^View"))),
    "brands of low visibility": Step("brands", press("tab", re.compile("^Low Visibility"))),
    "monthly prices": Step("pricing", press("radio", "Monthly")),
}  # fmt: skip


async def seen(page: Page) -> Seen:
    """What somebody sees once the page stands, without what the clock changes."""
    await settle(page)
    read: dict[str, str | list[str]] = await page.evaluate(_SEEN)
    return {
        name: [_PASSING.sub("", line) for line in ([value] if isinstance(value, str) else value)]
        for name, value in read.items()
    }


async def at_rest(page: Page, unlike: Seen | None = None) -> Seen:
    """What is seen once two looks, a moment apart, see the same, and something new if asked for."""
    before: Seen = {}
    for _ in range(TIMEOUT_MS // LOOK_AGAIN_MS):
        now = await seen(page)
        if now == before and now != unlike:
            return now
        before = now
        await page.wait_for_timeout(LOOK_AGAIN_MS)
    raise AssertionError(f"nothing new came to rest: {before}")


async def expect_seen(page: Page, wanted: Seen) -> None:
    """Wait until the page shows a view again; AssertionError with what differs."""
    looks = TIMEOUT_MS // LOOK_AGAIN_MS
    for _ in range(looks):
        if (now := await seen(page)) == wanted:
            return
        await page.wait_for_timeout(LOOK_AGAIN_MS)
    assert now == wanted
