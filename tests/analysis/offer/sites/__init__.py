"""Businesses described in slogans, whose sites are written in lines of a text file.

A business begins with `== name | kind | language | market | accept | reject`, where the last two
are patterns for a right category; D is its description, A its audience, T, H and M the title, first
heading and line for search engines of its start page, B the page's text and N its menu.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from presence.analysis.crawler.facts import read_page
from presence.analysis.types import BrandProfile, Fetched, PageFacts

SITE = "https://brand.example"
FILES = ("slogans", "slogans_second")


@dataclass(frozen=True, slots=True)
class Told:
    """A business with what it says; `must_ask` where nobody can know what it sells."""

    profile: BrandProfile
    must_ask: bool
    accept: str
    reject: str
    lines: dict[str, str]

    def is_right(self, category: str) -> bool:
        """Whether a category is one that its owner would accept."""
        wrong = bool(self.reject) and re.search(self.reject, category, re.I) is not None
        return bool(category) and not wrong and re.search(self.accept, category, re.I) is not None

    def pages(self, *, whole: bool = True, line: bool = True) -> list[PageFacts]:
        """The start page and, if `whole`, one for each section; without its `line`, if wished."""
        told, body = self.lines, self.lines["B"].split(" ; ")
        meta = told.get("M", "") if line else ""
        found = [self._page("/", told["T"], told["H"], body, meta)]
        for number, text in enumerate(re.split(r"(?:^| ; )# ", told["B"])[1:] if whole else ()):
            title, *rest = text.split(" ; ")
            name = f"{title} | {self.profile.name}"
            found.append(self._page(f"/p{number}", name, title, rest, ""))
        return found

    def _page(self, path: str, title: str, h1: str, body: list[str], meta: str) -> PageFacts:
        menu = "".join(f"<li><a href='#'>{html.escape(x)}</a></li>" for x in self._menu())
        text = "".join(
            f"<h2>{html.escape(x[2:])}</h2>" if x.startswith("# ") else f"<p>{html.escape(x)}</p>"
            for x in body
        )
        head = f'<meta name="description" content="{html.escape(meta)}">' if meta else ""
        drawn = (
            f"<!doctype html><html lang='{self.profile.language}'><head>"
            f"<title>{html.escape(title)}</title>{head}</head><body><nav><ul>{menu}</ul></nav>"
            f"<main><h1>{html.escape(h1)}</h1>{text}</main></body></html>"
        )
        address, moment = SITE + path, datetime(2026, 1, 1, tzinfo=UTC)
        headers = (("content-type", "text/html; charset=utf-8"),)
        fetched = Fetched(address, address, 200, headers, drawn.encode(), (), moment, None, 0.0)
        return read_page(fetched, 0 if path == "/" else 1)

    def _menu(self) -> list[str]:
        return [part.strip() for part in self.lines.get("N", "").split(",")]


def told(name: str) -> Iterator[Told]:
    """The businesses of a file."""
    text = Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8")
    for block in re.split(r"(?m)^== ", text)[1:]:
        head, *rest = block.rstrip().split("\n")
        called, kind, language, market, patterns = [*head.split(" | ", 4), ""][:5]
        accept, _, reject = patterns.rpartition(" |")
        lines = dict(line.split(": ", 1) for line in rest if ": " in line)
        profile = BrandProfile(
            called,
            lines.get("D", ""),
            lines.get("A", ""),
            market=market.strip(" |"),
            language=language,
            website=SITE,
        )
        yield Told(profile, kind == "must_ask", accept.strip() or "(?!)", reject.strip(), lines)
