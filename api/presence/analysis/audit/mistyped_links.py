"""Links that were meant as something else: an e-mail address, a phone number, a placeholder.

Invariant: the mistake is recognised from the address alone, relative to the page's folder.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from presence.analysis.audit.fixes import attribute

_LEAST_DIGITS: Final = 7
_EMAIL: Final = re.compile(r"^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$")
_PHONE: Final = re.compile(r"^\+?[\d ()./-]{7,}$")
_HANDLE: Final = re.compile(r"^@[\w.]+$")
_HOST: Final = re.compile(r"^www\.[\w-]+(?:\.[\w-]+)+$", re.IGNORECASE)
_PLACEHOLDER: Final = re.compile(
    r"^(?:TODO|PLACEHOLDER)$|^(?:PASTE|YOUR|INSERT|REPLACE|ADD|ENTER|TODO)(?:[_-][A-Z]+)+$"
    r"|^[A-Z]+(?:_[A-Z]+)*_(?:URL|LINK|HERE)$|^\[[^\]]+\]$"
    r"|\{\{.*\}\}|<%.*%>|\$\{.*\}"
    r"|^(?:your|insert|replace)[-_](?:\w+[-_])*(?:url|link|here|handle|username)$"
)


class Slip(NamedTuple):
    """What went wrong with a link, what to do, and what to write instead."""

    issue: str
    action: str
    fix: str


def slip_of(url: str) -> Slip | None:
    """The slip behind an address that does not exist, None where the page is just missing."""
    path = unquote(urlsplit(url).path)
    last = path.rstrip("/").rpartition("/")[2].strip()
    if _EMAIL.match(last):
        return Slip(
            f"A link to an e-mail address lacks “mailto:”: {last}",
            "Write “mailto:” before the address, so that the link opens an e-mail and not a page "
            "that is not there.",
            f'<a href="mailto:{attribute(last)}">',
        )
    if _PHONE.match(last) and sum(map(str.isdigit, last)) >= _LEAST_DIGITS:
        number = re.sub(r"[^\d+]", "", last)
        return Slip(
            f"A link to a phone number lacks “tel:”: {last}",
            "Write “tel:” before the number, so that the link calls it and does not lead to a page "
            "that is not there.",
            f'<a href="tel:{number}">',
        )
    if _HANDLE.match(last):
        return Slip(
            f"A link to a social profile lacks its website: {last}",
            "Write the whole address of the profile, with the website it is on.",
            f"{last}\n→ https:// and the website, then {last}",
        )
    placeholder = next((part for part in path.split("/") if _PLACEHOLDER.search(part)), "")
    if placeholder:
        return Slip(
            f"A link still holds a placeholder: {placeholder}",
            "Put the real address in its place, or remove the link.",
            f"{placeholder}\n→ the real address",
        )
    host = next((part for part in path.split("/") if _HOST.match(part)), "")
    if host:
        rest = path[path.index(host) :]
        return Slip(
            f"A link to another website lacks “https://”: {rest}",
            "Write “https://” before the address.",
            f'<a href="https://{attribute(rest)}">',
        )
    return None
