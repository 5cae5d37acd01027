"""The browser's limits: first loads, Lighthouse, a table of 500 rows, beside a minimal app.

Run as `python -m tests.load.browser`; the last line is JSON. Invariant: the minimal app is built
with the same tools, served by the same kind of server and audited in the same turns, so that what
differs is the product's own weight.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web
from playwright.async_api import Page, Route, async_playwright

from tests.architecture.tree import ROOT
from tests.e2e.accessibility import settle
from tests.e2e.conftest import CHROMIUM, FLAGS
from tests.e2e.people import Customer
from tests.e2e.screens import SECTIONS
from tests.e2e.stage import Stage, stage

HERE = Path(__file__).parent / "lighthouse"
NPM = ROOT / "ops/bootstrap/npm"
RUNS = 5
ROWS = 500
AUDITED = {
    "dashboard": "/dashboard",
    "gaps": SECTIONS["content-gaps"],
    "analytics": SECTIONS["analytics"],
    "pricing": SECTIONS["pricing"],
}
# Reads how long the browser took from each key and click to the next picture.
_WATCH = """() => {
  window.taken = [];
  new PerformanceObserver(list => window.taken.push(
    ...list.getEntries().filter(e => e.interactionId).map(e => e.duration)))
    .observe({type: "event", durationThreshold: 16, buffered: false});
}"""


async def measure() -> dict[str, Any]:
    """Sizes in kB, scores by screen, milliseconds of the slowest interaction."""
    _install()
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder)
        _npm(
            "exec",
            "--silent",
            "--",
            "vite",
            "build",
            str(HERE / "minimal"),
            "--outDir",
            folder,
            "--logLevel",
            "error",
        )
        async with stage() as made, _served(built) as minimal:
            return {
                "firstLoadKb": _sizes(built),
                "lighthouse": await _audits(made, minimal),
                "interaction": {"rows": ROWS, "milliseconds": await _slowest(made)},
            }


def _install() -> None:
    if not (HERE / "node_modules" / "lighthouse").is_dir():
        _npm("ci", "--silent", cwd=HERE)


def _npm(*arguments: str, cwd: Path = ROOT / "web") -> str:
    done = subprocess.run(  # noqa: S603 - our own tool with fixed arguments
        [str(NPM), *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"npm {arguments[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def _sizes(built: Path) -> dict[str, float]:
    lists = json.loads(_npm("run", "--silent", "size", "--", "--json"))
    minimal = sum(len(gzip.compress(file.read_bytes(), 9)) for file in built.rglob("*.js"))
    return {route: counted["total"] for route, counted in lists.items()} | {
        "minimal": round(minimal / 1000, 1)
    }


@asynccontextmanager
async def _served(built: Path) -> AsyncIterator[str]:
    """The minimal app; files go out compressed, as the product's do."""

    async def index(_: web.Request) -> web.FileResponse:
        return web.FileResponse(built / "index.html")

    app = web.Application()
    app.router.add_get("/", index)
    app.router.add_static("/", built)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    listener = web.TCPSite(runner, "127.0.0.1", 0)
    await listener.start()
    yield f"http://localhost:{runner.addresses[0][1]}/"
    await runner.cleanup()


async def _audits(made: Stage, minimal: str) -> dict[str, Any]:
    url, cookies = made.product.url, _cookies(made.oak)
    targets = [
        {"name": "minimal", "url": minimal},
        {"name": "auth", "url": f"{url}/auth"},
        *({"name": n, "url": url + path, "cookies": cookies} for n, path in AUDITED.items()),
    ]
    asked = json.dumps({"chromium": CHROMIUM, "runs": RUNS, "targets": targets})
    process = await asyncio.create_subprocess_exec(
        str(NPM),
        "exec",
        "--silent",
        "--",
        "node",
        "audit.mjs",
        cwd=HERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    said, _ = await process.communicate(asked.encode())
    if process.returncode:
        raise RuntimeError("Lighthouse failed.")
    scores: dict[str, Any] = json.loads(said.splitlines()[-1])
    return scores


def _cookies(customer: Customer) -> list[dict[str, str | None]]:
    url = str(customer.http.base_url)
    return [{"name": c.name, "value": c.value, "url": url} for c in customer.http.cookies.jar]


async def _slowest(made: Stage) -> float:
    """The slowest of twenty keys and clicks on the sources table, filled to 500 rows."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = await browser.new_context(base_url=made.product.url)
        await made.oak.enter(context)
        page = await context.new_page()
        await page.route("**/sources?*", _many)
        await page.goto(SECTIONS["analytics-sources"])
        await settle(page)
        await _use(page)
        taken: list[float] = await page.evaluate("window.taken")
        await page.unroute_all(behavior="ignoreErrors")
        await browser.close()
    return max(taken, default=0.0)


async def _many(route: Route) -> None:
    """The real answer with its rows repeated under other names."""
    answer = await route.fetch()
    document = await answer.json()
    rows = document["data"]
    document["data"] = [
        row | {"domain": f"{number}-{row['domain']}"}
        for number in range(ROWS // len(rows) + 1)
        for row in rows
    ][:ROWS]
    await route.fulfill(response=answer, json=document)


async def _use(page: Page) -> None:
    rows = page.get_by_role("table").get_by_role("row")
    if await rows.count() < ROWS:
        raise RuntimeError(f"The table shows {await rows.count()} rows instead of {ROWS}.")
    await page.evaluate(_WATCH)
    search = page.get_by_role("searchbox").first
    await search.click()
    for letter in "1-example ":
        await page.keyboard.press(letter)
        await page.wait_for_timeout(60)
    await settle(page)
    await search.fill("")
    for name in ("Pages", "Domains"):
        await page.get_by_role("radio", name=name).click()
        await settle(page)
    for column in await page.get_by_role("columnheader").get_by_role("button").all():
        await column.click()
        await page.wait_for_timeout(100)
    await page.wait_for_timeout(300)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(measure())) + "\n")
