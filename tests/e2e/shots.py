"""Pictures of every screen on the real product: `make shots [ONLY=word]`.

Each screen's main state is taken at three widths in both themes, every other state once, the digest
and the report's pages as well; all are laid out on contact sheets under tests/e2e/artifacts/shots.
For eyes, not for a gate.
"""

from __future__ import annotations

import asyncio
import html
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Error, Page, async_playwright

from tests.e2e.accessibility import TIMEOUT_MS, TWO_FRAMES, settle
from tests.e2e.conftest import ARTIFACTS, CHROMIUM, FLAGS
from tests.e2e.papers import (
    LETTER_WIDTHS,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    picture_digest,
    picture_report,
)
from tests.e2e.people import Customer
from tests.e2e.product import Product
from tests.e2e.screens import (
    OF_FREE,
    OF_NEWCOMER,
    OF_PARTIAL,
    OF_SUBSCRIBER,
    OF_VISITOR,
    PUBLIC,
    SECTIONS,
    State,
    show,
)
from tests.e2e.stage import Stage, stage

SHOTS = ARTIFACTS / "shots"
SHEET_ROW = 420
ON_A_SHEET = 24
WIDTHS = {360: 740, 768: 1024, 1440: 900}
THEMES = ("light", "dark")


@dataclass
class Camera:
    """Takes the pictures of one person. `missed`: states that were not reached, and why."""

    browser: Browser
    product: Product
    who: str
    customer: Customer | None
    only: str
    missed: list[str]

    async def screens(self, paths: dict[str, str]) -> None:
        """Main states, each loaded once and taken at every width in both themes."""
        for name, path in paths.items():
            if not self._wanted(name):
                continue
            async with self._page() as page:
                await page.goto(path)
                for width, height in WIDTHS.items():
                    await page.set_viewport_size({"width": width, "height": height})
                    for theme in THEMES:
                        await page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]  # one of its words
                        await page.evaluate(TWO_FRAMES)
                        await settle(page)
                        await self._take(page, f"{name}-{width}-{theme}", full=True)

    async def states(self, states: tuple[State, ...]) -> None:
        """Every other state, once."""
        for state in states:
            if not self._wanted(state.name):
                continue
            async with self._page() as page:
                try:
                    await show(page, state)
                except Error as error:
                    self.missed.append(f"{self.who}-{state.name}: {error.message.splitlines()[0]}")
                await self._take(page, f"{state.name}-1440-light", full=False)

    def _wanted(self, name: str) -> bool:
        return self.only in f"{self.who}-{name}"

    async def _take(self, page: Page, name: str, *, full: bool) -> None:
        file = SHOTS / f"{self.who}-{name}.png"
        await page.screenshot(path=file, full_page=full, timeout=TIMEOUT_MS)
        sys.stdout.write(f"  {self.who}-{name}\n")

    @asynccontextmanager
    async def _page(self) -> AsyncIterator[Page]:
        profile = await self.browser.new_context(
            base_url=self.product.url,
            viewport={"width": 1440, "height": WIDTHS[1440]},
            color_scheme="light",
            reduced_motion="reduce",
            locale="en-US",
        )
        profile.set_default_timeout(TIMEOUT_MS)
        if self.customer:
            await self.customer.enter(profile)
        page = await profile.new_page()
        yield page
        await page.unroute_all(behavior="ignoreErrors")
        await profile.close()


def _cut(picture: Path) -> int:
    """How wide a picture's first screen is on a sheet, in CSS pixels."""
    width = int(picture.stem.split("-")[-2])
    heights = {**WIDTHS, **LETTER_WIDTHS, PAGE_WIDTH: PAGE_HEIGHT}
    return SHEET_ROW * width // heights[width]


async def contact_sheet(browser: Browser, name: str, pictures: list[Path]) -> None:
    """Pictures on one page, each cut to its first screen."""
    cells = "".join(
        f"<figure><img style='width:{_cut(p)}px' src='{html.escape(p.name)}'>"
        f"{html.escape(p.stem)}</figure>"
        for p in pictures
    )
    style = (
        "body{margin:16px;font:12px sans-serif;background:#888;display:flex;flex-wrap:wrap}"
        "figure{margin:6px;display:grid}"
        f"img{{height:{SHEET_ROW}px;object-fit:cover;object-position:top}}"
    )
    page_file = SHOTS / f"{name}.html"
    page_file.write_text(f"<!doctype html><style>{style}</style>{cells}")
    page = await browser.new_page(viewport={"width": 1900, "height": 1000})
    await page.goto(page_file.as_uri())
    await page.screenshot(path=SHOTS / f"{name}.png", full_page=True, timeout=TIMEOUT_MS)
    await page.close()


async def shoot(only: str) -> list[str]:
    """Everybody on one product; the states that could not be reached."""
    missed: list[str] = []
    shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True)
    async with stage() as made, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

        def camera(who: str, customer: Customer | None) -> Camera:
            return Camera(browser, made.product, who, customer, only, missed)

        await camera("visitor", None).screens(PUBLIC)
        await camera("visitor", None).states(OF_VISITOR)
        await camera("new", made.new).states(OF_NEWCOMER)
        await camera("free", made.free).states(OF_FREE)
        await camera("half", made.half).states(OF_PARTIAL)
        await camera("paid", made.oak).screens(SECTIONS)
        await camera("paid", made.oak).states(OF_SUBSCRIBER)
        await _papers(browser, made, only)
        for name in sorted({p.stem.split("-")[0] for p in SHOTS.glob("*.png")}):
            for theme in THEMES:
                pictures = sorted(SHOTS.glob(f"{name}-*-{theme}.png"))
                for first in range(0, len(pictures), ON_A_SHEET):
                    sheet = f"sheet-{name}-{theme}-{first // ON_A_SHEET + 1}"
                    await contact_sheet(browser, sheet, pictures[first : first + ON_A_SHEET])
        await browser.close()
    return missed


async def _papers(browser: Browser, made: Stage, only: str) -> None:
    """What the subscriber gets by mail and on paper."""
    if only in "paper-digest":
        await picture_digest(browser, made.product, made.oak, _paper)
    if only in "paper-report":
        await picture_report(made.oak, _paper)


def _paper(name: str) -> Path:
    sys.stdout.write(f"  paper-{name}\n")
    return SHOTS / f"paper-{name}.png"


if __name__ == "__main__":
    not_reached = asyncio.run(shoot(sys.argv[1] if len(sys.argv) > 1 else ""))
    sys.stdout.write(f"Pictures: {SHOTS}\n")
    sys.exit("\n".join(f"not reached: {line}" for line in not_reached) or None)
