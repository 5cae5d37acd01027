"""Reads the made-up businesses and draws their pages as a visitor's browser would get them."""

import hashlib
import html
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "businesses"
Business = dict[str, Any]


def half_of(name: str) -> str:
    """Which half a business falls in: an even SHA-256 of its name is "development"."""
    odd = hashlib.sha256(name.encode()).digest()[-1] % 2
    return "untouched" if odd else "development"


def businesses(half: str | None = None) -> list[Business]:
    """All businesses by file name, or those of one half ("development", "untouched")."""
    found = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.iterdir())]
    return [one for one in found if half in (None, one["half"])]


def page_html(business: Business, page: dict[str, str]) -> str:
    """The whole page: its own body inside the furniture that all pages of the site share."""
    shown = business["layout"].replace("{{h1}}", html.escape(page["h1"]))
    shown = shown.replace("{{body}}", page["body"])
    meta = html.escape(page.get("meta", ""))
    return (
        f'<!doctype html><html lang="{business["language"]}"><head><meta charset="utf-8">'
        f"<title>{html.escape(page['title'])}</title>"
        + (f'<meta name="description" content="{meta}">' if meta else "")
        + page.get("head", "")
        + f"</head><body>{shown}</body></html>"
    )
