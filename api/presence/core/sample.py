"""The sample company of the example, and the address of this machine that its website has."""

from __future__ import annotations

import re
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator

COMPANY: Final = "Harrow Oak"
STAND_IN: Final = "harrow"
MARKET: Final = "GB"
LANGUAGE: Final = "en"
HERE: Final = "127.0.0.1"
_SITE = re.compile(r"http://127\.0\.0\.1:[1-9][0-9]{0,4}/")


def site_at(port: int) -> str:
    """The address of the sample company's website when it is served at a port of this machine."""
    return f"http://{HERE}:{port}/"


def port_of(site: str) -> int | None:
    """The port in such an address; None for no address."""
    return urlsplit(site).port


def _served_here(site: str) -> str:
    if site and (not _SITE.fullmatch(site) or not port_of(site)):  # guard: outbound.example-here
        raise ValueError("must be like http://127.0.0.1:8002/, a site of this machine")
    return site


ExampleSite = Annotated[str, AfterValidator(_served_here)]
