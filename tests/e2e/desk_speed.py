"""How long the console takes to show a first page of many: `python -m tests.e2e.desk_speed`.

Ten thousand people and a hundred thousand entries of the log are made in a product of its own;
each list is opened from another screen, and the time until its first row stands there is printed.
"""

from __future__ import annotations

import asyncio
import statistics
import sys

from playwright.async_api import Page, async_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS
from tests.e2e.desk import console_of_product, invitation, join
from tests.e2e.desk_rows import crowd, superuser

USERS, EVENTS = 10_000, 100_000
TIMES = 7
LISTS = ("users", "workspaces", "audit-log")
MOST_MS = 300
# From the moment the address changes to the frame in which the first row is drawn.
_OPEN = """list => new Promise(done => {
  const began = performance.now();
  const look = () => {
    const row = document.querySelector(`#main-content a[href^="#/${list}/"]`);
    if (row) requestAnimationFrame(() => done(performance.now() - began));
    else requestAnimationFrame(look);
  };
  location.hash = `#/${list}`;
  look();
})"""


async def measure(page: Page, name: str) -> list[float]:
    """Milliseconds of each opening; every one reads from the server."""
    taken = []
    for _ in range(TIMES):
        await page.goto("/")
        await page.get_by_role("heading", name="Needs attention").wait_for()
        await page.wait_for_load_state("networkidle")
        taken.append(await page.evaluate(_OPEN, name))
        await page.goto("about:blank")
    return taken


async def main() -> int:
    """Print the figures; 1 when a median is above the limit."""
    late = False
    with console_of_product() as console:
        database = await superuser(console.product.state)
        await crowd(database, USERS, EVENTS)
        await database.close()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = await browser.new_page(base_url=console.url, locale="en-US")
            await join(page, await invitation(console, "speed@presence.example", "admin"))
            for name in LISTS:
                taken = await measure(page, name)
                median = statistics.median(taken)
                late |= median > MOST_MS
                said = ", ".join(f"{each:.0f}" for each in sorted(taken))
                sys.stdout.write(f"{name}: first page in {median:.0f} ms (of {said})\n")
            await browser.close()
    return int(late)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
