"""A refusal as a page, for somebody whose browser opened the address or a link.

Invariant: a program gets the problem body; a page is returned only if a browser would otherwise
show the body to a person. It contains nothing of the request except the number to quote, and needs
no script.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from http import HTTPStatus

from starlette.datastructures import Headers

from presence.core.errors import AppError

HTML = "text/html"
_STYLE = """
:root { color-scheme: light dark; --page: #faf8f5; --card: #fff; --line: #e6e1da; --ink: #2b2721;
  --quiet: #6c655c; --accent: #0f7478; --on: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #131211; --card: #1c1a18; --line: #34312d;
  --ink: #efece8; --quiet: #b9b3ab; --accent: #4fc1bd; --on: #06201f } }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--ink);
  font: 16px/1.55 Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif }
main { max-width: 480px; margin: 8vh auto 0; padding: 28px; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; box-sizing: border-box }
p.product { margin: 0 0 20px; font-weight: 600; color: var(--ink) }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3 } p { margin: 0 0 20px;
  color: var(--quiet); overflow-wrap: anywhere } p.last { margin: 0; font-size: 13px }
p.last span { display: inline-block }
nav { display: flex; flex-wrap: wrap; gap: 12px; margin: 0 0 20px }
a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 20px;
  border-radius: 8px; font-weight: 600; color: var(--accent); text-decoration: none;
  border: 1px solid var(--line); box-sizing: border-box }
a.first { background: var(--accent); border-color: var(--accent); color: var(--on) }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
"""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>{title} - Presence</title>
<style>{style}</style></head>
<body><main><p class="product">Presence</p><h1>{title}</h1><p>{text}</p>{links}{last}</main></body>
</html>
"""
_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
HEADERS = {"content-security-policy": _POLICY, "cache-control": "no-store", "vary": "Accept"}
# A retry of the same address may succeed.
_PASSING = frozenset({408, 429, 500, 502, 503, 504})
# Nothing responds at this address, whatever its path.
_NOWHERE = frozenset({421, 431})
_NOTHING_HERE = " Check the address, or ask whoever sent you the link for a new one."
_AGAIN = '<a class="first" href="">Try again</a>'
_START = '<a href="/">Open Presence</a>'


def wants_page(headers: Headers) -> bool:
    """Whether a browser goes to this address, rather than a script or a program calling it."""
    accepted = headers.get("accept", "").lower()
    if HTML not in accepted or "json" in accepted:
        return False
    return headers.get("sec-fetch-mode", "navigate").lower() == "navigate"


def refusal_page(error: AppError, request_id: str | None) -> bytes:
    """What happened, what to do, and the number support finds it by."""
    text = error.message
    waits = Headers(error.headers).get("retry-after", "")
    if waits.isdigit() and "try again in" not in text.lower():
        text += f" You can try again in {_duration(int(waits))}."
    if error.status == HTTPStatus.NOT_FOUND and ". " not in text:
        text += _NOTHING_HERE
    links = _AGAIN if error.status in _PASSING else ""
    links += "" if error.status in _NOWHERE else _START
    last = f'<p class="last">Request <span>{escape(request_id)}</span></p>' if request_id else ""
    return _PAGE.format(
        title=escape(error.title),
        text=escape(text),
        style=_STYLE,
        last=last,
        links=f"<nav>{links}</nav>" if links else "",
    ).encode("utf-8", "replace")


def _duration(seconds: int) -> str:
    amount, unit = (seconds, "second") if seconds < 120 else (-(-seconds // 60), "minute")
    return f"{amount} {unit}" if amount == 1 else f"{amount} {unit}s"
