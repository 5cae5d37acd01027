"""What people do in the browser, step by step, in the words they see."""

from __future__ import annotations

import itertools
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Page, expect

PASSWORD = "correct horse battery"
_numbers = itertools.count(time.time_ns() % 1_000_000)


@dataclass(frozen=True)
class Brand:
    """What somebody types into the wizard."""

    name: str
    description: str
    audience: str
    website: str | None = None
    document: Path | None = None


async def keep_messages(page: Page) -> None:
    """From now on messages stay: their clocks stand still while the window is behind others.

    The window is behind only while a message is shown, because menus close when it goes there.
    """
    await page.evaluate(
        """() => setInterval(() => document.querySelector("li[data-variant]")
          && window.dispatchEvent(new Event("blur")), 50)"""
    )


@asynccontextmanager
async def glimpsed(page: Page, text: str) -> AsyncIterator[None]:
    """Words that stand for a moment only appear on the page during the block."""
    await page.evaluate(
        """text => {
          const shown = () => document.body.innerText.includes(text);
          window.glimpse = new Promise(seen => new MutationObserver(
            () => shown() && seen(true)).observe(document.body, {childList: true, subtree: true}));
        }""",
        text,
    )
    yield
    await page.evaluate("window.glimpse")


async def register(page: Page, email: str | None = None) -> str:
    """Create an account; ends in the wizard. Returns the e-mail."""
    email = email or f"owner{next(_numbers)}@example.com"
    await page.goto("/auth?action=register")
    await page.get_by_label("First Name").fill("Nora")
    await page.get_by_label("Last Name").fill("Field")
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Create Account").click()
    await page.wait_for_url("**/onboarding")
    return email


async def describe(page: Page, brand: Brand) -> None:
    """Walk the wizard to its last step and send it; ends on the dashboard."""
    await expect(page.get_by_role("heading", name="What's your brand name?")).to_be_visible()
    await page.get_by_role("textbox", name="Brand name").fill(brand.name)
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_role("textbox", name="Brand description").fill(brand.description)
    await page.get_by_role("button", name="Continue").click()
    await _choose_source(page, brand)
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_role("textbox", name="Target audience").fill(brand.audience)
    await page.get_by_role("button", name="Analyze my brand").click()
    await page.wait_for_url("**/dashboard")


async def _choose_source(page: Page, brand: Brand) -> None:
    if brand.website:
        await page.get_by_role("radio", name="I have a website").click()
        await page.get_by_role("textbox", name="Website URL").fill(brand.website)
    elif brand.document:
        await page.get_by_role("radio", name="Upload brand document").click()
        await page.locator("input[type=file]").set_input_files(brand.document)
    else:
        await page.get_by_role("radio", name="Skip for now").click()


async def wait_for_scores(page: Page, timeout_s: float = 60) -> None:
    """The first analysis is over: its progress is gone and the content score is a number."""
    gauge = page.get_by_role("button", name="Content AI Visibility: ")
    await expect(gauge).to_be_visible(timeout=timeout_s * 1000)
    await expect(page.get_by_text("Last analyzed")).to_be_visible(timeout=timeout_s * 1000)
