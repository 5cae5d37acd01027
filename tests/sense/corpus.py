"""Reads the made-up businesses and draws their pages as a visitor's browser would get them."""

import hashlib
import html
import json
import re
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "businesses"
Business = dict[str, Any]
# Kinds as further sets name them; those that are missing here are called as in ours.
_KINDS = {
    "developer tool": "software",
    "consumer app": "software",
    "finance": "professional-service",
    "agency": "professional-service",
    "manufacturer": "product",
    "product maker": "product",
    "online shop": "shop",
    "B2B dealer": "shop",
    "health and care": "health",
    "unclear": "",
}
_TOLD_BY = 5  # words by which a template text is known


def half_of(name: str) -> str:
    """Which half a business falls in: an even SHA-256 of its name is "development"."""
    odd = hashlib.sha256(name.encode()).digest()[-1] % 2
    return "untouched" if odd else "development"


def businesses(half: str | None = None) -> list[Business]:
    """All businesses by file name, or those of one half ("development", "untouched")."""
    found = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.iterdir())]
    return [one for one in found if half in (None, one["half"])]


def folder_of(path: Path) -> list[Business]:
    """Businesses of a further folder, in this form or as JSON (`businesses*.json`)."""
    found = [tomllib.loads(f.read_text(encoding="utf-8")) for f in sorted(path.glob("*.toml"))]
    for file in sorted(path.glob("businesses*.json")):
        found += set_of(file)
    return found


def set_of(file: Path) -> list[Business]:
    """Businesses of one JSON set."""
    listed = json.loads(file.read_text(encoding="utf-8"))
    rows = listed["businesses"] if isinstance(listed, dict) else listed
    return [_converted(row) for row in rows]


def _converted(row: Business) -> Business:
    """A business of a JSON set in the form of ours: its pages drawn, its furniture listed."""
    kind = _KINDS.get(row["kind"], row["kind"].replace(" ", "-"))
    asked = bool(row.get("must_ask")) or not row["category"]
    texts = {
        " ".join(_bare(text).split()[:_TOLD_BY])
        for page in row["pages"]
        for text in map((page.get("furniture") or {}).get, ("cookie", "legal", "footer"))
        if text
    }
    return {
        **row,
        "kind": kind,
        "must_ask": asked,
        "audience": row["audience"] or "customers",
        "furniture": sorted(filter(None, texts)),
        "pages": [_page_of(page, row["pages"]) for page in row["pages"]],
    }


def _page_of(page: Business, pages: list[Business]) -> Business:
    around = page.get("furniture") or {}
    labels = [x if isinstance(x, str) else x.get("text", "") for x in around.get("nav") or ()]
    menu = "".join(f'<li><a href="#">{html.escape(label)}</a></li>' for label in labels)
    menu += "".join(
        f'<li><a href="{_path(other)}">{html.escape(other["title"][:40])}</a></li>'
        for other in pages
    )
    main = page.get("html_main") or ""
    if "<" not in main:
        main = "".join(f"<p>{html.escape(line)}</p>" for line in main.split("\n") if line.strip())
    heading = page.get("h1") or page["title"]
    layout = (
        f"<div class='cookie-consent'>{around.get('cookie') or ''}</div>"
        f"<header><nav><ul>{menu}</ul></nav></header><main><h1>{{{{h1}}}}</h1>{{{{body}}}}</main>"
        f"<div class='legal'>{around.get('legal') or ''}</div>"
        f"<footer>{around.get('footer') or ''}</footer>"
    )
    return {
        "path": _path(page),
        "title": page["title"],
        "h1": heading,
        "body": main,
        "layout": layout,
    }


def _path(page: Business) -> str:
    return "/" + str(page["path"]).strip("/")


def _bare(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", text))


def page_html(business: Business, page: dict[str, str]) -> str:
    """The whole page: its own body inside the furniture that all pages of the site share."""
    shown = page.get("layout") or business["layout"]
    shown = shown.replace("{{h1}}", html.escape(page["h1"]))
    shown = shown.replace("{{body}}", page["body"])
    meta = html.escape(page.get("meta", ""))
    return (
        f'<!doctype html><html lang="{business["language"]}"><head><meta charset="utf-8">'
        f"<title>{html.escape(page['title'])}</title>"
        + (f'<meta name="description" content="{meta}">' if meta else "")
        + page.get("head", "")
        + f"</head><body>{shown}</body></html>"
    )
