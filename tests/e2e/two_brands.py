"""What a screen claims about a brand: scores, rows and dates, read as a person would.

Invariant: two brands that share nothing may share none of these; what is the product's own (its
prices, its crawlers, its settings) is named in OWN, with the screen it stands on.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.async_api import Page

from tests.e2e.product import ROOT

_DATE = re.compile(
    r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}, \d{4}\b"
    r"|\b\d{1,2}/\d{1,2}/\d{4}\b"
)
_DIGIT = re.compile(r"\d")
_READ = """() => {
  const words = e => (e.innerText ?? "").replace(/\\s+/g, " ").trim();
  const within = document.querySelector("[role=dialog]") ?? document.querySelector("main");
  const all = selector => [...within.querySelectorAll(selector)];
  return {
    scores: all("[role=img][aria-label], button[aria-label]").map(e => e.getAttribute("aria-label"))
      .filter(label => /: \\d/.test(label)),
    rows: [...all("tbody tr"), ...all("li").filter(e => !e.querySelector("li"))].map(words),
    text: words(within),
  };
}"""
_SAID = """() => [...document.body.querySelectorAll("*")].flatMap(e => {
  const own = [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE).map(n => n.nodeValue);
  return [e.textContent, own.join(""), e.getAttribute("aria-label") ?? ""];
}).map(words => words.replace(/\\s+/g, " ").trim().replace(/ ?[*:]$/, ""))"""
TABLE = ROOT / "web/src/test/specification.json"
SEES = "tests/e2e/test_every_screen.py"
# Rows that say the same for everybody, because they are about the product and not about a brand.
OWN: dict[str, re.Pattern[str]] = {
    "dashboard": re.compile(r"^Simulator built in (\d+) of \1 answered"),  # panels are of one size
    "technical-gaps": re.compile(r"allowed line 2: Allow: /"),  # crawlers both sites let in
    "pricing": re.compile("."),
    "subscription": re.compile(r"^(Team members|Brands|Websites|Reports|\d website)"),
    "settings-assistants": re.compile(
        "^(ChatGPT|Perplexity|Google Gemini|Gemini|Claude|OpenAI-compatible) "
    ),
    "settings-security": re.compile("this browser|This browser"),
    "evidence-technical": re.compile(r"\b(\d+) of \1 passed\b"),  # nothing wrong on either
}
# Days the product itself counts from: the range on show, and when a plan's period turns.
OWN_DATES = {
    "analytics", "analytics-prompts", "settings-assistants", "settings-notifications",
    "settings-security", "settings-data", "subscription",
}  # fmt: skip


@dataclass(frozen=True)
class Claims:
    """What one screen claims about one brand."""

    scores: frozenset[str]
    rows: frozenset[str]
    dates: frozenset[str]

    def shared_with(self, other: Claims) -> list[str]:
        """What both claim."""
        return sorted(
            (self.scores & other.scores) | (self.rows & other.rows) | (self.dates & other.dates)
        )


async def claims(page: Page, screen: str) -> Claims:
    """Read them from a screen that stands."""
    read = await page.evaluate(_READ)
    own = OWN.get(screen)
    return Claims(
        frozenset(read["scores"]),
        frozenset(
            row for row in read["rows"] if _DIGIT.search(row) and not (own and own.search(row))
        ),
        frozenset() if screen in OWN_DATES else frozenset(_DATE.findall(read["text"])),
    )


def _table() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return read


def words_of(path: str) -> list[re.Pattern[str]]:
    """The specification's strings that this module's test sees on the screen at an address.

    Where a string has sample values, whatever was measured may stand in their place.
    """
    found = []
    for screen in _table()["screens"]:
        for row in screen["strings"] if screen["screen"] == path else ():
            if row.get("seen") == SEES:
                pattern = re.escape(str(row["text"]))
                for sample in row.get("with", ()):
                    pattern = pattern.replace(re.escape(str(sample)), "[^:]+")
                found.append(re.compile(pattern))
    return found


async def unsaid_on(page: Page, path: str) -> list[str]:
    """Which of them it does not say, as the words or the name of any element."""
    said: list[str] = await page.evaluate(_SAID)
    return [words.pattern for words in words_of(path) if not any(map(words.fullmatch, said))]


@cache
def samples() -> frozenset[str]:
    """Rows of words that the specification shows as examples; a number in one may be measured."""
    return frozenset(text for text in _table()["samples"] if not _DIGIT.search(text))


async def samples_on(page: Page) -> list[str]:
    """The specification's example rows that a screen shows, word for word, as a row or a cell."""
    cells: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll("td, li, p, dd, h3, span, button")]
          .map(e => e.textContent.replace(/\\s+/g, " ").trim().toLowerCase())"""
    )
    return sorted(sample for sample in samples() if sample.lower() in cells)
