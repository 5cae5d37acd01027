"""Whether bytes are an image that may be handed out as a site's icon; of an SVG only what draws.

Invariant: an SVG with any element but those that draw, with a listener, or with an address other
than inside itself is no icon. It is scanned, never parsed, so entities cannot expand.
"""

from __future__ import annotations

import base64
import binascii
import re

_MARKS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
)
_WEBP, _SVG = "image/webp", "image/svg+xml"
MAX_ICON = 32 * 1024
_DATA = re.compile(r"data:([a-z+./-]+);base64,([A-Za-z0-9+/]+={0,2})")
_DRAWS = frozenset(
    b"svg g defs symbol use title desc metadata style path rect circle ellipse line polyline"
    b" polygon text tspan image linearGradient radialGradient stop clipPath mask pattern filter"
    b" feBlend feColorMatrix feComposite feFlood feGaussianBlur feMerge feOffset".split()
)
_ELEMENT = re.compile(rb"<(?![!?/])([^\s/>]*)")
_ACTS = re.compile(
    rb"""<!ENTITY|<\?xml-stylesheet|@import|javascript:|[\s"'/]on\w+\s*=
    |href\s*=\s*(?!["'](?:\#|data:image/(?:png|jpeg);))
    |url\(\s*(?!["']?\#)""",
    re.IGNORECASE | re.VERBOSE,
)


def image_kind(body: bytes, declared: str) -> str | None:
    """The image type the bytes themselves show; SVG counts when it is declared as such."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return _WEBP
    if declared == _SVG and b"<svg" in body[:2_000]:
        return declared if _only_draws(body) else None  # guard: crawl.icon-draws -> declared
    return next((kind for mark, kind in _MARKS if body.startswith(mark)), None)


def is_icon(address: str) -> bool:
    """Whether a `data:` address holds a small image of the type it names."""
    found = _DATA.fullmatch(address) if len(address) < 2 * MAX_ICON else None
    if found is None:
        return False
    try:
        body = base64.b64decode(found[2])
    except binascii.Error:
        return False
    return image_kind(body, found[1]) == found[1]


def _only_draws(svg: bytes) -> bool:
    return _ACTS.search(svg) is None and _DRAWS.issuperset(_ELEMENT.findall(svg))
