"""Logs in W3C's extended format, whose `#Fields:` line names the columns: IIS and CloudFront.

IIS separates by spaces and writes a space as +; CloudFront separates by tabs and writes it as %20.
Times are UTC. Sources: W3C Extended Log File Format, IIS "Log File Formats", CloudFront
"Standard logging reference", whose column order is used where a file's header was cut away.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import unquote_to_bytes

from presence.analysis.traffic.clients import client_of
from presence.analysis.traffic.text import host_of, split_address, utf8_text
from presence.analysis.traffic.times import any_time, iso_time
from presence.analysis.traffic.types import LogFormat, Request

NO_HEADER: Final = "no #Fields line before it that names the columns"
NO_COLUMNS: Final = "not as many columns as #Fields names"
NO_TIME: Final = "no date and time"
NO_STATUS: Final = "no status of the answer"
NO_ADDRESS: Final = "no client address"
NO_TARGET: Final = "no page asked for"

CLOUDFRONT: Final = (
    "date", "time", "x-edge-location", "sc-bytes", "c-ip", "cs-method", "cs(Host)", "cs-uri-stem",
    "sc-status", "cs(Referer)", "cs(User-Agent)", "cs-uri-query", "cs(Cookie)",
    "x-edge-result-type", "x-edge-request-id", "x-host-header", "cs-protocol", "cs-bytes",
    "time-taken", "x-forwarded-for", "ssl-protocol", "ssl-cipher", "x-edge-response-result-type",
    "cs-protocol-version", "fle-status", "fle-encrypted-fields", "c-port", "time-to-first-byte",
    "x-edge-detailed-result-type", "sc-content-type", "sc-content-len", "sc-range-start",
    "sc-range-end",
)  # fmt: skip
_STATUS: Final = re.compile(r"\d{3}", re.ASCII)


class W3cLines:
    """Reads lines under the columns that the last `#Fields:` named."""

    def __init__(self) -> None:
        self._columns: tuple[str, ...] = ()
        self._tabs = False

    @property
    def format(self) -> LogFormat:
        """Whose log it is, by the columns named."""
        if "x-edge-location" in self._columns or self._tabs:
            return "cloudfront"
        return "iis" if "sc-win32-status" in self._columns or not self._columns else "w3c"

    def header(self, line: str) -> None:
        """Takes a line that begins with #; only `#Fields:` says anything that matters here."""
        if line[:8].lower() == "#fields:":
            names = line[8:].split()
            self._columns = tuple(names)
            self._tabs = "x-edge-location" in names

    def __call__(self, line: str, offset: int) -> Request | str:
        """The line's request, or the reason there is none."""
        if not self._columns:
            if line.count("\t") < 22:
                return NO_HEADER
            self._columns, self._tabs = CLOUDFRONT, True
        cells = line.split("\t") if self._tabs or "\t" in line else line.split(" ")
        wanted = len(self._columns)
        if len(cells) != wanted and not (self._tabs and 19 <= len(cells) <= wanted):
            return NO_COLUMNS
        return self._request(dict(zip(self._columns, cells, strict=False)), offset)

    def _request(self, cells: Mapping[str, str], offset: int) -> Request | str:
        time = iso_time(f"{cells.get('date', '')} {cells.get('time', '')}")
        if time is None:
            time = any_time(cells.get("timestamp", ""))
        if time is None:
            return NO_TIME
        status = cells.get("sc-status", "")
        if not _STATUS.fullmatch(status) and status not in ("0", "-"):
            return NO_STATUS
        chain = cells.get("X-Forwarded-For") or cells.get("cs(X-Forwarded-For)") or ""
        address = client_of(cells.get("c-ip", ""), self._text(chain).replace("+", " "))
        if address is None:
            return NO_ADDRESS
        target = cells.get("cs-uri-stem") or cells.get("cs-uri") or ""
        if target in ("", "-"):
            return NO_TARGET
        path, host = split_address(utf8_text(target))
        query = cells.get("cs-uri-query", "-")
        return Request(
            time,
            address,
            host_of(_said(cells.get("x-host-header")) or _said(cells.get("cs(Host)")))
            or host_of(_said(cells.get("cs-host")))
            or host,
            _said(cells.get("cs-method")),
            path if query in ("", "-") else f"{path}?{utf8_text(query)}",
            int(status) if status != "-" else 0,
            _whole(cells.get("sc-bytes", "-")),
            self._text(cells.get("cs(User-Agent)", "-")),
            self._text(cells.get("cs(Referer)", "-")),
            self._seconds(cells),
            _said(cells.get("x-edge-request-id"))[:256],
            offset,
        )

    def _text(self, cell: str) -> str:
        if cell == "-":
            return ""
        if self._tabs:
            return unquote_to_bytes(cell.encode("latin-1", "replace")).decode("utf-8", "replace")
        return utf8_text(cell.replace("+", " "))

    def _seconds(self, cells: Mapping[str, str]) -> float | None:
        taken = cells.get("time-to-first-byte") or cells.get("time-taken") or ""
        try:
            seconds = float(taken) if len(taken) < 16 else -1.0
        except ValueError:
            return None
        if not 0 <= seconds < 1e9:
            return None
        return seconds if self._tabs else seconds / 1000  # IIS counts milliseconds


def _said(cell: str | None) -> str:
    return "" if cell in (None, "-") else str(cell)


def _whole(cell: str) -> int | None:
    return int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 19 else None
