"""Staff at the console, in a browser: joining, signing in, finding, acting.

Invariant: everything goes through what a colleague sees; only the invitation comes from the shell.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
from playwright.async_api import Locator, Page, expect

from tests.e2e.accessibility import COLOURS, violations
from tests.e2e.product import READY_WITHIN_S, ROOT, Product, free_port, running_product
from tests.factories.authenticator import Authenticator

PASSWORD = "a long word for the console"
NAME = "Dana"
REASON = "Promised on the phone, ticket 4711"
_IS_DARK = """() => getComputedStyle(document.body).backgroundColor
  .match(/[0-9.]+/g).slice(0, 3).every(part => Number(part) < 96)"""


@dataclass(frozen=True)
class Console:
    """A running product and the address of its console."""

    product: Product
    url: str


@contextmanager
def console_of_product(**variables: str) -> Iterator[Console]:
    """A product whose console listens on a port of its own choice."""
    port = str(free_port())
    with running_product(CONSOLE_PORT=port, **variables) as running:
        made = Console(running, f"http://localhost:{port}")
        _wait_until_ready(made)
        yield made


def _wait_until_ready(console: Console) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        try:
            answer = httpx.get(f"{console.url}/readyz", timeout=5)
            if answer.is_success and _printed(console):
                return
        except httpx.TransportError:
            time.sleep(0.2)
    logs = console.product.state / "presence" / "logs"
    raise AssertionError((logs / "console.log").read_text())


def _printed(console: Console) -> str:
    """The command that lets somebody into the console, as `serve` printed it; empty until then."""
    said = console.product.log.read_text()
    told = re.search(r"^Invite a colleague: +(.+)\n", said, re.MULTILINE)
    return told[1] if told else ""


async def invitation(console: Console, email: str, role: str) -> str:
    """The link that the command printed by `serve` prints, run in a shell of its own."""
    line = _printed(console).replace("you@example.com", email)
    line = line.replace("--role admin", f"--role {role}")
    assert f"staff invite {email} --role {role}" in line
    said = await asyncio.to_thread(
        subprocess.run,
        ["/bin/sh", "-c", line],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    found = re.search(r"http\S+", said.stdout)
    assert found, said.stdout
    return found[0]


async def join(page: Page, link: str) -> Authenticator:
    """Follow an invitation to the first screen; the authenticator that was set up on the way."""
    await page.goto(link)
    app = Authenticator(await page.get_by_text(re.compile(r"^[A-Z2-7]{16,}$")).inner_text())
    await page.get_by_label("Your name").fill(NAME)
    await page.get_by_label("Choose a password").fill(PASSWORD)
    assert not await violations(page)
    await page.get_by_label("Code of your authenticator").fill(await app.code())
    await page.get_by_role("button", name="Join").click()
    await expect(page.get_by_role("heading", name="Needs attention")).to_be_visible()
    return app


async def sign_in_again(page: Page, email: str, app: Authenticator) -> None:
    """Sign out, then in with both factors."""
    await page.get_by_role("button", name=NAME).click()
    await page.get_by_role("menuitem", name="Logout").click()
    await page.get_by_label("E-mail").fill(email)
    await page.get_by_label("Password").fill(PASSWORD)
    assert not await violations(page)
    await page.get_by_role("button", name="Continue").click()
    code = page.get_by_label("Code of your authenticator")
    await code.fill(await app.code())
    await page.get_by_role("button", name="Sign in", exact=True).click()
    await expect(page.get_by_role("heading", name="Needs attention")).to_be_visible()


async def colours_of_the_dark(page: Page, part: str) -> list[str]:
    """What axe finds wrong with the colours once it is dark; then it is light again.

    Nothing but colours differs between the themes, so nothing else is tried twice.
    """
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    await page.wait_for_function(_IS_DARK)
    found = await violations(page, part, rules=COLOURS)
    await page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return found


async def find(page: Page, words: str) -> None:
    """Open the first record the words lead to, with the keyboard alone."""
    await page.keyboard.press("/")
    field = page.get_by_role("dialog", name="Search").get_by_role("combobox")
    await field.fill(words)
    await page.get_by_role("option", name=words).first.wait_for()
    await expect(field, "Enter has something to open").to_have_attribute(
        "aria-activedescendant", re.compile(".")
    )
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog")).to_be_hidden()


async def ask_for(page: Page, action: str) -> Locator:
    """Choose one of the record's actions; its dialog."""
    more = page.get_by_role("button", name="More actions")
    button = page.get_by_role("button", name=action, exact=True)
    await more.or_(button).first.wait_for()
    if await button.is_visible():
        await button.click()
    else:
        await more.click()
        await page.get_by_role("menuitem", name=action, exact=True).click()
    return page.get_by_role("dialog", name=action)


async def give_reason(dialog: Locator, confirm: str, reason: str = REASON) -> None:
    """Say why, and confirm; nothing happens without."""
    button = dialog.get_by_role("button", name=confirm, exact=True)
    await button.click()
    await expect(dialog.get_by_text("Reason is required")).to_be_visible()
    await dialog.get_by_role("textbox", name="Reason", exact=True).fill(reason)
    await button.click()
    await expect(dialog).to_be_hidden()
