"""The console in a browser: a day of support, and what every one of its screens must pass."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from presence_standins.engines import EngineStandIns, Rule
from presence_standins.engines import start as stand_ins
from tests.e2e.accessibility import in_both_themes, settle, violations
from tests.e2e.console import (
    NAME,
    Console,
    ask_for,
    colours_of_the_dark,
    console_of_product,
    find,
    give_reason,
    invitation,
    join,
    sign_in_again,
)
from tests.e2e.console_rows import store_one_of_each, superuser
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import ROOT
from tests.e2e.subscribers import connected
from tests.factories.authenticator import Authenticator

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

STAFF = "support@presence.example"
NO_CREDIT = "The account at ChatGPT has no credit or quota left."
PROMISED = "Promised Growth until the fair on the phone"
UNTIL_THE_FAIR = timedelta(days=45)
WITHIN_S = 5
READ_ONLY = "You are looking at this account for its owner: nothing can be changed here."
SETTINGS = "/dashboard/settings"
SCREEN = "#main-content"
DIALOG = "[role=dialog]"
API = "/api/admin/v1/"
SHOWN_ELSEWHERE = {"notes"}
BEGUN_ELSEWHERE = {"impersonations"}
# The frame says the title of a screen with the screen itself, a record's once it was read.
_ARRIVED = """([before, record]) => {
  const said = document.querySelector("h1")?.innerText ?? before;
  return said !== before && (!record || said.includes(":"));
}"""


@dataclass(frozen=True)
class Met:
    """A customer: over HTTP, by e-mail and in their browser."""

    owner: Customer
    email: str
    browser: BrowserContext


@pytest_asyncio.fixture(scope="module")
async def engines() -> AsyncIterator[EngineStandIns]:
    """Assistants whose provider wants to be paid first."""
    async with stand_ins(rules=[Rule("no-credit")]) as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def console(engines: EngineStandIns) -> AsyncIterator[Console]:
    """A product with its console that asks one of these assistants."""
    with console_of_product(**connected(engines, "chatgpt")) as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def staff(browser: Browser, console: Console) -> AsyncIterator[tuple[Page, Authenticator]]:
    """The console's first screen, reached by the printed link, password and authenticator."""
    context = await browser.new_context(
        base_url=console.url, viewport={"width": 1440, "height": 900}, locale="en-US"
    )
    page = await context.new_page()
    app = await join(page, await invitation(console, STAFF, "admin"))
    await sign_in_again(page, STAFF, app)
    yield page, app
    await context.close()


@pytest_asyncio.fixture(scope="module")
async def customer(browser: Browser, console: Console) -> AsyncIterator[Met]:
    """A customer whose first analysis ended without the assistant's answers."""
    async with signed_up(console.product) as owner:
        assert (await owner.analyse(None)).is_success
        summary = await owner.summary_after_run(within_s=180)
        assert NO_CREDIT in summary["run"]["failure"]["message"]
        email = (await owner.http.get("/api/user")).json()["email"]
        context = await browser.new_context(base_url=console.product.url, locale="en-US")
        await owner.enter(context)
        yield Met(owner, email, context)
        await context.close()


async def test_support_finds_a_customer_mends_their_run_grants_a_plan_and_looks_as_they_see_it(
    browser: Browser, engines: EngineStandIns, staff: tuple[Page, Authenticator], customer: Met
) -> None:
    desk, app = staff
    theirs = await customer.browser.new_page()
    await theirs.goto("/dashboard/settings/subscription")
    await settle(theirs)
    await open_workspace(desk, customer.email)
    workspace = desk.url
    await retry_the_run(desk, engines)
    await desk.goto(workspace)
    fair = datetime.now(UTC) + UNTIL_THE_FAIR
    await grant_growth(desk, theirs, fair)
    await in_both_logs(desk, customer.owner)
    assert abs(await access_until(customer.owner) - fair) < timedelta(minutes=1)
    await desk.goto(workspace)
    await look_as(desk, browser, customer.email, app)


async def open_workspace(desk: Page, email: str) -> None:
    """From somebody's e-mail address to their workspace."""
    await find(desk, email)
    await desk.get_by_role("tab", name="Workspaces").click()
    await desk.get_by_role("table").get_by_role("link").first.click()
    await expect(desk.get_by_role("heading", name=re.compile("^Workspace: "))).to_be_visible()


async def retry_the_run(desk: Page, engines: EngineStandIns) -> None:
    """Read on the latest run why it failed, and retry it once the cause is gone."""
    await desk.get_by_role("tab", name="Measuring").click()
    await desk.get_by_role("table").get_by_role("row").nth(1).get_by_role("link").first.click()
    await expect(desk.get_by_role("alert").filter(has_text=NO_CREDIT)).to_be_visible()
    engines.script()
    await give_reason(await ask_for(desk, "Retry failed"), "Retry failed")
    ended = desk.get_by_role("main").get_by_text("Completed", exact=True).first
    await expect(ended).to_be_visible()
    await expect(desk.get_by_text(NO_CREDIT)).to_have_count(0)


async def grant_growth(desk: Page, theirs: Page, until: datetime) -> None:
    """Growth until a moment somebody chooses, which the customer's open page says by itself.

    It follows the console's own page, however slow the machine, by seconds at most.
    """
    badge = theirs.get_by_role("banner").get_by_text("Growth")
    await expect(badge).to_have_count(0)
    dialog = await ask_for(desk, "Grant a plan")
    assert not await in_both_themes(desk, DIALOG)
    await desk.emulate_media(color_scheme="light")
    await dialog.get_by_role("combobox", name="Plan").fill("Growth")
    await desk.get_by_role("option", name="Growth").click()
    await dialog.get_by_label("Until").fill(f"{until.astimezone():%Y-%m-%dT%H:%M}")
    await give_reason(dialog, "Grant a plan", PROMISED)
    there, here = await asyncio.gather(
        seen_at(badge), seen_at(desk.get_by_role("link", name="Growth"))
    )
    assert there - here <= WITHIN_S


async def seen_at(part: Locator) -> float:
    """When it is there, in seconds of the machine's clock."""
    await expect(part).to_be_visible()
    return time.monotonic()


async def in_both_logs(desk: Page, owner: Customer) -> None:
    """The grant is an entry of the customer's own log and of the workspace's history here."""
    answer = await owner.http.get("/api/v1/audit-log", params={"action": "subscription."})
    (theirs,) = answer.json()["data"]
    assert (theirs["action"], theirs["actorName"]) == ("subscription.granted", NAME)
    assert (theirs["via"], theirs["after"]["reason"]) == ("console", PROMISED)
    await desk.get_by_role("tab", name="History").click()
    entry = desk.get_by_role("listitem").filter(has_text="Subscription granted")
    await expect(entry).to_have_count(1)
    await expect(entry).to_contain_text(f"{NAME} · staff")
    await expect(entry).to_contain_text(PROMISED)


async def access_until(owner: Customer) -> datetime:
    """When the customer's plan closes as things are."""
    mine = (await owner.http.get("/api/subscriptions/my-subscription")).json()
    assert mine["plan"]["name"] == "Growth"
    return datetime.fromisoformat(mine["subscription"]["accessUntil"])


async def look_as(desk: Page, browser: Browser, email: str, app: Authenticator) -> None:
    """The product as the customer has it, where nothing can be changed."""
    await desk.get_by_role("button", name="Open as customer").click()
    dialog = desk.get_by_role("dialog", name="Open as customer")
    await expect(dialog).to_be_visible()
    assert not await in_both_themes(desk, DIALOG)
    await dialog.get_by_role("combobox", name="Member").fill(email)
    await desk.get_by_role("option", name=email).click()
    await dialog.get_by_role("textbox", name="Ticket").fill("4711")
    await dialog.get_by_role("textbox", name="Code of your authenticator").fill(await app.code())
    await give_reason(dialog, "Begin")
    link = await desk.get_by_role("link", name="Open the product").get_attribute("href")
    assert link
    context = await browser.new_context(locale="en-US")
    page = await context.new_page()
    await page.goto(link)
    banner = page.get_by_role("status").filter(has_text=f"{NAME} from support")
    await expect(banner.get_by_text("Nothing can be changed.")).to_be_visible()
    assert not await in_both_themes(page)
    await page.goto(page.url.partition("/dashboard")[0] + SETTINGS)
    await page.get_by_role("textbox", name="Name", exact=True).fill("Somebody else")
    await page.get_by_role("button", name="Save Changes").click()
    await expect(page.get_by_text(READ_ONLY).first).to_be_visible()
    await context.close()


@dataclass(frozen=True)
class Resource:
    """Something the console lists, as the API describes it."""

    name: str
    creates: bool
    opens: bool
    edits: bool


def resources() -> list[Resource]:
    """All of them, from the API's own description."""
    paths = json.loads((ROOT / "api/presence/openapi/operator.json").read_text())["paths"]
    listed = [
        path.removeprefix(API)
        for path, methods in paths.items()
        if "/AdminListOut_" in json.dumps(methods.get("get", {}).get("responses", {}))
    ]
    return [
        Resource(
            name,
            "post" in paths[API + name] and name not in BEGUN_ELSEWHERE,
            f"{API}{name}/{{key}}" in paths,
            "patch" in paths.get(f"{API}{name}/{{key}}", {}),
        )
        for name in listed
        if name not in SHOWN_ELSEWHERE
    ]


@pytest_asyncio.fixture(scope="module")
async def crowded(console: Console, staff: tuple[Page, Authenticator], customer: Met) -> Page:
    """The desk of a console that has a row of everything to show, some of them of staff."""
    database = await superuser(console.product.state)
    await store_one_of_each(database, customer.email)
    await database.close()
    return staff[0]


async def test_every_list_record_and_form_passes_axe(crowded: Page) -> None:
    desk = crowded
    await desk.emulate_media(color_scheme="light")
    await desk.goto("/#/")
    assert not await violations(desk)
    beside = await desk.context.new_page()
    await beside.goto("/")
    known = resources()
    halves = await asyncio.gather(look_through(desk, known[::2]), look_through(beside, known[1::2]))
    found = halves[0] | halves[1]
    assert not {screen: lines for screen, lines in found.items() if lines}


async def look_through(page: Page, some: list[Resource]) -> dict[str, object]:
    """What axe finds on the list, a record and the forms of each.

    A list has the colours of its record, so a dark one is looked at where there is no record.
    """
    found: dict[str, object] = {}
    for resource in some:
        await show(page, f"/#/{resource.name}")
        if resource.opens:
            found[resource.name] = await violations(page, SCREEN)
            found |= await look_at_a_record(page, resource)
        else:
            found |= await judged(page, resource.name)
        if resource.creates:
            await show(page, f"/#/{resource.name}/create")
            found |= await judged(page, f"{resource.name}, create")
    return found


async def look_at_a_record(page: Page, resource: Resource) -> dict[str, object]:
    """What axe finds on the first record of the list on screen, and on its form."""
    first = page.locator(f"{SCREEN} tbody a").first
    await expect(first, f"{resource.name} has a row").to_be_visible()
    record = await first.get_attribute("href") or ""
    await show(page, f"/{record}", record=True)
    found = await judged(page, record)
    if resource.edits:
        await show(page, f"/{record.removesuffix('/show')}", record=True)
        found |= await judged(page, f"{resource.name}, edit")
    return found


async def judged(page: Page, screen: str) -> dict[str, object]:
    """What axe finds on the screen as it stands, light and dark."""
    return {
        screen: await violations(page, SCREEN),
        f"{screen}, dark": await colours_of_the_dark(page, SCREEN),
    }


async def show(page: Page, address: str, *, record: bool = False) -> None:
    """Open a screen and wait for its content."""
    before = await page.get_by_role("heading", level=1).inner_text()
    await page.goto(address)
    await page.wait_for_function(_ARRIVED, arg=[before, record])
    await settle(page)
