"""Pictures of every screen on the real product: `make shots [ONLY=word]`.

Each screen's main state is taken at three widths in both themes, every other state once, and all
are laid out on contact sheets under tests/e2e/artifacts/shots. For eyes, not for a gate.
"""

from __future__ import annotations

import asyncio
import html
import shutil
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, Page, Route, async_playwright

from presence_standins import engines as stand_ins
from presence_standins.sites import site_server
from tests.e2e.accessibility import settle
from tests.e2e.conftest import ARTIFACTS, CHROMIUM, FLAGS
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import RIVALS, answered_product, subscribe, track

SHOTS = ARTIFACTS / "shots"
SHEET_ROW = 420
WIDTHS = {360: 740, 768: 1024, 1440: 900}
ENGINES = ("chatgpt", "perplexity")
Act = Callable[[Page], Awaitable[None]]


@dataclass(frozen=True)
class State:
    """One state of a screen; `before` arranges the network, `act` what is pressed afterwards."""

    name: str
    path: str
    before: Act | None = None
    act: Act | None = None
    main: bool = True


def press(role: str, name: str) -> Act:
    """Press something by its role and name."""

    async def act(page: Page) -> None:
        await page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]  # roles by name

    return act


def key(keys: str) -> Act:
    """Press keys."""

    async def act(page: Page) -> None:
        await page.keyboard.press(keys)

    return act


def answer(pattern: str, status: int, body: str) -> Act:
    """Let calls fail as the server would."""

    async def before(page: Page) -> None:
        async def fulfil(route: Route) -> None:
            await route.fulfill(
                status=status, content_type="application/json", body=body,
                headers={"retry-after": "30"},
            )  # fmt: skip

        await page.route(pattern, fulfil)

    return before


async def hang(page: Page) -> None:
    """Let the results never arrive."""

    async def wait(_: Route) -> None:
        await asyncio.sleep(60)

    await page.route("**/api/v1/brands/*/summary", wait)


async def offline(page: Page) -> None:
    """Cut the connection."""
    await page.context.set_offline(True)
    await page.get_by_text("You are offline").wait_for()


async def expire(page: Page) -> None:
    """Let the session end under the page."""
    await page.context.clear_cookies()
    await page.get_by_role("link", name="Trends").first.click()
    await page.get_by_role("dialog").wait_for()


FAILED = '{"message": "The database is away for a moment.", "requestId": "0193a0d0"}'
BUSY = '{"message": "Slow down.", "code": "rate-limited"}'
VISITOR = (
    State("login", "/auth?action=login"),
    State("register", "/auth?action=register"),
    State("forgot", "/auth?action=forgot", main=False),
    State("google-error", "/auth?error=google_denied", main=False),
    State("login-errors", "/auth?action=login", act=press("button", "Login"), main=False),
    State("pricing", "/pricing"),
    State("not-found", "/nowhere"),
)
NEWCOMER = (
    State("onboarding", "/onboarding"),
    State("finish-setup", "/dashboard", main=False),
)
SECTIONS = (
    State("dashboard", "/dashboard"),
    State("homepage", "/dashboard/homepage"),
    State("gaps", "/dashboard/ai-visibility-gaps"),
    State("content-gaps", "/dashboard/ai-visibility-gaps/content"),
    State("technical-gaps", "/dashboard/ai-visibility-gaps/technical"),
    State("analytics", "/dashboard/analytics"),
    State("trends", "/dashboard/trends"),
    State("materials", "/dashboard/brand-materials"),
    State("add-material", "/dashboard/brand-materials/add"),
    State("brands", "/dashboard/my-brands"),
    State("add-brand", "/dashboard/my-brands/add"),
    State("settings", "/dashboard/settings"),
    State("users", "/dashboard/settings/users"),
    State("subscription", "/dashboard/settings/subscription"),
)
FREE = SECTIONS
SUBSCRIBER = (
    *SECTIONS,
    *(
        State(f"analytics-{tab}", f"/dashboard/analytics?tab={tab}")
        for tab in ("prompts", "competitors", "sources", "answers")
    ),
    State("evidence", "/dashboard?evidence=content", main=False),
    State("palette", "/dashboard", act=key("Control+k"), main=False),
    State("keyboard-help", "/dashboard", act=key("?"), main=False),
    State("notifications", "/dashboard", act=key("n"), main=False),
    State("plan", "/dashboard", act=press("button", "Current plan"), main=False),
    State("avatar", "/dashboard", act=press("button", "Account menu"), main=False),
    State("switcher", "/dashboard", act=press("button", "Switch brand"), main=False),
    State("report", "/dashboard?report=1", main=False),
    State("loading", "/dashboard", before=hang, main=False),
    State("error", "/dashboard", before=answer("**/summary", 500, FAILED), main=False),
    State("busy", "/dashboard", before=answer("**/notifications*", 429, BUSY), main=False),
    State("offline", "/dashboard", act=offline, main=False),
    State("session-ended", "/dashboard", act=expire, main=False),
)


@dataclass
class Camera:
    """Takes the pictures of one person."""

    browser: Browser
    product: Product
    who: str
    customer: Customer | None
    only: str

    async def take(self, states: tuple[State, ...]) -> None:
        """Every state, its main ones at each width and theme."""
        for state in states:
            if self.only not in f"{self.who}-{state.name}":
                continue
            themes = ("light", "dark") if state.main else ("light",)
            widths = tuple(WIDTHS) if state.main else (1440,)
            for theme in themes:
                await asyncio.gather(*(self._one(state, width, theme) for width in widths))
            sys.stdout.write(f"  {self.who}-{state.name}\n")

    async def _one(self, state: State, width: int, theme: str) -> None:
        async with self._profile(width, theme) as profile:
            page = await profile.new_page()
            if state.before:
                await state.before(page)
            await page.goto(state.path)
            if state.before is not hang:
                await settle(page)
            if state.act:
                await state.act(page)
            await page.wait_for_timeout(350)
            if state.before is not hang:
                await settle(page)
            name = f"{self.who}-{state.name}-{width}-{theme}.png"
            await page.screenshot(path=SHOTS / name, full_page=state.main)

    @asynccontextmanager
    async def _profile(self, width: int, theme: str) -> AsyncIterator[BrowserContext]:
        profile = await self.browser.new_context(
            base_url=self.product.url,
            viewport={"width": width, "height": WIDTHS[width]},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            locale="en-US",
        )
        profile.set_default_timeout(15_000)
        if self.customer:
            await self.customer.enter(profile)
        yield profile
        await profile.close()


def _cut(picture: Path) -> int:
    """How wide a picture's first screen is on a sheet, in CSS pixels."""
    width = int(picture.stem.split("-")[-2])
    return SHEET_ROW * width // WIDTHS[width]


async def contact_sheet(browser: Browser, name: str, pictures: list[Path]) -> None:
    """All pictures of one person and theme on one page, each cut to its first screens."""
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
    await page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
    await page.close()


async def shoot(only: str) -> None:
    """Everybody on one product."""
    shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True)
    async with (
        site_server("harrow-broken") as site,
        site_server("ledgerly") as other,
        stand_ins.start() as engines,
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with answered_product(engines, *ENGINES) as product:
            await picture_everybody(browser, product, (site, other), only)
        for name in sorted({p.stem.split("-")[0] for p in SHOTS.glob("*.png")}):
            for theme in ("light", "dark"):
                pictures = sorted(SHOTS.glob(f"{name}-*-{theme}.png"))
                await contact_sheet(browser, f"sheet-{name}-{theme}", pictures)
        await browser.close()


async def picture_everybody(
    browser: Browser, product: Product, sites: tuple[str, str], only: str
) -> None:
    """A visitor, somebody without a brand, somebody on the free plan and a subscriber."""
    async with (
        signed_up(product) as new,
        signed_up(product) as free,
        signed_up(product) as paid,
    ):
        await arrange(product, free, paid, sites)
        await Camera(browser, product, "visitor", None, only).take(VISITOR)
        await Camera(browser, product, "new", new, only).take(NEWCOMER)
        await Camera(browser, product, "free", free, only).take(FREE)
        await Camera(browser, product, "paid", paid, only).take(SUBSCRIBER)


async def arrange(product: Product, free: Customer, paid: Customer, sites: tuple[str, str]) -> None:
    """One brand on the free plan; two brands, rivals and a second run on a paid one."""
    assert (await free.analyse(sites[0], name="Harrow Oak")).is_success
    await subscribe(product, paid, "Growth")
    assert (await paid.analyse(sites[0], name="Harrow Oak")).is_success
    await free.summary_after_run(within_s=120)
    await paid.summary_after_run(within_s=120)
    brand = (await paid.brands())[0]["id"]
    await track(paid, brand, *RIVALS)
    again = await paid.http.post(
        f"/api/v1/brands/{brand}/runs", json={"kind": "full"}, headers={"Idempotency-Key": "again"}
    )
    assert again.is_success, again.text
    await paid.summary_after_run(within_s=120)
    added = {"brandName": "Ledgerly", "websiteUrl": sites[1], "targetAudience": "Small shop owners"}
    answered = await paid.http.post(
        "/api/v1/brands", json=added, headers={"Idempotency-Key": "second"}
    )
    assert answered.is_success, answered.text


if __name__ == "__main__":
    asyncio.run(shoot(sys.argv[1] if len(sys.argv) > 1 else ""))
    sys.stdout.write(f"Pictures: {SHOTS}\n")
