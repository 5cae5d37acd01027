"""A stand-in website as data: pages in a small markup, and the defects planted in them.

Invariant: a site renders to the same bytes for the same base address, every time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Page:
    """`body` markup: `## heading`, `? question` then `= answer`, `- item`, else a paragraph.

    `[label](/path)` is a link. The flags plant exactly one defect each.
    """

    path: str
    title: str
    description: str
    heading: str
    body: str
    product: tuple[str, str] | None = None
    without_description: bool = False
    without_json_ld: bool = False
    without_open_graph: bool = False
    noindex: bool = False
    script_only: bool = False
    first_byte_s: float = 0.0


@dataclass(frozen=True)
class Answer:
    """Anything that is not a rendered page: robots.txt, sitemap, image, redirect."""

    body: bytes
    content_type: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StandInSite:
    """One website. `robots` is the text before the Sitemap line, which is added."""

    name: str
    brand: str
    about: str
    pages: tuple[Page, ...]
    menu: tuple[str, ...]
    robots: str = "User-agent: *\nAllow: /\n"
    llms_txt: bool = True
    faq_markup: bool = True
    language: str = "en"
