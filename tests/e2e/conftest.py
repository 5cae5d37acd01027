"""A running product, local websites and a real browser, shared by the tests of this folder."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    BrowserContext,
    Page,
    StorageState,
    async_playwright,
    expect,
)

from presence_standins.receiver import Receiver, receiver
from presence_standins.sites import site_server
from presence_standins.smtp import Sink, smtp_sink
from tests.e2e.accessibility import TIMEOUT_MS
from tests.e2e.people import signed_up
from tests.e2e.product import Product, running_product
from tests.e2e.stage import stage
from tests.e2e.staging import LOUD, Enter, entrance, tab_of

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ARTIFACTS = Path(__file__).parent / "artifacts"
expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(scope="session")
def mailbox() -> Iterator[Sink]:
    """The mail server of the product."""
    with smtp_sink() as running:
        yield running


@pytest.fixture(scope="session")
def channel() -> Iterator[Receiver]:
    """What the product takes for Slack."""
    with receiver() as running:
        yield running


@pytest.fixture(scope="session")
def product(mailbox: Sink, channel: Receiver) -> Iterator[Product]:
    """The product, started once for all browser tests."""
    variables = {
        "PRESENCE_MAIL__HOST": mailbox.host,
        "PRESENCE_MAIL__PORT": str(mailbox.port),
        "PRESENCE_MAIL__SECURITY": "none",
        "PRESENCE_SLACK__HOSTS": channel.origin.removeprefix("http://"),
        "PRESENCE_RATES__REGISTRATIONS": "[10000, 3600]",  # everybody comes from one address
        "PRESENCE_RATES__ACCOUNTS": "[10000, 3600]",
        "PRESENCE_OUTBOUND__SITE_EVERY_S": "0",
        "PRESENCE_RATES__ACCOUNTS_NETWORK": "[10000, 3600]",
    }
    with running_product(**variables) as running:
        yield running


@pytest_asyncio.fixture(scope="session")
async def harrow() -> AsyncIterator[str]:
    """Address of the shop's website with planted defects."""
    async with site_server("harrow-broken") as url:
        yield url


@pytest_asyncio.fixture(scope="session")
async def ledgerly() -> AsyncIterator[str]:
    """Address of another company's website."""
    async with site_server("ledgerly") as url:
        yield url


@pytest_asyncio.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        await launched.close()


@pytest_asyncio.fixture(scope="session")
async def measured(browser: Browser, product: Product, harrow: str) -> StorageState:
    """The session of somebody whose website has been measured; for tests that change nothing."""
    async with signed_up(product) as owner:
        assert (await owner.analyse(harrow)).is_success
        await owner.summary_after_run(within_s=60)
        profile = await browser.new_context(base_url=product.url)
        await owner.enter(profile)
        state = await profile.storage_state()
        await profile.close()
    return state


@pytest_asyncio.fixture(scope="module")
async def enter(browser: Browser) -> AsyncIterator[Enter]:
    """Makes profiles of the people on a stage of the module's own."""
    async with stage() as staged:
        yield entrance(browser, staged)


@pytest_asyncio.fixture(scope="module")
async def oak(enter: Enter) -> AsyncIterator[Page]:
    """A tab of the furniture maker, whose console stays silent; tests leave nothing behind."""
    told: list[str] = []
    async with tab_of(enter, "oak") as page:
        page.on("console", lambda line: told.append(line.text) if line.type in LOUD else None)
        page.on("pageerror", lambda error: told.append(str(error)))
        yield page
    assert told == []


@pytest_asyncio.fixture
async def context(
    browser: Browser, product: Product, request: pytest.FixtureRequest
) -> AsyncIterator[BrowserContext]:
    """A fresh browser profile on the product; a failed test leaves a picture of each page."""
    profile = await browser.new_context(
        base_url=product.url, viewport={"width": 1280, "height": 900}, locale="en-US"
    )
    profile.set_default_timeout(TIMEOUT_MS)
    yield profile
    if getattr(request.node, "failed", False):
        ARTIFACTS.mkdir(exist_ok=True)
        name = re.sub(r"\W+", "-", request.node.name)
        for number, page in enumerate(profile.pages):
            await page.screenshot(path=ARTIFACTS / f"{name}-{number}.png", full_page=True)
    await profile.close()


@pytest_asyncio.fixture
async def page(context: BrowserContext) -> Page:
    """One tab."""
    return await context.new_page()


def pytest_itemcollected(item: pytest.Item) -> None:
    """A hang ends after ten minutes; the first test of a module sets its stage as well."""
    item.add_marker(pytest.mark.timeout(600))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember failures, so that `context` can take the pictures."""
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined]  # read back by name above
    return report
