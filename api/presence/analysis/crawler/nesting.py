"""Markup made to hurt a parser is cut off before it is parsed.

Invariant: ordinary pages pass unchanged; what passes parses in time linear in its size. (An HTML5
tree builder is quadratic in nesting depth: 50,000 open `div` take it most of a minute, and a few
hundred open `b` are rebuilt inside every later paragraph. Attributes of one tag are compared with
each other.)
"""

from __future__ import annotations

import re

MAX_CHARS = 2_000_000
_CHECKED_FROM_TAGS = 3_000
_MAX_DEPTH = 512
_MAX_REBUILT = 300_000
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*)([^<>]*)")
_LONG_TAG = re.compile(r"<[a-zA-Z][^<>]{4000,}")
_MAX_ATTRIBUTES = 1_000
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
     "track", "wbr", "p", "li", "dt", "dd", "option", "tr", "td", "th", "tbody", "thead", "tfoot",
     "html", "head", "body")
)  # fmt: skip
_FORMATTING = frozenset(
    ("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt",
     "u")
)  # fmt: skip
_DRAWING = frozenset(
    ("path", "circle", "rect", "line", "polygon", "polyline", "ellipse", "use", "stop", "g", "defs",
     "title", "desc", "symbol", "clippath", "mask", "lineargradient", "radialgradient", "image",
     "text", "tspan", "filter", "animate", "animatetransform", "pattern", "marker")
)  # fmt: skip


def harmless(html: str) -> str:
    """The page up to the point where its nesting becomes absurd; at most 2 million characters."""
    text = html[:MAX_CHARS]
    for long_tag in _LONG_TAG.finditer(text):
        if len(long_tag.group().split()) > _MAX_ATTRIBUTES:
            text = text[: long_tag.start()]
            break
    return text if text.count("<") < _CHECKED_FROM_TAGS else text[: _safe_length(text)]


def _safe_length(html: str) -> int:
    depth = formatting = rebuilt = 0
    drawing = False
    for match in _TAG.finditer(html):
        name = match.group(2).lower()
        step = -1 if match.group(1) else 1
        if name == "svg":
            drawing = step > 0
        elif drawing and name in _DRAWING and match.group(3).endswith("/"):
            continue
        elif drawing and name not in _DRAWING:
            drawing = False
        if name in _FORMATTING:
            formatting = max(0, formatting + step)
        elif step > 0:
            rebuilt += formatting
        if name not in _VOID and name not in _FORMATTING:
            depth = max(0, depth + step)
        if depth + formatting > _MAX_DEPTH or rebuilt > _MAX_REBUILT:
            return match.start()
    return len(html)
