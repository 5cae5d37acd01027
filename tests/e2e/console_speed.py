"""How long the console takes to show a first page of many: `python -m tests.e2e.console_speed`.

Ten thousand customers and a hundred thousand entries of every log are made in a product of its own.
Each list is opened from the first page by its entry in the menu, and what passes from the press to
the frame with its rows is printed, beside what the machine was doing meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Page, async_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS
from tests.e2e.console import console_of_product, invitation, join
from tests.e2e.console_crowd import crowd
from tests.e2e.console_rows import superuser

TIMES = 7
LISTS = (
    "users",
    "workspaces",
    "audit-log",
    "runs",
    "answers",
    "jobs",
    "subscription-events",
    "mail-log",
)
MOST_MS = 300
_HEAD = "first page of         median  before  asked  answered   each, in ms from the press"
# Waits for the press; then looks at every frame until a row stands in the list and is drawn.
_WATCH = """list => {
  performance.clearResourceTimings();
  window.opened = new Promise(done => addEventListener("pointerdown", () => {
    const began = performance.now();
    const requests = () => performance.getEntriesByType("resource")
      .filter(({name}) => name.includes("/api/"))
      .map(({name, startTime, responseEnd}) => [
        new URL(name).pathname.split("/").at(-1), startTime - began, responseEnd - startTime]);
    const look = () => requestAnimationFrame(() => {
      if (!document.querySelector(`#main-content a[href^="#/${list}/"]`)) return look();
      requestAnimationFrame(() => done({took: performance.now() - began, requests: requests()}));
    });
    look();
  }, {once: true, capture: true}));
}"""


@dataclass(frozen=True)
class Opening:
    """One opening of a list, in milliseconds; `asked` and `answered` are of its own request."""

    took: float
    before: int
    asked: float
    answered: float


async def measure(page: Page, name: str) -> list[Opening]:
    """Openings of a list, each on a page just loaded."""
    taken = []
    for _ in range(TIMES):
        await page.goto("/")
        await page.get_by_role("heading", name="Needs attention").wait_for()
        await page.wait_for_load_state("networkidle")
        entry = page.locator(f'nav a[href="#/{name}"]')
        if not await entry.is_visible():
            await page.locator("nav li", has=entry).first.get_by_role("button").click()
        await page.evaluate(_WATCH, name)
        await entry.click()
        taken.append(_opening(name, await page.evaluate("window.opened")))
        await page.goto("about:blank")
    return taken


def _opening(name: str, seen: dict[str, Any]) -> Opening:
    order = [request[0] for request in seen["requests"]]
    place = order.index(name)
    _, asked, answered = seen["requests"][place]
    return Opening(seen["took"], place, asked, answered)


def _line(name: str, taken: list[Opening]) -> tuple[float, str]:
    median = statistics.median(each.took for each in taken)
    asked = statistics.median(each.asked for each in taken)
    answered = statistics.median(each.answered for each in taken)
    said = " ".join(f"{each.took:.0f}" for each in sorted(taken, key=lambda each: each.took))
    before = max(each.before for each in taken)
    return median, f"{name:<20} {median:>6.0f} {before:>7} {asked:>6.0f} {answered:>9.0f}   {said}"


async def main() -> int:
    """Print the table; 1 when a median is above the limit."""
    late = []
    with console_of_product() as console:
        database = await superuser(console.product.state)
        await crowd(database)
        await database.close()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = await browser.new_page(base_url=console.url, locale="en-US")
            await join(page, await invitation(console, "speed@presence.example", "admin"))
            _say(_HEAD)
            for name in LISTS:
                median, line = _line(name, await measure(page, name))
                _say(line)
                late += [name] if median > MOST_MS else []
            await browser.close()
    load, cores = os.getloadavg()[0], os.cpu_count()
    _say(f"limit {MOST_MS} ms; load {load:.1f} on {cores} cores; late: {', '.join(late) or 'none'}")
    return int(bool(late))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
