"""What goes wrong on the way to the server, and the forms somebody fills in meanwhile.

Invariant: trouble is made in the network; the page is never told about it in another way.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from playwright.async_api import Locator, Page, Route

from tests.e2e.network import BUSY, FAILED
from tests.e2e.screens import SECTIONS

SLOW_S = 0.4
ONE_IN = 33  # three per cent
_API = re.compile(r"/api/")


@dataclass(frozen=True)
class Trouble:
    """Calls that are answered with a failure, or a connection that is gone."""

    says: re.Pattern[str]
    status: int | None = None
    body: str = ""

    @asynccontextmanager
    async def on(self, page: Page) -> AsyncIterator[None]:
        """The trouble for the duration of a block."""
        if self.status is None:
            await page.context.set_offline(True)
            yield
            await page.context.set_offline(False)
            await page.get_by_text("You are offline").wait_for(state="hidden")
            return

        async def refuse(route: Route) -> None:
            await route.fulfill(
                status=self.status,
                content_type="application/json",
                body=self.body,
                headers={"retry-after": "1"},
            )

        await page.route(_API, refuse)
        yield
        await page.unroute(_API, refuse)


TROUBLES = (
    Trouble(re.compile("You are offline")),
    Trouble(re.compile("The database is away for a moment"), 500, FAILED),
    Trouble(re.compile("Slow down|Too many requests"), 429, BUSY),
)


@dataclass
class Failures:
    """How many calls a bad line has failed."""

    count: int = 0


@asynccontextmanager
async def now_and_then_failing(page: Page) -> AsyncIterator[Failures]:
    """Every call takes 400 ms more, and three per cent of them fail."""
    failed, calls = Failures(), 0

    async def pass_slowly(route: Route) -> None:
        nonlocal calls
        calls += 1
        if calls % ONE_IN == 0:
            failed.count += 1
            await route.fulfill(status=500, content_type="application/json", body=FAILED)
            return
        await asyncio.sleep(SLOW_S)
        await route.continue_()

    await page.route(re.compile("/api/(?!v1/events)"), pass_slowly)
    yield failed
    await page.unroute_all(behavior="ignoreErrors")


@dataclass(frozen=True)
class Form:
    """Something to fill in: what is typed where, and what sends it."""

    path: str
    text: str
    fill: Callable[[Page], Awaitable[Locator]]
    send: Callable[[Page], Awaitable[None]]


def _form(path: str, label: str, text: str, button: str, opener: str | None = None) -> Form:
    async def fill(page: Page) -> Locator:
        if opener:
            await page.get_by_role("button", name=opener).first.click()
        field = _within(page, opener).get_by_label(label).last
        await field.fill(text)
        return field

    async def send(page: Page) -> None:
        await _within(page, opener).get_by_role("button", name=button, exact=True).last.click()

    return Form(path, text, fill, send)


def _within(page: Page, opener: str | None) -> Locator:
    return page.get_by_role("dialog") if opener else page.get_by_role("main")


FORMS = {
    "settings": _form(SECTIONS["settings"], "City", "Leeds", "Save Changes"),
    "material": _form(
        SECTIONS["add-material"], "Website URL", "https://example.com/table", "Add Material"
    ),
    "support": _form(
        SECTIONS["brands"], "Message", "Where do I change the name on it?", "Send", "Support"
    ),
    "competitor": _form(
        SECTIONS["analytics-competitors"], "Name", "Studio Lind", "Save", "Add competitor"
    ),
    "prompt": _form(
        SECTIONS["analytics-prompts"], "Question", "Which oak bench lasts longest?", "Save",
        "Add question",
    ),
}  # fmt: skip
