"""What every screen must pass: axe without a finding, and no sideways scrolling.

Invariant: axe runs as a function of the browser driver, never as a script of the page, because
the content policy allows no foreign script.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.async_api import Page, ViewportSize

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# However slow the machine: a claim is refuted by what happens instead, not by a second more.
TIMEOUT_MS = 60_000
NARROW = (360, 320)
WIDTHS = (360, 768, 1440)
WIDE: ViewportSize = {"width": 1280, "height": 900}
COLOURS = ("color-contrast", "link-in-text-block")
_RUN = """async ([part, rules]) => (
  await axe.run(part ?? document, {resultTypes: ["violations"],
    ...(rules && {runOnly: {type: "rule", values: rules}})})
).violations.map(
  rule => `${rule.id}: ${rule.nodes.map(node => node.target.join(" ")).join(", ")}`)"""
_SETTLED = """() => document.querySelector("h1, [role=dialog]") !== null
  && document.querySelector(".skeleton, [aria-busy=true]") === null
  && [...document.querySelectorAll("[role=status]")].every(e => !e.querySelector(".animate-spin"))
  && document.getAnimations().every(a => a.playState !== "running")"""
# What answers to a theme in script begins to change colours with the frame after.
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
_SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@cache
def _axe() -> str:
    return AXE.read_text()


async def settle(page: Page) -> None:
    """Wait until the screen has its content and nothing moves."""
    await page.wait_for_function(_SETTLED)


async def violations(
    page: Page,
    part: str | None = None,
    *,
    standing: bool = False,
    rules: tuple[str, ...] | None = None,
) -> list[str]:
    """What axe finds on the page, or in the part a selector names: one line per rule.

    A page that stands for good while it loads is judged as it is. `rules` are those to try,
    where the others have been.
    """
    if not standing:
        await settle(page)
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(_axe())
    found: list[str] = await page.evaluate(_RUN, [part, rules])
    return found


async def in_both_themes(page: Page, part: str | None = None) -> dict[str, list[str]]:
    """Findings of the light and of the dark theme, empty lists left out."""
    found = {}
    for theme in ("light", "dark"):
        await page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        await page.evaluate(TWO_FRAMES)
        if lines := await violations(page, part):
            found[theme] = lines
    return found


async def sideways(page: Page) -> dict[int, int]:
    """Pixels by which the page is wider than a narrow window; widths without any left out."""
    found = {}
    for width in NARROW:
        await page.set_viewport_size({"width": width, "height": 780})
        await settle(page)
        if excess := await page.evaluate(_SIDEWAYS):
            found[width] = excess
    await page.set_viewport_size(WIDE)
    return found


async def at_every_width(page: Page) -> dict[str, list[str]]:
    """Findings and sideways pixels at each width in both themes, and on the narrowest phones."""
    found = {}
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        for theme, lines in (await in_both_themes(page)).items():
            found[f"{width} {theme}"] = lines
    for width, excess in (await sideways(page)).items():
        found[f"{width} sideways"] = [f"{excess} px"]
    return found
